// Keys of the collector: each opens one website, until it is revoked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IngestKeyFinder } from '../../../../src/core/intake/ingest-keys/ingest-key-finder.ts';
import {
  createIngestKey,
  createPublicKey,
  ingestKeyHash,
  KEYS_PER_WEBSITE_MAX,
  listIngestKeys,
  listKeysOfWebsite,
  revokeIngestKey,
} from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { ENGINES } from '../../../support/databases.ts';
import { lateDatabase } from '../../../support/late-database.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { waitUntil } from '../../../support/wait-until.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  let finder: IngestKeyFinder;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    finder = new IngestKeyFinder(ingestion.database);
  });

  beforeEach(() => ingestion.database.transaction((tx) => tx.query('DELETE FROM ingest_keys')));
  afterAll(() => ingestion.dispose());

  const create = async (websiteId: number) =>
    (await createIngestKey(ingestion.database, websiteId, ingestion.clock.now))!;

  test('each opens its own website', async () => {
    const [first, second] = [await create(1), await create(2)];
    expect(first).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^fik_[\w-]{43}$/), website_id: 1 });
    expect(second.id).toBe(first.id + 1);
    expect(await finder.find(first.key)).toEqual({
      id: first.id,
      websiteId: 1,
      isPublic: false,
      origins: [],
    });
    expect(await finder.find(second.key)).toMatchObject({ websiteId: 2 });
  });

  test('made at the same time, they still differ', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => create(1)));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(8);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(8);
  });

  test('only a hash is stored', async () => {
    const { key } = await create(1);
    const rows = await ingestion.database.query('SELECT * FROM ingest_keys');
    expect(JSON.stringify(rows)).not.toContain(key.slice('fik_'.length));
  });

  test('of 200 characters is looked up, and not one more', async () => {
    const longest = 'fik_'.padEnd(200, 'x');
    for (const [key, websiteId] of [[longest, 1] as const, [`${longest}x`, undefined] as const]) {
      const { id } = await create(1);
      const sql = 'UPDATE ingest_keys SET key_hash = $1 WHERE id = $2';
      await ingestion.database.transaction((tx) => tx.query(sql, [ingestKeyHash(key), id]));
      expect((await finder.find(key))?.websiteId).toBe(websiteId);
    }
  });

  test('a revoked one opens nothing, at once, and cannot be revoked again', async () => {
    const { id, key } = await create(1);
    expect(await revokeIngestKey(ingestion.database, id, ingestion.clock.now)).toBe(true);
    expect(await finder.find(key)).toBeUndefined();
    expect(await revokeIngestKey(ingestion.database, id, ingestion.clock.now)).toBe(false);
  });

  test('a revoked one opens nothing, also while an earlier look-up of it is running', async () => {
    const late = lateDatabase(ingestion.database);
    const lateFinder = new IngestKeyFinder(late.database);
    const { id, key } = await create(1);
    const held = late.hold();
    const early = lateFinder.find(key);
    await waitUntil('the first look-up runs', () => late.queriesRun > 0, { pauseMs: 0 });
    await revokeIngestKey(ingestion.database, id, ingestion.clock.now);
    const next = lateFinder.find(key);
    await waitUntil('the second look-up runs', () => late.queriesRun > 1, { pauseMs: 0 });
    held.release();
    expect(await next).toBeUndefined();
    expect(await early).toBeDefined();
  });

  test('many at once are each found as what they are', async () => {
    const websiteIds = [1, 2, 3, 2, 1];
    const keys = await Promise.all(websiteIds.map(create));
    const found = await Promise.all([...keys.map(({ key }) => key), 'fik_unknown'].map((key) => finder.find(key)));
    const expected = keys.map(({ id }, index) => ({ id, websiteId: websiteIds[index] }));
    expect(found).toMatchObject([...expected, undefined]);
  });

  test('unknown websites and keys', async () => {
    expect(await createIngestKey(ingestion.database, 999, ingestion.clock.now)).toBeUndefined();
    expect(await revokeIngestKey(ingestion.database, 999_999, ingestion.clock.now)).toBe(false);
    for (const key of ['', 'fik_', 'fik_wrong', `fik_${'x'.repeat(10_000)}`, "fik_' OR 1=1 --"]) {
      expect(await finder.find(key)).toBeUndefined();
    }
  });

  describe('public keys', () => {
    const origins = ['https://www.example.com', 'https://*.example.com'];

    const createPublic = async (websiteId: number) =>
      (await createPublicKey(ingestion.database, { websiteId, origins, name: 'Shop' }, ingestion.clock.now))!;

    test('have a prefix of their own, and know their origins', async () => {
      const created = await createPublic(1);
      const key = expect.stringMatching(/^fpk_[\w-]{43}$/);
      expect(created).toEqual({ id: expect.any(Number), key, website_id: 1, public: true, origins });
      const found = { id: created.id, websiteId: 1, isPublic: true, origins };
      expect(await finder.find(created.key)).toEqual(found);
    });

    test('are listed with the key itself, secret ones without', async () => {
      const [secret, open] = [await create(1), await createPublic(1)];
      const keys = await listIngestKeys(ingestion.database);
      expect(keys.find(({ id }) => id === open.id)).toEqual({
        id: open.id,
        website_id: 1,
        name: 'Shop',
        public: true,
        key: open.key,
        origins,
        created_at: expect.any(String),
        revoked_at: null,
      });
      expect(keys.find(({ id }) => id === secret.id)).toMatchObject({
        public: false,
        key: null,
        origins: [],
        name: null,
      });
    });

    test('a website sees its own keys alone, without those that were revoked', async () => {
      const [own, foreign, revoked] = [await createPublic(1), await createPublic(2), await createPublic(1)];
      expect(await revokeIngestKey(ingestion.database, revoked.id, ingestion.clock.now, [2])).toBe(false);
      expect(await revokeIngestKey(ingestion.database, revoked.id, ingestion.clock.now, [2, 1])).toBe(true);
      const ids = (await listKeysOfWebsite(ingestion.database, 1)).map(({ id }) => id);
      expect(ids).toContain(own.id);
      expect(ids).not.toContain(foreign.id);
      expect(ids).not.toContain(revoked.id);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    });

    test('a website has no more than its number of keys, of both kinds together', async () => {
      const { database, clock } = ingestion;
      for (let keys = 0; keys < KEYS_PER_WEBSITE_MAX; keys++) await create(2);
      await expect(create(2)).rejects.toThrow('Revoke those that are no longer used');
      await expect(createPublic(2)).rejects.toThrow('Revoke those that are no longer used');
      const [newest] = await listKeysOfWebsite(database, 2);
      await revokeIngestKey(database, newest!.id, clock.now);
      expect(await createPublic(2)).toBeDefined();
    });
  });
});
