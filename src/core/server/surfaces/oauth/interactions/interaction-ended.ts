import { PageProblem } from '../../../../foundation/pages/page-problem.ts';

export function interactionEnded(): PageProblem {
  return new PageProblem(400, (t) => t('pages.interactionEnded'));
}
