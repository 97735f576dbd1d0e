// Weeks with one planted cause, counted from events: the right finding comes first.

import { afterAll, describe, expect, test } from 'vitest';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { readWebsiteWeek } from '../../../../src/extensions/changes/week/read-website-week.ts';
import { recommend } from '../../../../src/extensions/changes/week/recommend.ts';
import {
  countSyntheticWeeks,
  type SyntheticPlan,
  syntheticCatalog,
} from '../../../core/answers/insights/synthetic-website.ts';
import { withWords } from '../../../support/said.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { MONDAY } from './sample-week.ts';

const opened: TestIngestion[] = [];
afterAll(() => Promise.all(opened.map((one) => one.dispose())));

async function countedWeeks(plans: readonly SyntheticPlan[]): Promise<TestIngestion> {
  const ingestion = await createTestIngestion('sqlite', syntheticCatalog(plans));
  opened.push(ingestion);
  for (const plan of plans) await countSyntheticWeeks(ingestion.stages, plan);
  return ingestion;
}

const CALM: SyntheticPlan = {
  websiteId: 1,
  seed: 11,
  monday: MONDAY,
  weeks: 6,
  elementViews: false,
  campaigns: [
    { name: 'Spring popup', viewersPerDay: 110, split: [50, 50], passRates: [0.12, 0.7], orderRate: 0.4 },
    { name: 'Long quiz', viewersPerDay: 90, passRates: [0.35, 0.8, 0.7], orderRate: 0.3, ctaType: 'quiz' },
    { name: 'Sale page', viewersPerDay: 60, passRates: [0.15, 0.6], orderRate: 0.5, ctaType: 'landing_page' },
  ],
};

async function findings(planted: Partial<SyntheticPlan>) {
  const { database } = await countedWeeks([{ ...CALM, ...planted }]);
  const items = recommend((await readWebsiteWeek(database, 1, MONDAY, NO_BOUNDS))!);
  expect(items.length).toBeGreaterThanOrEqual(3);
  expect(items.length).toBeLessThanOrEqual(7);
  return items.map(withWords);
}

describe('the planted cause comes first', () => {
  test('a winner', async () => {
    const [first] = await findings({
      planted: ({ campaign, variant, step }) =>
        campaign === 'Spring popup' && variant === 'B' && step === 1 ? 1.6 : 1,
    });
    expect(first).toMatchObject({
      kind: 'fact',
      sentence: expect.stringMatching(/^The experiment in “Spring popup”: variant “B” wins with /),
    });
  });

  test('a step that broke this week', async () => {
    const items = await findings({
      planted: ({ campaign, step, weeksAgo }) => (campaign === 'Long quiz' && step === 2 && weeksAgo === 0 ? 0.5 : 1),
    });
    expect(items[0]).toMatchObject({
      kind: 'claim',
      sentence: expect.stringMatching(/^Step 2 of “Long quiz” loses significantly more visitors than before/),
    });
    expect(items.filter(({ kind }) => kind === 'claim').length).toBeLessThanOrEqual(2);
  });

  test('a step that has always been broken in one variant', async () => {
    const [first] = await findings({
      planted: ({ campaign, variant, step }) =>
        campaign === 'Spring popup' && variant === 'A' && step === 2 ? 0.3 : 1,
    });
    expect(first).toMatchObject({
      kind: 'claim',
      sentence: expect.stringMatching(
        /^Step 2 of “Spring popup” \(variant “A”\) loses significantly more visitors than the same step of variant “B”/,
      ),
    });
  });

  test('a campaign that dropped', async () => {
    const [first] = await findings({
      planted: ({ campaign, step, weeksAgo }) => (campaign === 'Sale page' && step === 1 && weeksAgo === 0 ? 0.45 : 1),
    });
    expect(first).toMatchObject({
      kind: 'claim',
      sentence: expect.stringMatching(/^The conversion rate of “Sale page” fell significantly/),
    });
  });

  test('a campaign that got better', async () => {
    const [first] = await findings({
      planted: ({ campaign, step, weeksAgo }) => (campaign === 'Sale page' && step === 1 && weeksAgo === 0 ? 1.8 : 1),
    });
    expect(first!.sentence).toMatch(/^The conversion rate of “Sale page” rose significantly/);
  });

  test('orders that are worth less', async () => {
    const [first] = await findings({ plantedOrderValue: (weeksAgo) => (weeksAgo === 0 ? 0.5 : 1) });
    expect(first!.sentence).toMatch(/^Revenue was .* below .* One cause is the average order value/);
  });

  test('traffic that is gone', async () => {
    const [first] = await findings({
      weeks: 9,
      plantedTraffic: (campaign, weeksAgo) => (campaign !== 'Sale page' && weeksAgo === 0 ? 0.3 : 1),
    });
    expect(first!.sentence).toMatch(/^Revenue was .* below .* One cause is traffic/);
  });

  test('nothing at all', async () => {
    const items = await findings({});
    expect(items.filter(({ kind }) => kind === 'claim' || kind === 'fact')).toEqual([]);
  });
});
