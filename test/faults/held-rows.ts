// Holds whoever writes certain rows, by a trigger: in the middle of its transaction, until it is killed.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { isPostgresUrl, sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { workerUrlsOf } from '../support/citus-cluster.ts';
import { ON_CITUS } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { FunnelProcess } from './funnel-process.ts';

interface RowsToHold {
  readonly on: 'INSERT' | 'DELETE';
  readonly table: string;
  /** SQL about `NEW` or `OLD`. */
  readonly when: string;
}

/** Kills the process when it has come to these rows. */
export async function killAt(url: string, rows: RowsToHold, start: () => FunnelProcess): Promise<void> {
  const held = isPostgresUrl(url) ? await HeldInPostgres.open(url, rows) : new HeldInSqlite(url, rows);
  try {
    await using process = start();
    await waitUntil(`${rows.on} of the rows in ${rows.table}`, async () => {
      if (await held.isReached()) return true;
      if (process.isRunning) return false;
      throw new Error(`it ended before it came to the rows:\n${process.messages}`);
    });
    await process.kill();
  } finally {
    await held.end();
  }
}

interface Held {
  isReached(): Promise<boolean>;
  end(): Promise<void>;
}

const ADVISORY_LOCK = 7_001;

/** The trigger waits for a lock that these connections have, one to each node: on a cluster, the rows are on the workers. */
class HeldInPostgres implements Held {
  readonly #clients: readonly pg.Client[];
  readonly #table: string;

  private constructor(clients: readonly pg.Client[], table: string) {
    this.#clients = clients;
    this.#table = table;
  }

  static async open(url: string, { on, table, when }: RowsToHold): Promise<HeldInPostgres> {
    const urls = [url, ...(ON_CITUS ? await workerUrlsOf(url) : [])];
    const clients = urls.map((connectionString) => new pg.Client({ connectionString }));
    for (const client of clients) {
      await client.connect();
      await client.query(`SELECT pg_advisory_lock(${ADVISORY_LOCK})`);
    }
    // Otherwise Citus refuses triggers on distributed tables.
    if (ON_CITUS) await clients[0]!.query('SET citus.enable_unsafe_triggers = on');
    await clients[0]!.query(
      `CREATE OR REPLACE FUNCTION hold_row() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_advisory_xact_lock(${ADVISORY_LOCK});
         IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
         RETURN NEW;
       END $$`,
    );
    await clients[0]!.query(
      `CREATE TRIGGER held BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION hold_row()`,
    );
    return new HeldInPostgres(clients, table);
  }

  async isReached(): Promise<boolean> {
    for (const client of this.#clients) {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCK} AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      if (rows.length > 0) return true;
    }
    return false;
  }

  /** The killed process sends nothing more, so its transaction is rolled back. */
  async end(): Promise<void> {
    for (const client of this.#clients) await client.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCK})`);
    await this.#clients[0]!.query(`DROP TRIGGER held ON ${this.#table}`);
    for (const client of this.#clients) await client.end();
  }
}

/** A killed process may still be ending. */
const LOCK_MS_MAX = 30_000;
const MIB = 1024 ** 2;
/** Twice the pages that a connection keeps in memory: the rest is written to the log of the file before anything is committed. */
const HELD_BYTES = 32 * MIB;
/** No transaction of these tests writes nearly as much. */
const LOGGED_BYTES_MIN = 8 * MIB;

/** The trigger writes more than fits into memory, which can be seen from outside, and then counts without an end. */
class HeldInSqlite implements Held {
  readonly #log: string;
  readonly #database: DatabaseSync;

  constructor(url: string, { on, table, when }: RowsToHold) {
    this.#log = `${sqlitePath(url)}-wal`;
    this.#database = new DatabaseSync(sqlitePath(url), { timeout: LOCK_MS_MAX });
    this.#database.exec(
      `CREATE VIEW endless AS WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT n FROM numbers;
       CREATE TABLE held_bytes (bytes BLOB);
       CREATE TRIGGER held BEFORE ${on} ON ${table} WHEN ${when} BEGIN
         INSERT INTO held_bytes VALUES (zeroblob(${HELD_BYTES}));
         SELECT COUNT(*) FROM endless;
       END;
       PRAGMA wal_checkpoint(TRUNCATE)`,
    );
  }

  async isReached(): Promise<boolean> {
    return (statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0) >= LOGGED_BYTES_MIN;
  }

  async end(): Promise<void> {
    this.#database.exec('DROP TRIGGER held; DROP TABLE held_bytes; DROP VIEW endless');
    this.#database.close();
  }
}
