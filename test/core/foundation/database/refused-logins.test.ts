// PostgreSQL that refuses the login is an outage like every other: senders try again later, and would drop their events on 500.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, DatabaseUnavailableError } from '../../../../src/core/foundation/database/database.ts';
import { openPostgres } from '../../../../src/core/foundation/database/postgres/postgres.ts';
import { createPlainDatabase, ENGINES } from '../../../support/databases.ts';

/** Roles belong to the server, which other test runs may use, too. */
const ROLE = `funnel_refused_${randomBytes(8).toString('hex')}`;

describe.skipIf(!ENGINES.includes('postgres'))('a login that PostgreSQL refuses', () => {
  let plain: Awaited<ReturnType<typeof createPlainDatabase>>;
  let admin: Database;
  let name: string;
  let target: URL;

  const run = (sql: string) => admin.transaction((tx) => tx.runScript(sql));

  beforeAll(async () => {
    plain = await createPlainDatabase();
    target = new URL(plain.url);
    name = target.pathname.slice(1);
    target.username = ROLE;
    const other = new URL(plain.url);
    other.pathname = '/postgres';
    admin = openPostgres(other.href, { connectionsMax: 1 });
    await run(`CREATE ROLE ${ROLE} LOGIN`);
  });
  afterAll(async () => {
    await run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true; DROP ROLE ${ROLE}`);
    await admin.close();
    await plain.dispose();
  });

  async function expectUnavailable(url: string): Promise<void> {
    const database = openPostgres(url, { connectionsMax: 1 });
    try {
      for (const call of [() => database.query('SELECT 1'), () => database.transaction(async () => {})]) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(DatabaseUnavailableError);
      }
    } finally {
      await database.close();
    }
  }

  test.each([
    ['the user may not log in', () => `ALTER ROLE ${ROLE} NOLOGIN`, () => `ALTER ROLE ${ROLE} LOGIN`],
    [
      'the user has no connections',
      () => `ALTER ROLE ${ROLE} CONNECTION LIMIT 0`,
      () => `ALTER ROLE ${ROLE} CONNECTION LIMIT -1`,
    ],
    [
      'the database allows no connections',
      () => `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      () => `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
    ],
    [
      'the database is not for this user',
      () => `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`,
      () => `GRANT CONNECT ON DATABASE ${name} TO PUBLIC`,
    ],
  ])('is an outage: %s', async (_, refuse, allow) => {
    await run(refuse());
    try {
      await expectUnavailable(target.href);
    } finally {
      await run(allow());
    }
  });

  test('is an outage: the database is missing, or the user is', async () => {
    const missing = new URL(target);
    missing.pathname = `/${ROLE}`;
    await expectUnavailable(missing.href);
    missing.pathname = target.pathname;
    missing.username = `${ROLE}_missing`;
    await expectUnavailable(missing.href);
  });
});
