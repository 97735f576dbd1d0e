// What the snapshot of a week says to do.
import { describe, expect, test } from 'vitest';
import { DirectSnapshotBuilder } from '../../../../src/core/answers/insights/snapshot.ts';
import { readWeekItems } from '../../../../src/extensions/changes/week-items.ts';
import {
  countSyntheticWeeks,
  type SyntheticPlan,
  syntheticCatalog,
} from '../../../core/answers/insights/synthetic-website.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { said } from '../../../support/said.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { MONDAY } from './sample-week.ts';

const PLAN: SyntheticPlan = {
  websiteId: 1,
  seed: 5,
  monday: MONDAY,
  weeks: 6,
  campaigns: [
    // With more than 1,280 viewers per week, numbers are estimated, and still the same everywhere.
    { name: 'Spring popup', viewersPerDay: 230, split: [50, 50], passRates: [0.12, 0.7], orderRate: 0.4 },
    { name: 'Quiz', viewersPerDay: 40, passRates: [0.35, 0.8], orderRate: 0.3, ctaType: 'quiz' },
  ],
  planted: ({ variant }) => (variant === 'B' ? 1.6 : 1),
};

const firstItems = new Map<string, string[]>();

describe.each(ANY_ENGINE)('on %s', (engine) => {
  test('there are three to seven items, the most important first, and the same on all engines', async () => {
    const ingestion = await createTestIngestion(engine, syntheticCatalog([PLAN]));
    await countSyntheticWeeks(ingestion.stages, PLAN);
    const builder = new DirectSnapshotBuilder(ingestion.database, [readWeekItems]);
    const week = await builder.build({ websiteId: 1, monday: MONDAY });
    const items = week!.items.map(said);
    expect(items[0]).toMatch(/^The experiment in “Spring popup”: variant “B” wins with /);
    expect(items.length).toBeGreaterThanOrEqual(3);
    expect(items.length).toBeLessThanOrEqual(7);
    firstItems.set(engine, items);
    for (const others of firstItems.values()) expect(items).toEqual(others);
    expect(await new DirectSnapshotBuilder(ingestion.database, []).build({ websiteId: 1, monday: MONDAY })).toEqual({
      ...week,
      items: [],
    });
    expect(await builder.build({ websiteId: 2, monday: MONDAY })).toBeUndefined();
    await ingestion.dispose();
  });
});
