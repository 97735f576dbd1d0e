// `funnel user`: users who can log in, created by an operator.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { SignIns } from '../../../../src/core/manage/authorization-server/logins/sign-ins.ts';
import { createUser, findByPassword } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { saidSubjects } from '../../../support/said-subjects.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

describe('funnel user', () => {
  const line = new CommandLine();
  let database: Database;
  beforeAll(async () => {
    const catalog = line.file('catalog.json', JSON.stringify(SAMPLE_CATALOG));
    expect((await line.call(['import', 'catalog', catalog])).code).toBe(0);
    database = await openDatabase(line.databaseUrl);
    const bob = { email: 'bob@example.com', password: 'one that bob has chosen', accountIds: [1] };
    await createUser(database, bob, () => new Date());
  });
  afterAll(async () => {
    await database.close();
    line.dispose();
  });

  test('create prints a generated password once, and it works', async () => {
    const args = ['user', 'create', '--email', 'Ada@example.com', '--account', '1', '--account', '2', '--json'];
    const { code, stdout } = await line.run(args);
    expect(code).toBe(0);
    const { password, ...user } = JSON.parse(stdout);
    expect(user).toEqual({ id: expect.any(Number), email: 'ada@example.com' });
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(await findByPassword(database, 'ada@example.com', password)).toMatchObject(user);
    const accounts = 'SELECT account_id FROM user_accounts WHERE user_id = $1 ORDER BY account_id';
    expect(await database.query(accounts, [user.id])).toEqual([{ account_id: 1 }, { account_id: 2 }]);
  });

  test('create takes a password from standard input, and does not print it', async () => {
    const args = ['user', 'create', '--email', 'ben@example.com', '--account', '1', '--password-stdin', '--json'];
    const { code, stdout } = await line.run(args, 'one that ben has chosen\n');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ id: expect.any(Number), email: 'ben@example.com' });
    expect(await findByPassword(database, 'ben@example.com', 'one that ben has chosen')).toBeDefined();
  });

  test('password sets a new one, and the old one stops working', async () => {
    const args = ['user', 'create', '--email', 'cleo@example.com', '--account', '1', '--json'];
    const { id: userId, password: before } = JSON.parse((await line.call(args)).stdout);
    const token = { websiteIds: [1], scopes: ['reports'], audience: 'rest', userId } as const;
    const { id } = await createToken(database, token, () => new Date());
    const { stdout } = await line.call(['user', 'password', '--email', 'cleo@example.com', '--json']);
    const { password: after, revoked_token_ids: revoked } = JSON.parse(stdout);
    expect(revoked).toEqual([id]);
    expect(await findByPassword(database, 'cleo@example.com', before)).toBeUndefined();
    expect(await findByPassword(database, 'cleo@example.com', after)).toBeDefined();
  });

  describe('roles', () => {
    const user = (...args: string[]) => line.call(['user', ...args, '--json']);
    const listed = async (email: string) =>
      JSON.parse((await user('list')).stdout).users.find((one: { email: string }) => one.email === email);

    test('are given when a user is created, granted later, revoked, listed, and in the audit log', async () => {
      await user('create', '--email', 'dan@example.com', '--account', '1:viewer', '--account', '2');
      expect(await listed('dan@example.com')).toEqual({
        id: expect.any(Number),
        email: 'dan@example.com',
        accounts: [
          { id: 1, role: 'viewer', website_ids: null },
          { id: 2, role: 'owner', website_ids: null },
        ],
        created_at: expect.stringMatching(/Z$/),
        last_sign_in_at: null,
      });
      const granted = await user('grant', '--email', 'Dan@example.com', '--account', '1', '--role', 'editor');
      expect(JSON.parse(granted.stdout)).toMatchObject({ email: 'dan@example.com', account_id: 1, role: 'editor' });
      expect((await listed('dan@example.com')).accounts[0]).toEqual({ id: 1, role: 'editor', website_ids: null });
      const onOne = await user(
        'grant',
        '--email',
        'dan@example.com',
        ...['--account', '1', '--role', 'editor', '--website', '1'],
      );
      expect(JSON.parse(onOne.stdout)).toMatchObject({ role: 'editor', website_ids: [1] });
      expect((await line.call(['user', 'list'])).stdout).toContain(' 1:editor on 1, 2:owner ');
      expect((await user('revoke', '--email', 'dan@example.com', '--account', '1')).code).toBe(0);
      const { id, email, accounts } = await listed('dan@example.com');
      expect(accounts).toEqual([{ id: 2, role: 'owner', website_ids: null }]);

      const signIns = new SignIns(database, () => new Date('2026-02-03T04:05:06Z'));
      await signIns.succeeded(id, 'dashboard', undefined);
      const { stdout } = await line.call(['user', 'list']);
      const [header, ...rows] = stdout.split('\n');
      expect(header).toMatch(/^ID +EMAIL +ACCOUNTS +CREATED +LAST SIGN-IN$/);
      expect(rows.find((row) => row.includes(email))).toMatch(/ 2:owner .* 2026-02-03T04:05:06Z$/);

      expect((await user('delete', '--email', email, '--force')).code).toBe(0);
      expect(await listed(email)).toBeUndefined();
      const entries = await saidSubjects(
        database.query(
          "SELECT account_id, user_id, via, action, subject FROM audit_log WHERE subject LIKE '%dan@%' ORDER BY id",
        ),
      );
      const byOperator = { user_id: null, via: 'command_line' };
      expect(entries).toEqual([
        { ...byOperator, account_id: 1, action: 'person_added', subject: 'dan@example.com as viewer' },
        { ...byOperator, account_id: 2, action: 'person_added', subject: 'dan@example.com as owner' },
        { ...byOperator, account_id: 1, action: 'role_changed', subject: 'dan@example.com from viewer to editor' },
        {
          ...{ ...byOperator, account_id: 1, action: 'role_changed' },
          subject: 'dan@example.com from editor to editor on acme.example',
        },
        { ...byOperator, account_id: 1, action: 'person_removed', subject: 'dan@example.com' },
        { ...byOperator, account_id: 2, action: 'person_removed', subject: 'dan@example.com' },
      ]);
    });

    test('the last owner stays, unless forced', async () => {
      await line.call(['import', 'catalog', '-'], '{"accounts":[{"id":3,"name":"Third"}]}');
      for (const email of ['eric@example.com', 'fritz@example.com']) {
        expect((await user('create', '--email', email, '--account', '3')).code).toBe(0);
      }
      expect((await user('grant', '--email', 'fritz@example.com', '--account', '3', '--role', 'viewer')).code).toBe(0);
      for (const args of [
        ['grant', '--email', 'eric@example.com', '--account', '3', '--role', 'editor'],
        ['revoke', '--email', 'eric@example.com', '--account', '3'],
        ['delete', '--email', 'eric@example.com'],
      ]) {
        const { code, stderr } = await user(...args);
        expect(code).toBe(1);
        expect(stderr).toContain('needs an owner. Make somebody else an owner first.');
        expect(stderr).toContain('funnel user grant');
        expect(stderr).toContain('--force');
      }
      expect((await listed('eric@example.com')).accounts).toEqual([{ id: 3, role: 'owner', website_ids: null }]);
      expect((await user('delete', '--email', 'eric@example.com', '--force')).code).toBe(0);
      expect(await listed('eric@example.com')).toBeUndefined();
    });
  });

  test.each([
    [['user', 'create', '--email', 'x@example.com', '--account', '1:boss'], 2, 'not one of the roles viewer, editor'],
    [['user', 'grant', '--email', 'bob@example.com', '--account', '1'], 2, '--role is required: one of viewer'],
    [['user', 'grant', '--email', 'bob@example.com', '--account', '1', '--role', 'x'], 2, 'not one of the roles'],
    [['user', 'grant', '--email', 'bob@example.com', '--role', 'viewer'], 2, '--account is required'],
    [['user', 'grant', '--account', '1', '--role', 'viewer'], 2, '--email is required'],
    [['user', 'grant', '--email', 'no@example.com', '--account', '1', '--role', 'viewer'], 1, 'funnel user create'],
    [['user', 'grant', '--email', 'bob@example.com', '--account', '99', '--role', 'viewer'], 1, 'no account 99.'],
    [['user', 'revoke', '--email', 'bob@example.com', '--account', '2'], 1, 'does not belong to account 2. See:'],
    [['user', 'revoke', '--email', 'no@example.com', '--account', '2'], 1, 'There is no user no@example.com.'],
    [['user', 'delete', '--email', 'no@example.com'], 1, 'There is no user no@example.com.'],
    [['user', 'create', '--email', 'x@example.com'], 2, '--account is required'],
    [['user', 'create', '--account', '1'], 2, '--email is required'],
    [['user', 'create', '--email', 'x@example.com', '--account', 'one'], 2, 'positive integer'],
    [['user', 'create', '--email', 'x@example.com', '--account', '99'], 1, 'There is no account 99.'],
    [['user', 'create', '--email', 'nobody', '--account', '1'], 1, 'not an email address'],
    [['user', 'password', '--email', 'nobody@example.com'], 1, 'There is no user nobody@example.com.'],
  ])('%j exits with %i', async (args, expected, message) => {
    const { code, stdout, stderr } = await line.call(args);
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});
