// Which of several touches in the same second gets the credit. Neither the stored touches nor the event log know the order of arrival, so
// both use a rule that does not need it: then the model `last` of attribution credits an order as it was credited when it came.
import type { SubjectReference } from '../../catalog/subject.ts';
import type { Touched } from './attribution-question.ts';

/** The one that gets it comes first: the deepest subject, which says most, and of equally deep ones that with the smallest id. */
export function compareTouched(a: SubjectReference, b: SubjectReference): number {
  return b.kind - a.kind || a.id - b.id;
}

/** Of campaigns, the one with the smallest id comes first; of values, the first one in the order of text. */
export function compareIdsOrTexts(a: Touched, b: Touched): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
