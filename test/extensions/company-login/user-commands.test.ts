// `funnel user` where nobody has a password.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../src/core/foundation/database/open/open.ts';
import { NO_PASSWORD } from '../../../src/core/manage/authorization-server/users/users.ts';
import { CommandLine } from '../../support/command-line.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';

describe('without passwords', () => {
  const withoutPasswords = new CommandLine({
    PASSWORD_LOGIN: 'off',
    OIDC_ISSUER_URL: 'https://login.example.com',
    OIDC_CLIENT_ID: 'funnel',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Example login',
  });
  let database: Database;
  beforeAll(async () => {
    const catalog = withoutPasswords.file('catalog.json', JSON.stringify(SAMPLE_CATALOG));
    expect((await withoutPasswords.call(['import', 'catalog', catalog])).code).toBe(0);
    database = await openDatabase(withoutPasswords.databaseUrl);
  });
  afterAll(async () => {
    await database.close();
    withoutPasswords.dispose();
  });

  const eve = ['--email', 'eve@example.com'];

  test('create makes a user without one, and says where they log in', async () => {
    const { code, stdout } = await withoutPasswords.call(['user', 'create', ...eve, '--account', '1']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Created user \d+, eve@example\.com\. They log in with Example login\.\n$/),
    });
    const [user] = await database.query("SELECT password_hash FROM users WHERE email = 'eve@example.com'");
    expect(user).toEqual({ password_hash: NO_PASSWORD });
  });

  test('neither create nor password takes one', async () => {
    for (const command of ['create', 'password']) {
      const args = ['user', command, '--email', 'fay@example.com', '--password-stdin'];
      const account = command === 'create' ? ['--account', '1'] : [];
      const { code, stderr } = await withoutPasswords.call([...args, ...account], 'a long enough password\n');
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('PASSWORD_LOGIN=off') });
    }
  });
});
