// Asks the event log of a website: reads what a question needs, or a sample of its visitors if there are too many events, counts it, and
// scales it.
// Why: docs/decisions/reports.md, "A breakdown changes no number that was there without it".
import type { Queries } from '../../../foundation/database/database.ts';
import { readCounts } from '../../rollups/read-counts.ts';
import { joinWindows, type Window } from '../../rollups/window.ts';
import { RunsLog } from '../counting/log-of-runs.ts';
import { columnsOf, type LogQuestion, type LogReads, needsEarlierDays } from '../counting/log-question.ts';
import type { Run, RunColumn } from '../format/run.ts';
import type { KeptRuns } from '../storage/kept-runs.ts';
import { readKeptRuns } from '../storage/read-kept-runs.ts';
import { readLateRuns } from '../storage/read-late-runs.ts';
import { countLoggedEvents, readRuns } from '../storage/read-runs.ts';

type Reader = Pick<Queries, 'query'>;

/** What a website's log can be asked, and up to which cost. */
export interface AskedLog {
  readonly websiteId: number;
  /** The log has the events of this day and of later ones. */
  readonly firstDay: number;
  /** A question that would read more events reads a sample of the visitors. */
  readonly eventsMax: number;
  /** See `PENDING_MAX`. */
  readonly pendingMax?: { readonly rows: number; readonly events: number };
  /** What earlier questions have read, if it is kept. */
  readonly keptRuns?: KeptRuns | undefined;
}

export async function askLog<Counted, Answer>(
  database: Reader,
  log: AskedLog,
  question: LogQuestion<Counted, Answer>,
): Promise<Answer> {
  const counted = question.count(await readLog(database, log, question.reads));
  const rollups = question.rollups(counted, log.websiteId).map((query) => readCounts(database, query));
  return question.answer(counted, await Promise.all(rollups));
}

/** The log of a website, and the days of it that a question about several websites reads. */
export interface PartOfLogs {
  readonly log: AskedLog;
  readonly windows: readonly Window[];
}

/** One question about several websites, none of them sampled: who was on two of them is one visitor. */
export async function askLogs<Counted, Answer>(
  database: Reader,
  parts: readonly PartOfLogs[],
  question: LogQuestion<Counted, Answer>,
): Promise<Answer> {
  const { reads } = question;
  const runs: Run[] = [];
  for (const { log, windows } of parts) runs.push(...(await readLog(database, log, { ...reads, windows })).runs.all);
  return question.answer(question.count(new RunsLog(runs, reads)), []);
}

/**
 * Of what is not merged yet, a question keeps so many events in memory: some 100 MB. It is a sample of the visitors if there are more. More
 * rows are not read at once. While events are merged, a day has a few hundred rows.
 */
export const PENDING_MAX = { rows: 100_000, events: 2_000_000 };

/** All events that a question needs; or, if there are too many, those of a sample of the visitors. */
export async function readLog(
  database: Reader,
  { websiteId, firstDay: logFrom, eventsMax, keptRuns, pendingMax = PENDING_MAX }: AskedLog,
  reads: LogReads,
): Promise<RunsLog> {
  if (reads.windows.length === 0) return new RunsLog([], reads);
  const windows = joinWindows(reads.windows);
  // What is not asked for is not read, but for the days that a visitor's type depends on.
  const days = needsEarlierDays(reads) ? [spanOf(windows)] : windows;
  const { firstDay } = days[0]!;
  const earlier = needsEarlierDays(reads) && logFrom < firstDay ? [{ firstDay: logFrom, lastDay: firstDay - 1 }] : [];
  const size = await countLoggedEvents(database, [websiteId], [...earlier, ...days]);
  const isLate = size.pendingEvents > pendingMax.events || size.pendingRows > pendingMax.rows;
  const sampleRate = Math.min(
    1,
    eventsMax / Math.max(1, size.events),
    pendingMax.events / Math.max(1, size.pendingEvents),
  );
  const isKept = sampleRate === 1 && keptRuns && size.events <= keptRuns.eventsMax;
  const read = (ofDays: readonly Window[], columns: readonly RunColumn[]) => {
    const wanted = { websiteId, days: ofDays, columns, sampleRate };
    if (isLate) return readLateRuns(database, wanted);
    return isKept ? readKeptRuns(database, keptRuns, wanted) : readRuns(database, wanted);
  };
  const [runs, earlierRuns] = await Promise.all([
    read(days, columnsOf(reads)),
    earlier.length > 0 ? read(earlier, EARLIER_COLUMNS) : [],
  ]);
  return new RunsLog([...earlierRuns, ...runs], reads, sampleRate);
}

/** Of days that only tell who was there before. */
const EARLIER_COLUMNS = ['action'] as const;

/** Begins with the first day of the first one and ends with the last day of the last one. */
function spanOf(windows: readonly Window[]): Window {
  return { firstDay: windows[0]!.firstDay, lastDay: windows.at(-1)!.lastDay };
}
