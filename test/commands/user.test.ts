// `funnel user`: users who can log in, created by an operator.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../src/access/tokens.ts';
import { checkPassword } from '../../src/authorization-server/users.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { CommandLine } from '../support/command-line.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';

describe('funnel user', () => {
  const line = new CommandLine();
  let database: Database;
  beforeAll(async () => {
    const catalog = line.file('catalog.json', JSON.stringify(SAMPLE_CATALOG));
    expect((await line.run(['import', 'catalog', catalog])).code).toBe(0);
    database = await openDatabase(line.databaseUrl);
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
    expect(user).toEqual({ id: 1, email: 'ada@example.com' });
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(await checkPassword(database, 'ada@example.com', password)).toEqual(user);
    expect(await database.query('SELECT account_id FROM user_accounts ORDER BY account_id')).toEqual([
      { account_id: 1 },
      { account_id: 2 },
    ]);
  });

  test('create takes a password from standard input, and does not print it', async () => {
    const args = ['user', 'create', '--email', 'bob@example.com', '--account', '1', '--password-stdin', '--json'];
    const { code, stdout } = await line.run(args, 'one that bob has chosen\n');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ id: 2, email: 'bob@example.com' });
    expect(await checkPassword(database, 'bob@example.com', 'one that bob has chosen')).toBeDefined();
  });

  test('password sets a new one, and the old one stops working', async () => {
    const args = ['user', 'create', '--email', 'cleo@example.com', '--account', '1', '--json'];
    const before = JSON.parse((await line.run(args)).stdout).password;
    const token = { websiteIds: [1], scopes: ['reports'], audience: 'rest', userId: 3 } as const;
    const { id } = await createToken(database, token, () => new Date());
    const { stdout } = await line.run(['user', 'password', '--email', 'cleo@example.com', '--json']);
    const { password: after, revoked_token_ids: revoked } = JSON.parse(stdout);
    expect(revoked).toEqual([id]);
    expect(await checkPassword(database, 'cleo@example.com', before)).toBeUndefined();
    expect(await checkPassword(database, 'cleo@example.com', after)).toBeDefined();
  });

  test.each([
    [['user', 'create', '--email', 'x@example.com'], 2, '--account is required'],
    [['user', 'create', '--account', '1'], 2, '--email is required'],
    [['user', 'create', '--email', 'x@example.com', '--account', 'one'], 2, 'positive integer'],
    [['user', 'create', '--email', 'x@example.com', '--account', '99'], 1, 'There is no account 99.'],
    [['user', 'create', '--email', 'nobody', '--account', '1'], 1, 'not an email address'],
    [['user', 'password', '--email', 'nobody@example.com'], 1, 'There is no user nobody@example.com.'],
  ])('%j exits with %i', async (args, expected, message) => {
    const { code, stdout, stderr } = await line.run(args);
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});
