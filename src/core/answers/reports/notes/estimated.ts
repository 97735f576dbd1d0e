// Unique visitors of a website that keeps its events are exact, but for answers about very many events. Then other answers may have
// slightly different numbers.
import { sentence } from '../../../../../languages/sentence.ts';
import type { UniqueVisitors } from '../../../engine/event-log/questions/unique-visitors.ts';
import type { Note } from '../note.ts';

export function estimated({ exceeded, isEstimated }: UniqueVisitors): Note[] {
  if (isEstimated) return [{ code: 'estimated', sentences: [sentence('comparedEstimated')] }];
  if (exceeded === undefined) return [];
  return [{ code: 'estimated', sentences: [sentence('visitorsEstimated', { events: exceeded })] }];
}
