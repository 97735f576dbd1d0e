// What the weeks before a period lead to expect of its days or hours, and how much the website varies: what is behind the band of a chart
// and behind the colors of changes.
import { METRIC_NAMES } from '@funnel/report-files/metrics.ts';
import { z } from 'zod';
import {
  type ChosenWebsite,
  defineOperation,
  type ReadContext,
} from '../../../contract/operations/define-operation.ts';
import { parameter, positiveInteger } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND, type SubjectReference } from '../../../engine/catalog/subject.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import { readCounts } from '../../../engine/rollups/read-counts.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { HISTORY_DAYS, HOURLY_HISTORY_DAYS, type UsualCount, usualHours, usualLastDays } from '../../alerts/rhythm.ts';
import { exampleReport } from '../examples.ts';
import { requireCampaign } from '../not-found.ts';
import { type OpenReport, openReport } from '../open-report.ts';
import { reportParameters } from '../parameters.ts';
import { readHours } from '../read-hours.ts';
import { readVariation } from '../read-variation.ts';
import { envelope } from '../schemas.ts';

/** Revenue is none of them: single large orders make it swing, as they would in alerts. */
const EXPECTED_METRICS = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders'] as const;
/** More days have no expectations: a chart of them has weeks. */
const DAYS_MAX = 92;

const { website_id, timeframe, range_start, range_end, count_type } = reportParameters;

const usual = z.strictObject({ expected: z.int(), low: z.int(), high: z.int() }).optional();

const metricVariation = z.strictObject({
  day: z.number().describe('The variance of days beyond chance, relative to the square of the mean.'),
  week: z.number().describe('The same of weeks.'),
  pairs: z.int().describe('How many independent pairs of weeks it is measured on. 0: it is assumed.'),
  weekdays: z.array(z.number()).optional().describe('What weekdays have, from Monday on, relative to the mean.'),
});

export const rhythmReport = defineOperation({
  name: 'get_rhythm',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/rhythm',
  title: 'Rhythm of a website',
  description:
    'What the weeks before lead to expect of each day or hour of a period, as alerts do, and how much the website varies from day to ' +
    `day and from week to week. Only up to ${DAYS_MAX} days have expectations; nor has a day of which too little is expected.`,
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({
    website_id,
    timeframe,
    range_start,
    range_end,
    count_type,
    id: positiveInteger(
      id.optional().describe('A campaign, from list_campaigns. Default: the whole website.'),
      'invalid_id',
    ),
    group_by: parameter(
      z.enum(['day', 'hour']).default('day').describe('hour: of the last day of the period.'),
      'invalid_group_by',
      'must be day or hour',
    ),
  }),
  csv: { points: 'data.points' },
  output: envelope(
    'rhythm',
    z.strictObject({
      id: id.nullable().describe('The campaign. null: the whole website.'),
      group_by: z.enum(['day', 'hour']),
      points: z.array(
        z.strictObject({
          date: z.string().describe('A day; by hour, an hour of the clock, such as 09.'),
          views: usual,
          conversions: usual,
          completions: usual,
          submissions: usual,
          subscribes: usual,
          orders: usual,
        }),
      ),
      variation: z
        .strictObject({
          metrics: z.partialRecord(z.enum(METRIC_NAMES), metricVariation),
          order_value: z.number().describe('The variance of single orders, relative to the square of their mean.'),
        })
        .describe('Of the whole website, before the period.'),
    }),
  ),
  example: exampleReport('rhythm', {
    id: null,
    group_by: 'day',
    points: [{ date: '2026-03-02', views: { expected: 210, low: 150, high: 292 } }],
    variation: {
      metrics: { views: { day: 0.012, week: 0.004, pairs: 16, weekdays: [1.1, 1.1, 1.1, 1.1, 1, 0.8, 0.8] } },
      order_value: 0.4,
    },
  }),
  async read({ id: campaignId, group_by: groupBy, ...query }, context) {
    const report = await openReport({ ...query, previous_period: false }, context);
    const { website, countType, builtThrough, firstEventDay, window } = report;
    if (campaignId !== undefined) await requireCampaign(context.database, website.id, campaignId);
    const subject =
      campaignId === undefined
        ? { kind: SUBJECT_KIND.website, id: website.id }
        : { kind: SUBJECT_KIND.campaign, id: campaignId };
    const of = { websiteId: website.id, countType, builtThrough, firstEventDay, firstDay: window.firstDay };
    const [points, { metrics, orderValue }] = await Promise.all([
      groupBy === 'hour' ? expectedHours(report, context, subject) : expectedDays(report, context, subject),
      readVariation(context, of),
    ]);
    return {
      report: 'rhythm' as const,
      ...report.head,
      data: { id: campaignId ?? null, group_by: groupBy, points, variation: { metrics, order_value: orderValue } },
    };
  },
});

type Context = ReadContext & ChosenWebsite;
type ExpectedPoint = { readonly date: string } & Readonly<
  Partial<Record<(typeof EXPECTED_METRICS)[number], UsualCount>>
>;

async function expectedDays(report: OpenReport, { database }: Context, subject: SubjectReference) {
  const { window, today, firstEventDay, countType, builtThrough, website } = report;
  const days = { firstDay: window.firstDay, lastDay: Math.min(window.lastDay, today) };
  const count = days.lastDay - days.firstDay + 1;
  if (firstEventDay === undefined || count < 1 || count > DAYS_MAX) return [];
  const firstDay = Math.max(firstEventDay, days.firstDay - HISTORY_DAYS);
  const windows = daysOf({ firstDay, lastDay: days.lastDay });
  const query = {
    websiteId: website.id,
    kind: subject.kind,
    subjectIds: [subject.id],
    windows,
    countType,
    builtThrough,
  };
  const counts = (await readCounts(database, query)).get(subject.id)!;
  const usualOf = EXPECTED_METRICS.map((name) => {
    const found = usualLastDays(
      counts.map((day) => day[name]),
      Math.min(count, counts.length),
    );
    return [name, found] as const;
  });
  return pointsOf(
    windows.slice(-count).map((day) => isoOfDay(day.firstDay)),
    usualOf,
  );
}

/** These are the hours of the last day. */
async function expectedHours({ window, today }: OpenReport, context: Context, subject: SubjectReference) {
  const lastDay = Math.min(window.lastDay, today) - 1;
  const { points } = await readHours(context, subject, { firstDay: lastDay - HOURLY_HISTORY_DAYS + 1, lastDay });
  const byDay = Map.groupBy(points, ({ date }) => date.slice(0, 10));
  const clock = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const usualOf = EXPECTED_METRICS.map((name) => {
    const days = [...byDay.values()].map((hours) =>
      // An hour that comes twice counts twice, and one that is left out has nothing.
      clock.map((hour) =>
        hours.filter(({ date }) => date.slice(11, 13) === hour).reduce((sum, of) => sum + of[name], 0),
      ),
    );
    return [name, usualHours(days)] as const;
  });
  return pointsOf(clock, usualOf);
}

function pointsOf(
  dates: readonly string[],
  usualOf: readonly (readonly [string, readonly (UsualCount | undefined)[]])[],
): ExpectedPoint[] {
  return dates.map((date, index) => ({
    date,
    ...Object.fromEntries(usualOf.flatMap(([name, found]) => (found[index] ? [[name, found[index]]] : []))),
  }));
}

function daysOf({ firstDay, lastDay }: Window): Window[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => ({
    firstDay: firstDay + index,
    lastDay: firstDay + index,
  }));
}
