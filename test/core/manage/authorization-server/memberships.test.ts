// Roles on chosen websites, of people who belong to two accounts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import type { Membership } from '../../../../src/core/contract/access/role.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { setRole } from '../../../../src/core/manage/authorization-server/users/members.ts';
import { readMemberships } from '../../../../src/core/manage/authorization-server/users/memberships.ts';
import { accountsWithRole, createUser } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';

const CATALOG = {
  accounts: [
    { id: 1, name: 'Acme', websites: [1, 2].map((id) => ({ id, name: `acme-${id}.example` })) },
    { id: 2, name: 'Other', websites: [3, 4].map((id) => ({ id, name: `other-${id}.example` })) },
  ],
};
const clock = () => new Date('2026-06-01T12:00:00Z');

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;
  let restore: () => Promise<void>;
  let cleo: number;
  let dan: number;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, CATALOG, clock);
    const [first, second] = ['cleo', 'dan'];
    const create = async (name: string) =>
      (
        await createUser(
          world.database,
          { email: `${name}@example.com`, password: undefined, accountIds: [1, 2] },
          clock,
        )
      ).id;
    cleo = await create(first!);
    dan = await create(second!);
    for (const userId of [cleo, dan]) {
      await become(userId, 1, { role: 'editor', websiteIds: [1] });
      await become(userId, 2, { role: 'viewer', websiteIds: [3, 4] });
    }
    restore = await restoreOf(world.database);
  });
  beforeEach(() => restore());
  afterAll(() => world.dispose());

  const become = (userId: number, accountId: number, membership: Membership) =>
    world.database.transaction((tx) =>
      setRole(tx, { userId, accountId }, membership, { actor: COMMAND_LINE, clock, force: true }),
    );
  const read = async (of?: Parameters<typeof readMemberships>[1]) =>
    (await readMemberships(world.database, of)).map(({ userId, accountId, role, websiteIds }) => [
      ...[userId === cleo ? 'cleo' : 'dan', accountId, role, websiteIds],
    ]);

  test('each account of each person has websites of its own', async () => {
    expect(await read()).toEqual([
      ['cleo', 1, 'editor', [1]],
      ['cleo', 2, 'viewer', [3, 4]],
      ['dan', 1, 'editor', [1]],
      ['dan', 2, 'viewer', [3, 4]],
    ]);
    expect(await read({ userId: dan })).toHaveLength(2);
    expect(await read({ accountId: 2 })).toEqual([
      ['cleo', 2, 'viewer', [3, 4]],
      ['dan', 2, 'viewer', [3, 4]],
    ]);
  });

  test.each<[string, Membership]>([
    ['other websites', { role: 'editor', websiteIds: [2] }],
    ['the whole account', { role: 'owner', websiteIds: null }],
  ])('a change to %s leaves the other account and the other person alone', async (_, membership) => {
    await become(cleo, 1, membership);
    expect(await read()).toEqual([
      ['cleo', 1, membership.role, membership.websiteIds],
      ['cleo', 2, 'viewer', [3, 4]],
      ['dan', 1, 'editor', [1]],
      ['dan', 2, 'viewer', [3, 4]],
    ]);
  });

  test('a role on chosen websites is none in the account', async () => {
    const accounts = async (userId: number) =>
      (await accountsWithRole(world.database, userId, 'editor')).map(({ name }) => name);
    expect([await accounts(cleo), await accounts(dan)]).toEqual([[], []]);
    await become(cleo, 1, { role: 'editor', websiteIds: null });
    expect([await accounts(cleo), await accounts(dan)]).toEqual([['Acme'], []]);
    await become(cleo, 2, { role: 'viewer', websiteIds: null });
    await become(dan, 2, { role: 'owner', websiteIds: null });
    expect([await accounts(cleo), await accounts(dan)]).toEqual([['Acme'], ['Other']]);
  });
});
