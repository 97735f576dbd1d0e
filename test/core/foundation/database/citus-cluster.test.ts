// What only a real cluster can show: TEST_CITUS_URL=postgres://… names its coordinator, and `npm run citus` starts one.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import {
  COORDINATOR_TABLES,
  DISTRIBUTED_TABLES,
  describeCluster,
  REFERENCE_TABLES,
  TWO_PHASES_TABLE,
} from '../../../../src/core/foundation/database/citus/citus.ts';
import { type Database, LockTimeoutError } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { beginSql } from '../../../../src/core/foundation/database/postgres/postgres.ts';
import { migrate, migrationOf, readMigrations } from '../../../../src/core/foundation/database/schema/migrations.ts';
import { citusCheck } from '../../../../src/core/server/commands/doctor/citus-check.ts';
import { createEmptyDatabase, createPlainDatabase, createTestDatabase, ON_CITUS } from '../../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

const CHUNKS = [{ digest_before: 'a', digest_after: 'b', end_offset: 7 }];
const NOW = new Date('2026-11-02T10:00:00Z');

describe.skipIf(!ON_CITUS)('on a Citus cluster', () => {
  let url: string;
  let database: Database;
  let dispose: () => Promise<void>;

  async function open(empty: { url: string; dispose(): Promise<void> }): Promise<void> {
    url = empty.url;
    database = await openDatabase(url, { connectionsMax: 3 });
    dispose = empty.dispose;
  }

  afterEach(async () => {
    await database.close();
    await dispose();
  });

  async function placements(): Promise<Map<string, string>> {
    const rows = await database.query<{ name: string; kind: string }>(
      'SELECT logicalrelid::text AS name, partmethod::text AS kind FROM pg_dist_partition',
    );
    return new Map(rows.map(({ name, kind }) => [name, kind]));
  }

  function expectedPlacements(): Map<string, string> {
    return new Map<string, string>([
      ...REFERENCE_TABLES.map((table) => [table, 'n'] as const),
      ...[...DISTRIBUTED_TABLES, TWO_PHASES_TABLE].map((table) => [table, 'h'] as const),
    ]);
  }

  async function recordChunk(): Promise<void> {
    await database.transaction((tx) => tx.query("INSERT INTO import_chunks VALUES ('a', 'b', 7, NULL, 'y')"));
  }

  function readChunks(): Promise<unknown[]> {
    return database.query('SELECT digest_before, digest_after, end_offset FROM import_chunks ORDER BY digest_before');
  }

  describe('with an empty database', () => {
    beforeEach(async () => open(await createEmptyDatabase('postgres')));

    test('every table is where it should be, and shards are on more than one node', async () => {
      await migrate(database, NOW);
      expect(await placements()).toEqual(expectedPlacements());
      const nodes = await database.query(
        "SELECT DISTINCT nodename, nodeport FROM citus_shards WHERE table_name = 'contacts'::regclass",
      );
      expect(nodes.length).toBeGreaterThan(1);
      expect(nodes).toHaveLength((await describeCluster(database))!.workers.length);
      expect(await citusCheck(database)).toMatchObject({
        ok: true,
        detail: expect.stringContaining(` over ${nodes.length} workers`),
      });
    });

    test('no table of the coordinator has a foreign key to one that is on every node: a worker would have to check it', async () => {
      await migrate(database, NOW);
      const children = (await foreignKeys(REFERENCE_TABLES)).map(({ child }) => child);
      expect(children).toContain('contacts');
      expect(COORDINATOR_TABLES.filter((table) => children.includes(table))).toEqual([]);
    });

    test('a transaction that limits waiting for locks sends the limit to the workers, and causes no warnings', async () => {
      await migrate(database, NOW);
      const client = new pg.Client({ connectionString: url });
      const notices: (string | undefined)[] = [];
      client.on('notice', ({ message }) => notices.push(message));
      await client.connect();
      const lock = (queries: { query(sql: string): Promise<unknown> }) =>
        queries.query('UPDATE website_activity SET version = version + 1 WHERE website_id = 1');
      try {
        await database.transaction((tx) =>
          tx.query('INSERT INTO website_activity (website_id, version) VALUES (1, 1)'),
        );
        await client.query(beginSql(30_000, { lockMsMax: 1, isOnWorkers: true }));
        await lock(client);
        expect(notices).toEqual([]);
        await expect(database.transaction(lock, { lockMsMax: 1 })).rejects.toBeInstanceOf(LockTimeoutError);
      } finally {
        await client.end();
      }
    });

    async function foreignKeys(parents: readonly string[]): Promise<{ child: string; name: string }[]> {
      const rows = await database.query<{ child: string; name: string; parent: string }>(
        `SELECT conrelid::regclass::text AS child, conname::text AS name, confrelid::regclass::text AS parent
         FROM pg_constraint WHERE contype = 'f'`,
      );
      return rows.filter(({ parent }) => parents.includes(parent)).map(({ child, name }) => ({ child, name }));
    }
  });

  test('databases of tests are copies of a cluster, and clusters of their own', async () => {
    const [one, other] = [await createTestDatabase('postgres'), await createTestDatabase('postgres')];
    await open(one);
    for (const copy of [one, other]) {
      expect(await describeCluster(copy.database)).toMatchObject({
        workers: [
          { answers: true, shards: 2 },
          { answers: true, shards: 2 },
        ],
        unplaced: [],
      });
    }
    await importCatalog(one.database, SAMPLE_CATALOG, () => NOW);
    expect((await one.database.query('SELECT id FROM elements')).length).toBeGreaterThan(0);
    expect(await other.database.query('SELECT id FROM elements')).toEqual([]);
    await other.dispose();
  });

  test('a cluster of one node, which gets workers later', async () => {
    const plain = await createPlainDatabase();
    await open(plain);
    await plain.addCitusTo('coordinator');
    await expect(migrate(database, NOW)).rejects.toThrow('citus_set_node_property');
    await database.query(
      "SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) FROM pg_dist_node",
    );
    await migrate(database, NOW);
    expect(await placements()).toEqual(expectedPlacements());
    expect(await citusCheck(database)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('on the coordinator'),
    });
    await plain.addCitus();
    expect(await citusCheck(database)).toMatchObject({
      ok: true,
      warning: true,
      detail: expect.stringMatching(/; no data on 127.0.0.1:\d+ and 127.0.0.1:\d+; .* citus_rebalance_start\(\)$/),
    });
    // The workers have no copies yet of the table, which is on every node.
    const later = migrationOf('9999_later.sql', 'ALTER TABLE websites ADD COLUMN later integer;', 'postgres');
    await migrate(database, NOW, [...readMigrations('postgres'), later]);
    expect(await database.query('SELECT later FROM websites')).toEqual([]);
  });

  test('a cluster whose coordinator is not one of its nodes is refused', async () => {
    const plain = await createPlainDatabase();
    await open(plain);
    await plain.addCitusTo('workers');
    await expect(migrate(database, NOW)).rejects.toThrow('citus_set_coordinator_host');
  });

  it('distributes a database that was filled without Citus, and leaves no rows of websites on the coordinator', async () => {
    const plain = await createPlainDatabase();
    await open(plain);
    await migrate(database, NOW);
    await importCatalog(database, SAMPLE_CATALOG, () => NOW);
    await recordChunk();
    const before = await database.query('SELECT * FROM elements ORDER BY id');
    await plain.addCitus();
    // The extension alone distributes nothing.
    expect((await describeCluster(database))?.unplaced).toContain('contacts');
    const { applied, placed } = await migrate(database, NOW);
    expect(applied).toEqual([]);
    expect(placed).toEqual([...REFERENCE_TABLES, ...DISTRIBUTED_TABLES, TWO_PHASES_TABLE]);
    expect(before.length).toBeGreaterThan(0);
    expect(await database.query('SELECT * FROM elements ORDER BY id')).toEqual(before);
    expect(await readChunks()).toEqual(CHUNKS);
    expect(await placements()).toEqual(expectedPlacements());
    for (const table of DISTRIBUTED_TABLES) {
      const [row] = await database.query<{ bytes: number }>('SELECT pg_relation_size($1::regclass) AS bytes', [table]);
      expect(row, table).toEqual({ bytes: 0 });
    }
  });
});
