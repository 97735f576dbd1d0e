// When visitors come and convert: a metric by day of the week and hour of the website's clock, over the last whole weeks.
import { z } from 'zod';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { metricsOf, type Point } from '../../core/answers/reports/metrics.ts';
import { requireCampaign } from '../../core/answers/reports/not-found.ts';
import { openLog } from '../../core/answers/reports/open-log.ts';
import { readWebsite, timeframeOf } from '../../core/answers/reports/open-report.ts';
import { readHours } from '../../core/answers/reports/read-hours.ts';
import { SAMPLE_RATE, SAMPLED, sampleRate, timeframe, website } from '../../core/answers/reports/schemas.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { parameter, positiveInteger, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { id } from '../../core/contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { dayFromIso, startOfWeek } from '../../core/engine/rollups/calendar.ts';
import { type Counts, NO_COUNTS } from '../../core/engine/rollups/counts.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';

const WEEK_DAYS = 7;
const HOURS = 24;
const WEEKS = 4;
/** The rate of fewer visitors says nothing. */
const VIEWS_MIN = 20;
const BEST_MAX = 3;

const METRICS = [
  'views',
  'conversions',
  'completions',
  'submissions',
  'subscribes',
  'orders',
  'revenue',
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
] as const;
type Metric = (typeof METRICS)[number];

const value = z.number().nonnegative().nullable();

export const bestTimesReport = defineOperation({
  name: 'get_best_times',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/best-times',
  isTool: 'extended',
  title: 'Best times',
  description:
    `A metric of a website or campaign by day of the week and hour, over the last ${WEEKS} weeks of whole days, in the time zone of the ` +
    'website. Rates are percent.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({
    id: positiveInteger(
      id.optional().describe('A campaign, from list_campaigns. Default: the whole website.'),
      'invalid_id',
    ),
    metric: parameter(
      z.enum(METRICS).default('conversion_rate').describe('What is counted.'),
      'invalid_metric',
      `must be one of ${METRICS.join(', ')}`,
    ),
    ...websiteParameter,
  }),
  csv: { best: 'data.best' },
  output: z.strictObject({
    report: z.literal('best_times'),
    website,
    timeframe,
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: z.strictObject({
      id: id.nullable().describe('The campaign. null: the whole website.'),
      metric: z.enum(METRICS),
      days: z.literal(WEEK_DAYS),
      hours: z.literal(HOURS),
      values: z
        .array(z.array(value))
        .describe(
          `By day, from Monday on, and hour, from 00:00 on. Unique visitors of each hour, added up over the weeks. ` +
            `null: a rate of fewer than ${VIEWS_MIN} visitors.`,
        ),
      best: z
        .array(z.strictObject({ day: z.int().describe('1: Monday. 7: Sunday.'), hour: z.int(), value: z.number() }))
        .describe('The highest values.'),
    }),
  }),
  example: {
    ...exampleReport('best_times', {
      id: null,
      metric: 'conversion_rate',
      days: WEEK_DAYS,
      hours: HOURS,
      values: Array.from({ length: WEEK_DAYS }, () => Array.from({ length: HOURS }, () => 12.5)),
      best: [{ day: 1, hour: 9, value: 12.5 }],
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept'] },
  async read({ id: campaignId, metric }, context) {
    const row = await readWebsite(context, context.websiteId);
    if (!row) throw new Error(`a token is bound to website ${context.websiteId}, which does not exist`);
    if (campaignId !== undefined) await requireCampaign(context.database, row.id, campaignId);
    const today = context.todayIn(row.zone);
    const log = await openLog(context, { group_by: 'hour' });
    const window = { firstDay: Math.max(log.firstDay, today - WEEKS * WEEK_DAYS), lastDay: today - 1 };
    const subject =
      campaignId === undefined
        ? { kind: SUBJECT_KIND.website, id: row.id }
        : { kind: SUBJECT_KIND.campaign, id: campaignId };
    const { points, sampling } = await readHours(context, subject, window);
    const values = valuesOf(metric, points);
    return {
      report: 'best_times' as const,
      website: { id: row.id, name: row.name, currency: row.currency },
      timeframe: timeframeOf(row, 'custom', { ...window, firstDay: Math.min(window.firstDay, window.lastDay) }),
      ...sampling,
      data: {
        id: campaignId ?? null,
        metric,
        days: WEEK_DAYS as 7,
        hours: HOURS as 24,
        values,
        best: bestOf(values),
      },
    };
  },
});

/** Hours are those that the clock shows: one that comes twice counts twice. */
function valuesOf(metric: Metric, points: readonly Point[]): (number | null)[][] {
  const cells = Array.from({ length: WEEK_DAYS }, () => Array.from({ length: HOURS }, () => NO_COUNTS));
  for (const { date, ...point } of points) {
    const hours = cells[weekdayOf(date)]!;
    const hour = Number(date.slice(11, 13));
    hours[hour] = addCounts(hours[hour]!, { ...point, revenue: Math.round(point.revenue * REVENUE_SCALE) });
  }
  return cells.map((hours) => hours.map((counts) => shownValue(metric, counts)));
}

function addCounts(a: Counts, b: Counts): Counts {
  const names = Object.keys(NO_COUNTS) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as Counts;
}

function shownValue(metric: Metric, counts: Counts): number | null {
  return metric.endsWith('_rate') && counts.views < VIEWS_MIN ? null : metricsOf(counts)[metric];
}

/** Monday is 0. */
function weekdayOf(date: string): number {
  const day = dayFromIso(date.slice(0, 10))!;
  return day - startOfWeek(day);
}

function bestOf(values: readonly (readonly (number | null)[])[]) {
  const cells = values.flatMap((hours, day) => hours.map((of, hour) => ({ day: day + 1, hour, value: of ?? 0 })));
  return cells
    .filter((cell) => cell.value > 0)
    .sort((a, b) => b.value - a.value || a.day - b.day || a.hour - b.hour)
    .slice(0, BEST_MAX);
}
