// The hosts of a website: its name, and the origins of its valid public keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { readOwnHosts } from '../../../../src/core/engine/catalog/own-hosts.ts';
import {
  createIngestKey,
  createPublicKey,
  revokeIngestKey,
} from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });
  afterAll(() => ingestion.dispose());

  const addKey = async (...origins: string[]) =>
    (await createPublicKey(ingestion.database, { websiteId: 1, origins }, ingestion.clock.now))!.id;
  const owns = async (host: string, websiteId = 1) =>
    (await readOwnHosts(ingestion.database, [1, 2, 999])).get(websiteId)?.has(host);

  test('are those of its keys, until they are revoked', async () => {
    await addKey('https://www.one.example');
    const id = await addKey('https://two.example', 'https://*.two.example');
    await createIngestKey(ingestion.database, 1, ingestion.clock.now);
    expect(await owns('one.example')).toBe(true);
    expect(await owns('blog.two.example')).toBe(true);
    expect(await owns('one.example', 2)).toBe(false);
    expect(await owns('one.example', 999)).toBeUndefined();
    await revokeIngestKey(ingestion.database, id, ingestion.clock.now);
    expect(await owns('blog.two.example')).toBe(false);
    expect(await owns('one.example')).toBe(true);
  });

  test('are read again when a public key is created or revoked', async () => {
    const cache = new CatalogCache(ingestion.database);
    const isRead = async () => {
      await cache.refresh();
      const isKnown = cache.get(1) !== undefined;
      await cache.load([1]);
      return !isKnown;
    };
    await isRead();
    expect(await isRead()).toBe(false);
    const id = await addKey('https://three.example');
    expect(await isRead()).toBe(true);
    await createIngestKey(ingestion.database, 1, ingestion.clock.now);
    expect(await isRead()).toBe(false);
    await revokeIngestKey(ingestion.database, id, ingestion.clock.now);
    expect(await isRead()).toBe(true);
  });
});
