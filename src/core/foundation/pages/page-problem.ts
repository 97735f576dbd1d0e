// A problem that a person sees on a page, in the language of the page.
import type { Translate } from '../../../../languages/translate.ts';
import { Problem } from '../problem/problem.ts';
import { ENGLISH } from '../text/translators.ts';

export class PageProblem extends Problem {
  readonly say: (t: Translate) => string;

  constructor(status: number, say: (t: Translate) => string) {
    super(status, say(ENGLISH));
    this.say = say;
  }
}

/** Problems that no page was written for say in English what they say elsewhere. */
export function pageMessage(problem: Problem, t: Translate): string {
  if (problem instanceof PageProblem) return problem.say(t);
  if (problem.status === 429) return t('pages.tooManyRequests');
  return problem.status === 500 ? t('pages.internalError') : problem.message;
}
