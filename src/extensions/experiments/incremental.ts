// What a campaign with a holdout has brought that would not have come without it.
//
// THE IDEA. Chance divides the visitors: most are shown the campaign, those of the holdout are shown nothing. So what a visitor of the
// holdout brings is what the others would have brought without the campaign. Of what n visitors brought who were shown it,
// n * (their mean - the mean of the holdout) is the campaign's.
//
// The variants that show something are taken as one. The interval is the confidence sequence of the difference between the two means, times
// n: it holds at all looks together, like every interval of an experiment (confidence-sequence.ts). Each of the three has an error budget
// of its own. So of campaigns that change nothing, at most 5 % ever claim money.
//
// EXAMPLE. 9,000 visitors were shown a popup and brought $4,800; 1,000 were shown nothing and brought $450. A visitor brings $0.533 with it
// and $0.45 without, so about 9,000 * $0.083 = $750 of the $4,800 would not have come without it.
// Why: docs/decisions/insights.md, "What a campaign brought is a sequence times its visitors".

import { type Sentence, sentence, type Value } from '../../../languages/sentence.ts';
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import { type ArmCounts, cautiousSpread, eventsOf, sumOfArms } from './arm.ts';
import { type ConfidenceInterval, difference } from './compare.ts';
import { beginningOf, daysOf, type Experiment, hasHoldout, rulesOf } from './experiment.ts';
import { type HealthFinding, healthOf } from './health.ts';
import { hasEnoughData, levelOfPair, meansOf } from './ranking.ts';
import { eventsMinOf, type Rules } from './rules.ts';

const METRICS = {
  revenue: 'revenue_per_visitor',
  orders: 'order_rate',
  conversions: 'conversion_rate',
} as const satisfies Record<string, ExperimentMetric>;
type Measure = keyof typeof METRICS;

/**
 * What came over the whole test, of all visitors who were shown the campaign. Revenue is in currency units. null: the numbers can't be
 * trusted, or nothing was counted yet.
 */
export type Incremental = Readonly<Record<Measure, ConfidenceInterval | null>>;

/** undefined: the campaign has no holdout, or this is a segment: orders of a shop do not say what segment they are of. */
export function incrementalOf(experiment: Experiment): Incremental | undefined {
  if (!hasHoldout(experiment) || rulesOf(experiment).isSegment) return undefined;
  const groups = groupsOf(experiment);
  return {
    revenue: intervalOf('revenue', experiment, groups),
    orders: intervalOf('orders', experiment, groups),
    conversions: intervalOf('conversions', experiment, groups),
  };
}

interface Groups {
  readonly holdout: ArmCounts;
  /** The counts of all variants that show something. */
  readonly shown: ArmCounts;
}

function groupsOf({ test }: Experiment): Groups | undefined {
  const counts = test?.looks.at(-1)?.counts;
  return counts && { holdout: counts[0]!, shown: sumOfArms(counts.slice(1)) };
}

function intervalOf(measure: Measure, experiment: Experiment, groups: Groups | undefined): ConfidenceInterval | null {
  if (!groups || obstacleTo(measure, experiment)) return null;
  const rules = rulesOf(experiment);
  const counts = [groups.holdout, groups.shown];
  if (!cautiousSpread(METRICS[measure], sumOfArms(counts))) return null;
  const [without, shown] = meansOf(METRICS[measure], counts, rules);
  const { estimate, low, high } = difference(without!, shown!, levelOfPair(2, rules));
  const visitors = shown!.visitors;
  return { estimate: estimate * visitors, low: low * visitors, high: high * visitors };
}

/** Why the two groups can't be compared. Conversions may well be none without the campaign: they are clicks on it. */
function obstacleTo(measure: Measure, experiment: Experiment): HealthFinding | undefined {
  return healthOf(experiment, METRICS[measure]).find(({ kind, severity }) =>
    kind === 'holdout_not_comparable' ? measure !== 'conversions' : severity === 'alarm',
  );
}

/** Says it to people. It is about money if there is any, else about orders. */
export function incrementalSentences(experiment: Experiment, intervals: Incremental): readonly Sentence[] {
  const groups = groupsOf(experiment);
  const obstacle = obstacleTo('orders', experiment);
  if (obstacle) return [sentence('doNotAct'), ...obstacle.sentences];
  if (!groups) return [beginningOf(experiment)];
  const rules = rulesOf(experiment);
  const days = daysOf(experiment.test!);
  const measures = comparable(groups, intervals);
  const counts = [groups.holdout, groups.shown];
  const measure = measures.find((one) => hasEnoughData(METRICS[one], counts, days, rules));
  if (!measure) return [tooEarly(measures[0] ?? 'orders', rules)];
  const wording = wordingOf(measure, groups.shown, experiment.currency);
  return [effect(intervals[measure]!, wording)];
}

/** The best first. Conversions speak for the campaign only if there are no orders, and if there are some without it. */
function comparable({ holdout, shown }: Groups, intervals: Incremental): Measure[] {
  const measures = (['revenue', 'orders'] as const).filter((measure) => {
    const total = measure === 'revenue' ? shown.revenue + holdout.revenue : shown.orders + holdout.orders;
    return intervals[measure] !== null && total > 0;
  });
  return measures.length === 0 && holdout.conversions.count > 0 ? ['conversions'] : measures;
}

function tooEarly(measure: Measure, rules: Rules): Sentence {
  return sentence('broughtTooEarly', {
    days: rules.daysMin,
    visitors: rules.visitorsMin,
    events: eventsMinOf(rules, METRICS[measure]),
    eventNoun: sentence(measure === 'conversions' ? 'conversions' : 'orders'),
  });
}

interface Wording {
  /** What was counted for the visitors who were shown the campaign, in the unit of the interval. */
  readonly total: number;
  /** `money` */
  readonly kind: Sentence;
  /** `the $4,800 that were credited` */
  readonly credited: Sentence;
  amount(value: number): Value;
}

function wordingOf(measure: Measure, shown: ArmCounts, currency: string): Wording {
  if (measure === 'revenue') {
    const amount = (units: number) => ({ money: units, currency });
    const total = shown.revenue / REVENUE_SCALE;
    const credited = sentence('creditedMoney', { amount: amount(total) });
    return { total, kind: sentence('kindMoney'), credited, amount };
  }
  const total = eventsOf(METRICS[measure], shown);
  const isOrders = measure === 'orders';
  return {
    total,
    kind: sentence(isOrders ? 'kindOrders' : 'kindConversions'),
    credited: sentence(isOrders ? 'creditedOrders' : 'creditedConversions', { count: total }),
    amount: (value) => value,
  };
}

/** It can't have brought more than was counted. */
function effect({ low, high }: ConfidenceInterval, { total, kind, credited, amount }: Wording): Sentence {
  const most = Math.min(high, total);
  if (low > 0) {
    return low >= most || high >= total
      ? sentence('broughtAtLeast', { low: amount(Math.min(low, total)), credited })
      : sentence('broughtBetween', { low: amount(low), high: amount(most), credited });
  }
  if (high < 0) return sentence('costs', { kind, low: amount(-high), high: amount(-low), credited });
  return sentence('broughtUnknown', { kind, credited, most: amount(most), cost: amount(-low) });
}
