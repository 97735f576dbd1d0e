// Campaigns with a holdout: what would not have come without them, in numbers and in words, and their verdicts.

import { describe, expect, it, test } from 'vitest';
import { sentence } from '../../../languages/sentence.ts';
import type { ExperimentMetric } from '../../../src/core/answers/experiments/experiment-names.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { compareArms, judge, usualMetric } from '../../../src/extensions/experiments/judge.ts';
import { segmentRules } from '../../../src/extensions/experiments/rules.ts';
import { IS_LONG } from '../../support/long.ts';
import { said } from '../../support/said.ts';
import { type SampleArm, sampleExperiment } from './sample-experiment.ts';

/** A tenth of the visitors is shown nothing. */
const holdout = (arm: Omit<SampleArm, 'isHoldout'>): SampleArm => ({ share: 10, isHoldout: true, ...arm });
const popup = (arm: SampleArm): SampleArm => ({ share: 90, ...arm });

function judged(arms: readonly SampleArm[], metric: ExperimentMetric = 'order_rate', days?: number) {
  return judge(sampleExperiment(arms, days), { metric, smallestLift: 0.1 });
}

function sentenceOn(arms: readonly SampleArm[], days?: number): string {
  return said(judged(arms, 'order_rate', days).incremental!);
}

const EARNS = [
  holdout({ visitors: 5_000, conversions: 0, orders: 100, orderValue: 20 }),
  popup({ visitors: 45_000, conversions: 2_000, orders: 1_800, orderValue: 20 }),
];
const COSTS = [
  holdout({ visitors: 5_000, conversions: 0, orders: 200, orderValue: 20 }),
  popup({ visitors: 45_000, conversions: 2_000, orders: 900, orderValue: 20 }),
];
const OPEN = [
  holdout({ visitors: 5_000, conversions: 0, orders: 100, orderValue: 20 }),
  popup({ visitors: 45_000, conversions: 2_000, orders: 945, orderValue: 20 }),
];

describe('what would not have come without the campaign', () => {
  it('is what its visitors bring more than those of the holdout', () => {
    const { revenue, orders, conversions } = judged(EARNS).incremental!;
    // 45,000 visitors with 4% instead of 2% orders, of $20 each.
    expect(orders!.estimate).toBeCloseTo(900, 6);
    expect(revenue!.estimate).toBeCloseTo(18_000, 6);
    expect(conversions!.estimate).toBeCloseTo(2_000, 6);
    expect(revenue!.low).toBeGreaterThan(0);
    expect(revenue!.high).toBeGreaterThan(18_000);
  });

  it('is below zero if visitors who are shown nothing bring more', () => {
    const { orders, revenue } = judged(COSTS).incremental!;
    expect(orders!.estimate).toBeCloseTo(-900, 6);
    expect(orders!.high).toBeLessThan(0);
    expect(revenue!.high).toBeLessThan(0);
  });

  it('is that of all variants that show something together', () => {
    const [nothing, all] = EARNS;
    const parts = [
      { visitors: 30_000, conversions: 1_500, orders: 1_000, orderValue: 20, share: 60 },
      { visitors: 15_000, conversions: 500, orders: 800, orderValue: 20, share: 30 },
    ];
    const { sentences: _, ...together } = judged([nothing!, ...parts]).incremental!;
    const { sentences: __, ...alone } = judged([nothing!, all!]).incremental!;
    expect(together).toEqual(alone);
  });

  it('is not told without a holdout, nor of a segment', () => {
    const arms = EARNS.map((arm) => ({ ...arm, isHoldout: false }));
    expect(judged(arms).incremental).toBeUndefined();
    const segment = sampleExperiment(EARNS, 14, { rules: segmentRules(1) });
    expect(judge(segment, { metric: 'order_rate', smallestLift: 0.1 }).incremental).toBeUndefined();
  });

  it('is null as long as nothing was counted, and if the numbers cannot be trusted', () => {
    const without = judged([holdout({ visitors: 500, conversions: 0 }), popup({ visitors: 4_500, conversions: 90 })]);
    expect(without.incremental).toMatchObject({ revenue: null, orders: null });
    expect(without.incremental!.conversions!.estimate).toBeCloseTo(90, 6);
    const [nothing, all] = EARNS;
    const mismatched = judged([{ ...nothing!, visitors: 8_000 }, all!]);
    expect(mismatched.incremental).toMatchObject({ revenue: null, orders: null, conversions: null });
    expect(said(mismatched.incremental!)).toMatch(/^Don't act on these numbers\. The visitors are not divided/);
  });

  it('never claims anything because a small holdout has no orders by chance', () => {
    // Two orders were to be expected in it.
    const { orders, revenue } = judged([
      holdout({ visitors: 200, conversions: 0, share: 2 }),
      popup({ visitors: 9_800, conversions: 0, orders: 98, orderValue: 50, share: 98 }),
    ]).incremental!;
    expect(orders!.low).toBeLessThan(0);
    expect(revenue!.low).toBeLessThan(0);
  });

  it('agrees with the difference from the control, whatever the counts are', () => {
    const random = new Random(317);
    for (let round = 0; round < 300; round++) {
      const arms = [0.1, 0.9].map((share, index) => {
        const visitors = Math.round(random.between(2_000, 80_000) * share) + 1;
        const orders = Math.floor(visitors * random.next() * 0.1) + 1;
        return { visitors, conversions: 0, orders, orderValue: 30, isHoldout: index === 0 };
      });
      const experiment = sampleExperiment(arms);
      const sharing = experiment.arms.map((arm, index) => ({ ...arm, trafficPercentage: arms[index]!.visitors }));
      const asVisited = { ...experiment, arms: sharing, test: experiment.test! };
      const { incremental } = judge(asVisited, { metric: 'order_rate', smallestLift: 0.1 });
      const [, compared] = compareArms(asVisited, 'order_rate', asVisited.test.looks[0]!);
      const visitors = arms[1]!.visitors;
      expect(incremental!.orders!.low).toBeCloseTo(compared!.difference!.low * visitors, 6);
      expect(incremental!.orders!.high).toBeCloseTo(compared!.difference!.high * visitors, 6);
    }
  });
});

describe('in words', () => {
  test('it brings money', () => {
    expect(sentenceOn(EARNS)).toMatch(
      /^Between \$\d+,\d{3} and \$\d+,\d{3} of the \$36,000 that were credited would not have come without it\.$/,
    );
  });

  test('not more than was credited', () => {
    const all = [
      holdout({ visitors: 500, conversions: 0, orders: 10, orderValue: 20 }),
      popup({ visitors: 4_500, conversions: 0, orders: 900, orderValue: 20 }),
    ];
    expect(sentenceOn(all)).toMatch(/^At least \$\d+,\d{3} of the \$18,000 that were credited would not have come/);
  });

  test('it is not known yet', () => {
    expect(sentenceOn(OPEN)).toMatch(
      new RegExp(
        String.raw`^It is not known yet whether it brings any money\. Of the \$18,900 that were credited, ` +
          String.raw`up to \$\d,\d{3} would not have come without it; it may also cost up to \$\d,\d{3}\.$`,
      ),
    );
  });

  test('it costs money', () => {
    expect(sentenceOn(COSTS)).toMatch(
      new RegExp(
        String.raw`^It costs money: without it, the same visitors would have brought between \$\d+,\d{3} and \$\d+,\d{3} ` +
          String.raw`more than the \$18,000 that were credited\. Stop the campaign\.$`,
      ),
    );
  });

  test('orders without revenue', () => {
    const free = EARNS.map((arm) => ({ ...arm, orderValue: 0 }));
    expect(sentenceOn(free)).toMatch(
      /^Between \d+ and 1,\d{3} of the 1,800 orders that were credited would not have come/,
    );
  });

  test('it is too early', () => {
    expect(sentenceOn(EARNS, 6)).toBe(
      'It is too early to say what would have come without it: the holdout and the others need 7 days, 100 visitors and about 50 ' +
        'orders each.',
    );
  });

  test('nobody has come yet', () => {
    const experiment = { ...sampleExperiment(EARNS), test: undefined, views: [0, 0] };
    const { incremental } = judge(experiment, { metric: 'order_rate', smallestLift: 0.1 });
    expect(incremental).toEqual({
      revenue: null,
      orders: null,
      conversions: null,
      sentences: [sentence('testStarts')],
    });
  });

  test('a holdout without any orders is a mistake, and no success', () => {
    const arms = [
      holdout({ visitors: 5_000, conversions: 0 }),
      popup({ visitors: 45_000, conversions: 2_000, orders: 1_800, orderValue: 20 }),
    ];
    const { incremental, verdict, health } = judged(arms);
    expect(health).toMatchObject([{ kind: 'holdout_not_comparable', severity: 'alarm' }]);
    expect(verdict.kind).toBe('unhealthy');
    expect(incremental).toMatchObject({ revenue: null, orders: null });
    expect(said(incremental!)).toContain('The holdout has no orders at all.');
  });
});

describe('the verdict', () => {
  it('says that the campaign works', () => {
    const { verdict } = judged(EARNS);
    expect(verdict).toMatchObject({ kind: 'winner', variantId: 101 });
    expect(said(verdict)).toMatch(
      new RegExp(
        String.raw`^“Video” wins with an order rate of 4\.0% \(45,000 visitors\) against 2\.0% of the holdout \(5,000 ` +
          String.raw`visitors\)\. .* Show it to everybody, or keep a small holdout to go on measuring\.$`,
      ),
    );
  });

  it('says that it harms, and to stop it', () => {
    const { verdict } = judged(COSTS);
    expect(verdict).toMatchObject({ kind: 'harmful', variantId: null });
    expect(said(verdict)).toMatch(
      /^Showing the campaign harms: the holdout has an order rate of 4\.0% .* against 2\.0% of “Video” .* Stop the campaign\.$/,
    );
  });

  it('says that it makes no difference worth having', () => {
    const { verdict } = judged([
      holdout({ visitors: 400_000, conversions: 0, orders: 80_000, share: 50 }),
      popup({ visitors: 400_000, conversions: 0, orders: 80_300, share: 50 }),
    ]);
    expect(verdict.kind).toBe('no_difference');
    expect(said(verdict)).toMatch(
      /^Showing the campaign makes no difference worth having\. .* or stop the campaign\.$/,
    );
  });

  it('names a variant that is worse than nothing', () => {
    const { verdict } = judged([
      { visitors: 20_000, conversions: 0, orders: 800, isHoldout: true, share: 34 },
      { visitors: 20_000, conversions: 0, orders: 820, share: 33 },
      { visitors: 20_000, conversions: 0, orders: 400, share: 33 },
    ]);
    expect(verdict).toMatchObject({ kind: 'loser', variantId: 102 });
  });

  it('says that the campaign works while it is open which variant is best', () => {
    const { verdict } = judged([
      { visitors: 20_000, conversions: 0, orders: 400, isHoldout: true, share: 34 },
      { visitors: 20_000, conversions: 0, orders: 800, share: 33 },
      { visitors: 20_000, conversions: 0, orders: 820, share: 33 },
    ]);
    expect(['keep_running', 'will_not_settle']).toContain(verdict.kind);
    expect(said(verdict)).toContain('Showing the campaign works, but which variant is best is open.');
  });

  it('is about the other variants by what cannot happen where nothing is shown', () => {
    const { verdict, health } = judged(
      [
        { visitors: 4_000, conversions: 0, isHoldout: true, share: 34 },
        { visitors: 4_000, conversions: 200, share: 33 },
        { visitors: 4_000, conversions: 300, share: 33 },
      ],
      'conversion_rate',
    );
    expect(health).toMatchObject([{ kind: 'holdout_not_comparable', severity: 'warning' }]);
    expect(verdict).toMatchObject({ kind: 'winner', variantId: 102 });
    expect(judged(EARNS, 'conversion_rate').verdict.kind).toBe('unhealthy');
  });

  it('never names the holdout, whatever the counts are', () => {
    const random = new Random(2_718);
    const kinds = new Set<string>();
    for (let round = 0; round < (IS_LONG ? 1_500 : 500); round++) {
      const arms = Array.from({ length: random.between(2, 4) }, (_, index) => {
        const visitors = random.between(1_000, 60_000);
        return {
          visitors,
          conversions: 0,
          orders: Math.floor(visitors * random.next() ** 2 * 0.2),
          share: visitors,
          isHoldout: index === 0,
        };
      });
      const { verdict } = judged(arms);
      kinds.add(verdict.kind);
      expect(verdict.variantId).not.toBe(100);
      expect(verdict.kind === 'harmful').toBe(/^Showing the campaign harms/.test(said(verdict)));
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['winner', 'loser', 'harmful', 'keep_running']));
  });

  it('is about orders if nobody says, as far as there are any', () => {
    expect(usualMetric(sampleExperiment(EARNS))).toBe('order_rate');
    expect(usualMetric(sampleExperiment(EARNS.map((arm) => ({ ...arm, orders: 0 }))))).toBe('conversion_rate');
    expect(usualMetric(sampleExperiment(EARNS.map((arm) => ({ ...arm, isHoldout: false }))))).toBe('conversion_rate');
  });
});
