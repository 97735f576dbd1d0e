// Whether the numbers of an experiment can be trusted.

import { type Sentence, sentence } from '../../../languages/sentence.ts';
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import { variantWords } from '../../core/foundation/text/wording.ts';
import { convertersOf, type DistinctCount, eventsOf, sketchVariance, sumOfArms } from './arm.ts';
import { anytimeP } from './confidence-sequence.ts';
import { type Arm, daysOf, type Experiment, hasHoldout, type ObservedTest, rulesOf } from './experiment.ts';
import { hasEnoughData } from './ranking.ts';
import { WHOLE_TEST } from './rules.ts';

/** The share of healthy experiments that ever get the alarm; and again of those that ever get it in any segment. */
const MISMATCH_ALPHA = 0.001;
/** Visitors that the smallest variant should have got before shares are compared. */
const EXPECTED_VISITORS_MIN = 25;
/** Views of all variants together after which one without any is a fault. */
const VIEWS_WITHOUT_MAX = 200;

/** Visitors in several variants blur the difference. */
const OVERLAP_SHARE_MAX = 0.01;
const OVERLAP_VISITORS_MIN = 5;
const OVERLAP_STANDARD_ERRORS = 4;

export const HEALTH_KINDS = [
  'sample_ratio_mismatch',
  'variant_without_traffic',
  'visitors_in_several_variants',
  'traffic_shares_changed',
  'sampled',
  'holdout_not_comparable',
] as const;
/** alarm: don't trust the numbers. warning: they are less precise. note: worth knowing. */
export const HEALTH_SEVERITIES = ['alarm', 'warning', 'note'] as const;

export interface HealthFinding {
  readonly kind: (typeof HEALTH_KINDS)[number];
  readonly severity: (typeof HEALTH_SEVERITIES)[number];
  readonly sentences: readonly Sentence[];
}

/** The worst first. */
export function healthOf(experiment: Experiment, metric: ExperimentMetric): HealthFinding[] {
  const { test } = experiment;
  return [
    ...withoutTraffic(experiment),
    ...(test?.sampleRate !== undefined ? [sampled(test.sampleRate)] : []),
    ...holdoutApart(experiment, metric),
    ...(test ? [...mismatch(experiment.arms, test), ...overlap(test), ...changedShares(test)] : []),
  ];
}

function withoutTraffic({ arms, views }: Experiment): HealthFinding[] {
  const total = views.reduce((sum, count) => sum + count, 0);
  const shares = sharesOf(arms);
  const silent = arms.filter(
    (_, index) => views[index] === 0 && total * shares[index]! >= VIEWS_WITHOUT_MAX / arms.length,
  );
  return silent.map((arm) => ({
    kind: 'variant_without_traffic',
    severity: 'alarm',
    sentences: [
      sentence('variantWithoutTraffic', {
        variant: variantWords(arm),
        share: { percent: arm.trafficPercentage / 100, decimals: 0 },
      }),
      sentence(arm.isHoldout ? 'checkHoldoutMarked' : 'checkShown'),
    ],
  }));
}

/** The other variants can still be compared with each other. */
function holdoutApart(experiment: Experiment, metric: ExperimentMetric): HealthFinding[] {
  const reason = hasHoldout(experiment) ? reasonAgainstHoldout(experiment, metric) : undefined;
  if (!reason) return [];
  const hasOthers = experiment.arms.length > 2;
  return [
    {
      kind: 'holdout_not_comparable',
      severity: hasOthers ? 'warning' : 'alarm',
      sentences: [sentence(reason), ...(hasOthers ? [sentence('othersCompared')] : [])],
    },
  ];
}

/** Either nothing can be counted without the campaign, or what is counted does not name the holdout. */
function reasonAgainstHoldout(experiment: Experiment, metric: ExperimentMetric) {
  const { test, isCreditUneven } = experiment;
  if (!test) return undefined;
  const [holdout, ...others] = test.looks.at(-1)!.counts;
  const isAboutOrders = !convertersOf(metric, holdout!);
  if (isAboutOrders && isCreditUneven) {
    return 'creditUneven' as const;
  }
  const counts = [holdout!, sumOfArms(others)];
  if (eventsOf(metric, holdout!) > 0 || !hasEnoughData(metric, counts, daysOf(test), rulesOf(experiment))) {
    return undefined;
  }
  return isAboutOrders ? ('holdoutWithoutOrders' as const) : ('holdoutCannotClick' as const);
}

function mismatch(arms: readonly Arm[], test: ObservedTest): HealthFinding[] {
  const visitors = visitorsOf(test);
  const shares = sharesOf(arms);
  const alpha = MISMATCH_ALPHA * (test.rules ?? WHOLE_TEST).budget;
  if (!(sampleRatioP(visitors, shares) < alpha)) return [];
  const total = sum(visitors.map(({ count }) => count));
  const seen = arms.map((arm, index) =>
    sentence('shareInsteadOf', {
      variant: variantWords(arm),
      share: { percent: visitors[index]!.count / total },
      planned: { percent: shares[index]! },
    }),
  );
  return [
    {
      kind: 'sample_ratio_mismatch',
      severity: 'alarm',
      sentences: [sentence('sharesMismatch', { shares: { list: seen }, total })],
    },
  ];
}

/**
 * How surprising the visitors per variant are, if they are divided by these shares. It may be looked at every day. The share
 * of each variant has its own confidence sequence, and the errors of the sketches are added.
 */
export function sampleRatioP(visitors: readonly DistinctCount[], shares: readonly number[]): number {
  const total = sum(visitors.map(({ count }) => count));
  if (total * Math.min(...shares) < EXPECTED_VISITORS_MIN) return 1;
  // Of two shares, one says all.
  const tests = shares.length === 2 ? 1 : shares.length;
  const values = shares.slice(0, tests).map((share, index) => {
    const z = (visitors[index]!.count / total - share) / Math.sqrt(shareVariance(visitors, shares, index, total));
    return anytimeP(z, total, MISMATCH_ALPHA / tests);
  });
  return Math.min(1, Math.min(...values) * tests);
}

function shareVariance(
  visitors: readonly DistinctCount[],
  shares: readonly number[],
  index: number,
  total: number,
): number {
  const share = shares[index]!;
  const sketches = visitors.map((count, other) => {
    const weight = other === index ? 1 : shares[other]! / (1 - share);
    return weight ** 2 * sketchVariance(count);
  });
  return (share * (1 - share)) / total + (share * (1 - share)) ** 2 * sum(sketches);
}

/** Inclusion and exclusion gives it: the visitors of all variants, less those of any. */
function overlap(test: ObservedTest): HealthFinding[] {
  const visitors = visitorsOf(test);
  const any = test.visitorsOfAny;
  const several = sum(visitors.map(({ count }) => count)) - any.count;
  const variance = sum([...visitors, any].map((count) => count.count ** 2 * sketchVariance(count)));
  const atLeast = several - OVERLAP_STANDARD_ERRORS * Math.sqrt(variance);
  if (several < OVERLAP_VISITORS_MIN || atLeast < OVERLAP_SHARE_MAX * any.count) return [];
  return [
    {
      kind: 'visitors_in_several_variants',
      severity: 'warning',
      sentences: [
        sentence('severalVariants', {
          visitors: several,
          total: any.count,
          share: { percent: several / any.count },
        }),
      ],
    },
  ];
}

/** The sample is a smaller one as events come in, so its looks are not looks at one growing test. */
function sampled(rate: number): HealthFinding {
  return {
    kind: 'sampled',
    severity: 'alarm',
    sentences: [sentence('sampled', { share: { percent: rate } })],
  };
}

function changedShares({ sharesChangedDay }: ObservedTest): HealthFinding[] {
  if (sharesChangedDay === undefined) return [];
  return [
    {
      kind: 'traffic_shares_changed',
      severity: 'note',
      sentences: [sentence('sharesChanged', { day: { day: isoOfDay(sharesChangedDay) } })],
    },
  ];
}

function visitorsOf({ looks }: ObservedTest): DistinctCount[] {
  return looks.at(-1)!.counts.map(({ visitors }) => visitors);
}

function sharesOf(arms: readonly Arm[]): number[] {
  const total = sum(arms.map(({ trafficPercentage }) => trafficPercentage));
  return arms.map(({ trafficPercentage }) => trafficPercentage / total);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
