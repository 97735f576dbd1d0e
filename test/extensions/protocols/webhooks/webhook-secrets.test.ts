// Which secrets of shops are valid, and how many a website may have.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addWebhookSecret,
  revokeWebhookSecret,
  SECRETS_MAX,
  validSecrets,
} from '../../../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  beforeAll(async () => {
    world = await createTestIngestion(engine);
  });
  afterAll(() => world.dispose());

  test('a revoked secret signs nothing and takes no place; websites and providers have their own', async () => {
    const { database, clock } = world;
    const add = (secret: string, websiteId = 1, provider: 'stripe' | 'shopify' = 'stripe') =>
      addWebhookSecret(database, { websiteId, provider, secret }, clock.now);
    const first = Number(await add('first of stripe'));
    await add('of another website', 2);
    await add('of another provider', 1, 'shopify');
    expect(await revokeWebhookSecret(database, first, clock.now)).toBe(true);
    expect(await validSecrets(database, 1, 'stripe')).toEqual([]);
    const names = Array.from({ length: SECRETS_MAX }, (_, index) => `secret ${index}`);
    for (const name of names) expect(await add(name)).toEqual(expect.any(Number));
    expect(await add('one too many')).toBe('too many');
    expect(await validSecrets(database, 1, 'stripe')).toEqual(names);
    expect(await validSecrets(database, 2, 'stripe')).toEqual(['of another website']);
    expect(await validSecrets(database, 1, 'shopify')).toEqual(['of another provider']);
  });
});

/** SQLite would leave what was deleted in the file until something else is written there. */
test('the file of a SQLite database does not contain a secret that was revoked', async () => {
  const { database, clock, url, dispose } = await createTestIngestion('sqlite');
  const path = url.replace('sqlite:', '');
  const isInFile = (text: string) => {
    const file = new DatabaseSync(path);
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    file.close();
    return readFileSync(path).includes(text);
  };
  const secret = 'secret-of-website-1-0001';
  const id = await addWebhookSecret(database, { websiteId: 1, provider: 'shopify', secret }, clock.now);
  expect(isInFile(secret)).toBe(true);
  await revokeWebhookSecret(database, Number(id), clock.now);
  expect(isInFile(secret)).toBe(false);
  await dispose();
});
