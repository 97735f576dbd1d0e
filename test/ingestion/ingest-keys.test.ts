// Keys of the collector: each opens one website, until it is revoked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIngestKey, revokeIngestKey, websiteOfIngestKey } from '../../src/ingestion/ingest-keys.ts';
import { ENGINES } from '../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  afterAll(() => ingestion.dispose());

  const create = async (websiteId: number) =>
    (await createIngestKey(ingestion.database, websiteId, ingestion.clock.now))!;

  test('each opens its own website', async () => {
    const [first, second] = [await create(1), await create(2)];
    expect(first).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^fik_[\w-]{43}$/), website_id: 1 });
    expect(second.id).toBe(first.id + 1);
    expect(await websiteOfIngestKey(ingestion.database, first.key)).toBe(1);
    expect(await websiteOfIngestKey(ingestion.database, second.key)).toBe(2);
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

  test('a revoked one opens nothing, at once, and can not be revoked again', async () => {
    const { id, key } = await create(1);
    expect(await revokeIngestKey(ingestion.database, id, ingestion.clock.now)).toBe(true);
    expect(await websiteOfIngestKey(ingestion.database, key)).toBeUndefined();
    expect(await revokeIngestKey(ingestion.database, id, ingestion.clock.now)).toBe(false);
  });

  test('unknown websites and keys', async () => {
    expect(await createIngestKey(ingestion.database, 999, ingestion.clock.now)).toBeUndefined();
    expect(await revokeIngestKey(ingestion.database, 999_999, ingestion.clock.now)).toBe(false);
    for (const key of ['', 'fik_', 'fik_wrong', `fik_${'x'.repeat(10_000)}`, "fik_' OR 1=1 --"]) {
      expect(await websiteOfIngestKey(ingestion.database, key)).toBeUndefined();
    }
  });
});
