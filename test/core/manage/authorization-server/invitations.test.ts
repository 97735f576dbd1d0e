// Invitations of two accounts to the same people, and how many there may be.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { AccountInvitations } from '../../../../src/core/manage/authorization-server/links/invitations.ts';
import { LoginAttempts } from '../../../../src/core/manage/authorization-server/links/login-attempts.ts';
import { createUser } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { HOUR_MS, TestClock } from '../../../support/test-clock.ts';

describe.each(ENGINES)('on %s', (engine) => {
  const clock = new TestClock('2026-06-01T12:00:00Z');
  let world: TestDatabase;
  let restore: () => Promise<void>;
  let userId: number;
  let invitations: AccountInvitations;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, clock.now);
    const owner = { email: 'ada@example.com', password: undefined, accountIds: [1, 2] };
    userId = (await createUser(world.database, owner, clock.now)).id;
    restore = await restoreOf(world.database);
  });
  beforeEach(async () => {
    await restore();
    invitations = new AccountInvitations({
      ...{ database: world.database, clock: clock.now, baseUrl: 'https://funnel.example' },
      ...{ mailer: undefined, loginOnlyWith: undefined, loginAttempts: new LoginAttempts(clock.now) },
      users: { find: async () => undefined, requireLoggedIn: async () => '', addWebsite: async () => undefined },
      loginCookie: (pass) => pass,
      logFailure: () => undefined,
    });
  });
  afterAll(() => world.dispose());

  const invite = (accountId: number, email: string) =>
    invitations.create({ accountId, email, role: 'viewer', websiteIds: null }, { userId, via: 'dashboard' });
  const open = async (accountId: number) => (await invitations.list(accountId)).map(({ email }) => email);

  test('a second invitation replaces the first one of the same account to the same person, and no other', async () => {
    await invite(1, 'bob@example.com');
    const second = await invite(2, 'bob@example.com');
    await invite(1, 'cleo@example.com');
    const newest = await invite(1, 'bob@example.com');
    expect([await open(1), await open(2)]).toEqual([['bob@example.com', 'cleo@example.com'], ['bob@example.com']]);
    const ids = [...(await invitations.list(1)), ...(await invitations.list(2))].map(({ id }) => id);
    expect([ids[0], ids[2]]).toEqual([newest.id, second.id]);
  });

  test('an account invites 50 people an hour, and 100 may be open', async () => {
    const inviteMany = async (first: number, count: number) => {
      for (let index = first; index < first + count; index++) await invite(1, `person${index}@example.com`);
    };
    await inviteMany(0, 50);
    await expect(invite(1, 'early@example.com')).rejects.toMatchObject({ status: 429 });
    await invite(2, 'early@example.com');
    clock.advance(HOUR_MS);
    await inviteMany(50, 50);
    clock.advance(HOUR_MS);
    await expect(invite(1, 'late@example.com')).rejects.toMatchObject({
      options: { code: 'too_many_invitations' },
    });
    // An invitation that is sent again takes no other place.
    await invite(1, 'person7@example.com');
    expect([(await open(1)).length, await open(2)]).toEqual([100, ['early@example.com']]);
  });
});
