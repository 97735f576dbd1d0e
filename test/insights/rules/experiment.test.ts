import { describe, expect, test } from 'vitest';
import { experiments } from '../../../src/insights/rules/experiment.ts';
import type { Claim, Finding } from '../../../src/insights/rules/finding.ts';
import { campaign, counts, variant, websiteWeek, weeks } from '../sample-week.ts';

/** Arms with these viewers and conversions over the whole run, and a tenth of the viewers this week. */
function experiment(arms: readonly (readonly [views: number, conversions: number])[], runWeeks = 4): Finding[] {
  const variants = arms.map(([views, conversions], arm) =>
    variant({
      id: 100 + arm,
      variation: 'ABC'.charAt(arm),
      trafficPercentage: 50,
      weeks: weeks({ views: views / 10 }),
      run: counts({ views, conversions }),
    }),
  );
  return experiments(
    websiteWeek([campaign({ variants, runWeeks, weeks: weeks({ conversions: 10, revenue: 500_000 }) })]),
  );
}

const claimsOf = (findings: readonly Finding[]) =>
  findings.filter((finding): finding is Claim => finding.kind === 'claim');
const noteOf = (findings: readonly Finding[]) => findings.find(({ kind }) => kind === 'note')!.sentence();

test('a winner, with its rates, its run and what it is worth', () => {
  const [winner] = claimsOf(
    experiment([
      [2000, 200],
      [2000, 300],
    ]),
  );
  expect(winner!.pValue).toBeLessThan(1e-4);
  // 200 visitors of A this week, 5 points more of them: 10 conversions at 5 dollars.
  expect(winner!.stake).toEqual({ conversions: expect.closeTo(10, 6), revenue: expect.closeTo(500_000, 2) });
  expect(winner!.sentence()).toBe(
    'The experiment in “Spring popup” has a winner: variant “B”. 15.0% of its 2,000 visitors converted, significantly ' +
      'more than 10.0% of the 2,000 visitors of variant “A” (the last 4 weeks). Give it all the traffic. That would ' +
      'bring about 10 conversions a week, worth about $50.00.',
  );
});

describe('peeking', () => {
  const pAfter = (runWeeks: number) =>
    claimsOf(
      experiment(
        [
          [1000, 100],
          [1000, 140],
        ],
        runWeeks,
      ),
    )[0]!.pValue;

  test('the k-th look needs k² times the evidence', () => {
    expect(pAfter(4) / pAfter(2)).toBeCloseTo(4, 10);
    expect(pAfter(8) / pAfter(2)).toBeCloseTo(16, 10);
  });

  test('all looks together use at most the allowed error', () => {
    const firstLook = pAfter(1);
    let spent = 0;
    for (let look = 1; look <= 1000; look++) spent += firstLook / ((Math.PI ** 2 / 6) * look ** 2) / firstLook;
    expect(spent).toBeLessThanOrEqual(1);
  });

  test('less than a full week is too early, however clear the difference', () => {
    const arms = [100, 300].map((conversions, arm) =>
      variant({
        id: 100 + arm,
        variation: 'AB'.charAt(arm),
        run: counts({ views: 1000, conversions }),
        viewsByDay: [0, 0, 9, 9, 9, 9, 9],
        weeks: weeks({ views: 1000 }),
      }),
    );
    const judge = (runWeeks: number) => experiments(websiteWeek([campaign({ variants: arms, runWeeks })]));
    expect(claimsOf(judge(1))).toEqual([]);
    expect(noteOf(judge(1))).toMatch(/^It is too early to judge the experiment in “Spring popup”/);
    expect(claimsOf(judge(2))).toHaveLength(1);
  });

  test('a small sample is too early', () => {
    expect(
      claimsOf(
        experiment([
          [90, 5],
          [90, 30],
        ]),
      ),
    ).toEqual([]);
    expect(
      claimsOf(
        experiment([
          [1000, 1],
          [1000, 11],
        ]),
      ),
    ).toEqual([]);
  });
});

describe('undecided', () => {
  test('says for how long, at this traffic', () => {
    const findings = experiment([
      [2000, 200],
      [2000, 230],
    ]);
    expect(claimsOf(findings)[0]!.pValue).toBeGreaterThan(0.05);
    // 10 % against 11.5 %, at a level of 0.005 with a power of 0.8: 11,350 a group, of which 2,000 are there, 200 a week.
    expect(noteOf(findings)).toBe(
      'The experiment in “Spring popup” is still undecided: 11.5% of the 2,000 visitors of variant “B” converted, and ' +
        '10.0% of the 2,000 visitors of variant “A” (the last 4 weeks). The difference may be chance. With the current ' +
        "traffic it will take about 47 more weeks to decide. Don't pick a winner before then.",
    );
  });

  test('says if the difference is too small to wait for', () => {
    expect(
      noteOf(
        experiment([
          [2000, 200],
          [2000, 201],
        ]),
      ),
    ).toMatch(/more than a year .* try something bolder/);
    expect(
      noteOf(
        experiment([
          [2000, 200],
          [2000, 200],
        ]),
      ),
    ).toMatch(/more than a year/);
  });
});

describe('three variants', () => {
  test('a winner must beat every other variant', () => {
    const [winner, loser] = claimsOf(
      experiment([
        [2000, 100],
        [2000, 200],
        [2000, 204],
      ]),
    );
    expect(winner!.pValue).toBeGreaterThan(1);
    expect(loser!.pValue).toBeLessThan(1e-4);
    expect(loser!.sentence()).toMatch(/^The experiment in “Spring popup” has a loser: variant “A”\./);
  });

  test('all others are named', () => {
    const [winner] = claimsOf(
      experiment([
        [2000, 100],
        [2000, 150],
        [2000, 300],
      ]),
    );
    expect(winner!.pValue).toBeLessThan(1e-6);
    expect(winner!.sentence()).toContain(
      '7.5% of the 2,000 visitors of variant “B” and 5.0% of the 2,000 visitors of variant “A”',
    );
  });
});

test('only live campaigns that split their traffic', () => {
  const arms = [
    variant({ run: counts({ views: 2000, conversions: 100 }) }),
    variant({ run: counts({ views: 2000, conversions: 300 }) }),
  ];
  const ended = [arms[0]!, { ...arms[1]!, trafficPercentage: 0 }];
  expect(experiments(websiteWeek([campaign({ variants: arms, isLive: false })]))).toEqual([]);
  expect(experiments(websiteWeek([campaign({ variants: ended })]))).toEqual([]);
  expect(experiments(websiteWeek([campaign({ variants: arms, runWeeks: 0 })]))).toEqual([]);
});
