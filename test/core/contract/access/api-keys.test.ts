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
      catalogWith({ 1: 'key-of-website-one', 2: 'key-of-website-two', 3: 'key-of-website-three' }),
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
