// Weeks in which nothing happens: chance must not be reported as a finding.

import { describe, expect, test } from 'vitest';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import type { WebsiteWeek } from '../../../../src/extensions/changes/rules/website-week.ts';
import { readWebsiteWeek } from '../../../../src/extensions/changes/week/read-website-week.ts';
import { type Recommendation, recommend } from '../../../../src/extensions/changes/week/recommend.ts';
import {
  countSyntheticWeeks,
  type SyntheticPlan,
  syntheticCatalog,
} from '../../../core/answers/insights/synthetic-website.ts';
import { IS_LONG } from '../../../support/long.ts';
import { said } from '../../../support/said.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { MONDAY } from './sample-week.ts';
import { simulatedWeek } from './simulated-week.ts';

const CLAIMS_SHARE_MAX = 0.05;

function claimsIn(week: WebsiteWeek): string[] {
  const items = recommend(week);
  expect(items.length).toBeGreaterThanOrEqual(3);
  expect(items.length).toBeLessThanOrEqual(7);
  // The verdicts on experiments have an error of their own, but a winner by chance is as wrong.
  const isClaim = (item: Recommendation) => item.kind === 'claim' || / (wins|loses) with /.test(said(item));
  return items.filter(isClaim).map(said);
}

test('of weeks of counted events at most 5 % have a claim', async () => {
  const websites = IS_LONG ? 8 : 1;
  const weeksEach = 25;
  const plans = Array.from(
    { length: websites },
    (_, index): SyntheticPlan => ({
      websiteId: index + 1,
      seed: 100 + index,
      monday: MONDAY,
      weeks: weeksEach + 8,
      elementViews: false,
      campaigns: [
        { name: 'Popup', viewersPerDay: 30, split: [50, 50], passRates: [0.15, 0.7], orderRate: 0.5 },
        { name: 'Quiz', viewersPerDay: 18, passRates: [0.4, 0.8, 0.7], orderRate: 0.4, ctaType: 'quiz' },
        { name: 'Second popup', viewersPerDay: 22, passRates: [0.18, 0.6], orderRate: 0.5 },
      ],
    }),
  );
  const ingestion = await createTestIngestion('sqlite', syntheticCatalog(plans));
  const weeksWithClaims: string[] = [];
  for (const plan of plans) {
    await countSyntheticWeeks(ingestion.stages, plan);
    for (let weeksAgo = 0; weeksAgo < weeksEach; weeksAgo++) {
      const week = await readWebsiteWeek(ingestion.database, plan.websiteId, MONDAY - 7 * weeksAgo, NO_BOUNDS);
      const [claim] = claimsIn(week!);
      if (claim) weeksWithClaims.push(claim);
    }
  }
  await ingestion.dispose();
  expect(weeksWithClaims.length, weeksWithClaims.join('\n')).toBeLessThanOrEqual(
    CLAIMS_SHARE_MAX * websites * weeksEach,
  );
});

describe('by simulation, without events', () => {
  const WEEKS = IS_LONG ? 600 : 200;

  test.each([
    ['small campaigns', { viewersMin: 120, viewersMax: 400, rateSwing: 0, trafficSwing: 0.05 }],
    ['larger ones', { viewersMin: 300, viewersMax: 1_500, rateSwing: 0, trafficSwing: 0.1 }],
    ['rates that vary', { viewersMin: 300, viewersMax: 1_500, rateSwing: 0.07, trafficSwing: 0.1 }],
  ])('%s', (_name, options) => {
    const claims = Array.from({ length: WEEKS }, (_, seed) => claimsIn(simulatedWeek({ seed, ...options })));
    const weeksWithClaims = claims.filter(({ length }) => length > 0);
    expect(weeksWithClaims.length, weeksWithClaims.join('\n')).toBeLessThanOrEqual(CLAIMS_SHARE_MAX * WEEKS);
  });
});
