import { describe, expect, test } from 'vitest';
import type { TestedFinding } from '../../../../src/extensions/changes/rules/finding.ts';
import { funnelSteps } from '../../../../src/extensions/changes/rules/funnel-step.ts';
import { said } from '../../../support/said.ts';
import { campaign, judgement, step, variant, websiteWeek, weeks } from '../week/sample-week.ts';

/** Three steps: of 1,000 visitors 500 continue, then `second`, then `last` complete; before they were 400 and 200. */
function funnel(second: number, last: number, id = 100) {
  return variant({
    id,
    variation: id === 100 ? 'A' : 'B',
    weeks: weeks(
      { views: 1000, conversions: 300, completions: last, revenue: last * 100_000 },
      { views: 1000, conversions: 300, completions: 200, revenue: 20_000_000 },
    ),
    steps: [
      step(id * 10, { views: 1000 }, { views: 1000 }),
      step(id * 10 + 1, { views: 500 }, { views: 500 }),
      step(id * 10 + 2, { views: second }, { views: 400 }),
    ],
  });
}

function claims(...variants: ReturnType<typeof funnel>[]): TestedFinding[] {
  const experiment = variants.length > 1 ? judgement(variants.map(() => [1000, 300])) : undefined;
  return funnelSteps(websiteWeek([campaign({ variants, experiment })])) as TestedFinding[];
}

const holding = (found: readonly TestedFinding[]) => found.filter(({ pValue }) => pValue < 0.001);

test('a step that loses more than before, with the loss', () => {
  const [loss, ...others] = holding(claims(funnel(250, 125)));
  expect(others).toEqual([]);
  // 250 of 500 instead of 400: 150 visitors, of whom before half would have completed, at 5 dollars a visitor.
  expect(loss!.stake).toEqual({ conversions: expect.closeTo(75, 6), revenue: expect.closeTo(7_500_000, 2) });
  expect(said(loss!)).toBe(
    'Step 2 of “Spring popup” loses significantly more visitors than before: 50.0% of 500 continued, compared with ' +
      '80.0% in the previous 4 weeks. That is 150 visitors a week, worth about $750. Check what is on this step, and ' +
      'try it yourself.',
  );
});

test('completing passes the last step', () => {
  const [loss] = holding(claims(funnel(400, 80)));
  expect(said(loss!)).toMatch(
    /^Step 3 of “Spring popup” loses significantly more visitors than before: 20.0% of 400 continued/,
  );
});

test('without completions, converting passes the last step', () => {
  const silent = variant({
    weeks: weeks({ views: 1000, conversions: 500 }),
    steps: [
      step(1, { views: 1000 }, { views: 1000 }),
      step(2, { views: 500, conversions: 100 }, { views: 500, conversions: 300 }),
    ],
  });
  expect(said(holding(claims(silent))[0]!)).toMatch(/^Step 2 .* 20.0% of 500 continued, compared with 60.0%/);
});

test('every tested step is reported', () => {
  expect(claims(funnel(400, 200)).map(({ pValue }) => pValue)).toEqual([1, 1, 1]);
});

test('an improvement or a decrease of less than a tenth is not a loss', () => {
  expect(holding(claims(funnel(480, 240)))).toEqual([]);
  expect(holding(claims(funnel(365, 190)))).toEqual([]);
});

test('the first step is left to the campaign if passing it is the conversion', () => {
  const same = { ...funnel(250, 125), weeks: weeks({ views: 1000, conversions: 500, completions: 200 }) };
  expect(claims(same).map(({ about }) => about[1])).toEqual(['step 1001', 'step 1002']);
});

describe('siblings', () => {
  /** It was as bad before as now. */
  const alwaysBad = (id: number) => {
    const bad = funnel(250, 125, id);
    const own = { views: 1000, conversions: 300, completions: 125, revenue: 12_500_000 };
    return {
      ...bad,
      weeks: weeks(own),
      steps: [bad.steps[0]!, bad.steps[1]!, step(id * 10 + 2, { views: 250 }, { views: 250 })],
    };
  };

  test('a step that was always worse than its sibling', () => {
    const [loss, ...others] = holding(claims(funnel(400, 200, 100), alwaysBad(101)));
    expect(others).toEqual([]);
    expect(said(loss!)).toBe(
      'Step 2 of “Spring popup” (variant “B”) loses significantly more visitors than the same step of variant “A”: ' +
        '50.0% of 2,500 continued, compared with 80.0% there, over 5 weeks. That is 150 visitors a week, worth about ' +
        '$750. Check what is on this step, and try it yourself.',
    );
  });

  test('only if the funnels have the same number of steps', () => {
    const shorter = { ...alwaysBad(101), steps: alwaysBad(101).steps.slice(0, 2) };
    expect(
      holding(claims(funnel(400, 200, 100), shorter)).filter((finding) => said(finding).includes('the same step')),
    ).toEqual([]);
  });
});

test('nothing for archived campaigns, variants without traffic, or few visitors', () => {
  const bad = funnel(250, 125);
  expect(funnelSteps(websiteWeek([campaign({ variants: [bad], isLive: false })]))).toEqual([]);
  expect(claims({ ...bad, trafficPercentage: 0 })).toEqual([]);
  const few = variant({ steps: [step(1, { views: 90 }, { views: 90 }), step(2, { views: 10 }, { views: 60 })] });
  expect(claims(few)).toEqual([]);
});
