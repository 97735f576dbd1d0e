// A copy between engines: every table and value, from one snapshot, and never into a database that is in use.
import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  type CopyObserver,
  type CopyResult,
  copyDatabase,
} from '../../../../src/core/foundation/database/copy/copy-database.ts';
import { CopyError } from '../../../../src/core/foundation/database/copy/copy-error.ts';
import { isCopyUnfinished, SEEDED_TABLES } from '../../../../src/core/foundation/database/copy/progress.ts';
import { pageSql } from '../../../../src/core/foundation/database/copy/read-pages.ts';
import { openSnapshot } from '../../../../src/core/foundation/database/copy/snapshot.ts';
import { COPIED_TABLES, describeTables } from '../../../../src/core/foundation/database/copy/tables.ts';
import type { Database, Engine } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase, sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../../../src/core/foundation/database/schema/migrations.ts';
import { Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { createEmptyDatabase, createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { contentsOf, fillEveryTable, tablesOf } from '../../../support/every-table.ts';

const NOW = new Date('2025-03-10T12:00:00Z');
const SILENT: CopyObserver = { resumed: () => {}, copied: () => {}, verified: () => {} };
const ORDERS = 1_500;
const PAGES_PER_RUN = 12;

type Empty = Awaited<ReturnType<typeof createEmptyDatabase>>;

function copy(from: string, to: string, observer: Partial<CopyObserver> = {}): Promise<CopyResult> {
  return copyDatabase({ from, to, now: NOW }, { ...SILENT, ...observer });
}

async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, { connectionsMax: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function addOrders(database: Database, prefix: string, count: number): Promise<unknown> {
  const rows = Array.from({ length: count }, (_, index) => [1, `${prefix}-${index}`]);
  return database.transaction((tx) =>
    tx.insertMany({ into: 'seen_orders', columns: ['website_id', 'order_id'], rows }),
  );
}

describe.each(ENGINES)('the schema on %s', (engine) => {
  test('has no table that a copy omits, and contains only rows that a copy replaces', async () => {
    const { database, dispose } = await createTestDatabase(engine);
    const tables = await tablesOf(database);
    expect([...COPIED_TABLES].sort()).toEqual(tables.toSorted());
    const nonEmpty: string[] = [];
    for (const table of tables) if ((await database.query(`SELECT 1 FROM ${table}`)).length > 0) nonEmpty.push(table);
    expect(nonEmpty.sort()).toEqual([...SEEDED_TABLES].sort());
    await dispose();
  });
});

test('SQLite finds a page by the whole primary key, without reading earlier rows', async () => {
  const { url, dispose } = await createTestDatabase('sqlite');
  const snapshot = await openSnapshot(url);
  for (const table of await describeTables(snapshot)) {
    const names = table.key.map((index) => table.columns[index]!.name);
    const condition = names.length > 1 ? `((${names})>` : '>?)';
    const [plan, ...more] = await snapshot.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${pageSql(table, true)}`);
    expect(plan!.detail, table.name).toMatch(/^SEARCH/);
    expect(plan!.detail, table.name).toContain(condition);
    expect(more, `${table.name} is sorted`).toEqual([]);
  }
  await snapshot.close();
  await dispose();
});

describe('a source with rows in every table', () => {
  let source: TestDatabase;
  let expected: Record<string, string[]>;

  beforeAll(async () => {
    source = await createTestDatabase('sqlite');
    await fillEveryTable(source.database, COPIED_TABLES);
    // They are more than one page.
    await addOrders(source.database, 'order', ORDERS);
    expected = await contentsOf(source.url, COPIED_TABLES);
    for (const rows of Object.values(expected)) expect(rows.length).toBeGreaterThan(0);
  });

  afterAll(() => source.dispose());

  test.runIf(ENGINES.includes('postgres'))(
    'is the same after SQLite, PostgreSQL, PostgreSQL, SQLite, SQLite',
    async () => {
      const engines: Engine[] = ['postgres', 'postgres', 'sqlite', 'sqlite'];
      const copies = await Promise.all(engines.map(createEmptyDatabase));
      let from = source.url;
      let first: CopyResult | undefined;
      for (const { url } of copies) {
        const result = await copy(from, url);
        expect(result).toMatchObject({ resumed: false, verified: true, differences: [] });
        expect(result.copied_rows).toBe(Object.values(expected).flat().length);
        first ??= result;
        // Digests don't depend on the engine.
        expect([result.tables, result.sketches]).toEqual([first.tables, first.sketches]);
        expect(await contentsOf(url, COPIED_TABLES)).toEqual(expected);
        from = url;
      }
      expect(first!.sketches.map(({ website_id, rows }) => [website_id, rows])).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ]);
      await Promise.all(copies.map(({ dispose }) => dispose()));
    },
  );

  describe.each(ENGINES)('into %s', (engine) => {
    let target: Empty;

    beforeEach(async () => {
      target = await createEmptyDatabase(engine);
    });

    afterEach(() => target.dispose());

    test('resumes where it was each time it is interrupted', async () => {
      let result: CopyResult | undefined;
      let runs = 0;
      for (; !result; runs++) {
        let pages = 0;
        const copied = () => {
          // The page under way is lost, those before it are not.
          if (++pages > PAGES_PER_RUN) throw new Error('interrupted');
        };
        result = await copy(source.url, target.url, { copied }).catch((error: Error) => {
          expect(error.message).toBe('interrupted');
          return undefined;
        });
        expect(await onDatabase(target.url, isCopyUnfinished)).toBe(result === undefined);
      }
      expect(runs).toBeGreaterThan(COPIED_TABLES.length / PAGES_PER_RUN);
      expect(await contentsOf(target.url, COPIED_TABLES)).toEqual(expected);
    });

    test('refuses a target that contains data, names the table, and does not change it', async () => {
      await onDatabase(target.url, async (database) => {
        await migrate(database, NOW);
        await addOrders(database, 'mine', 1);
      });
      const before = await contentsOf(target.url, COPIED_TABLES);
      await expect(copy(source.url, target.url)).rejects.toThrow('The target already contains data (in seen_orders)');
      expect(await contentsOf(target.url, COPIED_TABLES)).toEqual(before);
      expect(await onDatabase(target.url, isCopyUnfinished)).toBe(false);
    });

    test('reports that something else wrote to the target', async () => {
      const interrupt = () => {
        throw new Error('interrupted');
      };
      await expect(copy(source.url, target.url, { copied: interrupt })).rejects.toThrow('interrupted');
      await onDatabase(target.url, (database) => addOrders(database, 'order', 1));
      const resumed = copy(source.url, target.url);
      await expect(resumed).rejects.toThrow(CopyError);
      await expect(resumed).rejects.toThrow(/seen_orders could not be written.*anything else writes to the target/s);
    });

    test('when it is run again, has nothing left to copy, takes no other source, and reports what has changed since', async () => {
      const first = await copy(source.url, target.url);
      let resumed = 0;
      const again = await copy(source.url, target.url, { resumed: () => resumed++ });
      expect(again).toEqual({ ...first, resumed: true, copied_rows: 0 });
      expect(resumed).toBe(1);

      const other = await createTestDatabase('sqlite');
      await expect(copy(other.url, target.url)).rejects.toThrow(/copy of another database, sqlite:/);
      await other.dispose();

      await onDatabase(target.url, (database) =>
        database.transaction(async (tx) => {
          await tx.query('DELETE FROM seen_orders WHERE website_id = 1 AND order_id = $1', ['order-7']);
          await tx.query('UPDATE rollup_counters SET revenue = revenue - 1 WHERE website_id = 2');
          await tx.query('UPDATE rollup_visitors SET sketch = $1', [new Sketch().toBytes()]);
        }),
      );
      const changed = await copy(source.url, target.url);
      expect(changed.verified).toBe(false);
      expect(changed.differences).toEqual([
        { table: 'seen_orders', source_rows: ORDERS + 3, target_rows: ORDERS + 2, website_ids: [1] },
        { table: 'rollup_counters', source_rows: 3, target_rows: 3, website_ids: [2] },
        { table: 'rollup_visitors', source_rows: 3, target_rows: 3, website_ids: [1, 2, 3] },
      ]);
    });
  });
});

describe.each(ENGINES)('from %s', (engine) => {
  let source: TestDatabase;
  let target: Empty;

  beforeEach(async () => {
    source = await createTestDatabase(engine);
    await addOrders(source.database, 'order', ORDERS);
    target = await createEmptyDatabase('sqlite');
  });

  afterEach(async () => {
    await source.dispose();
    await target.dispose();
  });

  test('rows written during the copy are not copied, and the result names their tables', async () => {
    let writing: Promise<unknown> | undefined;
    const change = async () => {
      await addOrders(source.database, 'later', 10);
      await source.database.transaction((tx) => tx.query('UPDATE catalog_state SET version = version + 1'));
    };
    const observer: Partial<CopyObserver> = {
      copied: () => {
        writing ??= change();
      },
    };
    const result = await copy(source.url, target.url, observer);
    await writing;
    expect(result).toMatchObject({ verified: true, source_read_at: NOW.toISOString() });
    expect(result.changed_since.toSorted()).toEqual(['catalog_state', 'seen_orders']);
    expect(result.tables.find(({ table }) => table === 'seen_orders')!.rows).toBe(ORDERS);
  });

  test('rows written between two runs are detected, and the target does not become ready', async () => {
    let rowsBefore = 0;
    const interrupted = copy(source.url, target.url, {
      copied: (rows) => {
        // This is after some pages of the orders.
        if (rows > ORDERS / 2) throw new Error('interrupted');
        rowsBefore = rows;
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(rowsBefore).toBeGreaterThan(0);
    await addOrders(source.database, 'an earlier key', 1);
    const result = await copy(source.url, target.url);
    expect(result.differences).toEqual([
      { table: 'seen_orders', source_rows: ORDERS + 1, target_rows: ORDERS, website_ids: [1] },
    ]);
    expect(await onDatabase(target.url, isCopyUnfinished)).toBe(true);
  });

  test('a source or target with another schema version is refused, and the message says what to do', async () => {
    const forget = (database: Database) => database.transaction((tx) => tx.query('DELETE FROM schema_migrations'));
    await copy(source.url, target.url);
    const [applied] = await source.database.query<Record<string, string | number>>('SELECT * FROM schema_migrations');
    await forget(source.database);
    await expect(copy(source.url, target.url)).rejects.toThrow(/schema of the source .*0001_schema.*funnel migrate/);
    const rows = [Object.values(applied!), Object.values({ ...applied, name: '9999_later.sql' })];
    await source.database.transaction((tx) =>
      tx.insertMany({ into: 'schema_migrations', columns: Object.keys(applied!), rows }),
    );
    await expect(copy(source.url, target.url)).rejects.toThrow(/^The source .*9999_later\.sql.*Use a newer version/);
  });
});

describe('values that only SQLite accepts', () => {
  let source: TestDatabase;
  let target: Empty;

  beforeEach(async () => {
    source = await createTestDatabase('sqlite');
    target = await createEmptyDatabase('sqlite');
  });

  afterEach(async () => {
    await source.dispose();
    await target.dispose();
  });

  function store(sql: string): Promise<unknown> {
    return source.database.transaction((tx) => tx.query(sql));
  }

  test.runIf(ENGINES.includes('postgres'))(
    'U+0000 is refused for PostgreSQL, naming the row, and copied to SQLite',
    async () => {
      await store("INSERT INTO accounts (id, name, created_at) VALUES (7, 'a' || char(0) || 'b', '2025')");
      const postgres = await createEmptyDatabase('postgres');
      await expect(copy(source.url, postgres.url)).rejects.toThrow(/^accounts, id 7: the column name holds .*U\+0000/);
      await postgres.dispose();
      expect(await copy(source.url, target.url)).toMatchObject({ verified: true });
      expect((await contentsOf(target.url, ['accounts'])).accounts).toEqual([expect.stringContaining('a\\u0000b')]);
    },
  );

  it.each([
    [
      'text for bytes',
      "INSERT INTO rollup_visitors VALUES (1, 1, 1, 1, 1, 1, 0, 'text')",
      /the column sketch holds text/,
    ],
    [
      'bytes for text',
      "INSERT INTO accounts VALUES (1, x'00ff', '2025')",
      /accounts, id 1: the column name holds bytes/,
    ],
    [
      'a fraction',
      'INSERT INTO website_activity (website_id, version) VALUES (1, 0.5)',
      /the column version holds the number 0.5/,
    ],
    [
      'a number beyond bigint',
      'INSERT INTO website_activity (website_id, version) VALUES (1, 1e19)',
      /the number 10000000000000000000/,
    ],
    [
      'a word for a number',
      "INSERT INTO website_activity (website_id, version) VALUES (1, 'x')",
      /the column version holds text/,
    ],
  ])('%s', async (_, sql, message) => {
    await store(sql);
    await expect(copy(source.url, target.url)).rejects.toThrow(message);
  });
});

describe('a source that cannot be used', () => {
  let target: Empty;

  beforeEach(async () => {
    target = await createEmptyDatabase('sqlite');
  });

  afterEach(() => target.dispose());

  test('does not exist: neither it nor the target is created', async () => {
    const path = `${sqlitePath(target.url)}.missing`;
    await expect(copy(`sqlite:${path}`, target.url)).rejects.toThrow(`There is no database at ${path}`);
    expect([path, sqlitePath(target.url)].filter((file) => existsSync(file))).toEqual([]);
  });

  test('is not a database', async () => {
    const path = `${sqlitePath(target.url)}.txt`;
    writeFileSync(path, 'This is a text file, not a database: '.repeat(20));
    await expect(copy(`sqlite:${path}`, target.url)).rejects.toThrow(/The source sqlite:.* can't be read/);
    expect(existsSync(sqlitePath(target.url))).toBe(false);
  });

  test('is an empty database', async () => {
    const path = `${sqlitePath(target.url)}.empty`;
    new DatabaseSync(path).close();
    await expect(copy(`sqlite:${path}`, target.url)).rejects.toThrow('schema of the source is not current');
  });

  test('is unreachable: the message names it without its password', async () => {
    const unreachable = 'postgres://funnel:s3cret@127.0.0.1:1/funnel';
    await expect(copy(unreachable, target.url)).rejects.toThrow(
      /^The source postgres:\/\/127.0.0.1:1\/funnel can't be read: .*ECONNREFUSED/,
    );
    const source = await createTestDatabase('sqlite');
    await expect(copy(source.url, unreachable)).rejects.toThrow(
      /^The target postgres:\/\/127.0.0.1:1\/funnel can't be used: .*ECONNREFUSED/,
    );
    await source.dispose();
  });
});
