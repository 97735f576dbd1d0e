// The engine judges; the rule only says which verdicts are for action, and what is at stake.

import { describe, expect, test } from 'vitest';
import { experiments } from '../../../../src/extensions/changes/rules/experiment.ts';
import { judge } from '../../../../src/extensions/experiments/judge.ts';
import { said } from '../../../support/said.ts';
import { sampleExperiment } from '../../experiments/sample-experiment.ts';
import { campaign, judgement, websiteWeek } from '../week/sample-week.ts';

const WON = judgement([
  [2000, 200],
  [2000, 300],
]);

function findingOn(arms: Parameters<typeof judgement>[0]) {
  const [finding] = experiments(websiteWeek([campaign({ experiment: judgement(arms) })]));
  return finding!;
}

test('a winner, in the words of the verdict, with what it is worth', () => {
  const [winner] = experiments(websiteWeek([campaign({ experiment: WON })]));
  expect(winner).toMatchObject({ kind: 'fact', campaignId: 10, about: ['experiment 10', 'winner 10'] });
  expect(said(winner!)).toBe(`The experiment in “Spring popup”: ${said(WON.verdict)}`);
  // 1,000 viewers of A a week, 5 points more of them: 50 conversions at 5 dollars.
  expect(winner!.stake).toEqual({ conversions: expect.closeTo(50, 6), revenue: expect.closeTo(2_500_000, 2) });
});

test('a loser', () => {
  const finding = findingOn([
    [4000, 400],
    [4000, 405],
    [4000, 200],
  ]);
  expect([finding.kind, said(finding)]).toEqual(['fact', expect.stringContaining('Stop “Text”')]);
});

test('an unhealthy experiment is for action, without a winner', () => {
  const finding = findingOn([
    [4000, 200],
    [3000, 300],
  ]);
  expect(finding).toMatchObject({ kind: 'fact', stake: { conversions: 0, revenue: 0 } });
  expect(said(finding)).toContain('not divided as planned');
});

describe('with a holdout', () => {
  const arms = (shown: number) => [
    { visitors: 5_000, conversions: 0, orders: 100, orderValue: 20, share: 10, isHoldout: true },
    { visitors: 45_000, conversions: 0, orders: shown, orderValue: 20, share: 90 },
  ];
  const findingOf = (shown: number) => {
    const experiment = judge(sampleExperiment(arms(shown)), { metric: 'order_rate', smallestLift: 0.1 });
    return experiments(websiteWeek([campaign({ experiment })]))[0]!;
  };

  test('what would not have come without the campaign is said first', () => {
    const finding = findingOf(1_800);
    expect(finding.kind).toBe('fact');
    expect(said(finding)).toMatch(
      /^“Spring popup” against its holdout: Between \$.* would not have come without it\. “Video” wins with an order rate/,
    );
  });

  test('a campaign that harms is for action', () => {
    const finding = findingOf(450);
    expect([finding.kind, said(finding)]).toEqual(['fact', expect.stringContaining('Stop the campaign.')]);
  });

  test('one that is not settled yet is said by itself', () => {
    const finding = findingOf(945);
    expect(finding).toMatchObject({ kind: 'note' });
    expect(finding).not.toHaveProperty('summary');
    expect(said(finding)).toContain('It is not known yet whether it brings any money.');
  });
});

describe('worth knowing', () => {
  test.each([
    ['keep_running', [2000, 200], [2000, 230]],
    ['will_not_settle', [300, 15], [300, 16]],
    ['no_difference', [90_000, 18_000], [90_000, 18_100]],
  ] as const)('%s', (kind, a, b) => {
    expect(findingOn([a, b])).toMatchObject({ kind: 'note', summary: { kind }, stake: { conversions: 0, revenue: 0 } });
  });
});

test('only live campaigns that split their traffic', () => {
  expect(experiments(websiteWeek([campaign({ experiment: WON, isLive: false })]))).toEqual([]);
  expect(experiments(websiteWeek([campaign({ experiment: judgement([[2000, 200]]) })]))).toEqual([]);
  expect(experiments(websiteWeek([campaign()]))).toEqual([]);
});
