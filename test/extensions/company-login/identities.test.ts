// Whom a login with single sign-on lets in when it is the first one, and which invitations it accepts: those to the email address that
// this very login proves.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/core/engine/catalog/records/create-records.ts';
import { createLink } from '../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { insertUser, NO_PASSWORD } from '../../../src/core/manage/authorization-server/users/users.ts';
import { type IdentityRules, userOfIdentity } from '../../../src/extensions/company-login/identities.ts';
import type { Identity } from '../../../src/extensions/company-login/openid-issuer.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';
import { TestClock } from '../../support/test-clock.ts';

const RULES: IdentityRules = { allowedDomains: [], trustsEmail: false };
const STORED = 'chief@example.com';
const LINKED: Identity = { issuer: 'https://id.example', subject: 'ada', email: STORED, isEmailVerified: true };

describe.each(ENGINES)('invitations at a login with single sign-on on %s', (engine) => {
  const clock = new TestClock();
  let world: TestDatabase;
  let userId: number;
  let accountId: number;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await world.database.transaction(async (tx) => {
      userId = (await insertUser(tx, { email: STORED, passwordHash: NO_PASSWORD }, clock.now))!.id;
      accountId = await createAccount(tx, 'Others', clock.now());
    });
    await userOfIdentity(world.database, LINKED, RULES, clock.now);
  });
  afterAll(() => world.dispose());
  beforeEach(() =>
    world.database.transaction(async (tx) => {
      await tx.query('DELETE FROM user_accounts');
      await tx.query('DELETE FROM one_time_links');
      for (const email of [STORED, 'ada@elsewhere.example']) {
        await createLink(tx, { kind: 'invitation', accountId, email, role: 'owner' }, clock.now);
      }
    }),
  );

  const rolesAfter = async (identity: Identity, rules = RULES) => {
    expect(await userOfIdentity(world.database, identity, rules, clock.now)).toEqual({ id: userId, email: STORED });
    return world.database.query('SELECT user_id, account_id, role FROM user_accounts');
  };
  const openInvitations = async () =>
    (await world.database.query('SELECT email FROM one_time_links WHERE used_at IS NULL ORDER BY email')).map(
      ({ email }) => email,
    );

  it('are accepted if the login proves the email address of the user', async () => {
    expect(await rolesAfter({ ...LINKED, email: 'Chief@Example.com' })).toEqual([
      { user_id: userId, account_id: accountId, role: 'owner' },
    ]);
    expect(await openInvitations()).toEqual(['ada@elsewhere.example']);
  });

  it.each<[string, Partial<Identity>, IdentityRules]>([
    ['has another email address by now', { email: 'ada@elsewhere.example' }, RULES],
    ['has no email address any more', { email: undefined }, RULES],
    ['does not verify the email address', { isEmailVerified: false }, RULES],
    ['does not say whether the email address is verified', { isEmailVerified: undefined }, RULES],
    [
      'has another email address of an allowed domain',
      { email: 'ada@elsewhere.example' },
      { ...RULES, allowedDomains: ['example.com', 'elsewhere.example'] },
    ],
  ])('stay open if the login %s', async (_name, change, rules) => {
    expect(await rolesAfter({ ...LINKED, ...change }, rules)).toEqual([]);
    expect(await openInvitations()).toEqual(['ada@elsewhere.example', STORED]);
  });
});

describe.each(ENGINES)('the first login with single sign-on on %s', (engine) => {
  it('links the user once, also if it happens several times at once', async () => {
    const clock = new TestClock();
    const world = await createTestDatabase(engine);
    try {
      await world.database.transaction((tx) => insertUser(tx, { email: STORED, passwordHash: NO_PASSWORD }, clock.now));
      const logins = [1, 2, 3].map(() => userOfIdentity(world.database, LINKED, RULES, clock.now));
      expect((await Promise.all(logins)).map(({ email }) => email)).toEqual([STORED, STORED, STORED]);
      expect(await world.database.query('SELECT subject FROM user_identities')).toEqual([{ subject: 'ada' }]);
    } finally {
      await world.dispose();
    }
  });
});
