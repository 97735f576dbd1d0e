// Pages of website ids for jobs, while a worker of a cluster does not answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { existingWebsites, reachableWebsites } from '../../../src/engine/catalog/list-websites.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';

const AT = '2026-01-01T00:00:00Z';

describe.each(ENGINES)('501 websites on %s', (engine) => {
  let world: TestDatabase;
  const ids = Array.from({ length: 501 }, (_, index) => index + 1);
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await world.database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'accounts',
        columns: ['id', 'name', 'created_at'],
        rows: [[1, 'Acme', AT]],
      });
      await tx.insertMany({
        into: 'websites',
        columns: ['id', 'account_id', 'name', 'currency', 'api_key', 'settings', 'created_at', 'updated_at'],
        rows: ids.map((id) => [id, 1, `${id}.example`, 'EUR', `key ${id}`, '{}', AT, AT]),
      });
    });
  });
  afterAll(() => world.dispose());

  async function pages(unreachable: readonly number[], after?: number): Promise<(readonly number[])[]> {
    const database = {
      query: world.database.query.bind(world.database),
      unreachable: async (some: readonly number[]) => new Set(some.filter((id) => unreachable.includes(id))),
    };
    const found = [];
    for await (const page of reachableWebsites(database, after)) found.push(page);
    return found;
  }

  test('are listed in pages of 500', async () => {
    expect(await pages([])).toEqual([ids.slice(0, 500), [501]]);
    expect(await pages([], 500)).toEqual([[501]]);
    expect(await pages([], 1)).toEqual([ids.slice(1)]);
  });

  test('those that can be reached are listed, whoever else cannot', async () => {
    expect(await pages([1])).toEqual([ids.slice(1, 500), [501]]);
    expect(await pages(ids.slice(0, 500))).toEqual([[501]]);
    expect(await pages(ids)).toEqual([]);
  });

  test('those that exist are found among more than a page', async () => {
    const asked = [...ids, 502];
    expect([...(await existingWebsites(world.database, asked))].sort((a, b) => a - b)).toEqual(ids);
  });
});
