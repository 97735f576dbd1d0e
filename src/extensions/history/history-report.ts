// The traffic of a website, from before it was counted here until today: days that other tools have counted, and days with page views of
// its own. It is the only report with numbers of other tools.
import { z } from 'zod';
import { VALUES_MAX } from '../../core/answers/reports/breakdown.ts';
import { buckets, type GroupBy } from '../../core/answers/reports/buckets.ts';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { percentChange } from '../../core/answers/reports/metrics.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import type { KeepingContext } from '../../core/answers/reports/open-log.ts';
import {
  checkWindow,
  OF_LOG_ALONE,
  type OpenReport,
  openReport,
  type ReportQuery,
} from '../../core/answers/reports/open-report.ts';
import {
  groupByDaysParameter,
  noteParameters,
  reportParameters,
  timeframeParameters,
} from '../../core/answers/reports/parameters.ts';
import { change, count, notesField, timeframe, website } from '../../core/answers/reports/schemas.ts';
import {
  type ChosenWebsite,
  defineOperation,
  type ReadContext,
} from '../../core/contract/operations/define-operation.ts';
import { parameter, parameterWith, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { date } from '../../core/contract/operations/schemas.ts';
import { type TrafficAnswer, traffic } from '../../core/engine/event-log/breakdowns/traffic.ts';
import { askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import { firstLoggedDay } from '../../core/engine/event-log/storage/read-runs.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import { type HistoryDay, readHistoryDays, readHistorySpan, readHistoryValues } from './days/read-history.ts';
import {
  addKnown,
  HISTORY_DIMENSIONS,
  HISTORY_TOOLS,
  type HistoryDimension,
  mostVisitorsFirst,
  type ValueCounts,
} from './days/traffic-day.ts';
import { addedPerDay } from './history-notes.ts';

const known = count.nullable();
const counts = {
  visitors: known.describe('Unique on each day, and added up: whoever came on two days counts twice.'),
  visits: known.describe('Only other tools count visits.'),
  page_views: known,
  conversions: known.describe('Events that were chosen at the import.'),
};
const days = {
  imported_days: count.describe('Days that another tool has counted.'),
  counted_days: count.describe('Other days, with page views that this service has counted.'),
};
const metrics = {
  ...days,
  ...counts,
  previous: z.strictObject({ ...days, ...counts }).optional(),
  changes: z
    .strictObject({ visitors: change, visits: change, page_views: change, conversions: change })
    .optional()
    .describe('null, too, if one period has over a tenth fewer days with numbers than the other.'),
};

const exampleCounts = {
  imported_days: 5,
  counted_days: 2,
  visitors: 2100,
  visits: null,
  page_views: 5400,
  conversions: null,
};

export const historyReport = defineOperation({
  name: 'get_history',
  tag: 'History',
  method: 'GET',
  path: '/api/v1/reports/website/history',
  title: 'Traffic, with imported history',
  description:
    'Visitors and page views day by day: what other tools have counted (import_history), and the page views of days since then, from ' +
    'kept events. What is not known is null. No other report has numbers of other tools: their page views are no views of campaigns.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({
    ...websiteParameter,
    ...timeframeParameters,
    ...groupByDaysParameter,
    previous_period: reportParameters.previous_period,
    compare: parameterWith(
      z.enum(['previous', 'year']).optional().describe('Implies previous_period. year: the same dates last year.'),
      { code: 'invalid_compare', rule: 'must be previous or year here', implies: 'previous_period' },
    ),
    by: parameter(
      z
        .enum(HISTORY_DIMENSIONS)
        .optional()
        .describe('Adds `breakdown`: the traffic by value. event: events of the imported files.'),
      'invalid_by',
      `must be one of ${HISTORY_DIMENSIONS.join(', ')}`,
    ),
    ...noteParameters,
  }),
  csv: { breakdown: 'data.breakdown.values', series: 'data.timeseries.points', metrics: 'data.metrics' },
  output: z.strictObject({
    ...notesField,
    report: z.literal('history'),
    website,
    timeframe,
    data: z.strictObject({
      visitors_added_per_day: z.literal(true),
      sampled: z
        .boolean()
        .describe('Whether the page views of days that were counted here come from a sample of the visitors.'),
      tools: z
        .array(z.enum(HISTORY_TOOLS))
        .describe('Those that have counted days of the window, or of the one before.'),
      first_day: date.nullable().describe('The first imported day of all. null: nothing was imported.'),
      last_day: date.nullable(),
      metrics: z.strictObject(metrics),
      timeseries: z
        .strictObject({
          group_by: z.string(),
          points: z.array(z.strictObject({ date, ...days, ...counts })),
        })
        .optional(),
      breakdown: z
        .strictObject({
          dimension: z.enum(HISTORY_DIMENSIONS),
          values: z
            .array(z.strictObject({ value: z.string(), visitors: known, visits: known, page_views: known }))
            .max(VALUES_MAX)
            .describe('Those with the most visitors. By event, page_views are the events of this name.'),
        })
        .optional(),
    }),
  }),
  example: exampleReport('history', {
    visitors_added_per_day: true,
    sampled: false,
    tools: ['plausible'],
    first_day: '2025-01-01',
    last_day: '2026-03-08',
    metrics: exampleCounts,
    timeseries: { group_by: 'week', points: [{ date: '2026-03-02', ...exampleCounts }] },
    breakdown: { dimension: 'channel', values: [{ value: 'direct', visitors: 900, visits: 1000, page_views: 2100 }] },
  }),
  check: checkWindow,
  async read(query, context) {
    const span = await readHistorySpan(context.database, context.websiteId);
    const report = await openWithHistory(query, context, span);
    const { window, previous } = report;
    const windows = previous ? [window, previous] : [window];
    const imported = (
      await Promise.all(windows.map((each) => readHistoryDays(context.database, context.websiteId, each)))
    ).flat();
    const { by } = query;
    const importedDays = new Set(imported.map(({ day }) => day));
    const counted = await readCounted(context, windows, by, importedDays);
    const known = new Traffic(imported, importedDays, counted);
    const current = known.within(window);
    const before = previous && known.within(previous);
    const tools = HISTORY_TOOLS.filter((tool) => imported.some((day) => day.tool === tool));
    return {
      ...(await notesOf(report, context, {
        comparesWholeDays: true,
        own: () => addedPerDay(current.imported_days + current.counted_days),
      })),
      report: 'history' as const,
      ...report.head,
      data: {
        visitors_added_per_day: true as const,
        sampled: counted !== undefined && counted.sampled !== false,
        tools,
        first_day: span ? isoOfDay(span.firstDay) : null,
        last_day: span ? isoOfDay(span.lastDay) : null,
        metrics: { ...current, ...(before && { previous: before, changes: changesOf(current, before) }) },
        ...(query.group_by && { timeseries: timeseriesOf(known, window, query.group_by) }),
        ...(by && { breakdown: { dimension: by, values: await readValues(context, window, by, counted) } }),
      },
    };
  },
});

type Context = ReadContext & ChosenWebsite & KeepingContext;
type Query = Pick<
  ReportQuery,
  'timeframe' | 'range_start' | 'range_end' | 'previous_period' | 'compare' | 'notes' | 'language'
> & {
  readonly group_by?: GroupBy | undefined;
};

/** All time begins with the first imported day, if that is before the first event. */
async function openWithHistory(query: Query, context: Context, span: Window | undefined): Promise<OpenReport> {
  const { timeframe: selected, range_start, range_end, previous_period, compare, group_by, notes, language } = query;
  const asked = { ...OF_LOG_ALONE, previous_period, compare, group_by, notes, language };
  const report = await openReport({ ...asked, timeframe: selected, range_start, range_end }, context);
  if (selected !== 'all_time' || !span || span.firstDay >= report.window.firstDay) return report;
  const range = { range_start: isoOfDay(span.firstDay), range_end: isoOfDay(report.window.lastDay) };
  const longer = await openReport({ ...asked, ...range, timeframe: 'custom', previous_period: false }, context);
  const head = { ...longer.head, timeframe: { ...longer.head.timeframe, selected } };
  return { ...longer, head, query: report.query };
}

/**
 * Page views of its own. undefined: the website keeps no events. A day that was imported has the values of the import alone: events of ours
 * came later.
 */
async function readCounted(
  context: Context,
  windows: readonly Window[],
  by: HistoryDimension | undefined,
  importedDays: ReadonlySet<number>,
): Promise<TrafficAnswer | undefined> {
  const { database, websiteId, queryEventsMax, keptRuns } = context;
  const firstDay = await firstLoggedDay(database, websiteId);
  if (firstDay === undefined) return undefined;
  const logged = windows
    .filter(({ lastDay }) => lastDay >= firstDay)
    .map((window) => ({ firstDay: Math.max(firstDay, window.firstDay), lastDay: window.lastDay }));
  if (logged.length === 0) return undefined;
  const log = { websiteId, firstDay, eventsMax: queryEventsMax, keptRuns };
  const asked = by && by !== 'event' ? { dimension: by, window: windows[0]!, except: importedDays } : undefined;
  return askLog(database, log, traffic({ windows: logged, by: asked }));
}

interface Sums {
  readonly imported_days: number;
  readonly counted_days: number;
  readonly visitors: number | null;
  readonly visits: number | null;
  readonly page_views: number | null;
  readonly conversions: number | null;
}

class Traffic {
  readonly #days: readonly (Omit<HistoryDay, 'tool'> & { readonly isImported: boolean })[];

  /** Has the numbers of the import alone for an imported day, too. */
  constructor(imported: readonly HistoryDay[], importedDays: ReadonlySet<number>, counted: TrafficAnswer | undefined) {
    this.#days = [
      ...imported.map((day) => ({ ...day, isImported: true })),
      ...Array.from(counted?.days ?? [], ([day, { visitors, pageViews }]) => {
        return { day, visitors, pageViews, visits: null, conversions: null, isImported: false };
      }).filter(({ day }) => !importedDays.has(day)),
    ];
  }

  /** A sum of days is not known if one of them is not, or if there are none. */
  within({ firstDay, lastDay }: Window): Sums {
    const inside = this.#days.filter(({ day }) => firstDay <= day && day <= lastDay);
    const sum = (name: 'visitors' | 'visits' | 'pageViews' | 'conversions') =>
      inside.length === 0 ? null : inside.map((day) => day[name]).reduce(addKnown, 0);
    const importedDays = inside.filter(({ isImported }) => isImported).length;
    return {
      imported_days: importedDays,
      counted_days: inside.length - importedDays,
      visitors: sum('visitors'),
      visits: sum('visits'),
      page_views: sum('pageViews'),
      conversions: sum('conversions'),
    };
  }
}

/** Periods of which a very different number of days is known do not compare. */
const MISSING_SHARE_MAX = 0.1;

function areComparable(current: Sums, previous: Sums): boolean {
  const [now, before] = [current, previous].map((sums) => sums.imported_days + sums.counted_days) as [number, number];
  return Math.abs(now - before) <= MISSING_SHARE_MAX * Math.max(now, before);
}

const COMPARED = ['visitors', 'visits', 'page_views', 'conversions'] as const;

function changesOf(current: Sums, previous: Sums): Record<(typeof COMPARED)[number], number | null> {
  const changes = COMPARED.map((name) => {
    const [now, before] = [current[name], previous[name]];
    const isKnown = now !== null && before !== null && areComparable(current, previous);
    return [name, isKnown ? percentChange(now, before) : null] as const;
  });
  return Object.fromEntries(changes) as Record<(typeof COMPARED)[number], number | null>;
}

function timeseriesOf(traffic: Traffic, window: Window, groupBy: GroupBy) {
  const points = buckets(window, groupBy).map(({ date: start, ...bucket }) => ({
    date: start,
    ...traffic.within(bucket),
  }));
  return { group_by: groupBy, points };
}

async function readValues(
  { database, websiteId }: Context,
  window: Window,
  dimension: HistoryDimension,
  counted: TrafficAnswer | undefined,
) {
  const values = await readHistoryValues(database, websiteId, dimension, window);
  for (const [value, { visitors, pageViews }] of counted?.values ?? []) {
    const before = values.get(value);
    const sum: ValueCounts = {
      value,
      visitors: addKnown(before ? before.visitors : 0, visitors),
      visits: null,
      pageViews: addKnown(before ? before.pageViews : 0, pageViews),
    };
    values.set(value, sum);
  }
  return [...values.values()]
    .sort(mostVisitorsFirst)
    .slice(0, VALUES_MAX)
    .map(({ value, visitors, visits, pageViews }) => ({ value, visitors, visits, page_views: pageViews }));
}
