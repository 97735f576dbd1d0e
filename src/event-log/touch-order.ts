// Which of several touches in the same second gets the credit. Touches are stored in the order of their arrival, and the event log has none, so both use a rule that needs
// neither: then the model `last` of attribution credits an order as it was credited when it came.
import type { SubjectReference } from '../catalog/subject.ts';

/** The one that gets it comes first: the deepest subject, which says most, and of equally deep ones that with the smallest id. */
export function compareTouched(a: SubjectReference, b: SubjectReference): number {
  return b.kind - a.kind || a.id - b.id;
}
