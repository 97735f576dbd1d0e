// One subject of each kind, each the parent of the next, and a second step, for tests without a database.
import { SUBJECT_KIND, type Subject, type SubjectKind } from '../../src/catalog/subject.ts';

export interface SubjectLine {
  readonly website: Subject;
  readonly campaign: Subject;
  readonly variant: Subject;
  readonly firstStep: Subject;
  readonly element: Subject;
  readonly laterStep: Subject;
  readonly laterElement: Subject;
}

export function subjectLine(websiteId = 1): SubjectLine {
  const child = (kind: SubjectKind, id: number, parent: Subject | null, viewsCountForParent: boolean): Subject => {
    return { kind, id, websiteId, parent, viewsCountForParent };
  };
  const website = child(SUBJECT_KIND.website, websiteId, null, false);
  const campaign = child(SUBJECT_KIND.campaign, 10, website, true);
  const variant = child(SUBJECT_KIND.variant, 100, campaign, true);
  const firstStep = child(SUBJECT_KIND.step, 1000, variant, true);
  const laterStep = child(SUBJECT_KIND.step, 1001, variant, false);
  return {
    website,
    campaign,
    variant,
    firstStep,
    element: child(SUBJECT_KIND.element, 10000, firstStep, false),
    laterStep,
    laterElement: child(SUBJECT_KIND.element, 10010, laterStep, false),
  };
}
