import type { EventType } from '@funnel/report-files/names.ts';
import { begunPeriods, buyersFile, cohortsFile, cohortValuesFile } from '@funnel/report-files/tables/event-log.ts';
import { z } from 'zod';
import type { Translate } from '../../../languages/translate.ts';
import { VALUES_MAX } from '../../core/answers/reports/breakdown.ts';
import { countBuckets } from '../../core/answers/reports/buckets.ts';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { averageRevenue, inCurrencyUnits, percentOf } from '../../core/answers/reports/metrics.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import { checkWindow, OF_LOG_ALONE, type OpenReport, openReport } from '../../core/answers/reports/open-report.ts';
import { filterParameter, noteParameters, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import { filtered } from '../../core/answers/reports/report-tables.ts';
import {
  count,
  money,
  notesField,
  percent,
  SAMPLE_RATE,
  SAMPLED,
  sampleRate,
  timeframe,
  VALUE,
  website,
} from '../../core/answers/reports/schemas.ts';
import { samplingOf, segmentOf } from '../../core/answers/reports/segment.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { parameter, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { date } from '../../core/contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { PAGE_VIEW } from '../../core/engine/event-log/format/log-event.ts';
import { askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import { METRIC } from '../../core/engine/rollups/metric.ts';
import { DIMENSIONS } from '../../core/foundation/dimensions/dimension.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { followableShare, followableShareOf } from './followable-share.ts';
import { retention } from './log/retention.ts';
import {
  type BuyersAfter,
  type Cohort,
  RETENTION_PERIODS,
  type RetentionAnswer,
  type RetentionPeriod,
} from './log/retention-question.ts';

const ONLY_LOGGED = { param: 'first', missing: 'nothing is known about who comes back' };
const PERIODS_MAX = 12;
const COHORTS_MAX = 120;
const BUYER_DAYS = [30, 60, 90];
const BY = Object.keys(RETENTION_PERIODS) as [RetentionPeriod, ...RetentionPeriod[]];

const TYPES = {
  view: METRIC.views,
  conversion: METRIC.conversions,
  order: METRIC.orders,
  page_view: PAGE_VIEW,
} as const;
const TYPE_NAMES = ['view', 'conversion', 'order', 'page_view'] as const satisfies (keyof typeof TYPES)[];
const TYPE_RULE = `must be one of ${TYPE_NAMES.join(', ')}`;

const cohorts = z.array(
  z.strictObject({
    start: date.describe(
      'The first day of the week or month. The first cohort may have fewer days: those of the window.',
    ),
    visitors: count.describe('Visitors whose first event ever is in this week or month, and in the window.'),
    returned: z
      .array(count.nullable())
      .describe(
        'How many of them have an event `then` in the same week or month, after the first event, and in each later one. ' +
          'null: it has not begun.',
      ),
  }),
);

const buyers = z
  .array(
    z.strictObject({
      days: z.int().describe('How many days after the day of the first order.'),
      buyers: count.describe('Visitors of the cohorts whose days are over. All other numbers are about them.'),
      repeat_buyers: count.describe('How many of them order again within these days.'),
      repeat_rate: percent.nullable().describe('repeat_buyers / buyers; null without buyers.'),
      revenue: money.describe(
        "What they buy within these days, the first order included and refunds subtracted, in the website's currency.",
      ),
      revenue_per_buyer: money.nullable().describe('revenue / buyers; null without buyers.'),
    }),
  )
  .optional();
const BUYERS = `What buyers do within ${BUYER_DAYS.join(', ')} days. Only with first=order.`;

const windowParameters = { ...websiteParameter, ...timeframeParameters, ...noteParameters };

const exampleCohorts = [
  { start: '2026-01-05', visitors: 400, returned: [60, 48, 31] },
  { start: '2026-01-12', visitors: 380, returned: [52, 40, null] },
];

const exampleBuyers = [
  { days: 30, buyers: 780, repeat_buyers: 117, repeat_rate: 15, revenue: 46_800, revenue_per_buyer: 60 },
  { days: 60, buyers: 400, repeat_buyers: 88, repeat_rate: 22, revenue: 28_200, revenue_per_buyer: 70.5 },
  { days: 90, buyers: 0, repeat_buyers: 0, repeat_rate: null, revenue: 0, revenue_per_buyer: null },
];

export const retentionReport = defineOperation({
  name: 'get_retention',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/retention',
  isTool: 'extended',
  title: 'Retention report',
  description:
    'Visitors by the week or month of their first view, page view, conversion or order, and how many come back in each later one; with ' +
    'first=order also repeat buyers and revenue per buyer. From kept events. Visitors without consent are left out: see followable_share.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  loggedDaysBefore: () => Number.POSITIVE_INFINITY,
  input: z.object({
    by: parameter(
      z.enum(BY).default('week').describe('Weeks begin on Monday.'),
      'invalid_by',
      `must be one of ${BY.join(', ')}`,
    ),
    first: parameter(
      z.enum(TYPE_NAMES).default('view').describe('What visitors begin with.'),
      'invalid_first',
      TYPE_RULE,
    ),
    then: parameter(
      z.enum(TYPE_NAMES).optional().describe('What they come back with. Default: as first.'),
      'invalid_then',
      TYPE_RULE,
    ),
    periods: parameter(
      z.int().min(1).max(PERIODS_MAX).default(PERIODS_MAX).describe('Weeks or months after the first.'),
      'invalid_periods',
      `must be a whole number from 1 to ${PERIODS_MAX}`,
    ),
    break_down_by: parameter(
      z.enum(DIMENSIONS).optional().describe('By the value of the first event.'),
      'invalid_break_down_by',
      `must be one of ${DIMENSIONS.join(', ')}`,
    ),
    ...filterParameter,
    ...windowParameters,
  }),
  csv: {
    breakdown: {
      fileOf: (report, asked) => {
        const { breakdown } = report.data;
        return filtered(breakdown && cohortValuesFile(breakdown, cohortWords(report, asked.t)), asked);
      },
    },
    cohorts: {
      fileOf: (report, asked) => filtered(cohortsFile(report.data.cohorts, cohortWords(report, asked.t)), asked),
    },
    buyers: {
      fileOf: ({ website: { currency }, sample_rate: sampleRate, data: { buyers } }, asked) =>
        filtered(buyers && buyersFile(buyers, { currency, sampleRate, t: asked.t }), asked),
    },
  },
  output: z.strictObject({
    ...notesField,
    report: z.literal('retention'),
    website,
    timeframe,
    filter: z.array(z.string()).optional().describe('The filters, as they were sent. Only with filter.'),
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: z.strictObject({
      by: z.enum(BY),
      first: z.enum(TYPE_NAMES),
      then: z.enum(TYPE_NAMES),
      followable_share: followableShare,
      cohorts: cohorts.describe('One for each week or month of the window.'),
      buyers: buyers.describe(BUYERS),
      breakdown: z
        .strictObject({
          dimension: z.enum(DIMENSIONS),
          values: z.array(
            z.strictObject({ value: z.string().describe(VALUE), cohorts, buyers: buyers.describe(BUYERS) }),
          ),
        })
        .optional()
        .describe(
          `By the value of the visitor's first event: at most ${VALUES_MAX} values, those with the most visitors first, then (other). ` +
            'Only with break_down_by.',
        ),
    }),
  }),
  example: {
    ...exampleReport('retention', {
      by: 'week',
      first: 'order',
      then: 'order',
      followable_share: 62.5,
      cohorts: exampleCohorts,
      buyers: exampleBuyers,
      breakdown: {
        dimension: 'device',
        values: [{ value: 'mobile', cohorts: exampleCohorts, buyers: exampleBuyers }],
      },
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept', 'range_too_wide'] },
  check: checkWindow,
  async read(query, context) {
    const { by, first, then = first, periods, break_down_by } = query;
    const report = await openReport({ ...query, ...OF_LOG_ALONE, onlyLogged: ONLY_LOGGED }, context);
    rejectTooManyCohorts(report, by);
    const answer = await askLog(
      context.database,
      report.log!,
      retention({
        subject: { kind: SUBJECT_KIND.website, id: report.website.id },
        window: report.window,
        logFrom: report.log!.firstDay,
        by,
        firstType: TYPES[first],
        thenType: TYPES[then],
        filters: report.filters,
        periods,
        ...(break_down_by && { breakDown: { by: break_down_by, valuesMax: VALUES_MAX } }),
        ...(first === 'order' && { buyersAfter: { days: BUYER_DAYS, today: report.today } }),
      }),
    );
    const shown = (of: Counted) => ({
      cohorts: of.cohorts.map((cohort) => shownCohort(cohort, by, report.today)),
      ...(first === 'order' && { buyers: of.buyers.map(shownBuyers) }),
    });
    const values = answer.values.map((ofValue) => ({ value: ofValue.value, ...shown(ofValue) }));
    return {
      ...(await notesOf(report, context, {
        isEmpty: answer.cohorts.every(({ visitors }) => visitors === 0),
        countsPageViews: [first, then].includes('page_view'),
      })),
      report: 'retention' as const,
      ...report.head,
      ...segmentOf(report, answer),
      ...samplingOf(answer),
      data: {
        by,
        first,
        then,
        followable_share: followableShareOf(answer),
        ...shown(answer),
        ...(break_down_by && { breakdown: { dimension: break_down_by, values } }),
      },
    };
  },
});

function rejectTooManyCohorts({ window }: OpenReport, by: RetentionPeriod): void {
  if (countBuckets(window, by) <= COHORTS_MAX) return;
  const fix = by === 'week' ? 'choose by=month or fewer days' : 'choose fewer days';
  throw new Problem(422, `The window has more than ${COHORTS_MAX} cohorts by ${by}: ${fix}.`, {
    code: 'range_too_wide',
    param: 'by',
  });
}

type Counted = Pick<RetentionAnswer, 'cohorts' | 'buyers'>;

function shownBuyers({ days, buyers: count, repeatBuyers, revenue }: BuyersAfter) {
  return {
    days,
    buyers: count,
    repeat_buyers: repeatBuyers,
    repeat_rate: count === 0 ? null : percentOf(repeatBuyers, count),
    revenue: inCurrencyUnits(revenue),
    revenue_per_buyer: count === 0 ? null : averageRevenue(revenue, count),
  };
}

function shownCohort({ start, visitors, returned }: Cohort, by: RetentionPeriod, today: number) {
  const { numberOf } = RETENTION_PERIODS[by];
  const begun = numberOf(today) - numberOf(start);
  return {
    start: isoOfDay(start),
    visitors,
    returned: returned.map((visitorsBack, later) => (later <= begun ? visitorsBack : null)),
  };
}

interface Answer {
  readonly sample_rate?: number | undefined;
  readonly data: {
    readonly by: 'week' | 'month';
    readonly first: EventType;
    readonly then: EventType;
    readonly cohorts: Parameters<typeof cohortsFile>[0];
  };
}

function cohortWords({ sample_rate: sampleRate, data: { by, first, then, cohorts: all } }: Answer, t: Translate) {
  return { by, first, then, periods: begunPeriods(all), sampleRate, t };
}
