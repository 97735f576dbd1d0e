// Statements that are sent often are prepared, and nothing fails where a connection pooler does not support it.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { SENDS_PER_PERIOD } from '../../../../src/core/foundation/database/postgres/prepared-statements.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';

const SQL = 'SELECT CAST($1 AS integer) + 1 AS next';
const OFTEN = 20;

describe.runIf(ENGINES.includes('postgres'))('on PostgreSQL', () => {
  let testDatabase: TestDatabase;
  /** Has one connection, so every statement is sent over the same one. */
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase('postgres');
  });
  beforeEach(async () => {
    database = await openDatabase(testDatabase.url, { connectionsMax: 1 });
  });
  afterEach(() => database.close());
  afterAll(() => testDatabase.dispose());

  const send = async (number: number) => (await database.query<{ next: number }>(SQL, [number]))[0]!.next;

  async function sendOften(): Promise<number[]> {
    const results: number[] = [];
    for (let number = 0; number < OFTEN; number++) results.push(await send(number));
    return results;
  }

  async function sendSeveral(first: number, last: number): Promise<void> {
    for (let number = first; number <= last; number++) {
      for (let times = 0; times < 7; times++) await database.query(`SELECT ${number}`, []);
    }
  }

  const prepared = () =>
    database.query<{ name: string; statement: string; runs: number }>(
      'SELECT name, statement, generic_plans + custom_plans AS runs FROM pg_prepared_statements',
    );

  const EXPECTED = Array.from({ length: OFTEN }, (_, number) => number + 1);

  test('a statement is prepared once it was sent often, and not before', async () => {
    await send(1);
    expect(await prepared()).toEqual([]);
    expect(await sendOften()).toEqual(EXPECTED);
    const [only, ...others] = await prepared();
    expect(only).toMatchObject({ statement: SQL });
    expect(only!.runs).toBeGreaterThan(OFTEN / 2);
    expect(others).toEqual([]);
  });

  test('there is a limit to how many are', async () => {
    await sendSeveral(1, 60);
    expect((await prepared()).length).toBe(50);
  });

  test('those that are sent no more give way to others, and the connection stays until it has prepared twice as many', async () => {
    const connection = () => database.query('SELECT pg_backend_pid() AS id');
    const before = await connection();
    await sendSeveral(1, 50);
    expect(await prepared()).toHaveLength(50);
    for (let times = 0; times < 2 * SENDS_PER_PERIOD; times++) await send(times);
    expect((await prepared()).map(({ statement }) => statement)).toContain(SQL);
    await sendSeveral(51, 98);
    expect(await prepared()).toHaveLength(99);
    expect(await connection()).toEqual(before);
    await sendSeveral(99, 99);
    expect(await connection()).not.toEqual(before);
  });

  test('a pooler that gives us the connection of another client does no harm', async () => {
    await sendOften();
    // On that connection, nothing was prepared.
    await database.query('DEALLOCATE ALL');
    expect(await sendOften()).toEqual(EXPECTED);
    expect(await prepared()).toEqual([]);
  });

  test('nor does a connection on which another client has prepared the statement already', async () => {
    await sendOften();
    const { name } = (await prepared())[0]!;
    await database.close();
    database = await openDatabase(testDatabase.url, { connectionsMax: 1 });
    await database.query(`PREPARE ${pg.escapeIdentifier(name)} AS SELECT CAST($1 AS integer) + 1 AS next`);
    expect(await sendOften()).toEqual(EXPECTED);
  });

  test('a migration may change the columns that it returns', async () => {
    const change = (type: string) =>
      database.transaction((tx) => tx.runScript(`DROP TABLE IF EXISTS changing; CREATE TABLE changing (a ${type})`));
    await change('integer');
    for (let number = 0; number < OFTEN; number++) await database.query('SELECT a FROM changing', []);
    await change('text');
    await database.transaction((tx) => tx.query("INSERT INTO changing VALUES ('new')"));
    expect(await database.query('SELECT a FROM changing', [])).toEqual([{ a: 'new' }]);
  });

  test('a statement that fails for another reason fails, and stays prepared', async () => {
    const divide = (by: number) => database.query('SELECT 1 / CAST($1 AS integer) AS share', [by]);
    for (let number = 0; number < OFTEN; number++) await divide(1);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect(await prepared()).toHaveLength(1);
    expect(await divide(1)).toEqual([{ share: 1 }]);
  });

  test('the connections to each worker of a cluster can be limited', async () => {
    await database.close();
    database = await openDatabase(testDatabase.url, { connectionsMax: 1, workerConnectionsMax: 1 });
    expect(await database.query('SHOW citus.max_adaptive_executor_pool_size')).toEqual([
      { 'citus.max_adaptive_executor_pool_size': '1' },
    ]);
  });
});
