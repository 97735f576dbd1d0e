// Which values of a dimension the event log has, and on which days. Only the column of the dimension is read, so the days may be many.
import type { Queries } from '../../../foundation/database/database.ts';
import { NO_VALUE, type StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import type { Window } from '../../rollups/window.ts';
import { type DimensionColumn, dimensionColumn } from '../format/run.ts';
import { countLoggedEvents, readColumns } from './read-runs.ts';

type Reader = Pick<Queries, 'query'>;

interface AskedValues {
  readonly websiteId: number;
  readonly dimension: StoredDimension;
  readonly window: Window;
  /** If there are more events, only those of the last days are read. */
  readonly eventsMax: number;
}

interface EventsByValue {
  /** Events without a value are not counted. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first day whose events were read. */
  readonly firstDay: number;
}

/** How many events have each value. */
export async function countEventsByValue(database: Reader, asked: AskedValues): Promise<EventsByValue> {
  const { columns, firstDay } = await readColumnOfDays(database, asked);
  const counts = new Map<string, number>();
  for (const { column, eventCount } of columns) {
    if (!column) continue;
    const events = countIndexes(column, eventCount);
    for (const [index, value] of column.dictionary.entries()) {
      if (events[index]! > 0 && value !== NO_VALUE) counts.set(value, (counts.get(value) ?? 0) + events[index]!);
    }
  }
  return { counts, firstDay };
}

/** The events of a day. */
interface CoveredDay {
  withValue: number;
  without: number;
}

interface CoveredDays {
  /** Days without events are not there. */
  readonly days: ReadonlyMap<number, Readonly<CoveredDay>>;
  /** The first day whose events were read. */
  readonly firstDay: number;
}

/** How many events of each day have a value of the dimension. */
export async function countCoveredByDay(database: Reader, asked: AskedValues): Promise<CoveredDays> {
  const { columns, firstDay } = await readColumnOfDays(database, asked);
  const days = new Map<number, CoveredDay>();
  for (const { day, column, eventCount } of columns) {
    const place = column ? column.dictionary.indexOf(NO_VALUE) : -1;
    const without = !column ? eventCount : place < 0 ? 0 : countIndexes(column, eventCount)[place]!;
    const counted = days.get(day) ?? { withValue: 0, without: 0 };
    counted.without += without;
    counted.withValue += eventCount - without;
    days.set(day, counted);
  }
  return { days, firstDay };
}

interface ColumnOfRun {
  readonly day: number;
  readonly eventCount: number;
  /** undefined: no event of the run has a value. */
  readonly column: DimensionColumn | undefined;
}

async function readColumnOfDays(database: Reader, asked: AskedValues) {
  const { websiteId, dimension } = asked;
  const window = await lastDays(database, asked);
  const wanted = { websiteId, days: [window], columns: [dimension] };
  const { parts, pending } = await readColumns(database, wanted, [{ window, columns: [dimension] }]);
  const runs = [...parts.map(({ run }) => run), ...pending];
  /** Columns are decoded one by one, because all of them together may be large. */
  function* columnsOfRuns(): Generator<ColumnOfRun> {
    for (const run of runs) yield { day: run.day, eventCount: run.eventCount, column: dimensionColumn(run, dimension) };
  }
  return { columns: columnsOfRuns(), firstDay: window.firstDay };
}

/** How many events each entry of the dictionary has. */
function countIndexes({ dictionary, indexes }: DimensionColumn, eventCount: number): Uint32Array {
  const events = new Uint32Array(dictionary.length);
  for (const index of indexes.numbers(eventCount)) events[index]!++;
  return events;
}

/** The last days with few enough events: all of them, or the last half, quarter and so on, and at least one. */
async function lastDays(database: Reader, { websiteId, window, eventsMax }: AskedValues): Promise<Window> {
  const { lastDay } = window;
  for (let { firstDay } = window; ; firstDay = Math.ceil((firstDay + lastDay) / 2)) {
    const days = { firstDay, lastDay };
    if (firstDay >= lastDay || (await countLoggedEvents(database, [websiteId], [days])).events <= eventsMax)
      return days;
  }
}
