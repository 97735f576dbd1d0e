import { expect, test } from 'vitest';
import { campaignRates } from '../../../../src/extensions/changes/rules/campaign-rate.ts';
import type { TestedFinding } from '../../../../src/extensions/changes/rules/finding.ts';
import { said } from '../../../support/said.ts';
import { campaign, counts, websiteWeek, weeks } from '../week/sample-week.ts';

function move(conversions: number, fields: Parameters<typeof campaign>[0] = {}): TestedFinding | undefined {
  const now = { views: 1000, conversions, revenue: 0 };
  const own = weeks(now, { views: 1000, conversions: 100, revenue: 2_000_000 });
  return campaignRates(websiteWeek([campaign({ weeks: own, ...fields })]))[0] as TestedFinding | undefined;
}

test('a rate that fell, and what that costs', () => {
  const fall = move(50)!;
  expect(fall.pValue).toBeLessThan(1e-4);
  expect(said(fall)).toBe(
    'The conversion rate of “Spring popup” fell significantly: 5.0% of 1,000 visitors, compared with 10.0% in the ' +
      'previous 4 weeks. That costs about 50 conversions a week, worth about $94.12. Find out what changed in the ' +
      'campaign or on its page.',
  );
});

test('a rate that rose', () => {
  const rise = move(160)!;
  expect(rise.pValue).toBeLessThan(1e-4);
  expect(said(rise)).toMatch(
    /^The conversion rate of “Spring popup” rose significantly: 16.0% .* That brings about 60/,
  );
});

test('what chance explains has no small p-value, and a small change is not reported', () => {
  expect(move(88)!.pValue).toBeGreaterThan(0.05);
  expect(move(95)!.pValue).toBe(1);
});

test('a campaign that varies from week to week needs more evidence', () => {
  const varying = [50, 140, 70, 120, 60, 150, 80, 130].map((conversions) => counts({ views: 1000, conversions }));
  const inVaryingWeeks = move(50, { weeks: [counts({ views: 1000, conversions: 50 }), ...varying] })!;
  expect(inVaryingWeeks.pValue).toBeGreaterThan(0.05);
});

test('a slow trend does not count as variation', () => {
  const fading = [70, 80, 90, 100, 110, 120, 130, 140].map((conversions) => counts({ views: 1000, conversions }));
  expect(move(40, { weeks: [counts({ views: 1000, conversions: 40 }), ...fading] })!.pValue).toBeLessThan(0.002);
});

test('nothing without enough viewers, without earlier weeks, or for an archived campaign', () => {
  expect(move(50, { weeks: weeks({ views: 90, conversions: 0 }, { views: 90, conversions: 40 }) })).toBeUndefined();
  expect(move(50, { weeks: weeks({ views: 1000, conversions: 50 }, {}) })).toBeUndefined();
  expect(move(50, { isLive: false })).toBeUndefined();
});
