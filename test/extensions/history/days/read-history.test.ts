// Reads what other tools have counted: the days of the window, both ends included, of one website and dimension.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import {
  readHistoryDays,
  readHistorySpan,
  readHistoryValues,
} from '../../../../src/extensions/history/days/read-history.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

const AT = '2026-06-01T12:00:00Z';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, () => new Date(AT));
    const days = [1, 2].flatMap((websiteId) => [100, 101, 102, 103].map((day) => ({ websiteId, day })));
    await world.database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'history_imports',
        columns: [
          ...['website_id', 'id', 'tool', 'file_name', 'digest', 'first_day', 'last_day', 'day_count', 'created_at'],
        ],
        rows: [
          [1, 1, 'plausible', 'a.zip', 'a', 100, 101, 2, AT],
          [1, 2, 'umami', 'b.zip', 'b', 102, 103, 2, AT],
          [2, 1, 'ga4', 'c.csv', 'c', 100, 103, 4, AT],
        ],
      });
      await tx.insertMany({
        into: 'history_days',
        columns: ['website_id', 'day', 'import_id', 'visitors', 'visits', 'page_views', 'conversions'],
        rows: days.map(({ websiteId, day }) => [
          ...[websiteId, day, websiteId === 1 && day >= 102 ? 2 : 1],
          ...[websiteId * day, null, day, 0],
        ]),
      });
      await tx.insertMany({
        into: 'history_values',
        columns: ['website_id', 'dimension', 'day', 'counts'],
        rows: days.flatMap(({ websiteId, day }) =>
          ['page', 'country'].map((dimension) => [
            ...[websiteId, dimension, day],
            JSON.stringify([[`${websiteId} ${dimension}`, day, 1, null]]),
          ]),
        ),
      });
    });
  });
  afterAll(() => world.dispose());

  const WINDOW = { firstDay: 101, lastDay: 102 };

  test('the days of the window, each with the tool that counted it', async () => {
    const days = await readHistoryDays(world.database, 1, WINDOW);
    expect(days).toEqual([
      { day: 101, tool: 'plausible', visitors: 101, visits: null, pageViews: 101, conversions: 0 },
      { day: 102, tool: 'umami', visitors: 102, visits: null, pageViews: 102, conversions: 0 },
    ]);
    const ofOther = await readHistoryDays(world.database, 2, { firstDay: 103, lastDay: 110 });
    expect(ofOther).toMatchObject([{ day: 103, tool: 'ga4', visitors: 206 }]);
  });

  test('the values of a dimension in the window, added up', async () => {
    expect([...(await readHistoryValues(world.database, 1, 'page', WINDOW)).values()]).toEqual([
      { value: '1 page', visitors: 203, visits: 2, pageViews: null },
    ]);
  });

  test('the first and the last day of all imports', async () => {
    expect(await readHistorySpan(world.database, 1)).toEqual({ firstDay: 100, lastDay: 103 });
    expect(await readHistorySpan(world.database, 3)).toBeUndefined();
  });
});
