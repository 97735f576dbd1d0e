// Compares the event log with the rollups: both have counted the same events. Also reads what no count depends on, so that all damage is
// found. Works while events come in.

import { type Database, placeholders, type Queries } from '../../../foundation/database/database.ts';
import { STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';
import { DamagedDataError } from '../../../foundation/problem/damaged-data.ts';
import { reachableWebsites } from '../../catalog/list-websites.ts';
import type { SubjectReference } from '../../catalog/subject.ts';
import { NO_TOTALS, type Totals } from '../../rollups/counts.ts';
import { holdWebsite } from '../../rollups/store.ts';
import type { Window } from '../../rollups/window.ts';
import { breakdown } from '../breakdowns/breakdown.ts';
import { RunsLog } from '../counting/log-of-runs.ts';
import { ALL_VISITORS, dimensionColumnsOf, lineOf, type Run, subjectsOf } from '../format/run.ts';
import { COLUMN_NUMBERS } from '../format/stored-numbers.ts';
import { readRuns } from '../storage/read-runs.ts';
import { RUN_ROW_COLUMNS, type RunRow, runsOf } from '../storage/run-rows.ts';

type Reader = Pick<Queries, 'query'>;

/** Limits the memory that it takes. */
const DAYS_PER_STEP = 16;

/** A day on which the log does not have the events that the rollups have counted. */
export interface LogDifference {
  readonly websiteId: number;
  readonly day: number;
  readonly problem: 'different' | 'damaged';
}

export interface CheckedLog {
  readonly websites: number;
  readonly days: number;
  readonly differences: readonly LogDifference[];
}

interface LoggedWebsite {
  readonly website_id: number;
  readonly log_from: number;
  /** null: nothing is counted. */
  readonly first_day: number | null;
  readonly last_day: number | null;
}

/** `onProgress` gets the share that is done, from 0 to 1, and the number of days compared. */
export async function checkLog(
  database: Database,
  onProgress: (share: number, days: number) => void = () => {},
): Promise<CheckedLog> {
  const websites: LoggedWebsite[] = [];
  for await (const ids of reachableWebsites(database)) {
    const some = await database.query<LoggedWebsite>(
      `SELECT website_id, log_from, first_day, last_day FROM website_activity
       WHERE website_id IN (${placeholders(ids.length)}) AND log_from IS NOT NULL ORDER BY website_id`,
      ids,
    );
    websites.push(...some);
  }
  const differences: LogDifference[] = [];
  let days = 0;
  for (const [index, { website_id: websiteId, ...website }] of websites.entries()) {
    for (const window of stepsOf(await checkedDays(database, websiteId, website))) {
      for (const { day } of await compare(database, websiteId, window)) {
        // Events may have come in between the two statements that were compared, so this day is compared again, without any.
        const difference = await database.transaction(async (tx) => {
          await holdWebsite(tx, websiteId);
          return (await compare(tx, websiteId, { firstDay: day, lastDay: day }))[0];
        });
        if (difference) differences.push(difference);
      }
      days += window.lastDay - window.firstDay + 1;
      onProgress(index / websites.length, days);
    }
  }
  return { websites: websites.length, days, differences };
}

/** Page views are logged, but not counted: they may be of other days than all counts. It ends before it begins if there is nothing. */
async function checkedDays(
  reader: Reader,
  websiteId: number,
  { log_from: from, first_day: firstCounted, last_day: lastCounted }: Omit<LoggedWebsite, 'website_id'>,
): Promise<Window> {
  const sides = ['event_log_runs', 'event_log_pending'].flatMap((table) =>
    ['MIN', 'MAX'].map((side) => `(SELECT ${side}(day) FROM ${table} WHERE website_id = $1) AS ${table}_${side}`),
  );
  const [logged] = await reader.query<Record<string, number | null>>(`SELECT ${sides.join(', ')}`, [websiteId]);
  const days = [firstCounted, lastCounted, ...Object.values(logged!)].filter((day) => day !== null);
  return { firstDay: Math.max(from, Math.min(...days)), lastDay: Math.max(-1, ...days) };
}

function* stepsOf({ firstDay: first, lastDay }: Window) {
  for (let firstDay = first; firstDay <= lastDay; firstDay += DAYS_PER_STEP) {
    yield { firstDay, lastDay: Math.min(firstDay + DAYS_PER_STEP - 1, lastDay) } satisfies Window;
  }
}

type CounterRow = Totals & {
  readonly subject_kind: SubjectReference['kind'];
  readonly subject_id: number;
  readonly day: number;
};

/** Damage is found in the whole window first, and then in its days one by one. */
async function compare(reader: Reader, websiteId: number, window: Window): Promise<LogDifference[]> {
  const { firstDay, lastDay } = window;
  try {
    await requireIntactColumns(reader, websiteId, window);
    return await compareCounts(reader, websiteId, window);
  } catch (error) {
    if (!(error instanceof DamagedDataError)) throw error;
    if (firstDay === lastDay) return [{ websiteId, day: firstDay, problem: 'damaged' }];
  }
  const differences: LogDifference[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    differences.push(...(await compare(reader, websiteId, { firstDay: day, lastDay: day })));
  }
  return differences;
}

/** Those that `compareCounts` does not read, column by column, because of the memory that they take. */
async function requireIntactColumns(reader: Reader, websiteId: number, { firstDay, lastDay }: Window): Promise<void> {
  for (const column of ['second', ...STORED_DIMENSIONS] as const) {
    const rows = await reader.query<RunRow>(
      `SELECT ${RUN_ROW_COLUMNS} FROM event_log_runs
       WHERE website_id = $1 AND day BETWEEN $2 AND $3 AND column_number = $4`,
      [websiteId, firstDay, lastDay, COLUMN_NUMBERS[column]],
    );
    runsOf(websiteId, rows);
  }
}

async function compareCounts(reader: Reader, websiteId: number, window: Window): Promise<LogDifference[]> {
  // A day may have more revenue than a number holds exactly, and the drivers would throw.
  const totals = Object.keys(NO_TOTALS).map((name) => `CAST(${name} AS double precision) AS ${name}`);
  const rows = await reader.query<CounterRow>(
    `SELECT subject_kind, subject_id, day, ${totals.join(', ')} FROM rollup_counters
     WHERE website_id = $1 AND day BETWEEN $2 AND $3`,
    [websiteId, window.firstDay, window.lastDay],
  );
  const counters = Map.groupBy(rows, ({ day }) => day);
  const columns = ['action'] as const;
  const runs = Map.groupBy(await readRuns(reader, { websiteId, days: [window], columns }), ({ day }) => day);
  const stored = await readColumnCounts(reader, websiteId, window);
  const days = [...new Set([...counters.keys(), ...runs.keys()])].sort((a, b) => a - b);
  return days.flatMap((day) => {
    const problem = problemOf(day, counters.get(day) ?? [], runs.get(day) ?? [], stored.get(day) ?? []);
    return problem ? [{ websiteId, day, problem }] : [];
  });
}

interface ColumnCount {
  readonly day: number;
  readonly column_number: number;
  readonly columns: number;
}

/** How many columns of each dimension are stored for each day. */
async function readColumnCounts(
  reader: Reader,
  websiteId: number,
  { firstDay, lastDay }: Window,
): Promise<ReadonlyMap<number, readonly ColumnCount[]>> {
  const rows = await reader.query<ColumnCount>(
    `SELECT day, column_number, COUNT(*) AS columns FROM event_log_runs
     WHERE website_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day, column_number`,
    [websiteId, firstDay, lastDay],
  );
  return Map.groupBy(rows, ({ day }) => day);
}

function problemOf(
  day: number,
  counters: readonly CounterRow[],
  runs: readonly Run[],
  stored: readonly ColumnCount[],
): LogDifference['problem'] | undefined {
  if (!hasAllDimensions(runs, stored)) return 'damaged';
  // The log of a very busy day has only a part of the visitors.
  if (runs.some(({ threshold }) => threshold < ALL_VISITORS)) return undefined;
  return areEqual(day, counters, runs) ? undefined : 'different';
}

/** If its column is missing, events have no value of a dimension. What is pending was read without dimensions, and lists none. */
function hasAllDimensions(runs: readonly Run[], stored: readonly ColumnCount[]): boolean {
  const listed = runs.map(dimensionColumnsOf);
  return STORED_DIMENSIONS.every((dimension) => {
    const number = COLUMN_NUMBERS[dimension];
    const expected = listed.filter((columns) => columns.includes(number)).length;
    return expected <= (stored.find(({ column_number: column }) => column === number)?.columns ?? 0);
  });
}

function areEqual(day: number, counters: readonly CounterRow[], runs: readonly Run[]): boolean {
  const stored = new Map(counters.map((row) => [`${row.subject_kind}/${row.subject_id}`, row]));
  const subjects = new Map<string, SubjectReference>();
  for (const { subject_kind: kind, subject_id: id } of counters) subjects.set(`${kind}/${id}`, { kind, id });
  for (const { kind, id } of runs.flatMap((run) => subjectsOf(run).flatMap(lineOf))) {
    subjects.set(`${kind}/${id}`, { kind, id });
  }
  const windows = [{ firstDay: day, lastDay: day }];
  const question = breakdown({ subjects: [...subjects.values()], windows, filters: [], countType: 'total' });
  const answer = question.count(new RunsLog(runs, question.reads));
  return [...subjects.keys()].every((key, index) => {
    const { total } = answer.subjects[index]![0]!.all;
    const expected = stored.get(key) ?? NO_TOTALS;
    return (Object.keys(NO_TOTALS) as (keyof Totals)[]).every((name) => total[name] === expected[name]);
  });
}
