// Which segment explains a move: why a count or a rate is not what it was before. Plain arithmetic.
//
// A move is a fall or a rise that has been found already, such as "40 % fewer conversions than usual". A segment is the events with one
// value of one dimension. The segment with the strongest evidence that it changed in another way than all others is named if all of these
// hold; if not, none is named:
//
// 1. Chance does not explain the evidence: its share of the hits is not what its own past and that of the others lead to expect. All
//    segments that are tested divide an error of 5 % (Bonferroni). So if a move is the same for everybody, some segment is named in at most
//    5 % of the cases.
// 2. No other segment has nearly as much evidence. If a part of a segment has changed, the part has more evidence than the segment, which
//    has the same change among more hits; if the whole segment has changed, the part has less.
// 3. It carries most of the move.
// 4. The others are stable: what they have is near what is expected of them, of all together and of each other value of the dimension.
// Why: docs/decisions/insights.md, "A segment is named only if it alone explains a move".

import { pooledVariance, rateOf, type Share, twoSidedP } from '@funnel/report-files/statistics.ts';
import type { Dimension } from '../../../core/foundation/dimensions/dimension.ts';

/** What was counted in a window: hits, and what they are expected in proportion to. */
export interface Counted {
  readonly hits: number;
  readonly trials: number;
}

export interface Part {
  readonly now: Counted;
  /** The counts of comparable windows, newest first. */
  readonly before: readonly Counted[];
}

/** `Kind`: what it is a value of, such as a dimension. */
export interface CountedSegment<Kind extends string = Dimension> {
  readonly dimension: Kind;
  readonly value: string;
  readonly own: Part;
  /** Everything but the segment. */
  readonly others: Part;
}

/** What there is, and what the past leads to expect. */
interface Compared {
  readonly observed: number;
  readonly expected: number;
}

export interface Explanation<Kind extends string = Dimension> {
  readonly dimension: Kind;
  readonly value: string;
  /** The part of the move that the segment carries. If it is above 1, the others moved against it, a little. */
  readonly share: number;
  readonly own: Compared;
  readonly others: Compared;
}

/** The probability of naming a segment although all have moved alike. */
const ALPHA = 0.05;
/** The share of the move that a segment has to carry. It carries more than all of it if the others moved against it. */
const SHARE_MIN = 0.7;
const SHARE_MAX = 1 / SHARE_MIN;
/** How much more evidence it needs than any other, as the difference of the squared z-scores: it is then e² times as likely. */
const MARGIN = 4;
/** The others are stable only if chance makes changes as large as theirs in so many cases … */
const STABLE_ALPHA = 0.2;
/** … or if they are smaller than this, however certain. */
const STABLE_CHANGE_MAX = 0.1;
/** The expected hits of the segment, and of the others, now and before. The normal approximation needs them, above all in its tails. */
const EXPECTED_MIN = 12;
/** The limit for a comparison of two past windows, of which there are several. */
const PAIR_EXPECTED_MIN = 5;
/** The usual swing of a dimension is an estimate: so many of its standard errors are added. */
const SWING_STANDARD_ERRORS = 2;

/** undefined: no single segment explains it. */
export function explainMove<Kind extends string>(
  whole: Part,
  segments: readonly CountedSegment<Kind>[],
): Explanation<Kind> | undefined {
  const move = changeOf(compare(whole));
  const tested = [...Map.groupBy(segments, ({ dimension }) => dimension).values()].flatMap((ofDimension) => {
    const usualSwing = swingOf(ofDimension, SWING_STANDARD_ERRORS);
    return ofDimension.flatMap((segment) => testSegment(segment, usualSwing) ?? []);
  });
  const best = strongest(tested, move);
  if (!best || !explains(best, tested, move)) return undefined;
  const { dimension, value } = best.segment;
  const [own, others] = [compare(best.segment.own), compare(best.segment.others)];
  return { dimension, value, share: changeOf(own) / move, own, others };
}

/** undefined: chance explains it, or another one is nearly as strong. */
function strongest<Kind extends string>(
  tested: readonly TestedSegment<Kind>[],
  move: number,
): TestedSegment<Kind> | undefined {
  const inDirection = tested.filter(({ z }) => Math.sign(z) === Math.sign(move));
  const [best, ...rivals] = inDirection.sort((a, b) => Math.abs(b.z) - Math.abs(a.z));
  if (!best || twoSidedP(best.z) > ALPHA / tested.length) return undefined;
  const isAsStrong = (rival: TestedSegment<Kind>) => best.z ** 2 - rival.z ** 2 < MARGIN && !hasSameHits(rival, best);
  if (rivals.some(isAsStrong)) return undefined;
  return tested.find((one) => hasSameHits(one, best));
}

/**
 * A source and its channel may have the same hits at all times: they are the same visitors. Naming either one is right, and the first one
 * is named.
 */
function hasSameHits(
  { segment: { own: a } }: TestedSegment<string>,
  { segment: { own: b } }: TestedSegment<string>,
): boolean {
  return a.now.hits === b.now.hits && a.before.every(({ hits }, index) => hits === b.before[index]!.hits);
}

/** It carries most of the move, and the others are stable. */
function explains(
  { segment: { dimension, own, others } }: TestedSegment<string>,
  tested: readonly TestedSegment<string>[],
  move: number,
) {
  const share = changeOf(compare(own)) / move;
  const ofDimension = tested.filter(({ segment }) => segment.dimension === dimension && segment.own !== own);
  return (
    share >= SHARE_MIN &&
    share <= SHARE_MAX &&
    isStable(others, STABLE_ALPHA) &&
    ofDimension.every(({ segment }) => isStable(segment.own, ALPHA / tested.length))
  );
}

/** It changed little, or no more than chance does. Hits have at least the variance of counts, and so has what they are compared with. */
function isStable(part: Part, alpha: number): boolean {
  const compared = compare(part);
  const { expected } = compared;
  if (Math.abs(changeOf(compared)) < STABLE_CHANGE_MAX * expected) return true;
  const variance = expected + expected ** 2 / Math.max(1, sumOf(part.before).hits);
  return twoSidedP(changeOf(compared) / Math.sqrt(variance)) > alpha;
}

interface TestedSegment<Kind extends string> {
  readonly segment: CountedSegment<Kind>;
  /** The z value of its share of the hits. */
  readonly z: number;
}

/**
 * undefined: there is not enough to compare. That depends on how much was counted alone: otherwise choosing the tests would itself be a
 * test.
 */
function testSegment<Kind extends string>(
  segment: CountedSegment<Kind>,
  usualSwing: number,
): TestedSegment<Kind> | undefined {
  const shares = sharesOf(segment.own, segment.others);
  if (!shares || !isEnough(shares, EXPECTED_MIN)) return undefined;
  const swing = Math.max(usualSwing, swingOf([segment], 0)) * (1 + 1 / segment.own.before.length);
  return { segment, z: differenceZ(shares, swing) };
}

/** What is expected now, if hits come in the same proportion to trials as before. */
function compare({ now, before }: Part): Compared {
  return { observed: now.hits, expected: now.trials * rateOf(sumOf(before)) };
}

function changeOf({ observed, expected }: Compared): number {
  return observed - expected;
}

function sumOf(counts: readonly Counted[]): Counted {
  return {
    hits: counts.reduce((sum, { hits }) => sum + hits, 0),
    trials: counts.reduce((sum, { trials }) => sum + trials, 0),
  };
}

interface Shares {
  /** The segment's hits among all hits of the window. */
  readonly now: Share;
  /** What is expected of them, as if it had been counted among the hits of the windows before. */
  readonly expected: Share;
}

/** undefined: nothing is known about one of them before. */
function sharesOf(own: Part, others: Part): Shares | undefined {
  const [ownBefore, othersBefore] = [sumOf(own.before), sumOf(others.before)];
  if (ownBefore.trials === 0 || othersBefore.trials === 0) return undefined;
  const [ownExpected, othersExpected] = [compare(own).expected, compare(others).expected];
  const trials = ownBefore.hits + othersBefore.hits;
  const expected = ownExpected + othersExpected;
  if (expected === 0) return undefined;
  return {
    now: { hits: own.now.hits, trials: own.now.hits + others.now.hits },
    expected: { hits: (trials * ownExpected) / expected, trials },
  };
}

function pooledShare({ now, expected }: Shares): number {
  return (now.hits + expected.hits) / (now.trials + expected.trials);
}

function isEnough(shares: Shares, expectedMin: number): boolean {
  const pooled = pooledShare(shares);
  return Math.min(shares.now.trials, shares.expected.trials) * Math.min(pooled, 1 - pooled) >= expectedMin;
}

/** `swing`: how much the ratio of the segment to the others varies beyond chance, as the variance of its logarithm. */
function differenceZ(shares: Shares, swing: number): number {
  const pooled = pooledShare(shares);
  const variance = pooledVariance(shares.now, shares.expected) + (pooled * (1 - pooled)) ** 2 * swing;
  return variance === 0 ? 0 : (rateOf(shares.now) - rateOf(shares.expected)) / Math.sqrt(variance);
}

/**
 * How much the ratios of these segments to the others usually vary from one window to the next, beyond chance: the variance of their
 * logarithms. Each pair of neighbouring windows is weighted by its precision. So many standard errors of this estimate are added.
 */
function swingOf(segments: readonly CountedSegment<string>[], standardErrors: number): number {
  const pairs = segments.flatMap(({ own, others }) =>
    own.before.slice(1).flatMap((_, index) => {
      const shares = sharesOf(pairOf(own, index), pairOf(others, index));
      if (!shares || !isEnough(shares, PAIR_EXPECTED_MIN)) return [];
      const pooled = pooledShare(shares);
      const chanceVariance = pooledVariance(shares.now, shares.expected) / (pooled * (1 - pooled)) ** 2;
      return [{ squaredZ: differenceZ(shares, 0) ** 2, precision: 1 / chanceVariance }];
    }),
  );
  if (pairs.length === 0) return 0;
  const excess = pairs.reduce((sum, { squaredZ }) => sum + squaredZ - 1, 0);
  const precision = pairs.reduce((sum, pair) => sum + pair.precision, 0);
  return Math.max(0, (excess + standardErrors * Math.sqrt(2 * pairs.length)) / (2 * precision));
}

/** A window before, against the one before it. */
function pairOf({ before }: Part, index: number): Part {
  return { now: before[index]!, before: [before[index + 1]!] };
}
