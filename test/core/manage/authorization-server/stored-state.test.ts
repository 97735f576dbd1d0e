// Users, keys, records and the sweep of expired ones, on both engines.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretHash } from '../../../../src/core/contract/access/secret-hash.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { storeGrant } from '../../../../src/core/manage/authorization-server/grants/grants.ts';
import { loadKeys } from '../../../../src/core/manage/authorization-server/grants/keys.ts';
import { RecordStore } from '../../../../src/core/manage/authorization-server/grants/record-store.ts';
import { sweepAuthorizations } from '../../../../src/core/manage/authorization-server/grants/sweep.ts';
import {
  changePassword,
  createUser,
  findByPassword,
  websitesOf,
} from '../../../../src/core/manage/authorization-server/users/users.ts';
import { ANY_ENGINE, createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { DAY_MS, TestClock } from '../../../support/test-clock.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'a long enough password';

describe.each(ENGINES)('stored state on %s', (engine) => {
  /** What runs once is not about storage. */
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let store: TestDatabase;
  const clock = new TestClock('2026-03-01T00:00:00Z');
  let restore: () => Promise<void>;
  beforeAll(async () => {
    store = await createTestDatabase(engine);
    await importCatalog(store.database, SAMPLE_CATALOG, clock.now);
    restore = await restoreOf(store.database);
  });
  beforeEach(() => restore());
  afterAll(() => store.dispose());

  describe('users', () => {
    const create = (change: Partial<Parameters<typeof createUser>[1]> = {}) =>
      createUser(store.database, { email: EMAIL, password: PASSWORD, accountIds: [1], ...change }, clock.now);

    itOnce('log in with their password, with any spelling of their email address', async () => {
      const user = await create({ email: ' Ada@Example.COM ' });
      expect(user).toEqual({ id: 1, email: EMAIL });
      expect(await findByPassword(store.database, 'ADA@example.com ', PASSWORD)).toMatchObject(user);
      expect(await findByPassword(store.database, EMAIL, `${PASSWORD}!`)).toBeUndefined();
      expect(await findByPassword(store.database, 'other@example.com', PASSWORD)).toBeUndefined();
    });

    itOnce.each(['<a@b.test>', 'a@b.test>', 'a\u202e@b.test'])('cannot get the address %j', async (email) => {
      await expect(create({ email })).rejects.toThrow('is not an email address');
    });

    itOnce('can type their password with any Unicode composition', async () => {
      await create({ password: 'pass\u00e9 compos\u00e9' });
      expect(await findByPassword(store.database, EMAIL, 'passe\u0301 compose\u0301')).toBeDefined();
    });

    itOnce('have passwords that are stored with argon2id', async () => {
      await create();
      const [row] = await store.database.query<{ password_hash: string }>('SELECT password_hash FROM users');
      expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=[2-9]/);
    });

    it('see the websites of all their accounts', async () => {
      const one = await create();
      const both = await create({ email: 'both@example.com', accountIds: [1, 2, 1] });
      const idsOf = async (userId: number) => (await websitesOf(store.database, userId)).map(({ id }) => id);
      expect(await idsOf(one.id)).toEqual([1, 2]);
      expect(await idsOf(both.id)).toEqual([1, 2, 3]);
    });

    it.each([
      ['an address that is taken', { email: EMAIL.toUpperCase() }, 'already a user'],
      ['no address', { email: 'ada' }, 'not an email address'],
      ['an unknown account', { email: 'b@example.com', accountIds: [1, 9] }, 'no account 9'],
      ['a short password', { email: 'b@example.com', password: '123456789' }, '10 to 200'],
      ['an endless password', { email: 'b@example.com', password: 'x'.repeat(201) }, '10 to 200'],
    ])('are refused with %s, and nothing is stored', async (_name, change, message) => {
      await create();
      await expect(create(change)).rejects.toThrow(message);
      expect(await store.database.query('SELECT id FROM users')).toHaveLength(1);
    });

    it('lose their sessions when the password changes', async () => {
      const { id } = await create();
      const sessions = new RecordStore('Session', store.database, clock.now);
      await sessions.upsert('cookie', { jti: 'cookie', uid: 'u', accountId: String(id), exp: 2_000_000_000 });
      await changePassword(store.database, EMAIL, 'another long password', () => new Date());
      expect(await sessions.find('cookie')).toBeUndefined();
      expect(await findByPassword(store.database, EMAIL, PASSWORD)).toBeUndefined();
      expect(await findByPassword(store.database, EMAIL, 'another long password')).toBeDefined();
    });

    it('lose their grants when the password changes, and others do not', async () => {
      const { id } = await create();
      const { id: otherId } = await create({ email: 'b@example.com' });
      const grants = new RecordStore('Grant', store.database, clock.now);
      const refreshTokens = new RecordStore('RefreshToken', store.database, clock.now);
      for (const [grantId, userId] of [
        ['mine', id],
        ['theirs', otherId],
      ] as const) {
        await grants.upsert(grantId, { jti: grantId, accountId: String(userId), exp: 2_000_000_000 });
        await refreshTokens.upsert(`token of ${grantId}`, { jti: 'x', grantId, exp: 2_000_000_000 });
        await store.database.transaction((tx) => storeGrant(tx, grantId, { name: 'Client', websiteIds: [1] }));
      }
      await changePassword(store.database, EMAIL, 'another long password', () => new Date());
      expect(await grants.find('mine')).toBeUndefined();
      expect(await refreshTokens.find('token of mine')).toBeUndefined();
      expect(await grants.find('theirs')).toBeDefined();
      expect(await refreshTokens.find('token of theirs')).toBeDefined();
      expect(await store.database.query('SELECT grant_hash FROM grant_websites')).toEqual([
        { grant_hash: secretHash('theirs') },
      ]);
    });
  });

  describe('keys', () => {
    it('are generated once, also when many nodes start at once', async () => {
      const all = await Promise.all([1, 2, 3].map(() => loadKeys(store.database, clock.now)));
      expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
      expect(await loadKeys(store.database, clock.now)).toEqual(all[0]);
      expect(all[0]!.formKey).not.toBe(all[0]!.cookieKey);
    });
  });

  describe('records', () => {
    const exp = () => Math.floor(clock.nowMs / 1000) + 3600;

    it('are found by their id, of which only a hash is stored', async () => {
      const interactions = new RecordStore('Interaction', store.database, clock.now);
      const id = 'an-interaction-id';
      const payload = {
        jti: id,
        kind: 'Interaction',
        exp: exp(),
        returnTo: `https://funnel.example/oauth/authorize/${id}`,
        params: { state: 'x' },
        session: { accountId: '1', uid: 'session-uid', cookie: 'the-session-cookie' },
      };
      await interactions.upsert(id, payload);
      expect(await interactions.find(id)).toEqual({ ...payload, session: { accountId: '1', uid: 'session-uid' } });
      const text = JSON.stringify(await store.database.query('SELECT * FROM authorization_records'));
      expect(text).toContain(secretHash(id));
      expect(text).not.toContain(id);
      expect(text).not.toContain('the-session-cookie');
      expect(await new RecordStore('Session', store.database, clock.now).find(id)).toBeUndefined();
    });

    it('can be consumed once: the second time revokes the whole grant', async () => {
      const grants = new RecordStore('Grant', store.database, clock.now);
      const codes = new RecordStore('AuthorizationCode', store.database, clock.now);
      await grants.upsert('grant', { jti: 'grant', exp: exp() });
      await codes.upsert('code', { jti: 'code', grantId: 'grant', exp: exp() });
      await store.database.transaction((tx) => storeGrant(tx, 'grant', { name: 'Client', websiteIds: [1] }));
      const results = await Promise.allSettled([codes.consume('code'), codes.consume('code')]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await grants.find('grant')).toBeUndefined();
      expect(await codes.find('code')).toBeUndefined();
      expect(await store.database.query('SELECT * FROM grant_websites')).toEqual([]);
    });

    it('are marked when consumed', async () => {
      const codes = new RecordStore('AuthorizationCode', store.database, clock.now);
      await codes.upsert('code', { jti: 'code', exp: exp() });
      await codes.consume('code');
      expect(await codes.find('code')).toMatchObject({ consumed: clock.nowMs / 1000 });
    });
  });

  describe('sweeping', () => {
    const secondsFromNow = (seconds: number) => Math.floor(clock.nowMs / 1000) + seconds;
    const recordIds = async () =>
      (await store.database.query<{ id_hash: string }>('SELECT id_hash FROM authorization_records')).map(
        (row) => row.id_hash,
      );

    it('deletes expired records only', async () => {
      const grants = new RecordStore('Grant', store.database, clock.now);
      await grants.upsert('over', { jti: 'over', exp: secondsFromNow(0) });
      await grants.upsert('alive', { jti: 'alive', exp: secondsFromNow(1) });
      await store.database.transaction((tx) => storeGrant(tx, 'over', { name: 'Client', websiteIds: [1] }));
      await store.database.transaction((tx) => storeGrant(tx, 'alive', { name: 'Client', websiteIds: [2] }));
      await store.database.transaction((tx) =>
        tx.insertMany({
          into: 'issued_tokens',
          columns: ['token_hash', 'grant_hash', 'audience', 'scopes', 'payload', 'expires_at'],
          rows: [
            ['old', secretHash('alive'), 'rest', 'reports', '{}', '2026-03-01T00:00:00Z'],
            ['new', secretHash('alive'), 'rest', 'reports', '{}', '2026-03-01T00:00:01Z'],
          ],
        }),
      );
      await sweepAuthorizations(store.database, clock.now());
      expect(await recordIds()).toEqual([secretHash('alive')]);
      expect(await store.database.query('SELECT website_id FROM grant_websites')).toEqual([{ website_id: 2 }]);
      expect(await store.database.query('SELECT token_hash FROM issued_tokens')).toEqual([{ token_hash: 'new' }]);
    });

    it('deletes clients that nobody has authorized within 30 days', async () => {
      const clients = new RecordStore('Client', store.database, clock.now);
      await clients.upsert('unused', { client_id: 'unused' });
      await clients.upsert('used', { client_id: 'used' });
      const grants = new RecordStore('Grant', store.database, clock.now);
      await grants.upsert('g', { jti: 'g', clientId: 'used', exp: secondsFromNow(365 * 86_400) });
      await sweepAuthorizations(store.database, new Date(clock.nowMs + 29 * DAY_MS));
      expect(await clients.find('unused')).toBeDefined();
      await sweepAuthorizations(store.database, new Date(clock.nowMs + 30 * DAY_MS));
      expect(await clients.find('unused')).toBeUndefined();
      expect(await clients.find('used')).toEqual({ client_id: 'used' });
    });
  });
});
