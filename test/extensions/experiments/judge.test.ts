// Verdicts, health and what is at stake, for given counts.

import { describe, expect, it, test } from 'vitest';
import type { ExperimentMetric } from '../../../src/core/answers/experiments/experiment-names.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { distinctCount } from '../../../src/extensions/experiments/arm.ts';
import { type Compared, compareArms, judge } from '../../../src/extensions/experiments/judge.ts';
import { WAIT_DAYS_MAX } from '../../../src/extensions/experiments/outlook.ts';
import { IS_LONG } from '../../support/long.ts';
import { said, withWords } from '../../support/said.ts';
import { FIRST_DAY, type SampleArm, sampleExperiment } from './sample-experiment.ts';

const QUESTION = { metric: 'conversion_rate', smallestLift: 0.1 } as const;

function verdictOn(arms: readonly SampleArm[], days?: number) {
  return judge(sampleExperiment(arms, days), QUESTION).verdict;
}

describe('the verdict', () => {
  it('names a winner, with the lift and what to do', () => {
    const verdict = verdictOn([
      { visitors: 4_000, conversions: 200 },
      { visitors: 4_000, conversions: 300 },
    ]);
    expect(verdict).toMatchObject({ kind: 'winner', variantId: 101, daysLeft: null });
    expect(said(verdict)).toMatch(
      new RegExp(
        String.raw`^“Video” wins with a conversion rate of 7\.5% \(4,000 visitors\) against 5\.0% of “Photo” \(4,000 visitors\)\. ` +
          String.raw`The true lift is between \+\d+\.\d% and \+\d+\.\d%\. Give it all the traffic\.$`,
      ),
    );
  });

  it.each([
    ['winner', [200, 300], /^“Video” wins .* and \+\d+\.\d%\.$/],
    ['will_not_settle', [200, 240], /^“Video” is ahead .* to \+\d+\.\d%\.$/],
    ['will_not_settle', [1, 2], /^It is too early to tell: .* conversions\.$/],
  ])('asks for nothing when the campaign is archived: %s', (kind, [first, second], sentence) => {
    const arms = [first, second].map((conversions) => ({ visitors: 4_000, conversions: conversions! }));
    const { verdict } = judge({ ...sampleExperiment(arms), hasEnded: true }, QUESTION);
    expect(withWords(verdict)).toMatchObject({ kind, daysLeft: null, sentence: expect.stringMatching(sentence) });
  });

  it('may be that the control wins', () => {
    expect(
      verdictOn([
        { visitors: 4_000, conversions: 300 },
        { visitors: 4_000, conversions: 200 },
      ]),
    ).toMatchObject({ kind: 'winner', variantId: 100 });
  });

  it('names a loser while the others are undecided', () => {
    const verdict = verdictOn([
      { visitors: 4_000, conversions: 400 },
      { visitors: 4_000, conversions: 405 },
      { visitors: 4_000, conversions: 200 },
    ]);
    expect(verdict).toMatchObject({ kind: 'loser', variantId: 102 });
    expect(said(verdict)).toContain('Stop “Text” and let the others go on.');
  });

  it('says that no difference is worth having, once every lift is smaller than what matters', () => {
    const verdict = verdictOn([
      { visitors: 90_000, conversions: 18_000 },
      { visitors: 90_000, conversions: 18_100 },
    ]);
    expect(verdict).toMatchObject({ kind: 'no_difference', variantId: null, daysLeft: null });
    expect(said(verdict)).toContain('less than 10.0% does not matter here');
  });

  it('asks to keep it running, with the number of days at the present traffic', () => {
    const arms = [
      { visitors: 4_000, conversions: 200 },
      { visitors: 4_000, conversions: 240 },
    ];
    const verdict = verdictOn(arms);
    expect(verdict).toMatchObject({ kind: 'keep_running', daysLeft: expect.any(Number) });
    expect(said(verdict)).toContain(`about ${verdict.daysLeft} more days to settle`);
    // That many days later at the same rates, it is settled; a day earlier it is not.
    const later = (days: number) =>
      verdictOn(
        arms.map(({ visitors, conversions }) => ({
          visitors: (visitors * (14 + days)) / 14,
          conversions: (conversions * (14 + days)) / 14,
        })),
        14 + days,
      );
    expect(later(verdict.daysLeft!).kind).toBe('winner');
    expect(later(verdict.daysLeft! - 2).kind).toBe('keep_running');
  });

  it('waits until a small lift can be told from none or from the smallest one that matters', () => {
    const onDay = (days: number) => {
      const arms = [30, 33.6].map((conversions) => ({ visitors: days * 300, conversions: days * conversions }));
      return judge(sampleExperiment(arms, days), { ...QUESTION, smallestLift: 0.3 }).verdict;
    };
    const { kind, daysLeft } = onDay(8);
    expect(kind).toBe('keep_running');
    expect(onDay(8 + daysLeft!).kind).toBe('no_difference');
  });

  it('says so if the traffic is too low for the difference', () => {
    const verdict = verdictOn([
      { visitors: 300, conversions: 15 },
      { visitors: 300, conversions: 16 },
    ]);
    expect(verdict).toMatchObject({ kind: 'will_not_settle', daysLeft: null });
    expect(said(verdict)).toContain(`${WAIT_DAYS_MAX} more days would not be enough`);
    expect(said(verdict)).toContain('Try something bolder.');
  });

  it('does not decide before a full week, however clear it looks', () => {
    const verdict = verdictOn(
      [
        { visitors: 4_000, conversions: 200 },
        { visitors: 4_000, conversions: 400 },
      ],
      6,
    );
    expect(verdict).toMatchObject({ kind: 'keep_running', daysLeft: 1 });
  });

  it('needs conversions in every variant', () => {
    expect(
      said(
        verdictOn([
          { visitors: 2_000, conversions: 1 },
          { visitors: 2_000, conversions: 15 },
        ]),
      ),
    ).toContain('too early');
  });

  it('is about revenue if that is asked for', () => {
    const experiment = sampleExperiment([
      { visitors: 5_000, conversions: 0, orders: 300, orderValue: 40 },
      { visitors: 5_000, conversions: 0, orders: 300, orderValue: 80 },
    ]);
    const { verdict, stake } = judge(experiment, { ...QUESTION, metric: 'revenue_per_visitor' });
    expect(verdict).toMatchObject({ kind: 'winner', variantId: 101 });
    expect(said(verdict)).toContain('revenue per visitor of $4.80 (5,000 visitors) against $2.40');
    // 2,500 visitors a week would bring $2.40 more each.
    expect(stake!.revenue!.estimate).toBeCloseTo(6_000, 6);
  });

  it.each([
    ['wins', [300, 200]],
    ['is ahead', [220, 200]],
    ['loses', [405, 400, 200]],
  ])('has the lifts of the report, which are over the control, also where the control %s', (_, conversions) => {
    const experiment = sampleExperiment(conversions.map((count) => ({ visitors: 4_000, conversions: count })));
    const { verdict } = judge(experiment, QUESTION);
    const test = experiment.test!;
    const [{ lift }] = compareArms({ ...experiment, test }, 'conversion_rate', test.looks[0]!).slice(-1) as [Compared];
    expect(lift!.low).toBeLessThan(0);
    expect(verdict.sentences.flatMap(({ values }) => values?.low ?? [])).toEqual([{ change: lift!.low }]);
  });

  it('says what is at stake in revenue only where it is decided by the revenue itself', () => {
    const arms = (orders: number) => [
      { visitors: 4_000, conversions: 200, orders: 100, orderValue: 40 },
      { visitors: 4_000, conversions: 300, orders, orderValue: 40 },
    ];
    const stakeOf = (orders: number, metric: ExperimentMetric = 'conversion_rate') =>
      judge(sampleExperiment(arms(orders)), { ...QUESTION, metric }).stake!;
    // Half more conversions, and hardly more orders.
    expect(stakeOf(110)).toMatchObject({ events: { low: expect.any(Number) }, revenue: null });
    expect(stakeOf(110, 'revenue_per_visitor')).toEqual({ events: null, revenue: null });
    expect(stakeOf(300).revenue).toEqual(stakeOf(300, 'revenue_per_visitor').revenue);
    // 2,000 visitors a week would bring $2 more each.
    expect(stakeOf(300).revenue!.estimate).toBeCloseTo(4_000, 6);
    expect(stakeOf(300).revenue!.low).toBeGreaterThan(0);
  });

  it('says that nothing can be compared with one variant', () => {
    expect(verdictOn([{ visitors: 4_000, conversions: 200 }])).toMatchObject({ kind: 'no_experiment' });
  });

  it('never contradicts itself, whatever the counts are', () => {
    const random = new Random(20_177);
    for (let round = 0; round < (IS_LONG ? 2_000 : 300); round++) {
      const arms = Array.from({ length: random.between(2, 5) }, () => {
        const visitors = random.between(50, 60_000);
        return { visitors, conversions: Math.floor(visitors * random.next() ** 2 * 0.4) };
      });
      const { verdict } = judge(
        { ...sampleExperiment(arms), arms: sharesAsVisited(arms) },
        { metric: 'conversion_rate', smallestLift: random.between(1, 30) / 100 },
      );
      const spoken = [
        [/ wins with /, 'winner'],
        [/ loses with /, 'loser'],
        [/no difference worth having/, 'no_difference'],
        [/^Keep it running\./, 'keep_running'],
        [/will not be decided with the current traffic/, 'will_not_settle'],
      ] as const;
      expect(spoken.filter(([words]) => words.test(said(verdict))).map(([, kind]) => kind)).toEqual([verdict.kind]);
      if (verdict.kind !== 'loser') expect(verdict.daysLeft !== null).toBe(verdict.kind === 'keep_running');
    }
  });
});

function sharesAsVisited(arms: readonly SampleArm[]) {
  return sampleExperiment(arms).arms.map((arm, index) => ({ ...arm, trafficPercentage: arms[index]!.visitors }));
}

describe('health', () => {
  const equal = [
    { visitors: 4_000, conversions: 200 },
    { visitors: 4_000, conversions: 300 },
  ];

  function kindsOf(...given: Parameters<typeof sampleExperiment>) {
    return judge(sampleExperiment(...given), QUESTION).health.map(({ kind }) => kind);
  }

  test('a healthy test has no findings', () => {
    expect(kindsOf(equal)).toEqual([]);
  });

  test('visitors that are not divided by the shares are an alarm, and nothing is decided', () => {
    const arms = [
      { visitors: 4_000, conversions: 200 },
      { visitors: 3_400, conversions: 300 },
    ];
    const { health, verdict, stake } = judge(sampleExperiment(arms), QUESTION);
    expect(health).toMatchObject([{ kind: 'sample_ratio_mismatch', severity: 'alarm' }]);
    expect(said(health[0]!)).toContain('“Photo” 54.1% instead of 50.0%, “Video” 45.9% instead of 50.0%');
    expect(verdict).toMatchObject({ kind: 'unhealthy', variantId: null });
    expect(stake).toBeNull();
  });

  test('planned unequal shares are healthy', () => {
    expect(
      kindsOf([
        { visitors: 9_000, conversions: 450, share: 90 },
        { visitors: 1_000, conversions: 50, share: 10 },
      ]),
    ).toEqual([]);
  });

  test('the error of the sketches is no mismatch', () => {
    const visitors = 1_000_000;
    expect(
      kindsOf([
        { visitors, conversions: 50_000 },
        { visitors: visitors * 1.02, conversions: 51_000 },
      ]),
    ).toEqual([]);
  });

  test('visitors who saw several variants', () => {
    expect(kindsOf(equal, 14, { visitorsOfAny: distinctCount(6_000) })).toEqual(['visitors_in_several_variants']);
    const few = equal.map(({ conversions }) => ({ visitors: 600, conversions }));
    expect(kindsOf(few, 14, { visitorsOfAny: distinctCount(1_170) })).toEqual(['visitors_in_several_variants']);
  });

  test('neither a small share nor a handful of visitors who saw several variants', () => {
    const arms = (visitors: number) => equal.map(() => ({ visitors, conversions: 5 }));
    expect(kindsOf(arms(600), 14, { visitorsOfAny: distinctCount(1_190) })).toEqual([]);
    expect(kindsOf(arms(50), 14, { visitorsOfAny: distinctCount(96) })).toEqual([]);
  });

  test('a variant that should get traffic and has none', () => {
    const experiment = { ...sampleExperiment(equal), test: undefined, views: [500, 0] };
    const { health, verdict } = judge(experiment, QUESTION);
    expect(health).toMatchObject([{ kind: 'variant_without_traffic', severity: 'alarm' }]);
    expect(said(health[0]!)).toContain('“Video” should get 50% of the traffic');
    expect(verdict.kind).toBe('unhealthy');
    expect(judge({ ...experiment, views: [20, 0] }, QUESTION).verdict.kind).toBe('keep_running');
  });

  test('a variant that should get little traffic has none for a while', () => {
    const kinds = (views: number) => {
      const experiment = sampleExperiment([
        { visitors: views, conversions: 0, share: 99 },
        { visitors: 0, conversions: 0, share: 1 },
      ]);
      return judge(experiment, QUESTION).health.map(({ kind }) => kind);
    };
    expect(kinds(9_900)).not.toContain('variant_without_traffic');
    expect(kinds(10_000)).toContain('variant_without_traffic');
  });

  test('a change of the shares is said', () => {
    expect(kindsOf(equal, 14, { sharesChangedDay: FIRST_DAY - 1 })).toEqual(['traffic_shares_changed']);
  });
});
