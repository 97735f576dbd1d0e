// The verdict on the experiment of a campaign. Its window is that of the test, whatever timeframe others use.

import { z } from 'zod';
import { EXPERIMENT_METRICS, type ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { VALUES_MAX } from '../../core/answers/reports/breakdown.ts';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { notFound } from '../../core/answers/reports/not-found.ts';
import { partlyCoveredDimensions } from '../../core/answers/reports/notes/coverage.ts';
import { estimated } from '../../core/answers/reports/notes/estimated.ts';
import { includesHoldouts } from '../../core/answers/reports/notes/holdouts.ts';
import { type AskedNotes, type NotesField, sayNotes } from '../../core/answers/reports/notes/say-notes.ts';
import { unknownFilterValues } from '../../core/answers/reports/notes/unknown-values.ts';
import { needsLog, openLog, requireLoggedDays } from '../../core/answers/reports/open-log.ts';
import { readWebsite, timeframeOf } from '../../core/answers/reports/open-report.ts';
import { noteParameters, segmentParameters } from '../../core/answers/reports/parameters.ts';
import { filteredEnvelope, status } from '../../core/answers/reports/schemas.ts';
import { segmentOf } from '../../core/answers/reports/segment.ts';
import { defineOperation, type ReadContext } from '../../core/contract/operations/define-operation.ts';
import {
  idParameter,
  parameter,
  restOnlyParameter,
  websiteParameter,
} from '../../core/contract/operations/parameters.ts';
import { date, id } from '../../core/contract/operations/schemas.ts';
import { readWebsiteSettings } from '../../core/engine/catalog/website-settings.ts';
import { dimensionsOf, type Filter } from '../../core/engine/event-log/counting/log-question.ts';
import type { AskedLog } from '../../core/engine/event-log/questions/ask-log.ts';
import type { UniqueVisitors } from '../../core/engine/event-log/questions/unique-visitors.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import type { Dimension } from '../../core/foundation/dimensions/dimension.ts';
import { wordsIn } from '../../core/foundation/text/words.ts';
import { type Experiment, isTested, type ObservedTest } from './experiment.ts';
import { segments, segmentsOf } from './experiment-segments.ts';
import {
  comparison,
  comparisonOf,
  incremental,
  incrementalFields,
  interval,
  lift,
  liftOf,
  round,
  rounded,
  verdict,
  verdictFields,
} from './experiment-values.ts';
import { HEALTH_KINDS, HEALTH_SEVERITIES } from './health.ts';
import { compareArms, judge, usualMetric } from './judge.ts';
import { readExperiment } from './read-experiment.ts';

/** The lift of a variant over the control, in percent. */
const exampleLift = { estimate: 24.8, low: 3.1, high: 50.2 };

function comparedVariant(isControl: boolean, rates: Readonly<Record<string, number>>) {
  const difference = isControl ? null : { estimate: 2.48, low: 0.33, high: 4.63 };
  const metrics = Object.entries(rates).map(([name, value]) => [
    name,
    { value, difference, lift: isControl ? null : exampleLift },
  ]);
  return {
    is_control: isControl,
    visitors: 4000,
    visitors_share: 50,
    daily_visitors: 190.5,
    metrics: Object.fromEntries(metrics),
  };
}

const SMALLEST_LIFT_MAX = 100;

export const campaignExperiment = defineOperation({
  name: 'get_experiment',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/campaigns/{id}/experiment',
  isTool: 'extended',
  toolArguments: { history: false },
  title: 'Experiment of a campaign',
  description:
    'Judges the experiment of a campaign: a verdict in words, the lift of each variant with its interval, how the interval narrowed, ' +
    'what is at stake, and whether the numbers can be trusted. Right however often it is looked at, and however many segments are. ' +
    'The window is that of the test: from the first day on which every variant has visitors, or the day after the traffic shares ' +
    'changed.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...idParameter('campaign', 'list_campaigns'),
    ...websiteParameter,
    metric: parameter(
      z
        .enum(EXPERIMENT_METRICS)
        .optional()
        .describe(
          'What the verdict is about; default: conversion_rate, or order_rate if the campaign has a holdout and orders.',
        ),
      'invalid_metric',
      `must be one of ${EXPERIMENT_METRICS.join(', ')}`,
    ),
    smallest_lift: restOnlyParameter(
      z
        .int()
        .positive()
        .max(SMALLEST_LIFT_MAX)
        .optional()
        .describe("The smallest lift that matters, in percent, at most 100; default: the website's setting."),
      'invalid_smallest_lift',
      'must be a whole number from 1 to 100',
    ),
    history: restOnlyParameter(
      z.boolean().default(true).describe('false: without `history`.'),
      'invalid_history',
      'must be true or false',
    ),
    ...segmentParameters,
    ...noteParameters,
  }),
  csv: {
    variants: 'data.variants',
    breakdown: 'data.breakdown.values',
    history: 'data.history',
    health: 'data.health',
  },
  output: filteredEnvelope(
    'experiment',
    z.strictObject({
      id,
      name: z.string(),
      cta_type: z.string(),
      status,
      metric: z.enum(EXPERIMENT_METRICS),
      smallest_lift: z.int().describe('In percent.'),
      test: z
        .strictObject({
          first_day: date,
          last_day: date,
          days: z.int(),
          shares_changed_on: date.nullable().describe('The last known change of the traffic shares.'),
        })
        .nullable()
        .describe('null until every variant has visitors.'),
      verdict,
      at_stake: z
        .strictObject({
          conversions_per_week: interval.describe('By the metric; null for revenue_per_visitor.'),
          revenue_per_week: interval.describe('null: it is not decided that the leading variant brings more revenue.'),
        })
        .nullable()
        .describe('What a week of giving all the traffic to the leading variant would bring; null: too early.'),
      health: z.array(
        z.strictObject({
          kind: z.enum(HEALTH_KINDS),
          severity: z.enum(HEALTH_SEVERITIES).describe('alarm: nothing is decided.'),
          sentence: z.string(),
        }),
      ),
      variants: z.array(
        z.strictObject({
          id,
          name: z.string().nullable(),
          variation: z.string(),
          traffic_percentage: z.int(),
          is_control: z.boolean(),
          is_holdout: z.literal(true).optional().describe('It shows nothing. Absent: it shows something.'),
          visitors: z.int().nonnegative(),
          visitors_share: z.number().describe('Percent of the visitors of all variants.'),
          daily_visitors: z.number().describe('New visitors a day in the last week.'),
          metrics: z.strictObject(
            Object.fromEntries(EXPERIMENT_METRICS.map((name) => [name, comparison])) as Record<
              ExperimentMetric,
              typeof comparison
            >,
          ),
        }),
      ),
      history: z
        .array(z.strictObject({ date, lifts: z.array(lift).describe('By variant, in the same order.') }))
        .optional()
        .describe('The lift by `metric` as it was seen on at most 60 days. Absent with history=false.'),
      incremental: incremental.optional(),
      incremental_sentence: z.string().optional().describe('What `incremental` means, in words.'),
      breakdown: segments.optional(),
    }),
  ),
  example: exampleReport('experiment', {
    id: 10,
    name: 'Spring popup',
    cta_type: 'overlay',
    status: 'live',
    metric: 'conversion_rate',
    smallest_lift: 10,
    test: { first_day: '2026-03-01', last_day: '2026-03-21', days: 21, shares_changed_on: null },
    verdict: {
      kind: 'winner',
      variant_id: 101,
      sentence:
        'variant “B” wins with a conversion rate of 12.5% (4,000 visitors) against 10.0% of “Photo” (4,000 visitors). ' +
        'The true lift is between +3.1% and +50.2%. Give it all the traffic.',
      days_left: null,
    },
    at_stake: {
      conversions_per_week: { estimate: 33.1, low: 4.4, high: 61.7 },
      revenue_per_week: { estimate: 661.3, low: 88, high: 1234.6 },
    },
    health: [],
    variants: [
      {
        id: 100,
        name: 'Photo',
        variation: 'A',
        traffic_percentage: 50,
        ...comparedVariant(true, {
          conversion_rate: 10,
          completion_rate: 6,
          subscribe_rate: 2,
          order_rate: 1.5,
          revenue_per_visitor: 0.6,
        }),
      },
      {
        id: 101,
        name: null,
        variation: 'B',
        traffic_percentage: 50,
        ...comparedVariant(false, {
          conversion_rate: 12.48,
          completion_rate: 7.5,
          subscribe_rate: 2.5,
          order_rate: 1.9,
          revenue_per_visitor: 0.75,
        }),
      },
    ],
    history: [{ date: '2026-03-21', lifts: [null, exampleLift] }],
  }),
  async read(query, context) {
    const website = await readWebsite(context, context.websiteId);
    if (!website) throw notFound('campaign', query.id);
    const today = context.todayIn(website.zone);
    const name = { websiteId: context.websiteId, campaignId: query.id, lastDay: today };
    const log = needsLog(query) ? await openLog(context, query) : undefined;
    const { filter: filters = [], break_down_by: breakDownBy } = query;
    const asked = log && {
      log,
      filters,
      breakDownBy,
      valuesMax: VALUES_MAX,
      requireDays: (window: Window) => requireLoggedDays(log, query, { window }),
    };
    const experiment = await readExperiment(context.database, name, context, asked);
    if (!experiment) throw notFound('campaign', query.id);
    const settings = await readWebsiteSettings(context.database, context.websiteId);
    const smallestLift = query.smallest_lift ?? settings!.smallest_lift;
    const metric = query.metric ?? usualMetric(experiment);
    const question = { metric, smallestLift: smallestLift / 100 };
    const { verdict: judged, health, stake, incremental: brought } = judge(experiment, question);
    const { campaign, test, breakdown, uniqueVisitors } = experiment;
    const variants = variantsOf(experiment);
    const say = wordsIn(query.language);
    const window = test ?? { firstDay: today, lastDay: today };
    const notes = await notesOf({ query, log, website, window, today, variants, uniqueVisitors }, context);
    return {
      ...notes,
      report: 'experiment',
      website: { id: website.id, name: website.name, currency: website.currency },
      timeframe: timeframeOf(website, 'custom', window),
      ...segmentOf({ filters }, { sampled: test?.sampleRate ? { rate: test.sampleRate } : false }),
      data: {
        id: campaign.id,
        name: campaign.name,
        cta_type: campaign.ctaType,
        status: campaign.status as 'live' | 'archived',
        metric,
        smallest_lift: smallestLift,
        test: test ? testOf(test) : null,
        verdict: verdictFields(judged, say),
        at_stake: stake && {
          conversions_per_week: rounded(stake.events),
          revenue_per_week: rounded(stake.revenue),
        },
        health: health.map(({ sentences, ...finding }) => ({ ...finding, sentence: say(sentences) })),
        variants,
        ...(query.history && { history: historyOf(experiment, metric) }),
        ...(brought && incrementalFields(brought, say)),
        ...(breakDownBy && breakdown && { breakdown: segmentsOf(breakDownBy, breakdown, question, say) }),
      },
    };
  },
});

interface NotedExperiment {
  readonly query: AskedNotes & {
    readonly filter?: readonly Filter[] | undefined;
    readonly break_down_by?: Dimension | undefined;
  };
  readonly log: AskedLog | undefined;
  readonly website: NonNullable<Awaited<ReturnType<typeof readWebsite>>>;
  readonly window: Window;
  readonly today: number;
  readonly variants: ReturnType<typeof variantsOf>;
  readonly uniqueVisitors: UniqueVisitors;
}

async function notesOf(noted: NotedExperiment, { database }: Pick<ReadContext, 'database'>): Promise<NotesField> {
  const { query, website, variants, uniqueVisitors } = noted;
  if (!query.notes) return {};
  const { filter: filters = [], break_down_by: by } = query;
  const report = {
    ...noted,
    zone: website.zone,
    filters,
    firstEventDay: website.first_day ?? undefined,
    builtThrough: website.intervals_through ?? 0,
  };
  const isEmpty = variants.every(({ visitors }) => visitors === 0);
  const shown = variants.map((variant) => ({ ...variant, metrics: { views: variant.visitors } }));
  return sayNotes(query, [
    ...(isEmpty ? await unknownFilterValues(database, report, filters) : []),
    ...includesHoldouts(shown, 'distinct'),
    ...(await partlyCoveredDimensions(database, report, dimensionsOf(filters, by))),
    ...estimated(uniqueVisitors),
  ]);
}

function testOf({ firstDay, lastDay, sharesChangedDay }: ObservedTest) {
  return {
    first_day: isoOfDay(firstDay),
    last_day: isoOfDay(lastDay),
    days: lastDay - firstDay + 1,
    shares_changed_on: sharesChangedDay === undefined ? null : isoOfDay(sharesChangedDay),
  };
}

function variantsOf(experiment: Experiment) {
  const { arms, test } = experiment;
  const look = test?.looks.at(-1);
  const compared = EXPERIMENT_METRICS.map(
    (metric) => [metric, look && isTested(experiment) && compareArms(experiment, metric, look)] as const,
  );
  const total = look?.counts.reduce((sum, { visitors }) => sum + visitors.count, 0) ?? 0;
  return arms.map(({ id: variantId, name, variation, trafficPercentage, isHoldout }, index) => {
    const visitors = look?.counts[index]?.visitors.count ?? 0;
    const metrics = compared.map(([metric, values]) => [
      metric,
      comparisonOf(metric, values ? values[index] : undefined),
    ]);
    return {
      id: variantId,
      name,
      variation,
      traffic_percentage: trafficPercentage,
      is_control: index === 0,
      ...(isHoldout && { is_holdout: true as const }),
      visitors,
      visitors_share: total === 0 ? 0 : round((visitors / total) * 100, 2),
      daily_visitors: round(test?.dailyVisitors[index] ?? 0, 1),
      metrics: Object.fromEntries(metrics) as Record<ExperimentMetric, z.infer<typeof comparison>>,
    };
  });
}

function historyOf(experiment: Experiment, metric: ExperimentMetric) {
  if (!isTested(experiment)) return [];
  return experiment.test.looks.map((look) => ({
    date: isoOfDay(look.day),
    lifts: compareArms(experiment, metric, look).map((compared) => liftOf(compared.lift)),
  }));
}
