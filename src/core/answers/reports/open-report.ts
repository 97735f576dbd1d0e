// The first step of every report on one website: reads the website and resolves the window.
// Why: docs/decisions/reports.md, "Parts of days come from the event log".
import { z } from 'zod';
import type { ChosenWebsite, ReadContext } from '../../contract/operations/define-operation.ts';
import { invalidParameter } from '../../contract/operations/parameters.ts';
import { readZone, readZones, type WebsiteZone } from '../../engine/catalog/website-zones.ts';
import type { Filter, TimeSpan } from '../../engine/event-log/counting/log-question.ts';
import type { AskedLog } from '../../engine/event-log/questions/ask-log.ts';
import {
  chooseUniqueVisitors,
  ESTIMATED,
  type UniqueVisitors,
} from '../../engine/event-log/questions/unique-visitors.ts';
import { dayFromIso, isoOfDay } from '../../engine/rollups/calendar.ts';
import type { CountType } from '../../engine/rollups/read-counts.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { placeholders } from '../../foundation/database/database.ts';
import type { Dimension } from '../../foundation/dimensions/dimension.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import { countBuckets, type GroupByOrHour } from './buckets.ts';
import { needsLog, openLog, requireLoggedDays, type SegmentQuery } from './open-log.ts';
import { timeframeParameters } from './parameters.ts';
import {
  type AskedComparison,
  type ComparedWindow,
  comparedWindow,
  dayCount,
  type RequestedPeriod,
  rangeEndTimestamp,
  rangeStartTimestamp,
  resolveWindow,
  type Timeframe,
  timestampOf,
} from './windows.ts';

const POINTS_MAX = 400;
export const DAYS_BY_HOUR_MAX = 14;
const DAYS_BY_HOUR_LONG_MAX = 31;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface ReportQuery extends SegmentQuery {
  readonly timeframe: Timeframe;
  readonly range_start?: string | undefined;
  readonly range_end?: string | undefined;
  readonly count_type: CountType;
  readonly previous_period: boolean;
  readonly break_down_by?: Dimension | undefined;
  /** More days may have points. */
  readonly long_series?: boolean | undefined;
  /** Whether the report says its notes, and in which language. */
  readonly notes?: boolean | undefined;
  readonly language?: string | undefined;
}

/** For reports whose visitors are those of the log alone: none of them is an estimate. */
export const OF_LOG_ALONE = { count_type: 'total', previous_period: false } as const;

interface WebsiteHead {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
}

export interface OpenReport {
  readonly query: ReportQuery;
  readonly website: WebsiteHead;
  /** The time zone of its days. */
  readonly zone: Zone;
  readonly today: number;
  readonly window: Window;
  readonly previous: Window | undefined;
  /** undefined: there are no events. */
  readonly firstEventDay: number | undefined;
  /** See `CountsQuery`. */
  readonly builtThrough: number;
  readonly countType: CountType;
  /** Of what the rollups can count, too: they know neither filters nor parts of days. */
  readonly uniqueVisitors: UniqueVisitors;
  readonly groupBy: GroupByOrHour | undefined;
  /** Set if the report needs the event log. */
  readonly log: AskedLog | undefined;
  /** Only such events are counted. */
  readonly filters: readonly Filter[];
  /** Only events in this time are counted. undefined: all days of both windows are whole. */
  readonly timeSpan: TimeSpan | undefined;
  readonly breakDownBy: Dimension | undefined;
  /** The `website` and `timeframe` fields of the report. */
  readonly head: { readonly website: WebsiteHead; readonly timeframe: TimeframeBlock };
}

interface TimeframeBlock {
  selected: Timeframe;
  range_start: string;
  range_end: string;
  timezone: string;
  timezone_changed_on?: string;
  previous_range_start?: string;
  previous_range_end?: string;
}

/** The rules on a report's window, as far as they can be checked without the website. `openReport` checks them again. */
export function checkWindow(
  query: PeriodQuery & AskedComparison & Partial<Pick<ReportQuery, 'group_by' | 'long_series' | 'previous_period'>>,
  today: number,
  daysWithPointsMax?: number,
): void {
  refuseCompare(query);
  const period = requestedPeriod(query);
  // The width of all_time depends on the website.
  if (period.timeframe === 'all_time') return;
  rejectTooManyPoints(resolvePeriod(period, [], today), query, daysWithPointsMax);
}

export async function openReport(
  query: ReportQuery,
  context: ReadContext & ChosenWebsite,
  daysWithPointsMax?: number,
): Promise<OpenReport> {
  const website = await readWebsite(context, context.websiteId);
  if (!website) throw new Error(`a token is bound to website ${context.websiteId}, which does not exist`);
  const { timeframe } = query;
  const today = context.todayIn(website.zone);
  const window = resolvePeriod(requestedPeriod(query), [website], today);
  rejectTooManyPoints(window, query, daysWithPointsMax);
  const previous = query.previous_period ? comparedWindow({ ...query, window, today }) : undefined;
  const timeSpan = timeSpanOf(query, window, website.zone) ?? previousTimeSpan(previous, website.zone, context);
  const head = { id: website.id, name: website.name, currency: website.currency };
  const asked = previous ? query : { ...query, ...WHOLE_DAYS };
  const log = needsLog(asked) ? await openLog(context, asked) : undefined;
  if (log) requireLogged(log, asked, { window, previous });
  // The snapshot of a week has only distinct counts.
  const countType = timeframe === 'insights_week' ? 'distinct' : query.count_type;
  const filters = query.filter ?? [];
  const isEstimable = countType === 'distinct' && filters.length === 0 && (!timeSpan || timeSpan.days !== undefined);
  return {
    query,
    website: head,
    zone: website.zone,
    today,
    window,
    previous,
    firstEventDay: website.first_day ?? undefined,
    builtThrough: website.intervals_through ?? 0,
    countType,
    uniqueVisitors:
      isEstimable && website.keepsEvents ? await uniqueVisitorsOf(context, { window, previous }) : ESTIMATED,
    groupBy: query.group_by,
    log,
    filters,
    timeSpan,
    breakDownBy: query.break_down_by,
    head: {
      website: head,
      timeframe: { ...timeframeOf(website, query.timeframe, window, previous), ...(timeSpan && instantsOf(timeSpan)) },
    },
  };
}

/** The window decides. Buckets are within it. */
export function uniqueVisitorsOf(
  context: ReadContext & ChosenWebsite,
  { window, previous }: { readonly window: Window; readonly previous: Window | undefined },
): Promise<UniqueVisitors> {
  const answered = { websiteId: context.websiteId, windows: [window], ...(previous && { compared: [previous] }) };
  return chooseUniqueVisitors(context.database, [answered], context);
}

/** Otherwise the caller would take what has no comparison, or another one, for what was asked for. */
function refuseCompare({ previous_period: hasPrevious, compare, same_part: isSamePart }: Partial<ReportQuery>): void {
  const isOther = isSamePart || (compare !== undefined && compare !== 'previous');
  if (!isOther || hasPrevious !== false) return;
  const [param, asked] = isSamePart ? ['same_part', 'same_part=true'] : ['compare', `compare=${compare}`];
  throw new Problem(422, `${asked} compares, which previous_period=false contradicts: leave previous_period out.`, {
    code: `invalid_${param}`,
    param,
  });
}

const WHOLE_DAYS = { compare: undefined, same_part: undefined } as const;

/** Throws a problem of status 422 if the log does not have all days that it is asked for. */
function requireLogged(log: AskedLog, query: ReportQuery, { window, previous }: Windows): void {
  // A report by hour has no previous period, and whole days that are compared with whole days need no events.
  const isPreviousRead = needsLog({ ...query, ...WHOLE_DAYS, group_by: undefined }) || previous?.isUntilNow;
  if (needsLog({ ...query, ...WHOLE_DAYS }) || isPreviousRead) {
    requireLoggedDays(log, query, { window, previous: isPreviousRead ? previous : undefined });
  }
}

interface Windows {
  readonly window: Window;
  readonly previous: ComparedWindow | undefined;
}

/** The time of the previous window that is compared with what has passed of a window. */
export function previousTimeSpan(
  previous: ComparedWindow | undefined,
  zone: Zone,
  { currentMinuteMs }: Pick<ReadContext, 'currentMinuteMs'>,
): TimeSpan | undefined {
  if (!previous?.isUntilNow) return undefined;
  const nowMs = currentMinuteMs();
  const msOfDay = nowMs + zone.stretchAt(nowMs).offsetMs - zone.dayAt(nowMs) * DAY_MS;
  // In the first minute of a day, a minute is compared.
  const end = zone.instantOf(previous.lastDay, Math.max(msOfDay, MINUTE_MS)) / SECOND_MS;
  return { start: Number.NEGATIVE_INFINITY, end, days: previous };
}

/** The times of a window that begins or ends within a day. Throws a problem of status 422 if nothing is left of it. */
function timeSpanOf({ since, until, previous_period }: ReportQuery, window: Window, zone: Zone): TimeSpan | undefined {
  if (since === undefined && until === undefined) return undefined;
  const param = until === undefined ? 'since' : 'until';
  const problem = (detail: string) => new Problem(422, `${param} ${detail}.`, { code: `invalid_${param}`, param });
  if (previous_period) throw problem('can not be combined with previous_period');
  const instant = (day: number, time = '00:00') => zone.instantOf(day, msOfTime(time)) / SECOND_MS;
  const [start, end] = [instant(window.firstDay, since), instant(window.lastDay + (until ? 0 : 1), until)];
  if (end <= start) throw problem('leaves nothing of the window');
  // What was counted on a whole day stays counted, also where the zone was changed since.
  return { start: since ? start : Number.NEGATIVE_INFINITY, end: until ? end : Number.POSITIVE_INFINITY };
}

function msOfTime(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours! * 60 + minutes!) * MINUTE_MS;
}

function instantsOf({ start, end, days }: TimeSpan) {
  if (days) return { previous_range_end: timestampOf((end - 1) * SECOND_MS) };
  return {
    ...(Number.isFinite(start) && { range_start: timestampOf(start * SECOND_MS) }),
    ...(Number.isFinite(end) && { range_end: timestampOf((end - 1) * SECOND_MS) }),
  };
}

type PeriodQuery = Pick<ReportQuery, 'timeframe' | 'range_start' | 'range_end'>;

export function requestedPeriod({ timeframe, range_start, range_end }: PeriodQuery): RequestedPeriod {
  if (timeframe !== 'custom') {
    refuseRange({ range_start, range_end });
    return { timeframe };
  }
  const firstDay = requiredDay('range_start', range_start);
  const lastDay = requiredDay('range_end', range_end);
  if (firstDay > lastDay) {
    throw new Problem(422, 'range_start must not be after range_end.', { code: 'invalid_range', param: 'range_start' });
  }
  return { timeframe, range: { firstDay, lastDay } };
}

/** Otherwise the caller would take the default window for the one that was asked for. */
function refuseRange(range: Readonly<Record<string, string | undefined>>): void {
  const param = Object.keys(range).find((name) => range[name] !== undefined);
  if (param === undefined) return;
  throw new Problem(422, `${param} needs timeframe=custom.`, { code: 'range_without_custom', param });
}

const TIMEFRAME_SCHEMA = z.object(timeframeParameters);

function requiredDay(param: string, value: string | undefined): number {
  if (value === undefined) {
    throw new Problem(422, `${param} is required when timeframe is custom.`, { code: 'range_required', param });
  }
  const day = dayFromIso(value);
  if (day === undefined) throw invalidParameter(TIMEFRAME_SCHEMA, param);
  return day;
}

function rejectTooManyPoints(
  window: Window,
  { group_by: groupBy, long_series: isLong = false }: Pick<ReportQuery, 'group_by' | 'long_series'>,
  daysMax = Number.POSITIVE_INFINITY,
): void {
  if (groupBy === undefined) return;
  const tooWide = (detail: string) => new Problem(422, detail, { code: 'range_too_wide', param: 'group_by' });
  if (groupBy === 'hour') {
    const byHourMax = isLong ? DAYS_BY_HOUR_LONG_MAX : DAYS_BY_HOUR_MAX;
    if (dayCount(window) <= byHourMax) return;
    throw tooWide(`With group_by=hour the window may cover at most ${byHourMax} days.`);
  }
  if (!isLong && dayCount(window) > daysMax)
    throw tooWide(`With group_by the window may cover at most ${daysMax} days.`);
  if (countBuckets(window, groupBy) > POINTS_MAX) {
    throw tooWide(`The window has more than ${POINTS_MAX} points by ${groupBy}: choose larger buckets or fewer days.`);
  }
}

export interface WebsiteDates extends WebsiteHead, WebsiteZone {
  readonly created_at: string;
  readonly first_day: number | null;
  readonly insights_week: number | null;
}

/** What is read of a website that is asked about alone. */
interface KnownOfOne {
  readonly intervals_through: number | null;
  /** Whether there is an event log. */
  readonly keepsEvents: boolean;
}

/**
 * Two statements at the same time: Citus sends what one statement reads on the coordinator and on a shard to all workers, and fails if one
 * of them is gone.
 */
export async function readWebsite(
  { database }: Pick<ReadContext, 'database'>,
  id: number,
): Promise<(WebsiteDates & KnownOfOne) | undefined> {
  const website = database.query<Omit<WebsiteDates, keyof WebsiteZone> & { intervals_through: number | null }>(
    `SELECT id, name, currency, created_at,
       (SELECT first_day FROM website_activity WHERE website_id = $1) AS first_day,
       (SELECT intervals_through FROM website_activity WHERE website_id = $1) AS intervals_through,
       (SELECT MAX(week) FROM insights_snapshots WHERE website_id = $1) AS insights_week
     FROM websites WHERE id = $1`,
    [id],
  );
  const [[found], zone] = await Promise.all([website, readZone(database, id)]);
  return found && { ...found, ...zone };
}

/** Several statements at the same time, because Citus can't left join a table of the coordinator with all shards. */
export async function readWebsites(
  { database }: Pick<ReadContext, 'database'>,
  ids: readonly number[],
): Promise<WebsiteDates[]> {
  const list = placeholders(ids.length);
  const [websites, activities, weeks, zoneOf] = await Promise.all([
    database.query<WebsiteHead & { created_at: string }>(
      `SELECT id, name, currency, created_at FROM websites WHERE id IN (${list}) ORDER BY id`,
      ids,
    ),
    database.query<{ id: number; first_day: number | null }>(
      `SELECT website_id AS id, first_day FROM website_activity WHERE website_id IN (${list})`,
      ids,
    ),
    database.query<{ id: number; week: number }>(
      `SELECT website_id AS id, MAX(week) AS week FROM insights_snapshots WHERE website_id IN (${list}) GROUP BY website_id`,
      ids,
    ),
    readZones(database, ids),
  ]);
  const firstDays = new Map(activities.map(({ id, first_day }) => [id, first_day]));
  const newest = new Map(weeks.map(({ id, week }) => [id, week]));
  return websites.map((website) => ({
    ...website,
    ...zoneOf(website.id),
    first_day: firstDays.get(website.id) ?? null,
    insights_week: newest.get(website.id) ?? null,
  }));
}

/** If there are several websites, all_time starts with the oldest one, and insights_week is the newest week of any. */
export function resolvePeriod(period: RequestedPeriod, websites: readonly WebsiteDates[], today: number): Window {
  const createdDays = websites.map(({ created_at, zone }) => zone.dayAt(Date.parse(created_at)));
  const firstDays = websites.flatMap(({ first_day }) => first_day ?? []);
  const weeks = websites.flatMap(({ insights_week }) => insights_week ?? []);
  return resolveWindow(period, {
    today,
    earliestDay: Math.min(today, ...createdDays, ...firstDays),
    insightsWeek: weeks.length > 0 ? Math.max(...weeks) : undefined,
  });
}

/** The field `timeframe` of a report. */
export function timeframeOf(
  { zone, changedDay }: WebsiteZone,
  selected: Timeframe,
  window: Window,
  previous?: Window,
): TimeframeBlock {
  const firstDay = previous?.firstDay ?? window.firstDay;
  const isChanged = changedDay !== undefined && changedDay >= firstDay && changedDay <= window.lastDay;
  return {
    selected,
    range_start: rangeStartTimestamp(window, zone),
    range_end: rangeEndTimestamp(window, zone),
    timezone: zone.name,
    ...(isChanged && { timezone_changed_on: isoOfDay(changedDay) }),
    ...(previous && {
      previous_range_start: rangeStartTimestamp(previous, zone),
      previous_range_end: rangeEndTimestamp(previous, zone),
    }),
  };
}
