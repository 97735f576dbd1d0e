// Whether the numbers of an experiment can be trusted.

import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { counted, number, percent, variantName } from '../../foundation/text/wording.ts';
import { convertersOf, type DistinctCount, type ExperimentMetric, eventsOf, sketchVariance, sumOfArms } from './arm.ts';
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
  readonly sentence: string;
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
    sentence:
      `${variantName(arm)} should get ${arm.trafficPercentage}% of the traffic but has no visitors. ` +
      (arm.isHoldout
        ? 'Check that the place where nothing is shown is marked, and that its events name it.'
        : 'Check that it is shown and that its events name it.'),
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
      sentence: `${reason}${hasOthers ? ' The verdict compares the other variants.' : ''}`,
    },
  ];
}

/** Either nothing can be counted without the campaign, or what is counted does not name the holdout. */
function reasonAgainstHoldout(experiment: Experiment, metric: ExperimentMetric): string | undefined {
  const { test, isCreditUneven } = experiment;
  if (!test) return undefined;
  const [holdout, ...others] = test.looks.at(-1)!.counts;
  const isAboutOrders = !convertersOf(metric, holdout!);
  if (isAboutOrders && isCreditUneven) {
    return (
      'Orders are credited by conversion, and nobody converts where nothing is shown. So orders of the holdout are missing. ' +
      'Credit them by view, or name the variant with every order.'
    );
  }
  const counts = [holdout!, sumOfArms(others)];
  if (eventsOf(metric, holdout!) > 0 || !hasEnoughData(metric, counts, daysOf(test), rulesOf(experiment))) {
    return undefined;
  }
  return isAboutOrders
    ? 'The holdout has no orders at all. Its orders have to name it, or to be credited by view, or nothing can be said about ' +
        'what would have come without the campaign.'
    : 'Where nothing is shown, nobody can click. So this metric does not tell what the campaign changes; orders do.';
}

function mismatch(arms: readonly Arm[], test: ObservedTest): HealthFinding[] {
  const visitors = visitorsOf(test);
  const shares = sharesOf(arms);
  const alpha = MISMATCH_ALPHA * (test.rules ?? WHOLE_TEST).budget;
  if (!(sampleRatioP(visitors, shares) < alpha)) return [];
  const total = sum(visitors.map(({ count }) => count));
  const seen = arms.map((arm, index) => {
    return `${variantName(arm)} ${percent(visitors[index]!.count / total)} instead of ${percent(shares[index]!)}`;
  });
  return [
    {
      kind: 'sample_ratio_mismatch',
      severity: 'alarm',
      sentence:
        `The visitors are not divided as planned: ${seen.join(', ')} of ${number(total)}. Chance does not explain this. ` +
        'Some visitors are lost or counted twice in one variant, so the rates cannot be compared. Check redirects, ' +
        'loading errors and bots.',
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

/** By inclusion and exclusion: the visitors of all variants, less those of any. */
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
      sentence:
        `About ${counted(several, 'visitor')} of ${number(any.count)} (${percent(several / any.count)}) saw more than one ` +
        'variant. They blur the difference. Check that a visitor keeps the same variant.',
    },
  ];
}

/** The sample is a smaller one as events come in, so its looks are not looks at one growing test. */
function sampled(rate: number): HealthFinding {
  return {
    kind: 'sampled',
    severity: 'alarm',
    sentence:
      `Only a sample of the visitors (${percent(rate)}) was counted, because the test has too many events. A sample changes as ` +
      'events come in, so nothing is decided by it.',
  };
}

function changedShares({ sharesChangedDay }: ObservedTest): HealthFinding[] {
  if (sharesChangedDay === undefined) return [];
  return [
    {
      kind: 'traffic_shares_changed',
      severity: 'note',
      sentence:
        `The traffic shares changed on ${isoOfDay(sharesChangedDay)}. The test counts from the day after, because ` +
        'visitors from before and after a change must not be mixed.',
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
