// The database interface: transactions, bulk inserts and exact numbers, the same on every engine.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  type Database,
  LockTimeoutError,
  type Queries,
  type SqlValue,
} from '../../../../src/core/foundation/database/database.ts';
import { openDatabase, sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { beginSql } from '../../../../src/core/foundation/database/postgres/postgres.ts';
import { Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { createTestDatabase, ENGINES, ON_CITUS, type TestDatabase } from '../../../support/databases.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase(engine);
    database = testDatabase.database;
  });

  const FILLED = ['seen_orders', 'seen_events', 'rollup_values', 'rollup_visitors', 'access_tokens'];
  beforeEach(() =>
    database.transaction((tx) => tx.runScript(FILLED.map((table) => `DELETE FROM ${table};`).join(' '))),
  );
  afterAll(() => testDatabase.dispose());

  const addOrder = (tx: Queries, orderId: string) =>
    tx.insertMany({ into: 'seen_orders', columns: ['website_id', 'order_id'], rows: [[1, orderId]] });

  async function orders(): Promise<string[]> {
    const rows = await database.query<{ order_id: string }>('SELECT order_id FROM seen_orders ORDER BY order_id');
    return rows.map((row) => row.order_id);
  }

  describe('a transaction', () => {
    test('returns the result of its work, and becomes visible to others when it ends', async () => {
      const before = await database.transaction(async (tx) => {
        await addOrder(tx, 'a');
        return orders();
      });
      expect([before, await orders()]).toEqual([[], ['a']]);
    });

    test('that fails is rolled back, and the next one works', async () => {
      const failing = database.transaction(async (tx) => {
        await addOrder(tx, 'a');
        await tx.query('SELECT * FROM nowhere');
      });
      await expect(failing).rejects.toThrow('nowhere');
      await database.transaction((tx) => addOrder(tx, 'b'));
      expect(await orders()).toEqual(['b']);
    });

    test('does not mix with concurrent ones', async () => {
      const works = Array.from({ length: 20 }, (_, index) =>
        database.transaction(async (tx) => {
          await addOrder(tx, `${index}-first`);
          if (index % 2 === 1) throw new Error('odd');
          await addOrder(tx, `${index}-second`);
        }),
      );
      await Promise.allSettled(works);
      expect(await orders()).toHaveLength(20);
      expect((await orders()).every((order) => Number.parseInt(order, 10) % 2 === 0)).toBe(true);
    });

    test.runIf(engine === 'postgres')('gives up waiting for a lock, and keeps its connection', async () => {
      await database.transaction((tx) => addOrder(tx, 'locked'));
      const lock = (tx: Queries) =>
        tx.query('UPDATE seen_orders SET seen_day = 1 WHERE website_id = 1 RETURNING order_id');
      const other = await openDatabase(testDatabase.url, { connectionsMax: 1 });
      const connection = () => other.query('SELECT pg_backend_pid() AS id');
      const before = await connection();
      await database.transaction(async (tx) => {
        await lock(tx);
        await expect(other.transaction(lock, { lockMsMax: 1 })).rejects.toBeInstanceOf(LockTimeoutError);
      });
      expect(await connection()).toEqual(before);
      expect(await other.transaction(lock)).toEqual([{ order_id: 'locked' }]);
      await other.close();
    });

    test.runIf(engine === 'postgres').each([true, false])(
      'begins with its limits, on workers: %s',
      async (isOnWorkers) => {
        const client = new pg.Client({ connectionString: testDatabase.url });
        const notices: unknown[] = [];
        client.on('notice', (notice) => notices.push(notice));
        await client.connect();
        try {
          await client.query(beginSql(30_000, { lockMsMax: 70, isOnWorkers }));
          const { rows } = await client.query(
            `SELECT name, setting FROM pg_settings
           WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout', 'synchronous_commit')
           ORDER BY name`,
          );
          expect(rows.map(({ setting }) => setting)).toEqual(['60000', '70', '30000', 'on']);
          expect(notices).toEqual([]);
        } finally {
          await client.end();
        }
      },
    );

    // `local`: a standby is not waited for.
    test.runIf(engine === 'postgres').each([
      ['off', 'on'],
      ['local', 'local'],
      ['remote_apply', 'remote_apply'],
    ])('waits for the disk where the default is %s', async (byDefault, inTransaction) => {
      const url = new URL(testDatabase.url);
      url.searchParams.set('options', `-c synchronous_commit=${byDefault}`);
      const other = await openDatabase(url.href, { connectionsMax: 1 });
      const read = (queries: Pick<Queries, 'query'>) => queries.query('SHOW synchronous_commit');
      for (const options of [undefined, { lockMsMax: 70 }]) {
        expect(await other.transaction(read, options)).toEqual([
          { synchronous_commit: ON_CITUS && options ? 'on' : inTransaction },
        ]);
        expect(await read(other)).toEqual([{ synchronous_commit: byDefault }]);
      }
      await other.close();
    });

    test('finishes before the database closes', async () => {
      const other = await openDatabase(testDatabase.url, { connectionsMax: 2 });
      const work = other.transaction((tx) => addOrder(tx, 'last'));
      await Promise.all([work, other.close()]);
      expect(await orders()).toEqual(['last']);
    });
  });

  test.runIf(engine === 'postgres')('a connection stays open for some minutes without requests', async () => {
    const other = await openDatabase(testDatabase.url, { connectionsMax: 1 });
    const connection = () => other.query('SELECT pg_backend_pid() AS id');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const before = await connection();
      vi.advanceTimersByTime(2 * 60_000);
      expect(await connection()).toEqual(before);
      vi.advanceTimersByTime(4 * 60_000);
      expect(await connection()).not.toEqual(before);
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });

  test.runIf(engine === 'postgres')('a silent connection is probed, because the server may have vanished', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const other = await openDatabase(testDatabase.url, { connectionsMax: 1 });
    try {
      await other.query('SELECT 1');
      expect(keepAlive).toHaveBeenCalledWith(true, 10_000);
    } finally {
      keepAlive.mockRestore();
      await other.close();
    }
  });

  test('inserts more rows than one statement can hold', async () => {
    const rows = Array.from({ length: 25_000 }, (_, index) => [1, `event-${index}`, index]);
    const columns = ['website_id', 'event_id', 'seen_at_ms'];
    await database.transaction((tx) => tx.insertMany({ into: 'seen_events', columns, rows }));
    const [row] = await database.query<{ count: number; sum: number }>(
      'SELECT COUNT(*) AS count, CAST(SUM(seen_at_ms) AS bigint) AS sum FROM seen_events',
    );
    expect({ ...row }).toEqual({ count: 25_000, sum: (25_000 * 24_999) / 2 });
  });

  describe('inserting very many rows at once', () => {
    const COUNT = 3_000;
    const TEXTS = ['plain', 'tab\tand\nnewline\r', '\\N and \\x00', '"quoted", {braced}', 'ünïcödé 😀', ''];
    const VALUE_COLUMNS = ['website_id', 'element_id', 'day', 'list', 'value', 'selections', 'orders', 'revenue'];
    const NUMBERS = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER];

    const insertValues = (rows: readonly (readonly SqlValue[])[]) =>
      database.transaction((tx) =>
        tx.insertMany({
          into: 'rollup_values',
          columns: VALUE_COLUMNS,
          rows,
          onConflict: `ON CONFLICT (website_id, element_id, day, list, value) DO UPDATE
            SET selections = rollup_values.selections + excluded.selections`,
        }),
      );
    const valueRow = (_: unknown, index: number): SqlValue[] => {
      const text = TEXTS[index % TEXTS.length]!;
      return [1, index, 20_000 + index, text, `${text} ${index}`, 1, index, NUMBERS[index % NUMBERS.length]!];
    };

    test('stores every value as it is, and resolves conflicts', async () => {
      const rows = Array.from({ length: COUNT }, valueRow);
      await insertValues(rows);
      await insertValues(rows.slice(COUNT / 2).concat(Array.from({ length: COUNT }, valueRow).slice(0, 1)));
      const stored = await database.query<Record<string, SqlValue>>('SELECT * FROM rollup_values ORDER BY element_id');
      const expected = rows.map((row, index) => row.with(5, index === 0 || index >= COUNT / 2 ? 2 : 1));
      expect(stored.map((row) => VALUE_COLUMNS.map((column) => row[column]))).toEqual(expected);
    });

    test('stores missing values, and sketches of any size', async () => {
      const tokens = Array.from({ length: COUNT }, (_, id): SqlValue[] => [id, id % 2 === 0 ? null : `name ${id}`]);
      await database.transaction((tx) =>
        tx.insertMany({
          into: 'access_tokens',
          columns: ['id', 'name', 'token_hash', 'scopes', 'created_at', 'audience'],
          rows: tokens.map((row) => [...row, `hash ${row[0]}`, 'reports', '2025-01-01T00:00:00Z', 'rest']),
        }),
      );
      const named = await database.query<{ id: number; name: string | null }>(
        'SELECT id, name FROM access_tokens ORDER BY id',
      );
      expect(named.map(({ id, name }) => [id, name])).toEqual(tokens);

      const sketches = Array.from({ length: COUNT }, (_, index) => {
        const sketch = new Sketch();
        // The last ones are full sketches of 10 KiB.
        for (let visitor = 0; visitor < (index < COUNT - 20 ? index % 7 : 20_000); visitor++) {
          sketch.add(Math.imul(visitor, 0x9e3779b1), Math.imul(visitor + index, 0x85ebca6b));
        }
        return Buffer.from(sketch.toBytes());
      });
      const columns = ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'];
      const rows = sketches.map((sketch, period) => [1, 1, 1, 0, 0, period, sketch]);
      await database.transaction((tx) => tx.insertMany({ into: 'rollup_visitors', columns, rows }));
      const stored = await database.query<{ sketch: Uint8Array }>('SELECT sketch FROM rollup_visitors ORDER BY period');
      expect(stored.map(({ sketch }) => Buffer.from(sketch))).toEqual(sketches);
    });

    test.runIf(engine === 'postgres')('copies them, on a cluster too, where they go to many shards', async () => {
      const rows = Array.from({ length: COUNT }, (_, index) => [index + 1, 'order']);
      const stagedRows = await database.transaction(async (tx) => {
        await tx.insertMany({ into: 'seen_orders', columns: ['website_id', 'order_id'], rows });
        return tx.query('SELECT * FROM staged_seen_orders');
      });
      expect(stagedRows).toEqual([]);
      const [stored] = await database.query('SELECT COUNT(DISTINCT website_id) AS websites FROM seen_orders');
      expect(stored).toEqual({ websites: COUNT });
    });

    test('that fails writes nothing, and the next transaction works', async () => {
      const rows = Array.from({ length: COUNT }, valueRow);
      const broken = rows.with(COUNT - 1, rows[0]!.with(3, null));
      await expect(insertValues(broken)).rejects.toThrow();
      expect(await database.query('SELECT * FROM rollup_values')).toEqual([]);
      await insertValues(rows);
      expect(await database.query('SELECT * FROM rollup_values')).toHaveLength(COUNT);
    });

    test('twice in one transaction, into the same table', async () => {
      await database.transaction(async (tx) => {
        for (const website of [1, 2]) {
          const rows = Array.from({ length: COUNT }, (_, index) => [website, `order-${index}`]);
          await tx.insertMany({ into: 'seen_orders', columns: ['website_id', 'order_id'], rows });
        }
      });
      const counts = await database.query<{ website_id: number; count: number }>(
        'SELECT website_id, COUNT(*) AS count FROM seen_orders GROUP BY website_id ORDER BY website_id',
      );
      expect(counts.map((row) => ({ ...row }))).toEqual([1, 2].map((id) => ({ website_id: id, count: COUNT })));
    });
  });

  describe('inserting rows that may already exist', () => {
    const insertOrders = (ids: readonly string[]) =>
      database.transaction((tx) =>
        tx.insertNew({
          into: 'seen_orders',
          columns: ['website_id', 'order_id'],
          rows: ids.map((id) => [1, id]),
          onConflict: 'ON CONFLICT (website_id, order_id) DO NOTHING',
          key: ['website_id', 'order_id'],
        }),
      );

    test('reports which rows were written', async () => {
      expect([...(await insertOrders(['a', 'b']))]).toEqual([1, 1]);
      expect([...(await insertOrders(['b', 'c', 'a', 'd']))]).toEqual([0, 1, 0, 1]);
      expect([...(await insertOrders([]))]).toEqual([]);
    });

    test('writes the first of two equal rows in one call', async () => {
      expect([...(await insertOrders(['x', 'y', 'x', 'y', 'z']))]).toEqual([1, 1, 0, 0, 1]);
      expect(await orders()).toEqual(['x', 'y', 'z']);
    });

    test('works for more rows than one statement can hold', async () => {
      const ids = Array.from({ length: 2_500 }, (_, index) => `order ${index}`);
      await insertOrders(ids.filter((_, index) => index % 3 === 0));
      expect([...(await insertOrders(ids))]).toEqual(ids.map((_, index) => (index % 3 === 0 ? 0 : 1)));
    });

    test('counts an updated row as written, and a skipped one not', async () => {
      const see = (rows: readonly [string, number][]) =>
        database.transaction((tx) =>
          tx.insertNew({
            into: 'seen_events',
            columns: ['website_id', 'event_id', 'seen_at_ms'],
            rows: rows.map(([id, seenAtMs]) => [1, id, seenAtMs]),
            onConflict: `ON CONFLICT (website_id, event_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms
              WHERE seen_events.seen_at_ms <= excluded.seen_at_ms - 10`,
            key: ['website_id', 'event_id'],
          }),
        );
      expect([...(await see([['a', 0]]))]).toEqual([1]);
      const again = await see([
        ['a', 9],
        ['b', 9],
      ]);
      expect([...again]).toEqual([0, 1]);
      expect([...(await see([['a', 10]]))]).toEqual([1]);
    });
  });

  test('integers are read exactly, or the query fails', async () => {
    const [row] = await database.query<{ n: number }>('SELECT CAST(9007199254740991 AS bigint) AS n');
    expect(row?.n).toBe(Number.MAX_SAFE_INTEGER);
    await expect(database.query('SELECT CAST(9007199254740993 AS bigint) AS n')).rejects.toThrow();
  });

  test('sketches are read as the stored bytes, and can be united', async () => {
    const sketches = [1, 2, 2].map((visitor) => {
      const sketch = new Sketch();
      sketch.add(visitor, visitor);
      return sketch;
    });
    const rows = sketches.map((sketch, period) => [1, 1, 1, 0, 0, period, sketch.toBytes()]);
    const columns = ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'];
    await database.transaction((tx) => tx.insertMany({ into: 'rollup_visitors', columns, rows }));
    const stored = await database.query<{ sketch: Uint8Array }>('SELECT sketch FROM rollup_visitors ORDER BY period');
    expect(stored.map(({ sketch }) => Buffer.from(sketch))).toEqual(
      sketches.map((sketch) => Buffer.from(sketch.toBytes())),
    );
    const [union] = await database.query<{ sketch: Uint8Array }>(
      'SELECT hll_union_agg(sketch) AS sketch FROM rollup_visitors',
    );
    expect(Sketch.fromBytes(union!.sketch).estimate()).toBe(2);
  });

  test('the change counter detects writes by any connection, if the engine has one', async () => {
    const before = database.changeCounter();
    expect(database.changeCounter()).toBe(before);
    await database.transaction((tx) => addOrder(tx, 'mine'));
    const afterMine = database.changeCounter();
    const other = await openDatabase(testDatabase.url, { connectionsMax: 1 });
    await other.transaction((tx) => addOrder(tx, 'of another'));
    await other.close();
    const counters = [before, afterMine, database.changeCounter()];
    expect(new Set(counters).size).toBe(engine === 'sqlite' ? 3 : 1);
  });
});

test('on SQLite nothing can be written outside a transaction', async () => {
  const { database, dispose } = await createTestDatabase('sqlite');
  await expect(database.query('DELETE FROM seen_orders')).rejects.toThrow(/readonly/);
  await dispose();
});

describe('the path of an SQLite database', () => {
  it.each([
    ['sqlite:./data/funnel.db', './data/funnel.db'],
    ['sqlite:funnel.db', 'funnel.db'],
    ['sqlite:/var/lib/funnel.db', '/var/lib/funnel.db'],
    ['sqlite:///var/lib/funnel.db', '/var/lib/funnel.db'],
  ])('%s is %s', (url, path) => {
    expect(sqlitePath(url)).toBe(path);
  });

  it.each(['sqlite:', 'sqlite::memory:', 'mysql://x', ''])('%j is rejected', (url) => {
    expect(() => sqlitePath(url)).toThrow('DATABASE_URL');
  });
});

test('a folder created for a SQLite file is accessible to its owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-folder-'));
  try {
    const database = await openDatabase(`sqlite:${join(folder, 'data', 'funnel.db')}`);
    await database.close();
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('SQLite keeps the statements that were used last, not those that were new last', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-statements-'));
  const database = await openDatabase(`sqlite:${join(folder, 'funnel.db')}`);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  try {
    const often = 'SELECT 1 AS often';
    for (let number = 0; number < 300; number++) {
      await database.query(often);
      await database.query(`SELECT ${number} AS once`);
    }
    expect(prepare.mock.calls.filter(([sql]) => sql === often)).toHaveLength(1);
  } finally {
    prepare.mockRestore();
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
