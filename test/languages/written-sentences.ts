// Sentences that the service writes, about random experiments and weeks, and in alerts and notes of each kind.

import type { Sentence } from '../../languages/sentence.ts';
import { goalAlerts } from '../../src/core/answers/alerts/goal-alert.ts';
import { goalSentence } from '../../src/core/answers/alerts/goal-progress.ts';
import { EXPERIMENT_METRICS } from '../../src/core/answers/experiments/experiment-names.ts';
import { metricsOf } from '../../src/core/answers/reports/metrics.ts';
import { ordersWithoutVisit, partlyCovered } from '../../src/core/answers/reports/notes/coverage.ts';
import { mixedCurrencies } from '../../src/core/answers/reports/notes/currencies.ts';
import { estimated } from '../../src/core/answers/reports/notes/estimated.ts';
import { includesHoldouts } from '../../src/core/answers/reports/notes/holdouts.ts';
import { elementsWithoutViews } from '../../src/core/answers/reports/notes/no-views.ts';
import { unknownCampaignValue, unknownEventValue } from '../../src/core/answers/reports/notes/unknown-values.ts';
import { notesOnWindow } from '../../src/core/answers/reports/notes/window-notes.ts';
import { noteOnChanges } from '../../src/core/answers/reports/notes/within-noise.ts';
import type { Counts } from '../../src/core/engine/rollups/counts.ts';
import { NO_TOTALS } from '../../src/core/engine/rollups/counts.ts';
import { DIMENSIONS } from '../../src/core/foundation/dimensions/dimension.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { UTC } from '../../src/core/foundation/time/zone.ts';
import { experimentAlert } from '../../src/extensions/changes/alerts/experiment-alert.ts';
import { judgeCounts, type NamedCount } from '../../src/extensions/changes/alerts/judge-day.ts';
import { lookAtSilence } from '../../src/extensions/changes/alerts/silence.ts';
import { watched } from '../../src/extensions/changes/reports/watched.ts';
import { fallOf } from '../../src/extensions/changes/reports/weekly-falls.ts';
import { campaignRates } from '../../src/extensions/changes/rules/campaign-rate.ts';
import { experiments } from '../../src/extensions/changes/rules/experiment.ts';
import type { Finding } from '../../src/extensions/changes/rules/finding.ts';
import { funnelSteps } from '../../src/extensions/changes/rules/funnel-step.ts';
import { revenueMoves } from '../../src/extensions/changes/rules/revenue-move.ts';
import { unusedElements } from '../../src/extensions/changes/rules/unused-element.ts';
import { weakCampaigns } from '../../src/extensions/changes/rules/weak-campaign.ts';
import type { CampaignWeek, WebsiteWeek } from '../../src/extensions/changes/rules/website-week.ts';
import { notEnoughData, weekSummary } from '../../src/extensions/changes/rules/week-summary.ts';
import { explanationSentence } from '../../src/extensions/changes/segments/explanation.ts';
import { type ArmCounts, distinctCount } from '../../src/extensions/experiments/arm.ts';
import type { Experiment, ObservedTest } from '../../src/extensions/experiments/experiment.ts';
import { type Judgement, judge } from '../../src/extensions/experiments/judge.ts';
import { segmentRules } from '../../src/extensions/experiments/rules.ts';
import { addedPerDay, notesOnHistory } from '../../src/extensions/history/history-notes.ts';
import { campaign, counts, step, variant, websiteWeek, weeks } from '../extensions/changes/week/sample-week.ts';
import { type SampleArm, sampleExperiment } from '../extensions/experiments/sample-experiment.ts';

const NAMES = [
  'Spring popup',
  'Sale. Now {50%} <off>!',
  "Anna's “best”: 10:30",
  'It costs money. Stop the campaign.',
  '3',
];
const CURRENCIES = ['USD', 'EUR', 'CAD', 'CHF', 'JPY', 'XOF', 'KWD'];
const DAY = 20_000;

export function writtenSentences(): (readonly Sentence[])[] {
  const random = new Random(20_177);
  const judgements = [...Array.from({ length: 400 }, () => randomJudgement(random)), ...rareJudgements()];
  const running = judgements.map((judgement) => randomCampaign(random, judgement));
  return [
    ...judgements.flatMap(sentencesOf),
    ...[...Map.groupBy(running, ({ experiment }) => experiment!.verdict.kind).values()].flatMap((some) =>
      insightsOf(websiteWeek(some)),
    ),
    ...Array.from({ length: 80 }, () => insightsOf(randomWeek(random))).flat(),
    ...[1_000, 4_000]
      .map((views) => weeks({ views }, { views: 2_000 }))
      .flatMap((own) => [
        ...insightsOf(websiteWeek([], { weeks: own })),
        ...insightsOf(websiteWeek([campaign({ weeks: own })])),
      ]),
    ...judgements.flatMap(alertOf),
    ...unusualDays(),
    ...stoppedEvents(),
    ...(['orders', 'conversions', 'views'] as const).map((metric) => [fallOf(metric, 1_200, 300).title]),
    ...explanations(),
    ...notes(),
    ...goals(),
  ];
}

function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[random.between(0, values.length - 1)]!;
}

function randomJudgement(random: Random): Judgement {
  const isSegment = random.chance(0.2);
  const days = random.chance(0.2) ? random.between(1, 8) : random.between(9, 60);
  const arms = randomArms(random);
  const total = arms.reduce((sum, { visitors }) => sum + visitors, 0);
  const sample = sampleExperiment(arms, days, {
    ...(isSegment && { rules: segmentRules(random.chance(0.2) ? 0 : 1 / 44) }),
    ...(random.chance(0.03) && { sampleRate: random.next() }),
    ...(random.chance(0.1) && { sharesChangedDay: DAY }),
    visitorsOfAny: distinctCount(random.chance(0.1) ? Math.ceil(total * 0.9) : total),
  });
  const shares = random.chance(0.1) ? sample.arms.map(({ trafficPercentage }) => trafficPercentage) : undefined;
  const experiment: Experiment = {
    ...sample,
    currency: oneOf(random, CURRENCIES),
    isCreditUneven: random.chance(0.1),
    arms: sample.arms.map((arm, index) => ({
      ...arm,
      name: random.chance(0.3) ? null : oneOf(random, NAMES),
      trafficPercentage: shares?.[index] ?? (100 * arms[index]!.visitors) / total,
    })),
    ...(random.chance(0.03) && { views: [0, ...sample.views.slice(1).map((views) => views + 1_000)] }),
    test: random.chance(0.03) ? undefined : withCompletions(sample.test!),
  };
  return judge(experiment, { metric: oneOf(random, EXPERIMENT_METRICS), smallestLift: random.between(1, 30) / 100 });
}

/** Adds as many completions as there are conversions, and as many who subscribe. */
function withCompletions(test: ObservedTest): ObservedTest {
  const countsOf = (arm: ArmCounts) => ({ ...arm, completions: arm.conversions, subscribes: arm.conversions });
  return { ...test, looks: test.looks.map((look) => ({ ...look, counts: look.counts.map(countsOf) })) };
}

/** Those that chance seldom produces. */
function rareJudgements(): Judgement[] {
  const few = { visitors: 4_000, conversions: 1 };
  const many = { visitors: 4_000, conversions: 400 };
  const alike = { visitors: 200_000, conversions: 20_000 };
  const holdout = { visitors: 5_000, conversions: 0, orders: 100, orderValue: 20, share: 10, isHoldout: true };
  const shown = { visitors: 22_500, conversions: 900, orders: 900, orderValue: 20, share: 45 };
  const question = { metric: 'conversion_rate', smallestLift: 0.1 } as const;
  const ofSegment = { rules: segmentRules(1 / 44) };
  return [
    judge(sampleExperiment([few, many]), question),
    judge(sampleExperiment([many, { ...many, conversions: 401 }, few]), question),
    judge(sampleExperiment([{ ...alike, isHoldout: true }, alike]), { ...question, smallestLift: 0.3 }),
    judge(sampleExperiment([{ ...many, isHoldout: true }, few]), question),
    judge(
      sampleExperiment([
        { ...few, conversions: 13 },
        { ...few, conversions: 12 },
        { ...few, conversions: 12 },
      ]),
      question,
    ),
    judge(sampleExperiment([{ ...many, isHoldout: true }, few], 14, ofSegment), question),
    judge(sampleExperiment([many, many, { ...many, conversions: 200 }], 14, ofSegment), question),
    judge(sampleExperiment([holdout, shown, { ...shown, orders: 905 }]), { ...question, metric: 'order_rate' }),
    judge(sampleExperiment([{ ...holdout, orders: 0 }, shown, shown]), { ...question, metric: 'order_rate' }),
  ];
}

function randomArms(random: Random): SampleArm[] {
  const hasHoldout = random.chance(0.4);
  const isShop = random.chance(0.7);
  const rate = random.next() ** 2 * 0.3;
  return Array.from({ length: random.between(random.chance(0.03) ? 1 : 2, 3) }, (_, index) => {
    const visitors = random.between(40, random.chance(0.3) ? 400 : 60_000);
    const isHoldout = hasHoldout && index === 0;
    const own = Math.min(1, rate * (random.chance(0.4) ? 1 : random.next() * 3));
    const conversions = isHoldout && random.chance(0.5) ? 0 : Math.floor(visitors * own);
    const orders = isShop ? Math.floor(visitors * own * 0.5) : 0;
    return { visitors, conversions, isHoldout, ...(isShop && { orders, orderValue: 20 }) };
  });
}

function sentencesOf({ verdict, health, incremental }: Judgement): (readonly Sentence[])[] {
  return [verdict, ...health, ...(incremental ? [incremental] : [])].map(({ sentences }) => sentences);
}

function randomCampaign(random: Random, experiment?: Judgement): CampaignWeek {
  const period = (): Partial<Counts> => {
    const views = random.between(200, 9_000);
    const conversions = Math.floor(views * random.next() * 0.3);
    const isShop = random.chance(0.6);
    return {
      views,
      conversions,
      completions: Math.floor(conversions / 2),
      ...(isShop && { orders: Math.floor(conversions / 3), revenue: Math.floor(conversions / 3) * 400_000 }),
    };
  };
  const uses = (viewers: number, count: number) => ({ viewers, uses: count });
  const elements = [
    { id: 1, type: 'form', thisWeek: uses(200, 0), before: random.chance(0.5) ? uses(700, 0) : uses(1_000, 80) },
  ];
  const variants = Array.from({ length: random.between(1, 3) }, (_, index) =>
    variant({
      id: 100 + index,
      name: random.chance(0.5) ? null : oneOf(random, NAMES),
      weeks: weeks(period(), period()),
      steps: [step(1_000, period(), period()), step(1_001, period(), period(), random.chance(0.3) ? elements : [])],
    }),
  );
  const own = weeks(period(), period());
  return campaign({ name: oneOf(random, NAMES), weeks: own, variants, experiment });
}

function randomWeek(random: Random): WebsiteWeek {
  const campaigns = Array.from({ length: random.between(1, 3) }, () => randomCampaign(random));
  const days = Array.from({ length: 35 }, () =>
    counts({ views: random.between(1, 900), orders: 10, revenue: random.between(1, 9_000_000) }),
  );
  const week = websiteWeek(campaigns, { days, currency: oneOf(random, CURRENCIES) });
  const ofNoCampaign = random.chance(0.1) ? { campaigns: [] } : {};
  return { ...week, ...ofNoCampaign, firstDay: week.monday - random.between(0, 60) };
}

function insightsOf(week: WebsiteWeek): Sentence[][] {
  const rules = [experiments, funnelSteps, campaignRates, weakCampaigns, unusedElements, revenueMoves];
  const findings = rules
    .flatMap((rule) => rule(week))
    .filter((finding) => finding.kind !== 'claim' || finding.pValue < 1);
  return [
    ...findings.map((finding) => finding.sentences()),
    ...[...summariesOf(findings), ...weekSummary(week), notEnoughData(week, 100)].map((one) => [one]),
  ];
}

function summariesOf(findings: readonly Finding[]): Sentence[] {
  const groups = Map.groupBy(findings, ({ summary }) => summary?.kind);
  return [...groups].flatMap(([kind, some]) =>
    kind === undefined ? [] : [some[0]!.summary!.sentence(some.slice(0, 4).map(({ summary }) => summary!.part))],
  );
}

function alertOf(judgement: Judgement): (readonly Sentence[])[] {
  const named = { campaign: { id: 10, name: NAMES[1]! }, websiteId: 1, day: DAY, sharesChangedDay: undefined };
  const alert = experimentAlert({ ...named, metric: 'conversion_rate', judgement });
  return alert ? [[alert.title], alert.text] : [];
}

function unusualDays(): (readonly Sentence[])[] {
  const judged = (factor: number, score: number): NamedCount[] => [
    { name: 'viewers', count: 1_000 * factor, expected: 1_000, score },
    { name: 'converters', count: 90 * factor, expected: 90, score },
    { name: 'orders', count: 40 * factor, expected: 40, score: 2 * score },
  ];
  return [judged(0.4, -7), judged(3, 7), judged(0.2, -9).slice(0, 1)].flatMap((counted) =>
    judgeCounts(counted, { websiteId: 1, day: DAY, open: [] }).alerts.flatMap(({ title, text }) => [[title], text]),
  );
}

function stoppedEvents(): (readonly Sentence[])[] {
  const expected = Array<number>(7).fill(1_000);
  const watch = { judgedDay: DAY - 1, expected, open: [], usualSilence: { hours: 0, forgottenDay: 0 } };
  const now = new Date((DAY * 24 + 7) * 3_600_000);
  const { title, text } = lookAtSilence(watch, { websiteId: 1, lastDay: DAY - 1, now, zone: UTC })!.alert!;
  return [[title], text];
}

function explanations(): Sentence[][] {
  const nouns = ['visitors', 'visitorsWhoConverted', 'visitorsWhoContinued', 'orders'] as const;
  return DIMENSIONS.flatMap((dimension, index) =>
    [12, 4_000].map((observed) => [
      explanationSentence(
        {
          dimension,
          value: 'AT',
          share: 1,
          own: { observed, expected: 400 },
          others: { observed: 1_000, expected: 990 },
        },
        nouns[index % nouns.length]!,
      ),
    ]),
  );
}

function goals(): (readonly Sentence[])[] {
  const forecasts = [undefined, { value: 26_800, low: 25_100, high: 28_600 }];
  return (['views', 'revenue'] as const).flatMap((metric) =>
    forecasts.map((forecast) => {
      const goal = { id: 1, name: NAMES[1]!, metric, target: 40_000, campaign_id: null };
      const progress = { goal, reached: 12_000, forecast };
      const alerts = goalAlerts({ websiteId: 1, currency: 'USD', day: DAY, over: 0.5, goals: [progress] });
      return [goalSentence(progress, 'USD'), ...alerts.flatMap(({ title, text }) => [title, ...text])];
    }),
  );
}

function notes(): (readonly Sentence[])[] {
  const known = NAMES.map((value, count) => ({ value, count }));
  const values = [known, [], known.slice(0, 1)].flatMap((some) => [
    unknownEventValue({ dimension: 'utm_source', value: '4' }, some, DAY),
    unknownCampaignValue('cta_type', 'spring-popup', some),
  ]);
  const covered = DIMENSIONS.flatMap((dimension) => [
    partlyCovered(dimension, 0.6, DAY),
    partlyCovered(dimension, 1, undefined),
  ]);
  const holdouts = [0, 1, 1_200].map((views) => ({
    ...{ name: views > 1 ? NAMES[1]! : null, variation: 'B', is_holdout: true as const, metrics: { views } },
  }));
  const windows = [-60, -10, 0, 10].flatMap((firstDay) =>
    (['custom', 'all_time', 'insights_week'] as const).flatMap((timeframe) =>
      [undefined, { firstDay: DAY - 70, lastDay: DAY - 61 }].flatMap((previous) =>
        [{}, { compare: 'year' as const }, { comparesWholeDays: true }].flatMap((asked) =>
          notesOnWindow({
            window: { firstDay: DAY + firstDay, lastDay: DAY + firstDay + 14 },
            ...{ timeframe, previous, isComparisonAsked: true, today: DAY, firstEventDay: DAY - 5, ...asked },
          }),
        ),
      ),
    ),
  );
  return [
    ...values,
    ...covered,
    ...(['distinct', 'total'] as const).flatMap((countType) => includesHoldouts(holdouts, countType)),
    ...mixedCurrencies(CURRENCIES),
    ...[undefined, ...NAMES].flatMap((name) =>
      [false, true].flatMap((isNews) =>
        noteOnChanges([
          { name, metric: 'views', isNews: false },
          { name, metric: 'revenue', isNews },
        ]),
      ),
    ),
    ...ordersWithoutVisit({ dimension: 'channel', values: [{ value: '(none)', metrics: { orders: 1 } }] }),
    ...estimated({ logs: undefined, exceeded: 1_000_000 }),
    ...estimated({ logs: undefined, isEstimated: () => true }),
    ...[undefined, DAY - 100, DAY].flatMap((firstDay) => watched(firstDay, DAY)),
    ...elementsWithoutViews([{ id: 1, name: null, key: null, element_type: 'form', metrics: metricsOf(NO_TOTALS) }], 3),
    ...addedPerDay(2),
    ...notesOnHistory([{ tool: 'plausible', visitors: 3 }]),
    ...notesOnHistory([{ tool: 'umami', visitors: null }]),
    ...windows,
  ].map(({ sentences }) => sentences);
}
