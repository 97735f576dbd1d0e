// Which of several touches in the same second gets the credit. Neither the stored touches nor the event log know the order of arrival, so
// both use a rule that does not need it: then the model `last` of attribution credits an order as it was credited when it came.
import type { SubjectReference } from '../../catalog/subject.ts';

/** The one that gets it comes first: the deepest subject, which says most, and of equally deep ones that with the smallest id. */
export function compareTouched(a: SubjectReference, b: SubjectReference): number {
  return b.kind - a.kind || a.id - b.id;
}
