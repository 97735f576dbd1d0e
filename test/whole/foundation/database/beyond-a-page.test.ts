// What is read, locked, stored and erased in pages: each with one more than fits into a page, so that the last one is not lost.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeTokensInAccount } from '../../../../src/core/contract/access/tokens.ts';
import { existingWebsites, reachableWebsites } from '../../../../src/core/engine/catalog/list-websites.ts';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { eraseDayIn } from '../../../../src/core/engine/rollups/erase-days.ts';
import { lastFeedPlaces } from '../../../../src/core/engine/rollups/order-feed.ts';
import { keepWebsites, lockFreeWebsites, lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import { WebsiteShards } from '../../../../src/core/foundation/database/citus/website-shards.ts';
import { OtherWriters } from '../../../../src/core/intake/bulk/other-writers.ts';
import { lastContactPlaces } from '../../../../src/extensions/notifications/records/record-subscriptions.ts';
import { ANY_ENGINE, createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';

const AT = '2026-01-01T00:00:00Z';
const idsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let world: TestDatabase;
  let restore: () => Promise<void>;
  /** One page has 500 or, of other writers, 1,000. */
  const ids = idsTo(1_001);

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await insert('accounts', ['id', 'name', 'created_at'], [[1, 'Acme', AT]]);
    await insert(
      'websites',
      ['id', 'account_id', 'name', 'currency', 'api_key', 'settings', 'created_at', 'updated_at'],
      ids.map((id) => [id, 1, `${id}.example`, 'EUR', `key ${id}`, '{}', AT, AT]),
    );
    restore = await restoreOf(world.database);
  });
  beforeEach(() => restore());
  afterAll(() => world.dispose());

  const insert = (into: string, columns: readonly string[], rows: (number | string | null)[][]) =>
    world.database.transaction((tx) => tx.insertMany({ into, columns, rows }));

  describe('ids of websites for jobs', () => {
    /** As if the workers of these websites did not answer. */
    async function pages(unreachable: readonly number[], after?: number): Promise<(readonly number[])[]> {
      const database = {
        query: world.database.query.bind(world.database),
        unreachable: async (some: readonly number[]) =>
          new Map(some.filter((id) => unreachable.includes(id)).map((id) => [id, 'worker-1'])),
      };
      const found = [];
      for await (const page of reachableWebsites(database, after)) found.push(page);
      return found;
    }

    test('are read in pages of 500', async () => {
      expect(await pages([])).toEqual([ids.slice(0, 500), ids.slice(500, 1_000), [1_001]]);
      expect(await pages([], 1)).toEqual([ids.slice(1, 501), ids.slice(501)]);
      expect(await pages([], 1_001)).toEqual([]);
    });

    test('are read to the last one, whoever cannot be reached', async () => {
      expect(await pages([1])).toEqual([ids.slice(1, 500), ids.slice(500, 1_000), [1_001]]);
      expect(await pages(ids.slice(0, 1_000))).toEqual([[1_001]]);
      expect(await pages(ids)).toEqual([]);
    });
  });

  test('websites that exist', async () => {
    expect(sorted(await existingWebsites(world.database, [...ids, 1_002]))).toEqual(ids);
  });

  test('websites of the catalog', async () => {
    const cache = new CatalogCache(world.database);
    await cache.refresh();
    await cache.load([...ids, 1_002]);
    expect(ids.map((id) => cache.get(id)?.website.id)).toEqual(ids);
    expect(cache.get(1_002)).toBeNull();
  });

  test('locks of websites', async () => {
    // On a cluster, those that are locked without waiting and those that are kept have to be on one shard.
    const groups = await new WebsiteShards(world.database, () => new Date()).group(ids);
    await world.database.transaction(async (tx) => {
      expect(sorted((await lockWebsites(tx, ids)).keys())).toEqual(ids);
      expect(sorted((await lockFreeWebsites(tx, groups)).keys())).toEqual(ids);
      const kept: number[] = [];
      for (const group of groups) kept.push(...(await keepWebsites(tx, group)));
      expect(sorted(kept)).toEqual(ids);
    });
  });

  test('places of contacts and of orders', async () => {
    await insert(
      'contact_lists',
      ['website_id', 'last_place', 'contacts'],
      ids.map((id) => [id, 2 * id, 1]),
    );
    await insert(
      'website_activity',
      ['website_id', 'version', 'order_feed'],
      ids.map((id) => [id, 1, 3 * id]),
    );
    // Maps are equal in any order: a cluster answers shard by shard.
    expect(await lastContactPlaces(world.database, ids)).toEqual(new Map(ids.map((id) => [id, 2 * id])));
    expect(await lastFeedPlaces(world.database, ids)).toEqual(new Map(ids.map((id) => [id, 3 * id])));
  });

  test('writes of others', async () => {
    const query = world.database.query.bind(world.database);
    const writers = new OtherWriters({ query, othersChangeCounter: () => undefined });
    await writers.watch(ids);
    expect(await writers.haveWritten()).toBe(false);
    for (const id of [1, 1_000, 1_001]) {
      await world.database.transaction((tx) => lockWebsites(tx, [id]));
      expect([id, await writers.haveWritten(), await writers.haveWritten()]).toEqual([id, true, false]);
    }
  });

  test('sketches of a day', async () => {
    const subjects = idsTo(501);
    await insert(
      'rollup_counters',
      [
        ...['website_id', 'subject_kind', 'subject_id', 'day', 'views', 'conversions', 'completions', 'submissions'],
        ...['subscribes', 'orders', 'revenue', 'revenue_squared'],
      ],
      subjects.map((id) => [1, SUBJECT_KIND.element, id, 100, 1, 0, 0, 0, 0, 0, 0, 0]),
    );
    const sketches = (day: number) =>
      world.database.transaction((tx) =>
        tx.insertMany({
          into: 'rollup_visitors',
          columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
          rows: subjects.map((id) => [1, SUBJECT_KIND.element, id, 0, 0, day, Buffer.from('118b7f', 'hex')]),
        }),
      );
    await sketches(100);
    await sketches(101);
    await world.database.transaction((tx) => eraseDayIn(tx, 1, 100));
    expect(
      await world.database.query(
        'SELECT period, COUNT(*) AS sketches FROM rollup_visitors WHERE website_id = 1 GROUP BY period',
      ),
    ).toEqual([{ period: 101, sketches: 501 }]);
  });

  test('tokens of a person', async () => {
    await insert(
      'access_tokens',
      ['id', 'token_hash', 'audience', 'scopes', 'user_id', 'created_at'],
      idsTo(1_002).map((id) => [id, `hash ${id}`, 'rest', 'reports:read', id === 1_002 ? 8 : 7, AT]),
    );
    await insert(
      'access_token_websites',
      ['token_id', 'website_id'],
      idsTo(1_002).map((id) => [id, 1]),
    );
    await world.database.transaction((tx) =>
      revokeTokensInAccount(tx, { userId: 7, accountId: 1 }, () => new Date(AT)),
    );
    const valid = await world.database.query('SELECT id FROM access_tokens WHERE revoked_at IS NULL');
    expect(valid).toEqual([{ id: 1_002 }]);
  });
});
