// What forms say of known contacts waits until somebody confirms it: the newest of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepUnconfirmed } from '../../../../src/core/manage/contacts/unconfirmed.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
  });
  afterAll(() => world.dispose());

  test('20 wait for each contact, and the oldest makes room for the next one', async () => {
    const keep = (id: number, contactId: number, websiteId = 1) =>
      world.database.transaction((tx) =>
        keepUnconfirmed(tx, {
          ...{ websiteId, id, contactId, fields: { phone: `+49 30 ${id}` } },
          ...{ source: { source_url: null, campaign: null }, now: new Date(1e12 + id * 1_000).toISOString() },
        }),
      );
    const waiting = async (contactId: number, websiteId = 1) =>
      (
        await world.database.query<{ id: number }>(
          'SELECT id FROM unconfirmed_contacts WHERE website_id = $1 AND contact_id = $2 ORDER BY id',
          [websiteId, contactId],
        )
      ).map(({ id }) => id);
    const ids = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
    await keep(100, 2);
    await keep(101, 1, 2);
    for (const id of ids(1, 20)) await keep(id, 1);
    expect(await waiting(1)).toEqual(ids(1, 20));
    for (const id of [21, 22]) await keep(id, 1);
    expect(await waiting(1)).toEqual(ids(3, 22));
    expect([await waiting(2), await waiting(1, 2)]).toEqual([[100], [101]]);
  });
});
