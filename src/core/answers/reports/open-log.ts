// What a report has to know before it reads the event log of a website: whether there is one, and from which day on.
// Why: docs/decisions/reports.md, "The first day of a log follows from what was not logged".

import type { ChosenWebsite, ReadContext } from '../../contract/operations/define-operation.ts';
import type { Filter } from '../../engine/event-log/counting/log-question.ts';
import type { AskedLog } from '../../engine/event-log/questions/ask-log.ts';
import type { KeptRuns } from '../../engine/event-log/storage/kept-runs.ts';
import { firstLoggedDay } from '../../engine/event-log/storage/read-runs.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { GroupByOrHour } from './buckets.ts';
import { type AskedComparison, comparesSamePart } from './windows.ts';

export interface SegmentQuery extends AskedComparison {
  readonly timeframe?: string;
  readonly break_down_by?: string | undefined;
  readonly filter?: readonly Filter[] | undefined;
  readonly group_by?: GroupByOrHour | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Set by a report that is about nothing but the log. */
  readonly onlyLogged?: OnlyLogged | undefined;
}

/** Why a website without a log has no such report. */
interface OnlyLogged {
  /** The parameter that says that it is one, if there is such a parameter. */
  readonly param?: string;
  /** What is missing. */
  readonly missing: string;
}

/** Whether a report reads the log. Nothing else decides it. */
export function needsLog(query: SegmentQuery): boolean {
  const { break_down_by, filter = [], group_by, since, until } = query;
  if (query.onlyLogged) return true;
  const isInParts = break_down_by !== undefined || filter.length > 0 || group_by === 'hour';
  return isInParts || since !== undefined || until !== undefined || comparesSamePart(query);
}

/** What a context also has if the thread that reads keeps runs of the event log. */
export interface KeepingContext {
  readonly keptRuns?: KeptRuns;
}

interface Windows {
  readonly window: Window;
  readonly previous?: Window | undefined;
}

/** Throws a problem of status 422 if the website has no log. */
export async function openLog(
  { database, websiteId, queryEventsMax, keptRuns }: ReadContext & ChosenWebsite & KeepingContext,
  query: SegmentQuery,
): Promise<AskedLog> {
  const firstDay = await firstLoggedDay(database, websiteId);
  if (firstDay === undefined) throw noLog(query, websiteId);
  return { websiteId, firstDay, eventsMax: queryEventsMax, keptRuns };
}

/** Throws a problem of status 422 if the log does not have all days of these windows. */
export function requireLoggedDays({ firstDay }: AskedLog, query: SegmentQuery, windows: Windows): void {
  const { window, previous = window } = windows;
  if (previous.firstDay < firstDay) throw beforeLog(query, firstDay, windows);
}

function noLog(query: SegmentQuery, websiteId: number): Problem {
  const { param, missing } = reasonOf(query);
  return new Problem(
    422,
    `Website ${websiteId} does not keep its events, so ${missing}. Its setting event_log switches this on, for events from then on: ` +
      `bin/funnel website settings --website ${websiteId} --event-log on.`,
    { code: 'events_not_kept', ...(param !== undefined && { param }) },
  );
}

const WHOLE_DAYS = "reports on it can't begin or end within a day";
const IN_PARTS = "reports on it can't be broken down or filtered";
const MISSING = {
  group_by: 'there are no reports on it by hour',
  since: WHOLE_DAYS,
  until: WHOLE_DAYS,
  break_down_by: IN_PARTS,
  filter: IN_PARTS,
  compare: "its periods can't be compared in part; compare=previous compares whole days",
  same_part: "its periods can't be compared in part; without same_part, whole days are compared",
};

function reasonOf(query: SegmentQuery): OnlyLogged {
  if (query.onlyLogged) return query.onlyLogged;
  const param = paramOf(query);
  return { param, missing: MISSING[param] };
}

/** The parameter that needs the log. */
function paramOf(query: SegmentQuery): keyof typeof MISSING {
  const { break_down_by, filter = [], group_by, since, until } = query;
  if (break_down_by !== undefined) return 'break_down_by';
  if (group_by === 'hour') return 'group_by';
  if (filter.length > 0) return 'filter';
  if (since !== undefined) return 'since';
  if (until !== undefined) return 'until';
  return query.same_part ? 'same_part' : 'compare';
}

function beforeLog(query: SegmentQuery, firstDay: number, { window, previous }: Windows): Problem {
  const { timeframe } = query;
  const day = isoOfDay(firstDay);
  const since = `The events of this website are kept since ${day}.`;
  if (previous && window.firstDay >= firstDay) {
    const begins = isoOfDay(previous.firstDay);
    return new Problem(
      422,
      `${since} The previous period begins on ${begins}: leave out previous_period, or choose a shorter window.`,
      {
        code: 'events_not_kept',
        param: 'previous_period',
      },
    );
  }
  const begins = isoOfDay(window.firstDay);
  const fix = timeframe === undefined ? '' : `: choose timeframe=custom with a range_start of ${day} or later`;
  const ofWindow = timeframe === 'custom' ? 'range_start' : 'timeframe';
  const param = timeframe === undefined ? reasonOf(query).param : ofWindow;
  return new Problem(422, `${since} The window begins on ${begins}${fix}.`, {
    code: 'events_not_kept',
    ...(param !== undefined && { param }),
  });
}
