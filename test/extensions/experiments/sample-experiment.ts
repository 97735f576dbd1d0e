// Experiments for the tests of the engine.

import { REVENUE_SCALE } from '../../../src/core/engine/rollups/metric.ts';
import { type ArmCounts, distinctCount } from '../../../src/extensions/experiments/arm.ts';
import type { Experiment, ObservedTest } from '../../../src/extensions/experiments/experiment.ts';

export interface SampleArm {
  readonly visitors: number;
  readonly conversions: number;
  readonly orders?: number;
  /** The value of each order, in currency units. */
  readonly orderValue?: number;
  readonly share?: number;
  /** It is true only of the first variant. */
  readonly isHoldout?: boolean;
}

const NAMES = ['Photo', 'Video', 'Text', 'Quiz', 'Bare'];
export const FIRST_DAY = 20_000;

function sampleCounts({ visitors, conversions, orders = 0, orderValue = 0 }: SampleArm): ArmCounts {
  return {
    visitors: distinctCount(visitors),
    conversions: distinctCount(conversions),
    completions: distinctCount(0),
    subscribes: distinctCount(0),
    orders,
    revenue: orders * orderValue * REVENUE_SCALE,
    revenueSquared: orders * orderValue ** 2 * REVENUE_SCALE,
  };
}

/** Every variant gets its visitors in equal parts over the days. */
export function sampleExperiment(arms: readonly SampleArm[], days = 14, test: Partial<ObservedTest> = {}): Experiment {
  const counts = arms.map(sampleCounts);
  return {
    campaign: { id: 10, name: 'Welcome' },
    currency: 'USD',
    arms: arms.map(({ share, isHoldout = false }, index) => ({
      id: 100 + index,
      name: NAMES[index]!,
      variation: 'ABCDE'[index]!,
      trafficPercentage: share ?? Math.floor(100 / arms.length),
      isHoldout,
    })),
    views: arms.map(({ visitors }) => visitors),
    test: {
      firstDay: FIRST_DAY,
      lastDay: FIRST_DAY + days - 1,
      sharesChangedDay: undefined,
      looks: [{ day: FIRST_DAY + days - 1, counts }],
      visitorsOfAny: distinctCount(arms.reduce((sum, { visitors }) => sum + visitors, 0)),
      dailyVisitors: arms.map(({ visitors }) => visitors / days),
      ...test,
    },
  };
}
