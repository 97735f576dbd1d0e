// Asks the event log which segment explains a move: one question for each dimension. Only for moves that were found, so this is rare.

import type { Answer } from '../../engine/event-log/breakdowns/subject-counts.ts';
import { askLog } from '../../engine/event-log/questions/ask-log.ts';
import { firstLoggedDay } from '../../engine/event-log/storage/read-runs.ts';
import type { Queries } from '../../foundation/database/database.ts';
import type { Dimension } from '../../foundation/dimensions/dimension.ts';
import { type CountedSegment, type Explanation, explainMove } from './explain-move.ts';
import { type Move, segmentsOf, subjectsOf, wholeOf, windowsOf } from './move.ts';

/**
 * Of two segments with the same hits, the one whose dimension comes first is named. Without `utm_medium`, `utm_campaign` and `language`,
 * which say much the same as the channel, the source and the country, and without `visitor_type`: it needs the whole log, and in a young
 * log everybody is new.
 */
const DIMENSIONS: readonly Dimension[] = [
  'device',
  'os',
  'browser',
  'utm_source',
  'referrer',
  'channel',
  'country',
  'page',
];

export interface LogToAsk {
  readonly websiteId: number;
  /** If a website has more events in the windows, no segment is named. */
  readonly eventsMax: number;
}

/** undefined: no single segment explains it, or the log does not have all its events. */
export async function explainFromLog(
  database: Pick<Queries, 'query'>,
  { websiteId, eventsMax }: LogToAsk,
  move: Move,
): Promise<Explanation | undefined> {
  const firstDay = await firstLoggedDay(database, websiteId);
  const windows = windowsOf(move);
  if (firstDay === undefined || windows.some((window) => window.firstDay < firstDay)) return undefined;
  const ask = (by: Dimension): Promise<Answer> =>
    askLog(database, { websiteId, firstDay, eventsMax }, 'breakdown', {
      subjects: subjectsOf(move),
      windows,
      filters: [],
      countType: 'distinct',
      breakDown: { by, windows: windows.length, valuesMax: Number.POSITIVE_INFINITY },
    });
  const segments: CountedSegment[] = [];
  let answer: Answer | undefined;
  for (const dimension of DIMENSIONS) {
    answer = await ask(dimension);
    if (answer.sampled) return undefined;
    segments.push(...segmentsOf(move, answer, dimension));
  }
  return answer && explainMove(wholeOf(move, answer), segments);
}
