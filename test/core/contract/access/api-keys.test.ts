// The legacy API key of a website, valid until the website gets its first token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiKeyVerifier } from '../../../../src/core/contract/access/api-keys.ts';
import { createToken, revokeToken } from '../../../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

function catalogWith(keys: Readonly<Record<number, string>>) {
  const websites = Object.entries(keys).map(([id, api_key]) => ({ id: Number(id), name: `website ${id}`, api_key }));
  return { accounts: [{ id: 1, name: 'Tenant', websites }] };
}

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  let verifier: ApiKeyVerifier;

  beforeAll(async () => {
    world = await createTestIngestion(
      engine,
      catalogWith({
        1: 'key-of-website-one',
        2: 'key-of-website-two',
        3: 'key-of-website-three',
        4: 'key-of-website-four',
      }),
    );
    verifier = new ApiKeyVerifier(world.database);
  });

  afterAll(() => world.dispose());

  const tokenFor = (...websiteIds: number[]) =>
    createToken(world.database, { websiteIds, scopes: ['reports'], audience: 'tools' }, world.clock.now);

  test('gives access to its website on the REST API, with every scope', async () => {
    expect(await verifier.verify('key-of-website-one')).toEqual({
      id: 'website:1',
      scopes: 'all',
      audience: 'rest',
      websiteIds: [1],
      actor: { userId: null, via: 'api_key' },
    });
  });

  test.each([
    '',
    'KEY-OF-WEBSITE-ONE',
    'key-of-website-on',
    'key-of-website-one ',
    '%',
    'key\u0000',
    'x'.repeat(1_000),
  ])('only the exact key is accepted: %.30j is not', async (key) => {
    expect(await verifier.verify(key)).toBeUndefined();
  });

  test('looks up 200 characters, and not one more', async () => {
    for (const [length, websiteIds] of [[200, [4]] as const, [201, undefined] as const]) {
      const key = 'x'.repeat(length);
      const sql = 'UPDATE websites SET api_key = $1 WHERE id = 4';
      await world.database.transaction((tx) => tx.query(sql, [key]));
      expect((await verifier.verify(key))?.websiteIds).toEqual(websiteIds);
    }
  });

  test('is refused after the first token of its website, not of another one', async () => {
    await tokenFor(2);
    expect(await verifier.verify('key-of-website-one')).toBeDefined();
    expect(await verifier.verify('key-of-website-two')).toBeUndefined();
  });

  test('stays refused when that token is revoked', async () => {
    const { id } = await tokenFor(3);
    expect(await verifier.verify('key-of-website-three')).toBeUndefined();
    await revokeToken(world.database, id, world.clock.now);
    expect(await verifier.verify('key-of-website-three')).toBeUndefined();
  });

  test('a new key replaces the old one immediately', async () => {
    expect(await verifier.verify('key-of-website-one')).toBeDefined();
    await importCatalog(world.database, catalogWith({ 1: 'another-key-of-one' }), world.clock.now);
    expect(await verifier.verify('key-of-website-one')).toBeUndefined();
    expect(await verifier.verify('another-key-of-one')).toMatchObject({ websiteIds: [1] });
  });
});
