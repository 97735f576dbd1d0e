// Checks the real schema against the rules of Citus: tables distributed by website, with keys that stay on one shard.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  DISTRIBUTED_TABLES,
  DISTRIBUTION_COLUMN,
  TABLES,
  TWO_PHASES_TABLE,
} from '../../../../src/core/foundation/database/citus/citus.ts';
import { readMigrations } from '../../../../src/core/foundation/database/schema/migrations.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';

interface ForeignKey {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly parentColumns: readonly string[];
}

const distributed: ReadonlySet<string> = new Set([...DISTRIBUTED_TABLES, TWO_PHASES_TABLE]);
const placed: readonly string[] = TABLES;

describe.skipIf(!ENGINES.includes('postgres'))('the schema on Citus', () => {
  let testDatabase: TestDatabase;

  beforeAll(async () => {
    testDatabase = await createTestDatabase('postgres');
  });

  afterAll(() => testDatabase.dispose());

  function select<Row>(sql: string, ...params: string[]): Promise<Row[]> {
    return testDatabase.database.query<Row>(sql, params);
  }

  test('every table is either a reference table or a distributed table', async () => {
    const tables = await select<{ name: string }>(
      "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'",
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(placed.toSorted());
    expect(new Set(placed).size).toBe(placed.length);
  });

  it.each(DISTRIBUTED_TABLES)('%s has a website_id that is never null', async (table) => {
    const columns = await select<{ required: boolean; type: string }>(
      `SELECT attnotnull AS required, atttypid::regtype::text AS type FROM pg_attribute
       WHERE attrelid = $1::regclass AND attname = $2 AND NOT attisdropped`,
      table,
      DISTRIBUTION_COLUMN,
    );
    // Co-located tables must be distributed by columns of the same type.
    expect(columns).toEqual([{ required: true, type: 'bigint' }]);
  });

  it.each(DISTRIBUTED_TABLES)('%s has its website_id in its primary key and in every unique index', async (table) => {
    const indexes = await select<{ is_primary: boolean; columns: string }>(
      `SELECT indisprimary AS is_primary,
         (SELECT string_agg(attname, ' ') FROM pg_attribute
          WHERE attrelid = indrelid AND attnum = ANY (indkey)) AS columns
       FROM pg_index WHERE indrelid = $1::regclass AND indisunique`,
      table,
    );
    expect(indexes.filter((index) => index.is_primary)).toHaveLength(1);
    for (const { columns } of indexes) expect(columns.split(' ')).toContain(DISTRIBUTION_COLUMN);
  });

  // Citus refuses them, and tables are distributed already where a later migration is applied.
  it.each(readMigrations('postgres'))('$name calls no volatile function in an UPDATE', async ({ sql }) => {
    const functions = await select<{ name: string }>(
      "SELECT DISTINCT proname::text AS name FROM pg_proc WHERE provolatile = 'v'",
    );
    const volatile = new Set(functions.map(({ name }) => name));
    expect(volatile).toContain('gen_random_uuid');
    for (const [update] of withoutComments(sql).matchAll(/\bUPDATE\b[^;]*/g)) {
      const called = [...update.matchAll(/(\w+)\s*\(/g)].map(([, name]) => name!.toLowerCase());
      expect(called.filter((name) => volatile.has(name))).toEqual([]);
    }
  });

  describe('foreign keys', () => {
    let foreignKeys: ForeignKey[];

    beforeAll(async () => {
      const names = (table: string, numbers: string) =>
        `(SELECT json_agg(attname ORDER BY place) FROM unnest(${numbers}) WITH ORDINALITY AS keys (number, place)
          JOIN pg_attribute ON attrelid = ${table} AND attnum = number)`;
      const all = await select<ForeignKey>(
        `SELECT conname::text AS name, conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
           ${names('conrelid', 'conkey')} AS columns, ${names('confrelid', 'confkey')} AS "parentColumns"
         FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
      );
      // On a cluster, shards are tables too.
      foreignKeys = all.filter(({ child }) => placed.includes(child));
      expect(foreignKeys.length).toBeGreaterThan(5);
    });

    test('of distributed tables reference a reference table, or a row of the same website', () => {
      for (const { child, parent, columns, parentColumns, name } of foreignKeys) {
        if (!distributed.has(child) || !distributed.has(parent)) continue;
        const index = columns.indexOf(DISTRIBUTION_COLUMN);
        expect(index, name).toBeGreaterThanOrEqual(0);
        expect(parentColumns[index], name).toBe(DISTRIBUTION_COLUMN);
      }
    });

    test('of reference tables never reference a distributed table', () => {
      const wrong = foreignKeys.filter(({ child, parent }) => !distributed.has(child) && distributed.has(parent));
      expect(wrong).toEqual([]);
    });

    test('reference only tables that are distributed earlier', () => {
      for (const { child, parent, name } of foreignKeys) {
        if (child !== parent) expect(placed.indexOf(parent), name).toBeLessThan(placed.indexOf(child));
      }
    });
  });
});

function withoutComments(sql: string): string {
  return sql.replace(/--.*$/gm, '');
}
