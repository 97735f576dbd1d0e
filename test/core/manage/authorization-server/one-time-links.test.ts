// Links that can be used once: what is stored, and that they work once, in time, for their kind.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE, type LinkKind } from '../../../../src/core/contract/access/principal.ts';
import { sweepAuthorizations } from '../../../../src/core/manage/authorization-server/grants/sweep.ts';
import {
  createLink,
  findLink,
  LINK_LIFETIME_MS,
  linkUrl,
  type NewLink,
  useLink,
  withdrawLink,
} from '../../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { setRole } from '../../../../src/core/manage/authorization-server/users/members.ts';
import { createUser } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const INVITATION: NewLink = {
  ...{ kind: 'invitation', accountId: 1, email: 'bob@example.com', role: 'viewer' },
  websiteIds: '[1]',
};

test('the secret is in the fragment of the URL', () => {
  expect(linkUrl('https://funnel.example', 'invitation', 'abc')).toBe('https://funnel.example/invitation#abc');
  expect(linkUrl('https://funnel.example/x', 'password_reset', 'abc')).toBe(
    'https://funnel.example/x/reset-password#abc',
  );
  expect(linkUrl('https://funnel.example', 'setup', 'abc')).toBe('https://funnel.example/setup#abc');
});

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
  });

  beforeEach(() => world.database.transaction((tx) => tx.query('DELETE FROM one_time_links')));

  afterAll(() => world.dispose());

  const create = (link = INVITATION) => world.database.transaction((tx) => createLink(tx, link, world.clock.now));
  const find = (secret: string, kind: LinkKind = 'invitation') =>
    findLink(world.database, secret, kind, world.clock.now);
  const use = (secret: string, kind: LinkKind = 'invitation') =>
    world.database.transaction((tx) => useLink(tx, secret, kind, world.clock.now));
  const withdraw = (id: number, accountId = 1) =>
    world.database.transaction((tx) => withdrawLink(tx, { id, kind: 'invitation', accountId }, world.clock.now));

  test('a link is found with all that it was created with', async () => {
    const { id, secret, expiresAt } = await create();
    expect(await find(secret)).toEqual({
      ...INVITATION,
      ...{ id, userId: null, createdBy: null, expiresAt },
      createdAt: expect.any(String),
    });
  });

  test('only a hash of the secret is stored', async () => {
    const { secret } = await create();
    const rows = await world.database.query('SELECT * FROM one_time_links');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('it works once, also if used several times at the same time', async () => {
    const { secret } = await create();
    const used = await Promise.all(Array.from({ length: 4 }, () => use(secret)));
    expect(used.filter((link) => link !== undefined)).toHaveLength(1);
    expect([await use(secret), await find(secret)]).toEqual([undefined, undefined]);
  });

  test('a use that is rolled back does not count', async () => {
    const { secret } = await create();
    const failed = world.database.transaction(async (tx) => {
      await useLink(tx, secret, 'invitation', world.clock.now);
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    expect(await use(secret)).toMatchObject({ email: 'bob@example.com' });
  });

  test('it does not work for another kind', async () => {
    const { secret } = await create();
    expect([await find(secret, 'password_reset'), await use(secret, 'setup')]).toEqual([undefined, undefined]);
    expect(await find(secret)).toBeDefined();
  });

  test.each(['invitation', 'password_reset', 'setup'] as const)('a link of kind %s expires', async (kind) => {
    const { secret } = await create({ kind });
    world.clock.advance(LINK_LIFETIME_MS[kind] - 1_000);
    expect(await find(secret, kind)).toBeDefined();
    world.clock.advance(1_000);
    expect([await find(secret, kind), await use(secret, kind)]).toEqual([undefined, undefined]);
  });

  test('it can be withdrawn once, by its own account alone', async () => {
    const { id, secret } = await create();
    expect(await withdraw(id, 2)).toBeUndefined();
    expect(await withdraw(id)).toMatchObject({ email: 'bob@example.com' });
    expect([await withdraw(id), await find(secret), await use(secret)]).toEqual([undefined, undefined, undefined]);
  });

  test('withdrawing and using it at the same time: one of them succeeds', async () => {
    const { id, secret } = await create();
    const [withdrawn, used] = await Promise.all([withdraw(id), use(secret)]);
    expect([withdrawn, used].filter((link) => link !== undefined)).toHaveLength(1);
  });

  test('an invitation works as long as whoever sent it is an owner of the account; that of an operator always', async () => {
    const owner = (name: string) => ({ email: `${name}@example.com`, password: undefined, accountIds: [1, 2] });
    const [cleo, dan] = [
      (await createUser(world.database, owner('cleo'), world.clock.now)).id,
      (await createUser(world.database, owner('dan'), world.clock.now)).id,
    ];
    const links = {
      'of Cleo': await create({ ...INVITATION, createdBy: cleo }),
      'of Cleo to another account': await create({ ...INVITATION, accountId: 2, createdBy: cleo }),
      'of Dan': await create({ ...INVITATION, createdBy: dan }),
      'of the operator': await create(),
    };
    const open = async () => {
      const found = await Promise.all(Object.entries(links).map(async ([of, { secret }]) => [of, await find(secret)]));
      return found.filter(([, link]) => link !== undefined).map(([of]) => of);
    };
    expect(await open()).toEqual(Object.keys(links));
    await world.database.transaction((tx) =>
      setRole(
        tx,
        { userId: cleo, accountId: 1 },
        { role: 'viewer', websiteIds: null },
        { actor: COMMAND_LINE, clock: world.clock.now },
      ),
    );
    expect(await open()).toEqual(['of Cleo to another account', 'of Dan', 'of the operator']);
    expect(await use(links['of Cleo'].secret)).toBeUndefined();
  });

  test('expired links are swept, others are not', async () => {
    await create({ kind: 'password_reset', userId: 1 });
    const { secret } = await create();
    world.clock.advance(LINK_LIFETIME_MS.password_reset);
    await sweepAuthorizations(world.database, world.clock.now());
    expect(await world.database.query('SELECT kind FROM one_time_links')).toEqual([{ kind: 'invitation' }]);
    expect(await find(secret)).toBeDefined();
  });
});
