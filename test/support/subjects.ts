// One subject of each kind, each the parent of the next, a second step, and a holdout, for tests without a database.
import { SUBJECT_KIND, type Subject, type SubjectKind } from '../../src/core/engine/catalog/subject.ts';

export interface SubjectLine {
  readonly website: Subject;
  readonly campaign: Subject;
  readonly variant: Subject;
  readonly firstStep: Subject;
  readonly element: Subject;
  readonly laterStep: Subject;
  readonly laterElement: Subject;
  readonly holdout: Subject;
  /** A holdout shows nothing, but nobody is kept from giving it a step. */
  readonly holdoutStep: Subject;
}

export function subjectLine(websiteId = 1): SubjectLine {
  const child = (kind: SubjectKind, id: number, parent: Subject | null, viewsCountForParent: boolean): Subject => {
    return { kind, id, websiteId, parent, viewsCountForParent, isHoldout: false };
  };
  const website = child(SUBJECT_KIND.website, websiteId, null, false);
  const campaign = child(SUBJECT_KIND.campaign, 10, website, true);
  const variant = child(SUBJECT_KIND.variant, 100, campaign, true);
  const firstStep = child(SUBJECT_KIND.step, 1000, variant, true);
  const laterStep = child(SUBJECT_KIND.step, 1001, variant, false);
  const holdout = { ...child(SUBJECT_KIND.variant, 101, campaign, true), isHoldout: true };
  return {
    website,
    campaign,
    variant,
    firstStep,
    element: child(SUBJECT_KIND.element, 10000, firstStep, false),
    laterStep,
    laterElement: child(SUBJECT_KIND.element, 10010, laterStep, false),
    holdout,
    holdoutStep: child(SUBJECT_KIND.step, 1010, holdout, true),
  };
}
