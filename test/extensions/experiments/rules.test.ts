// How the error budget is divided over the segments of an experiment.

import { describe, expect, it, test } from 'vitest';
import { DIMENSIONS, type Dimension } from '../../../src/core/foundation/dimensions/dimension.ts';
import { judge } from '../../../src/extensions/experiments/judge.ts';
import { budgetOfSegment, segmentRules, weeksOver } from '../../../src/extensions/experiments/rules.ts';
import { said } from '../../support/said.ts';
import { type SampleArm, sampleExperiment } from './sample-experiment.ts';

const QUESTION = { metric: 'conversion_rate', smallestLift: 0.1 } as const;
const DEVICE: ReadonlySet<Dimension> = new Set(['device']);

describe('the budget of a segment', () => {
  it('is a part of that of its dimensions, by its share of the views', () => {
    expect(budgetOfSegment(DEVICE, [1])).toBeCloseTo(1 / 48, 12);
    expect(budgetOfSegment(DEVICE, [0.25])).toBeCloseTo(1 / 192, 12);
    expect(budgetOfSegment(new Set(['device', 'country']), [1])).toBeCloseTo(1 / 528, 12);
    expect(budgetOfSegment(DEVICE, [0, 0])).toBe(0);
  });

  it('grows with every week that is over, up to the part of its dimensions', () => {
    expect(budgetOfSegment(DEVICE, [0, 0.5])).toBeCloseTo(1 / 6 / 48, 12);
    expect(budgetOfSegment(DEVICE, [1, 1, 1])).toBeCloseTo(0.75 / 24, 12);
    expect(budgetOfSegment(DEVICE, Array(60).fill(1))).toBeLessThan(1 / 24);
    expect([1, 7, 8, 14, 15, 1_000].map(weeksOver)).toEqual([1, 1, 1, 1, 2, 60]);
  });

  it('is less than the whole for all sets of dimensions together', () => {
    const sets = Array.from({ length: 2 ** DIMENSIONS.length - 1 }, (_, number) => {
      return new Set(DIMENSIONS.filter((_, dimension) => ((number + 1) >> dimension) % 2 === 1));
    });
    const sum = sets.reduce((total, dimensions) => total + budgetOfSegment(dimensions, Array(60).fill(1)), 0);
    expect(sum).toBeLessThan(1);
    expect(sum).toBeGreaterThan(0.98);
  });
});

function judgeSegment(arms: readonly SampleArm[], budget = budgetOfSegment(DEVICE, [0.5]), more = {}, days = 14) {
  return judge(sampleExperiment(arms, days, { rules: segmentRules(budget), ...more }), QUESTION);
}

describe('a segment', () => {
  const clear = [
    { visitors: 4_000, conversions: 200 },
    { visitors: 4_000, conversions: 320 },
  ];

  it('has a winner, with advice for its visitors', () => {
    const { verdict } = judgeSegment(clear);
    expect(verdict).toMatchObject({ kind: 'winner', variantId: 101 });
    expect(said(verdict)).toContain('Show it to these visitors.');
  });

  it('needs more evidence than a whole test', () => {
    const arms = [clear[0]!, { visitors: 4_000, conversions: 275 }];
    expect(judge(sampleExperiment(arms), QUESTION).verdict.kind).toBe('winner');
    expect(judgeSegment(arms).verdict.kind).toBe('keep_running');
  });

  it('needs more days and conversions than a whole test', () => {
    const few = [
      { visitors: 4_000, conversions: 10 },
      { visitors: 4_000, conversions: 80 },
    ];
    expect(said(judgeSegment(few).verdict)).toContain(
      'every variant needs 8 days, 100 visitors and about 50 conversions',
    );
    expect(judgeSegment(clear, undefined, {}, 7).verdict.kind).toBe('keep_running');
  });

  it('loses a variant', () => {
    const { verdict } = judgeSegment([
      { visitors: 4_000, conversions: 400 },
      { visitors: 4_000, conversions: 405 },
      { visitors: 4_000, conversions: 200 },
    ]);
    expect(verdict).toMatchObject({ kind: 'loser', variantId: 102 });
    expect(said(verdict)).toContain("Don't show “Text” to these visitors.");
  });

  it('without views in the weeks that are over is not judged', () => {
    const { verdict, stake } = judgeSegment(clear, 0);
    expect(verdict).toMatchObject({ kind: 'will_not_settle', variantId: null, daysLeft: null });
    expect(said(verdict)).toContain('no views in the weeks of the test that are over');
    expect(stake).toBeNull();
  });

  test('of a sample is not judged', () => {
    const { verdict, health, stake } = judgeSegment(clear, undefined, { sampleRate: 0.25 });
    expect(health).toMatchObject([{ kind: 'sampled', severity: 'alarm' }]);
    expect([verdict.kind, stake]).toEqual(['unhealthy', null]);
    expect(said(verdict)).toContain('Only a sample of the visitors (25.0%) was counted');
  });

  it('has an alarm of mismatch by its own budget', () => {
    const arms = [
      { visitors: 4_000, conversions: 200 },
      { visitors: 3_540, conversions: 300 },
    ];
    expect(judge(sampleExperiment(arms), QUESTION).health.map(({ kind }) => kind)).toEqual(['sample_ratio_mismatch']);
    expect(judgeSegment(arms).health).toEqual([]);
    const worse = [arms[0]!, { visitors: 3_000, conversions: 300 }];
    expect(judgeSegment(worse).verdict.kind).toBe('unhealthy');
  });
});
