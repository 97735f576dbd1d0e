// Simulates experiments by segment, day by day, on counts per variant and segment. Counts of segments are exact, so there are no sketches.

import { REVENUE_SCALE } from '../../../src/core/engine/rollups/metric.ts';
import { DIMENSIONS, type Dimension } from '../../../src/core/foundation/dimensions/dimension.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import type { ArmCounts } from '../../../src/extensions/experiments/arm.ts';
import {
  budgetOfSegment,
  type Rules,
  segmentRules,
  WHOLE_TEST,
  weeksOver,
} from '../../../src/extensions/experiments/rules.ts';
import { binomial, DAYS, hasWinner, NO_ORDERS, poisson } from './simulated-test.ts';

/** So many dimensions, each with values of these shares. What a visitor has in one says nothing about the others. */
export interface SimulatedSegments {
  readonly seed: number;
  readonly tests: number;
  /** Visitors of all variants a day. */
  readonly daily: number;
  /** How they are divided between the variants. */
  readonly split: readonly number[];
  readonly rate: number;
  readonly dimensions: number;
  /** Of the values of each dimension; their sum is 1. */
  readonly shares: readonly number[];
  /** Default: those of the engine. */
  rulesOf?(dimension: Dimension, share: number, day: number): Rules;
}

/** Shares that fall like those of countries or pages: the first value has twice as many visitors as the second one. */
export function fallingShares(values: number): number[] {
  const sizes = Array.from({ length: values }, (_, index) => 1 / (index + 1));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => size / total);
}

/** The share is the same in every week. */
function rulesOfEngine(dimension: Dimension, share: number, day: number): Rules {
  return segmentRules(budgetOfSegment(new Set([dimension]), Array(weeksOver(day)).fill(share)));
}

/** Returns the rules by day, the first one at 1. */
function rulesByDay(rulesOf: (day: number) => Rules): Rules[] {
  return Array.from({ length: DAYS + 1 }, (_, day) => rulesOf(day));
}

/** The share of tests without a difference that ever get a winner: in the whole test, in any segment, in either. */
export interface FalseWinners {
  readonly whole: number;
  readonly segments: number;
  readonly either: number;
}

export function falseWinners(simulated: SimulatedSegments): FalseWinners {
  const { seed, tests, split, dimensions, shares, rate, daily, rulesOf = rulesOfEngine } = simulated;
  const random = new Random(seed);
  const found = { whole: 0, segments: 0, either: 0 };
  const visitors = shares.map((share) => split.map((part) => Math.round(daily * share * part)));
  const draws = visitors.map((ofValue) => ofValue.map((count) => binomial(count, rate)));
  const rules = DIMENSIONS.slice(0, dimensions).map((dimension) =>
    shares.map((share) => rulesByDay((day) => rulesOf(dimension, share, day))),
  );
  for (let test = 0; test < tests; test++) {
    const conversions = rules.map(() => shares.map(() => split.map(() => 0)));
    const has = { whole: false, segment: false };
    for (let day = 1; day <= DAYS && !(has.whole && has.segment); day++) {
      for (const [dimension, ofValues] of conversions.entries()) {
        for (const [value, ofVariants] of ofValues.entries()) {
          for (const arm of split.keys()) ofVariants[arm]! += draws[value]![arm]!(random);
          const counts = split.map((_, arm) => armOf(visitors[value]![arm]! * day, ofVariants[arm]!));
          has.segment ||=
            isPossible(counts) && hasWinner('conversion_rate', counts, day, rules[dimension]![value]![day]!);
        }
      }
      // All dimensions divide the same visitors; here each has its own. The whole test is that of the first one.
      const whole = split.map((_, arm) =>
        armOf(
          sum(visitors.map((ofValue) => ofValue[arm]!)) * day,
          sum(conversions[0]!.map((ofValue) => ofValue[arm]!)),
        ),
      );
      has.whole ||= hasWinner('conversion_rate', whole, day, WHOLE_TEST);
    }
    found.whole += Number(has.whole);
    found.segments += Number(has.segment);
    found.either += Number(has.whole || has.segment);
  }
  return { whole: found.whole / tests, segments: found.segments / tests, either: found.either / tests };
}

/** Whether even a test for a single look would see a difference. All others are skipped, because they take most of the time. */
function isPossible(counts: readonly ArmCounts[]): boolean {
  const [a, b] = counts.map(({ visitors, conversions }) => {
    const rate = conversions.count / visitors.count;
    return { rate, variance: (rate * (1 - rate)) / visitors.count };
  });
  return (a!.rate - b!.rate) ** 2 > 1.9 ** 2 * (a!.variance + b!.variance);
}

/** Judges by revenue per visitor, with log-normal order values, in the values of one dimension. */
export function falseRevenueWinners({ seed, tests, daily, split, rate, shares }: SimulatedSegments): number {
  const random = new Random(seed);
  const draws = shares.map((share) => split.map((part) => poisson(daily * share * part * rate)));
  const rules = shares.map((share) => rulesByDay((day) => rulesOfEngine('device', share, day)));
  let found = 0;
  for (let test = 0; test < tests; test++) {
    const sums = shares.map(() => split.map(() => ({ orders: 0, revenue: 0, revenueSquared: 0 })));
    let hasFound = false;
    for (let day = 1; day <= DAYS && !hasFound; day++) {
      for (const [value, ofVariants] of sums.entries()) {
        for (const [arm, total] of ofVariants.entries()) {
          for (let order = draws[value]![arm]!(random); order > 0; order--) {
            const amount = 50 * Math.exp(random.normal());
            total.orders++;
            total.revenue += amount * REVENUE_SCALE;
            total.revenueSquared += amount ** 2 * REVENUE_SCALE;
          }
        }
        const counts = ofVariants.map((total, arm) => ({
          ...armOf(daily * shares[value]! * split[arm]! * day, 0),
          ...total,
        }));
        hasFound ||= hasWinner('revenue_per_visitor', counts, day, rules[value]![day]!);
      }
    }
    found += Number(hasFound);
  }
  return found / tests;
}

interface SimulatedLift {
  readonly seed: number;
  readonly tests: number;
  /** Visitors of each variant in the segment a day. */
  readonly daily: number;
  readonly rate: number;
  readonly lift: number;
  /** The share of the views that is in the segment. */
  readonly share: number;
}

/** By test: the first day on which the engine calls the better variant the winner in the segment; undefined: never. */
export function daysOfSegmentWinners(simulated: SimulatedLift): (number | undefined)[] {
  const { seed, tests, daily, rate, lift, share } = simulated;
  const random = new Random(seed);
  const draws = [binomial(daily, rate), binomial(daily, rate * (1 + lift))];
  const rules = rulesByDay((day) => rulesOfEngine('device', share, day));
  return Array.from({ length: tests }, () => {
    const conversions = draws.map(() => 0);
    for (let day = 1; day <= DAYS; day++) {
      for (const [arm, draw] of draws.entries()) conversions[arm]! += draw(random);
      const counts = conversions.map((count) => armOf(daily * day, count));
      if (conversions[1]! > conversions[0]! && hasWinner('conversion_rate', counts, day, rules[day]!)) return day;
    }
    return undefined;
  });
}

function armOf(visitors: number, conversions: number): ArmCounts {
  return {
    ...NO_ORDERS,
    visitors: { count: visitors, isExact: true },
    conversions: { count: conversions, isExact: true },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
