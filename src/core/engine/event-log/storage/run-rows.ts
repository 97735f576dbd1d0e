// The rows of runs in `event_log_runs`, one for each column, and those in `event_log_pending`. Each has a checksum, which is verified once,
// when a row is read.

import { checksumOf, isIntact } from '../../../foundation/database/checksum.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { DamagedDataError } from '../../../foundation/problem/damaged-data.ts';
import { isoOfDay } from '../../rollups/calendar.ts';
import type { RunPart } from '../format/run-parts.ts';
import { COLUMN_NUMBERS, requireKnown } from '../format/stored-numbers.ts';

/** Every run has it, so it stands for the run where only counts are read. */
export const VISITOR_COLUMN = COLUMN_NUMBERS.visitor;

/** A part of a run; with a column of it, or only to say that it is there. */
export interface PartRow {
  readonly day: number;
  readonly run: number;
  readonly visitors_from: number;
  readonly column_number: number;
  readonly event_count: number;
  readonly threshold: number;
  readonly content: Uint8Array | null;
  /** null: without a content. */
  readonly checksum: number | null;
}

export interface RunRow extends PartRow {
  readonly content: Uint8Array;
  readonly checksum: number;
}

export const RUN_ROW_COLUMNS = 'day, run, visitors_from, column_number, event_count, threshold, content, checksum';

/** What the checksum is of, beside the content. The number of a run says nothing about its events. */
function numbersOf(websiteId: number, row: Omit<PartRow, 'run' | 'content' | 'checksum'>): number[] {
  return [websiteId, row.day, row.visitors_from, row.column_number, row.event_count, row.threshold];
}

/** The runs of these rows of a website, which may be in any order. */
export function runsOf(websiteId: number, rows: readonly PartRow[]): (RunPart & { readonly number: number })[] {
  for (const row of rows) {
    const { content, checksum } = row;
    const isDamaged = content && (checksum === null || !isIntact(content, numbersOf(websiteId, row), checksum));
    if (isDamaged) throw damagedEvents(websiteId, row.day);
  }
  const byRun = Map.groupBy(rows, ({ day, run, visitors_from: from }) => `${day}/${run}/${from}`);
  return Array.from(byRun.values(), (columns) => {
    // A row that only says that the part is there has no checksum.
    const row = columns.find(({ content }) => content !== null) ?? columns[0]!;
    const { day, run: number, visitors_from: visitorsFrom, event_count: eventCount, threshold } = row;
    const contents = columns.flatMap(({ column_number: column, content }) =>
      content ? [[requireKnown(column), content] as const] : [],
    );
    return { number, visitorsFrom, run: { day, eventCount, threshold, columns: new Map(contents) } };
  });
}

/** A row of `event_log_pending`. */
export interface PendingRow {
  readonly day: number;
  readonly event_count: number;
  readonly content: Uint8Array;
  readonly checksum: number;
}

export function checksumOfPending(
  websiteId: number,
  { day, event_count, content }: Omit<PendingRow, 'checksum'>,
): number {
  return checksumOf(content, [websiteId, day, event_count]);
}

/** The content of a pending row of a website. */
export function pendingContent(websiteId: number, { day, event_count, content, checksum }: PendingRow): Uint8Array {
  if (!isIntact(content, [websiteId, day, event_count], checksum)) throw damagedEvents(websiteId, day);
  return content;
}

function damagedEvents(websiteId: number, day: number): DamagedDataError {
  return new DamagedDataError(`The stored events of website ${websiteId} on ${isoOfDay(day)}`);
}

let lastNumber = 0;

/**
 * A number for a new run: not used before, and larger than those of older runs, because the oldest values of a dimension are
 * kept. The clock of another node may be ahead, and two nodes may need a number in the same millisecond.
 */
function newRunNumber(older: number): number {
  const leastMs = Math.max(Date.now(), Math.ceil((older + 1) / 1_000));
  lastNumber = Math.max(lastNumber + 1, leastMs * 1_000 + Math.floor(Math.random() * 1_000));
  return lastNumber;
}

/** Adds a run of a day, in parts; nothing if there are none. */
export async function insertRun(tx: Queries, websiteId: number, parts: readonly RunPart[]): Promise<void> {
  if (parts.length === 0) return;
  const [largest] = await tx.query<{ run: number | null }>(
    'SELECT MAX(run) AS run FROM event_log_runs WHERE website_id = $1 AND day = $2',
    [websiteId, parts[0]!.run.day],
  );
  const number = newRunNumber(largest?.run ?? 0);
  await tx.insertMany({
    into: 'event_log_runs',
    columns: [
      'website_id',
      'run',
      'day',
      'visitors_from',
      'column_number',
      'event_count',
      'threshold',
      'content',
      'checksum',
    ],
    rows: parts
      .flatMap((part) => rowsOf(websiteId, number, part))
      .map((row) => [websiteId, row.run, ...numbersOf(websiteId, row).slice(1), row.content, row.checksum]),
  });
}

/** A part of a run as the database has it, a row for each column. */
export function rowsOf(websiteId: number, number: number, { visitorsFrom, run }: RunPart): RunRow[] {
  const { day, eventCount, threshold, columns } = run;
  return Array.from(columns, ([column, content]) => {
    const numbers = {
      ...{ day, visitors_from: visitorsFrom, column_number: COLUMN_NUMBERS[column] },
      ...{ event_count: eventCount, threshold },
    };
    return { run: number, ...numbers, content, checksum: checksumOf(content, numbersOf(websiteId, numbers)) };
  });
}
