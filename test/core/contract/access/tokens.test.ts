// Tokens created by operators: what is stored, and when they are valid.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretHash } from '../../../../src/core/contract/access/secret-hash.ts';
import { StoredTokenVerifier } from '../../../../src/core/contract/access/stored-tokens.ts';
import {
  createToken,
  listTokens,
  type NewToken,
  revokeToken,
  UnknownWebsiteError,
} from '../../../../src/core/contract/access/tokens.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { ENGINES } from '../../../support/databases.ts';
import { lateDatabase } from '../../../support/late-database.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const NOW = '2025-03-10T12:00:00Z';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  let verifier: StoredTokenVerifier;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
    verifier = new StoredTokenVerifier(world.database, world.clock.now);
  });

  afterAll(() => world.dispose());

  const create = (token: Partial<NewToken> = {}) =>
    createToken(world.database, { websiteIds: [1], scopes: ['reports'], audience: 'rest', ...token }, world.clock.now);
  const listed = async (id: number) => (await listTokens(world.database)).find((token) => token.id === id);

  describe('creating one', () => {
    test('returns the record and, once, the secret', async () => {
      const { id, token, ...rest } = await create({ websiteIds: [2, 1, 2], scopes: ['reports', 'areas:read'] });
      expect(token).toMatch(/^fat_[\w-]{43}$/);
      expect(rest).toEqual({
        scopes: ['reports', 'areas:read'],
        website_ids: [1, 2],
        audience: 'rest',
        expires_at: null,
      });
      expect(await listed(id)).toMatchObject({
        id,
        ...rest,
        created_at: NOW,
        last_used_at: null,
        revoked_at: null,
      });
    });

    test('never stores the secret', async () => {
      const { token } = await create();
      const rows = await world.database.query('SELECT * FROM access_tokens');
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(rows)).not.toContain(token.slice('fat_'.length));
      expect(JSON.stringify(await listTokens(world.database))).not.toContain('hash');
    });

    test('creates a unique secret and id, also concurrently', async () => {
      const tokens = await Promise.all(Array.from({ length: 10 }, () => create()));
      expect(new Set(tokens.map(({ token }) => token)).size).toBe(10);
      expect(new Set(tokens.map(({ id }) => id)).size).toBe(10);
    });

    test('fails for an unknown website, and stores nothing', async () => {
      const before = await listTokens(world.database);
      await expect(create({ websiteIds: [1, 98, 99] })).rejects.toThrow(UnknownWebsiteError);
      await expect(create({ websiteIds: [1, 98, 99] })).rejects.toThrow('98, 99');
      expect(await listTokens(world.database)).toEqual(before);
    });

    test('expires after the given days, to the second', async () => {
      expect((await create({ expiresInDays: 30 })).expires_at).toBe('2025-04-09T12:00:00Z');
    });
  });

  describe('verifying one', () => {
    test('returns the principal', async () => {
      const { id, token } = await create({ websiteIds: [2, 1], scopes: ['reports', 'contacts:read'] });
      expect(await verifier.verify(token, 'rest')).toMatchObject({
        id: `token:${id}`,
        scopes: new Set(['reports', 'contacts:read']),
        audience: 'rest',
        websiteIds: [1, 2],
      });
    });

    test('returns to each of many callers at once the principal of its own token', async () => {
      const websites = [[1], [2], [1, 2], [3], [1, 2, 3]];
      const tokens = await Promise.all(websites.map((websiteIds) => create({ websiteIds })));
      const calls = [...tokens, { id: 0, token: 'fat_unknown' }, ...tokens];
      const principals = await Promise.all(calls.map(({ token }) => verifier.verify(token, 'rest')));
      const expected = [...tokens.map(({ id }, at) => ({ id: `token:${id}`, websiteIds: websites[at] }))];
      expect(principals).toMatchObject([...expected, undefined, ...expected]);
    });

    test('succeeds for its audience only', async () => {
      const [rest, tools] = [await create(), await create({ audience: 'tools' })];
      expect(await verifier.verify(rest.token, 'tools')).toBeUndefined();
      expect(await verifier.verify(tools.token, 'rest')).toBeUndefined();
      expect(await verifier.verify(tools.token, 'tools')).toBeDefined();
    });

    test('looks up 200 characters, and not one more', async () => {
      const longest = 'fat_'.padEnd(200, 'x');
      for (const [token, websiteIds] of [[longest, [1]] as const, [`${longest}x`, undefined] as const]) {
        const { id } = await create();
        const sql = 'UPDATE access_tokens SET token_hash = $1 WHERE id = $2';
        await world.database.transaction((tx) => tx.query(sql, [secretHash(token), id]));
        expect((await verifier.verify(token, 'rest'))?.websiteIds).toEqual(websiteIds);
      }
    });

    test('succeeds for the exact secret only', async () => {
      const { token } = await create();
      const [row] = await world.database.query<{ token_hash: string }>('SELECT token_hash FROM access_tokens');
      const wrong = [
        '',
        'fat_',
        token.slice(0, -1),
        `${token}x`,
        token.toUpperCase(),
        token.slice('fat_'.length),
        row!.token_hash,
        `fat_${row!.token_hash}`,
        `fat_${'x'.repeat(1_000_000)}`,
        'fat_\u0000',
      ];
      for (const secret of wrong) expect(await verifier.verify(secret, 'rest')).toBeUndefined();
    });

    test('fails from the second it expires', async () => {
      const { token } = await create({ expiresInDays: 1 });
      world.clock.advance(DAY_MS - 1);
      expect(await verifier.verify(token, 'rest')).toBeDefined();
      world.clock.advance(1);
      expect(await verifier.verify(token, 'rest')).toBeUndefined();
      world.clock.advance(-DAY_MS);
    });

    test('records the last use, at most once a minute', async () => {
      const { id, token } = await create();
      const start = world.clock.nowMs;
      const usedAt = async () => (await listed(id))?.last_used_at;
      await verifier.verify(token, 'rest');
      await expect.poll(usedAt).toBe(NOW);
      world.clock.advance(59_999);
      await verifier.verify(token, 'rest');
      world.clock.advance(1);
      await verifier.verify(token, 'rest');
      await expect.poll(usedAt).toBe('2025-03-10T12:01:00Z');
      world.clock.advance(-DAY_MS);
      await verifier.verify(token, 'rest');
      await expect.poll(usedAt).toBe('2025-03-09T12:01:00Z');
      world.clock.nowMs = start;
    });
  });

  describe('revoking one', () => {
    test('succeeds once', async () => {
      const { id } = await create();
      expect(await revokeToken(world.database, id, world.clock.now)).toBe(true);
      expect((await listed(id))?.revoked_at).toBe(NOW);
      world.clock.advance(DAY_MS);
      expect(await revokeToken(world.database, id, world.clock.now)).toBe(false);
      world.clock.advance(-DAY_MS);
      expect((await listed(id))?.revoked_at).toBe(NOW);
      expect(await revokeToken(world.database, 999_999, world.clock.now)).toBe(false);
    });

    test('takes effect at the next call, also from another process, for that token only', async () => {
      const other = await openDatabase(world.url, { connectionsMax: 1 });
      const kept = await create();
      for (let round = 0; round < 10; round++) {
        const { id, token } = await create();
        expect(await verifier.verify(token, 'rest')).toBeDefined();
        await revokeToken(other, id, world.clock.now);
        expect(await verifier.verify(token, 'rest')).toBeUndefined();
        expect(await verifier.verify(kept.token, 'rest')).toBeDefined();
      }
      await other.close();
    });

    test('takes effect at the next call, also while an earlier look-up of the token is running', async () => {
      const late = lateDatabase(world.database);
      const lateVerifier = new StoredTokenVerifier(late.database, world.clock.now);
      const { id, token } = await create();
      const held = late.hold();
      const early = lateVerifier.verify(token, 'rest');
      await waitUntil('the first look-up runs', () => late.queriesRun > 0, { pauseMs: 0 });
      await revokeToken(world.database, id, world.clock.now);
      const next = lateVerifier.verify(token, 'rest');
      await waitUntil('the second look-up runs', () => late.queriesRun > 1, { pauseMs: 0 });
      held.release();
      expect(await next).toBeUndefined();
      expect(await early).toBeDefined();
    });

    test('an unknown token is not cached as unknown after it was created', async () => {
      const other = await openDatabase(world.url, { connectionsMax: 1 });
      await verifier.verify('fat_unknown', 'rest');
      const token = { websiteIds: [1], scopes: ['reports'], audience: 'rest' } as const;
      const { token: secret } = await createToken(other, token, world.clock.now);
      expect(await verifier.verify(secret, 'rest')).toBeDefined();
      await other.close();
    });
  });
});
