// The engine judges; the rule only says which verdicts are for action, and what is at stake.
import { describe, expect, test } from 'vitest';
import { experiments } from '../../../src/insights/rules/experiment.ts';
import { campaign, judgement, websiteWeek } from '../sample-week.ts';

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
  expect(winner!.sentence()).toBe(`The experiment in “Spring popup”: ${WON.verdict.sentence}`);
  // 1,000 viewers of A a week, 5 points more of them: 50 conversions at 5 dollars.
  expect(winner!.stake).toEqual({ conversions: expect.closeTo(50, 6), revenue: expect.closeTo(2_500_000, 2) });
});

test('a loser', () => {
  const finding = findingOn([
    [4000, 400],
    [4000, 405],
    [4000, 200],
  ]);
  expect([finding.kind, finding.sentence()]).toEqual(['fact', expect.stringContaining('Stop “Text”')]);
});

test('an unhealthy experiment is for action, without a winner', () => {
  const finding = findingOn([
    [4000, 200],
    [3000, 300],
  ]);
  expect(finding).toMatchObject({ kind: 'fact', stake: { conversions: 0, revenue: 0 } });
  expect(finding.sentence()).toContain('not divided as planned');
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
