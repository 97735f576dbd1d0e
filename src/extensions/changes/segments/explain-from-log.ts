// Asks the event log which segment explains a move: one question for each dimension. Only for moves that were found, so this is rare.

import { breakdown } from '../../../core/engine/event-log/breakdowns/breakdown.ts';
import type { Answer } from '../../../core/engine/event-log/breakdowns/subject-counts.ts';
import { type AskedLog, askLog } from '../../../core/engine/event-log/questions/ask-log.ts';
import { firstLoggedDay } from '../../../core/engine/event-log/storage/read-runs.ts';
import type { Queries } from '../../../core/foundation/database/database.ts';
import type { Dimension } from '../../../core/foundation/dimensions/dimension.ts';
import { type CountedSegment, type Explanation, explainMove, type Part } from './explain-move.ts';
import { type Comparison, type Move, segmentsOf, subjectsOf, wholeOf, windowsOf } from './move.ts';

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
  if (firstDay === undefined || windowsOf(move).some((window) => window.firstDay < firstDay)) return undefined;
  const read = await readSegments(database, { websiteId, firstDay, eventsMax }, move);
  return read && explainMove(read.whole, [...read.segments.values()].flat());
}

interface ReadSegments {
  readonly whole: Part;
  readonly segments: ReadonlyMap<Dimension, readonly CountedSegment[]>;
  readonly answers: ReadonlyMap<Dimension, Answer>;
}

/** What the segments of each dimension have, in the windows of a move. undefined: there are too many events to count all of them. */
export async function readSegments(
  database: Pick<Queries, 'query'>,
  log: AskedLog,
  move: Comparison,
): Promise<ReadSegments | undefined> {
  const windows = windowsOf(move);
  const answers = new Map<Dimension, Answer>();
  for (const by of DIMENSIONS) {
    const answer = await askLog(
      database,
      log,
      breakdown({
        subjects: subjectsOf(move),
        windows,
        filters: [],
        countType: 'distinct',
        breakDown: { by, windows: windows.length, valuesMax: Number.POSITIVE_INFINITY },
      }),
    );
    if (answer.sampled) return undefined;
    answers.set(by, answer);
  }
  const segments = Array.from(answers, ([by, answer]) => [by, segmentsOf(move, answer, by)] as const);
  return { whole: wholeOf(move, answers.get(DIMENSIONS[0]!)!), segments: new Map(segments), answers };
}
