// The events of one visitor in the log. Events are sorted by visitor, so one part of each run is read, and of most days only the visitors
// of that part. How much is read is limited, because a website may have many runs: the newest days come first.
import type { Queries } from '../../../foundation/database/database.ts';
import { byName } from '../../../foundation/dimensions/dimension.ts';
import type { Window } from '../../rollups/window.ts';
import { decodeRun, dictionariesOf } from '../format/decode-run.ts';
import type { LogEvent } from '../format/log-event.ts';
import { type Run, subjectsOf } from '../format/run.ts';
import { COLUMN_NUMBERS, type ColumnName } from '../format/stored-numbers.ts';
import { countVisitor } from '../format/without-visitor.ts';
import { type DayOfVisitor, type LoggedVisitor, listDaysOfVisitor, readRunsOfVisitor } from './read-runs.ts';

type Reader = Pick<Queries, 'query'>;

/** The visitors of so many days are in memory at once. */
const DAYS_PER_STEP = 30;
const SECONDS_PER_DAY = 86_400;
const ALL_COLUMNS = Object.keys(COLUMN_NUMBERS) as ColumnName[];

export interface VisitorLimits {
  /** Events of all visitors that may be looked through. */
  readonly eventsMax: number;
  /** Events that are not merged yet, which take more memory. */
  readonly pendingEventsMax: number;
  /** Events of this visitor. */
  readonly ownEventsMax: number;
  /** Only these days. Default: all. */
  readonly within?: Window;
}

export type VisitorEvent = Pick<LogEvent, 'type' | 'subject' | 'revenue' | 'dimensions'> & {
  /** Seconds since 1970. */
  readonly time: number;
  readonly day: number;
};

export interface VisitorEvents {
  /** They are in the order of time. */
  readonly events: VisitorEvent[];
  /** Earlier days were not looked at: there was too much to read. undefined: everything was read. */
  readonly readFrom: number | undefined;
  /** How many days had so many events that those of this visitor were not kept. */
  readonly daysWithout: number;
}

export async function readVisitorEvents(
  database: Reader,
  visitor: LoggedVisitor,
  limits: VisitorLimits,
): Promise<VisitorEvents> {
  const { ownEventsMax, within } = limits;
  const listed = await listDaysOfVisitor(database, visitor, within);
  const days = daysWithin(listed, limits);
  const events: VisitorEvent[] = [];
  for (let start = 0; start < days.length && events.length <= ownEventsMax; start += DAYS_PER_STEP) {
    for (const day of await daysWith(database, visitor, days.slice(start, start + DAYS_PER_STEP))) {
      if (events.length <= ownEventsMax) events.push(...(await readDay(database, visitor, day)));
    }
  }
  events.sort((a, b) => a.time - b.time);
  const kept = events.slice(-ownEventsMax);
  return {
    events: kept,
    readFrom: kept.length < events.length ? kept[0]!.day : firstReadDay(listed, days),
    daysWithout: listed.filter(({ hasVisitor }) => !hasVisitor).length,
  };
}

/** The newest ones, as far as they can be read. */
function daysWithin(listed: readonly DayOfVisitor[], { eventsMax, pendingEventsMax }: VisitorLimits): DayOfVisitor[] {
  let [events, pendingEvents] = [0, 0];
  const tooMuch = listed.findIndex((day) => {
    events += day.events;
    pendingEvents += day.pendingEvents;
    return events > eventsMax || pendingEvents > pendingEventsMax;
  });
  return tooMuch === -1 ? [...listed] : listed.slice(0, tooMuch);
}

function firstReadDay(listed: readonly DayOfVisitor[], days: readonly DayOfVisitor[]): number | undefined {
  return days.length === listed.length ? undefined : (days.at(-1)?.day ?? listed[0]!.day + 1);
}

/** Those of the days on which the visitor has events, the newest first. */
async function daysWith(
  database: Reader,
  { websiteId, visitorLow, visitorHigh }: LoggedVisitor,
  days: readonly DayOfVisitor[],
): Promise<number[]> {
  const window: Window = { firstDay: days.at(-1)!.day, lastDay: days[0]!.day };
  const runs = await readRunsOfVisitor(database, { websiteId, days: [window], columns: [] }, visitorHigh);
  const found = new Set<number>();
  for (const run of runs) if (countVisitor(run, visitorLow, visitorHigh) > 0) found.add(run.day);
  return [...found].sort((a, b) => b - a);
}

/** Read with one statement: a merge in between can neither hide an event nor show it twice. */
async function readDay(database: Reader, visitor: LoggedVisitor, day: number): Promise<VisitorEvent[]> {
  const { websiteId, visitorLow, visitorHigh } = visitor;
  const days: Window[] = [{ firstDay: day, lastDay: day }];
  const runs = await readRunsOfVisitor(database, { websiteId, days, columns: ALL_COLUMNS }, visitorHigh);
  const withVisitor = runs.filter((run) => countVisitor(run, visitorLow, visitorHigh) > 0);
  return withVisitor.flatMap((run) => eventsIn(run, visitor));
}

function eventsIn(run: Run, { visitorLow, visitorHigh }: LoggedVisitor): VisitorEvent[] {
  const table = decodeRun(run);
  const subjects = subjectsOf(run);
  const { dimensions } = dictionariesOf(run);
  const events: VisitorEvent[] = [];
  for (let place = 0; place < table.count; place++) {
    if (table.high[place] !== visitorHigh >>> 0 || table.low[place] !== visitorLow >>> 0) continue;
    const valueIn = (dimension: number) => dimensions[dimension]![table.dimensions[dimension]![place]!]!;
    events.push({
      day: run.day,
      time: run.day * SECONDS_PER_DAY + table.second[place]!,
      type: table.type[place] as LogEvent['type'],
      subject: subjects[table.subject[place]!]!,
      revenue: table.revenue[place]!,
      dimensions: byName(valueIn),
    });
  }
  return events;
}
