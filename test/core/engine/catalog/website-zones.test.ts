// What is said of the time zone of a website: also if it is UTC again and no events are kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { readZone, readZones } from '../../../../src/core/engine/catalog/website-zones.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';

const CATALOG = {
  accounts: [
    {
      ...{ id: 1, name: 'Acme' },
      websites: [
        { id: 1, name: 'berlin.example', timezone: 'Europe/Berlin' },
        { id: 2, name: 'utc.example' },
        { id: 3, name: 'utc-again.example', event_log: true },
        { id: 4, name: 'kept.example', event_log: true },
      ],
    },
  ],
};

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, CATALOG, () => new Date('2026-06-01T12:00:00Z'));
    await world.database.transaction((tx) =>
      tx.query(
        'UPDATE website_settings SET timezone_changed_day = 20000 + website_id, event_log = 0 WHERE website_id IN (1, 3)',
      ),
    );
  });
  afterAll(() => world.dispose());

  test('each website has its zone, and the day on which it was changed last', async () => {
    const zones = await readZones(world.database, [1, 2, 3, 4, 5]);
    expect(
      [1, 2, 3, 4, 5].map((id) => {
        const { zone, changedDay } = zones(id);
        return [zone.name, changedDay];
      }),
    ).toEqual([
      ['Europe/Berlin', 20_001],
      ['UTC', undefined],
      ['UTC', 20_003],
      ['UTC', undefined],
      ['UTC', undefined],
    ]);
    const kept = await Promise.all([1, 2, 3, 4, 5].map(async (id) => (await readZone(world.database, id)).keepsEvents));
    expect(kept).toEqual([false, false, false, true, false]);
  });
});
