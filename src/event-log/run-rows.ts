// The rows of runs in `event_log_runs`: one for each column.
import type { Queries, SqlValue } from '../database/database.ts';
import { RUN_COLUMNS, type Run, type RunColumn } from './run.ts';
import type { RunPart } from './run-parts.ts';

/** Every run has it, so it stands for the run where only counts are read. */
export const VISITOR_COLUMN = columnNumber('visitor');

export function columnNumber(column: RunColumn): number {
  return RUN_COLUMNS.indexOf(column);
}

/** A part of a run; with a column of it, or only to say that it is there. */
export interface PartRow {
  readonly day: number;
  readonly run: number;
  readonly visitors_from: number;
  readonly column_number: number;
  readonly event_count: number;
  readonly threshold: number;
  readonly content: Uint8Array | null;
}

export interface RunRow extends PartRow {
  readonly content: Uint8Array;
}

export const RUN_ROW_COLUMNS = 'day, run, visitors_from, column_number, event_count, threshold, content';

/** The runs of these rows, which may be in any order. */
export function runsOf(rows: readonly PartRow[]): (RunPart & { readonly number: number })[] {
  const byRun = Map.groupBy(rows, ({ day, run, visitors_from: from }) => `${day}/${run}/${from}`);
  return Array.from(byRun.values(), (columns) => {
    const { day, run: number, visitors_from: visitorsFrom, event_count: eventCount, threshold } = columns[0]!;
    const contents = columns.flatMap((row) =>
      row.content ? [[RUN_COLUMNS[row.column_number]!, row.content] as const] : [],
    );
    return { number, visitorsFrom, run: { day, eventCount, threshold, columns: new Map(contents) } };
  });
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
  const rows = parts.flatMap(({ visitorsFrom, run }) =>
    rowsOf(run).map((row) => [websiteId, number, visitorsFrom, ...row]),
  );
  await tx.insertMany({
    into: 'event_log_runs',
    columns: ['website_id', 'run', 'visitors_from', 'day', 'event_count', 'threshold', 'column_number', 'content'],
    rows,
  });
}

function rowsOf({ day, eventCount, threshold, columns }: Run): SqlValue[][] {
  return Array.from(columns, ([column, content]) => [day, eventCount, threshold, columnNumber(column), content]);
}
