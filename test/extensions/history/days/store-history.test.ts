// Stores and removes days of history, one more than fits into a statement, so that the last one is not lost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { removeHistoryImport, storeHistoryImport } from '../../../../src/extensions/history/days/store-history.ts';
import { ANY_ENGINE, createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

const AT = '2026-01-01T00:00:00Z';
const idsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let world: TestDatabase;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, () => new Date(AT));
  });
  afterAll(() => world.dispose());

  test('stores and removes more days than fit into a statement', async () => {
    const days = idsTo(101).map((day) => ({
      ...{ day, totals: { visitors: day, visits: null, pageViews: null, conversions: null } },
      values: new Map([['page', [{ value: '/', visitors: day, visits: null, pageViews: null }]]] as const),
    }));
    const added = {
      ...({ id: 1, tool: 'umami', fileName: 'a.zip', digest: 'a', conversionEvent: null, skipped: null } as const),
      ...{ firstDay: 1, lastDay: 101, dayCount: 101, createdAt: AT, days },
    };
    const stored = async () => [
      await world.database.query('SELECT day FROM history_days WHERE website_id = 1 ORDER BY day'),
      await world.database.query('SELECT day FROM history_values WHERE website_id = 1 ORDER BY day'),
    ];
    await world.database.transaction((tx) => storeHistoryImport(tx, 1, added));
    const all = days.map(({ day }) => ({ day }));
    expect(await stored()).toEqual([all, all]);
    await world.database.transaction((tx) => removeHistoryImport(tx, 1, 1));
    expect(await stored()).toEqual([[], []]);
  });
});
