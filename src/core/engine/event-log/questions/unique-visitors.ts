// Where the unique visitors of an answer come from, so that all pages show the same number. Nothing else decides it.
//
// They are counted, exactly, if the logs of all websites of the answer have all events of the windows that were asked for, and these are
// few enough. Otherwise all of them are estimates, from sketches. Buckets and the days that a window is compared with follow: they never
// change the number of the window. Compared days that cannot be counted are the only estimates beside counted visitors. Sums (orders,
// revenue and what is counted as `total`) are those of the rollups in either case.
import type { Queries } from '../../../foundation/database/database.ts';
import { SUBJECT_KIND } from '../../catalog/subject.ts';
import { type Counts, clampDistinct, NO_COUNTS, type VisitorCounts } from '../../rollups/counts.ts';
import { VISITOR_METRICS, type VisitorMetric } from '../../rollups/metric.ts';
import { type CountsQuery, readCounts } from '../../rollups/read-counts.ts';
import { joinWindows, type Window } from '../../rollups/window.ts';
import { breakdown } from '../breakdowns/breakdown.ts';
import type { Answer, WindowAnswer } from '../breakdowns/subject-counts.ts';
import { RunsLog } from '../counting/log-of-runs.ts';
import { type AskedSubject, isInside } from '../counting/log-question.ts';
import type { KeptRuns } from '../storage/kept-runs.ts';
import { countLoggedEvents, type LoggedDays, type LogSize, readLoggedDays } from '../storage/read-runs.ts';
import { type AskedLog, askLogs, PENDING_MAX, readLog } from './ask-log.ts';

type Reader = Pick<Queries, 'query'>;

/** How much may be read for exact numbers. */
export interface ExactBounds {
  /** Events in the windows that were asked for, on all websites of one answer. */
  readonly exactEventsMax: number;
  /** More are not read for any question. */
  readonly queryEventsMax: number;
  readonly keptRuns?: KeptRuns | undefined;
}

export const NO_BOUNDS: ExactBounds = {
  exactEventsMax: Number.POSITIVE_INFINITY,
  queryEventsMax: Number.POSITIVE_INFINITY,
};

/** The days of a website that an answer is about. */
export interface AnsweredDays {
  readonly websiteId: number;
  /** What was asked for: these decide. They may overlap. One that ends before it begins has no days. */
  readonly windows: readonly Window[];
  /** What they are compared with. */
  readonly compared?: readonly Window[];
}

export interface UniqueVisitors {
  /** The log of each website. undefined: they are estimated. */
  readonly logs: ReadonlyMap<number, AskedLog> | undefined;
  /** Set if they are only estimated because there are more events than this. */
  readonly exceeded?: number;
  /** Whether they are estimated in a window that the counted ones are compared with. undefined: in none. */
  readonly isEstimated?: (websiteId: number, window: Window) => boolean;
}

export type CountedVisitors = UniqueVisitors & { readonly logs: NonNullable<UniqueVisitors['logs']> };

export const ESTIMATED: UniqueVisitors = { logs: undefined };

export async function chooseUniqueVisitors(
  database: Reader,
  answered: readonly AnsweredDays[],
  { exactEventsMax, queryEventsMax, keptRuns }: ExactBounds,
): Promise<UniqueVisitors> {
  if (answered.length === 0) return ESTIMATED;
  const ids = answered.map(({ websiteId }) => websiteId);
  const days = await readLoggedDays(database, ids);
  const needed = answered.map(({ websiteId, windows }) => neededWindows(windows, days.get(websiteId)));
  if (days.size === 0 || !needed.every((windows) => windows !== undefined)) return ESTIMATED;
  const eventsMax = Math.min(exactEventsMax, queryEventsMax);
  const { events, pendingEvents, hasAllVisitors } = await countEventsOfAll(database, ids, needed);
  if (!hasAllVisitors || pendingEvents > PENDING_MAX.events) return ESTIMATED;
  if (events > eventsMax) return { logs: undefined, exceeded: eventsMax };
  const isCountable = await canCountCompared(database, { answered, days, eventsMax: queryEventsMax - events });
  // What was committed since is read, too.
  const read = {
    eventsMax: Number.POSITIVE_INFINITY,
    pendingMax: { ...PENDING_MAX, events: Number.POSITIVE_INFINITY },
  };
  const logs = ids.map(
    (id) => [id, { websiteId: id, firstDay: days.get(id)!.logFrom ?? 0, keptRuns, ...read }] as const,
  );
  return { logs: new Map(logs), ...(!isCountable && { isEstimated: isOnlyComparedIn(answered) }) };
}

/** Like one question to the log, counting both periods reads at most `queryEventsMax`. */
async function canCountCompared(
  database: Reader,
  { answered, days, eventsMax }: { answered: readonly AnsweredDays[]; days: Days; eventsMax: number },
): Promise<boolean> {
  const some = answered.filter(({ compared = [] }) => compared.length > 0);
  if (some.length === 0) return true;
  const needed = some.map(({ websiteId, compared }) => neededWindows(compared!, days.get(websiteId)));
  if (!needed.every((windows) => windows !== undefined)) return false;
  const ids = some.map(({ websiteId }) => websiteId);
  const { events, pendingEvents, hasAllVisitors } = await countEventsOfAll(database, ids, needed);
  return hasAllVisitors && pendingEvents <= PENDING_MAX.events && events <= eventsMax;
}

type Days = Awaited<ReturnType<typeof readLoggedDays>>;

/** A bucket of compared days is estimated, too. */
function isOnlyComparedIn(answered: readonly AnsweredDays[]): NonNullable<UniqueVisitors['isEstimated']> {
  const ofWebsite = new Map(answered.map((days) => [days.websiteId, days]));
  return (websiteId, { firstDay, lastDay }) => {
    const isWithin = (window: Window) => window.firstDay <= firstDay && lastDay <= window.lastDay;
    const { windows, compared = [] } = ofWebsite.get(websiteId)!;
    return compared.some(isWithin) && !windows.some(isWithin);
  };
}

/** The windows that have events. undefined: the log lacks some of these. */
function neededWindows(
  windows: readonly Window[],
  { logFrom = Number.POSITIVE_INFINITY, firstEventDay = Number.POSITIVE_INFINITY }: Partial<LoggedDays> = {},
): Window[] | undefined {
  const needed = windows.filter(({ firstDay, lastDay }) => lastDay >= Math.max(firstDay, firstEventDay));
  return needed.every(({ firstDay }) => Math.max(firstDay, firstEventDay) >= logFrom) ? joinWindows(needed) : undefined;
}

/** Websites with the same windows, mostly all of them, with one statement. */
async function countEventsOfAll(
  database: Reader,
  ids: readonly number[],
  windowsOf: readonly (readonly Window[])[],
): Promise<Pick<LogSize, 'events' | 'pendingEvents' | 'hasAllVisitors'>> {
  let [events, pendingEvents, hasAllVisitors] = [0, 0, true];
  const places = Map.groupBy(ids.keys(), (place) => JSON.stringify(windowsOf[place]));
  for (const same of places.values()) {
    const windows = windowsOf[same[0]!]!;
    if (windows.length === 0) continue;
    const some = same.map((place) => ids[place]!);
    const size = await countLoggedEvents(database, some, windows);
    events += size.events;
    pendingEvents += size.pendingEvents;
    hasAllVisitors &&= size.hasAllVisitors;
  }
  return { events, pendingEvents, hasAllVisitors };
}

/** What a breakdown has counted of each of these subjects in each of these windows. */
export interface CountedBefore {
  readonly subjects: readonly AskedSubject[];
  readonly windows: readonly Window[];
  readonly asking: Promise<Answer>;
}

/**
 * What `readCounts` gives for each query, all of one website, with exact unique visitors if they are counted. What was counted before, of
 * all visitors, is not counted once more.
 */
export async function readUniqueCounts(
  database: Reader,
  { logs, isEstimated }: UniqueVisitors,
  queries: readonly CountsQuery[],
  before?: CountedBefore,
): Promise<ReadonlyMap<number, readonly Counts[]>[]> {
  const log = logs?.get(queries[0]?.websiteId ?? 0);
  if (!isEstimated) return readCountsWith(database, log, queries, before);
  const estimates = queries.map(({ websiteId, windows }) => windows.map((window) => isEstimated(websiteId, window)));
  const part = (areEstimates: boolean) =>
    queries.map((query, index) => ({
      ...query,
      windows: query.windows.filter((_, at) => estimates[index]![at] === areEstimates),
    }));
  const [counted, estimated] = await Promise.all([
    readCountsWith(database, log, part(false), before),
    readCountsWith(database, undefined, part(true)),
  ]);
  return queries.map(({ subjectIds }, index) => {
    const inOrder = (id: number) => {
      const [ofCounted, ofEstimated] = [counted, estimated].map((read) => read[index]!.get(id)!.values());
      return estimates[index]!.map((isEstimate) => (isEstimate ? ofEstimated : ofCounted)!.next().value!);
    };
    return new Map(subjectIds.map((id) => [id, inOrder(id)]));
  });
}

async function readCountsWith(
  database: Reader,
  log: AskedLog | undefined,
  queries: readonly CountsQuery[],
  before?: CountedBefore,
): Promise<ReadonlyMap<number, readonly Counts[]>[]> {
  const isCounted = queries.map((query) => log !== undefined && countsVisitors(query));
  const [sums, exact] = await Promise.all([
    Promise.all(
      queries.map((query, index) =>
        readCounts(database, isCounted[index] ? { ...query, countType: 'total' as const } : query),
      ),
    ),
    log &&
      countVisitors(
        database,
        log,
        queries.filter((_, index) => isCounted[index]),
        before,
      ),
  ]);
  return queries.map((query, index) => {
    const totals = sums[index]!;
    if (!isCounted[index]) return totals;
    const { kind, subjectIds, windows, visitorMetrics } = query;
    const countsOf = (id: number) =>
      totals.get(id)!.map((total, at) => withVisitors(total, exact!(kind, id, windows[at]!), visitorMetrics));
    return new Map(subjectIds.map((id) => [id, countsOf(id)]));
  });
}

function countsVisitors({ countType, subjectIds, visitorMetrics = VISITOR_METRICS }: CountsQuery): boolean {
  return countType === 'distinct' && subjectIds.length > 0 && visitorMetrics.length > 0;
}

/** Metrics that were not asked for stay sums. A commit between two reads must not give more visitors than events. */
export function withVisitors(
  total: Counts,
  visitors: VisitorCounts,
  metrics: readonly VisitorMetric[] = VISITOR_METRICS,
): Counts {
  const distinct: Record<VisitorMetric, number> = { ...total };
  for (const metric of metrics) distinct[metric] = visitors[metric];
  return clampDistinct(distinct, total);
}

type VisitorsOf = (kind: number, id: number, window: Window) => VisitorCounts;
type VisitorsQuery = Pick<CountsQuery, 'kind' | 'subjectIds' | 'windows'>;

async function countVisitors(
  database: Reader,
  log: AskedLog,
  queries: readonly VisitorsQuery[],
  before?: CountedBefore,
): Promise<VisitorsOf> {
  const known = before && knownVisitors(before, await before.asking);
  const isLeft = ({ kind, subjectIds }: VisitorsQuery, window: Window) =>
    subjectIds.some((id) => known?.(kind, id, window) === undefined);
  const left = queries
    .map((query) => ({ ...query, windows: query.windows.filter((window) => isLeft(query, window)) }))
    .filter(({ windows }) => windows.length > 0);
  const counted = await countAtOnce(database, log, left);
  return (kind, id, window) => known?.(kind, id, window) ?? counted(kind, id, window);
}

/** Nothing is known of all visitors if there was a sample of them. */
function knownVisitors(
  { subjects, windows }: CountedBefore,
  answer: Answer,
): ((...of: Parameters<VisitorsOf>) => VisitorCounts | undefined) | undefined {
  if (answer.sampled) return undefined;
  const subjectPlaces = placesOf(subjects.map(({ kind, id }) => `${kind} ${id}`));
  const windowPlaces = placesOf(windows.map(keyOf));
  return (kind, id, window) => {
    const [subject, place] = [subjectPlaces.get(`${kind} ${id}`), windowPlaces.get(keyOf(window))];
    return subject === undefined || place === undefined ? undefined : answer.subjects[subject]![place]!.all.distinct;
  };
}

/** All queries with one question: every subject is counted in every window. */
async function countAtOnce(database: Reader, log: AskedLog, queries: readonly VisitorsQuery[]): Promise<VisitorsOf> {
  const subjects = new Map<string, AskedSubject>();
  for (const { kind, subjectIds } of queries) for (const id of subjectIds) subjects.set(`${kind} ${id}`, { kind, id });
  const windows = new Map(
    queries.flatMap((query) => query.windows.filter(hasDays).map((window) => [keyOf(window), window])),
  );
  if (windows.size === 0) return () => NO_COUNTS;
  const asked = { subjects: [...subjects.values()], filters: [], countType: 'distinct' as const };
  const events = await readLog(database, log, breakdown({ ...asked, windows: [...windows.values()] }).reads);
  const answers = new Map<string, readonly (readonly WindowAnswer[])[]>();
  // Windows are counted one after the other: few kinds of events are counted several times as fast as many.
  for (const [key, window] of windows) {
    const question = breakdown({ ...asked, windows: [window] });
    const runs = events.runs.all.filter(({ day }) => isInside(day, window));
    answers.set(key, question.count(new RunsLog(runs, question.reads)).subjects);
  }
  const places = placesOf(subjects.keys());
  return (kind, id, window) => {
    const answer = answers.get(keyOf(window));
    return answer ? answer[places.get(`${kind} ${id}`)!]![0]!.all.distinct : NO_COUNTS;
  };
}

/** The unique visitors of each website in its windows, and then in the compared ones. undefined: they are estimated there. */
export async function countWebsites(
  database: Reader,
  { logs, isEstimated }: CountedVisitors,
  answered: readonly AnsweredDays[],
): Promise<ReadonlyMap<number, readonly (VisitorCounts | undefined)[]>> {
  const counts = new Map<number, readonly (VisitorCounts | undefined)[]>();
  for (const { websiteId, windows, compared = [] } of answered) {
    const subject = { websiteId, kind: SUBJECT_KIND.website, subjectIds: [websiteId] };
    const all = [...windows, ...compared];
    const isCounted = (window: Window) => !isEstimated?.(websiteId, window);
    const query = { ...subject, windows: all.filter(isCounted) };
    const visitorsOf = await countVisitors(database, logs.get(websiteId)!, [query]);
    counts.set(
      websiteId,
      all.map((window) => (isCounted(window) ? visitorsOf(subject.kind, websiteId, window) : undefined)),
    );
  }
  return counts;
}

/** The unique visitors of all websites together, of each in the first of its windows. */
export async function countTogether(
  database: Reader,
  logs: ReadonlyMap<number, AskedLog>,
  answered: readonly AnsweredDays[],
): Promise<VisitorCounts> {
  const parts = answered.flatMap(({ websiteId, windows: [first] }) =>
    first && hasDays(first) ? [{ log: logs.get(websiteId)!, windows: [first] }] : [],
  );
  const [id, ...orIds] = parts.map(({ log }) => log.websiteId);
  if (id === undefined) return NO_COUNTS;
  const days = parts.flatMap(({ windows }) => windows);
  const window = {
    firstDay: Math.min(...days.map(({ firstDay }) => firstDay)),
    lastDay: Math.max(...days.map(({ lastDay }) => lastDay)),
  };
  const { subjects } = await askLogs(
    database,
    parts,
    breakdown({
      subjects: [{ kind: SUBJECT_KIND.website, id, orIds }],
      windows: [window],
      filters: [],
      countType: 'distinct',
    }),
  );
  return subjects[0]![0]!.all.distinct;
}

function hasDays({ firstDay, lastDay }: Window): boolean {
  return firstDay <= lastDay;
}

function keyOf({ firstDay, lastDay }: Window): string {
  return `${firstDay} ${lastDay}`;
}

function placesOf(keys: Iterable<string>): ReadonlyMap<string, number> {
  return new Map([...keys].map((key, place) => [key, place]));
}
