// A database that things go wrong on. Nothing is held open between two looks at it.
import pg from 'pg';
import type { Database, Engine } from '../../src/core/foundation/database/database.ts';
import { isPostgresUrl, openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { createMigratedDatabase } from '../support/databases.ts';

export interface FaultDatabase {
  readonly url: string;
  /** Waits for what is still under way, then opens the database for as long as `look` takes. */
  look<T>(look: (database: Database) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

export async function createFaultDatabase(engine: Engine): Promise<FaultDatabase> {
  const { url, dispose } = await createMigratedDatabase(engine);
  return migratedDatabase(url, dispose);
}

/** `url` must lead to a database without rows; it may lack the schema. */
export async function migratedDatabase(url: string, dispose: () => Promise<void>): Promise<FaultDatabase> {
  const look = async <T>(look: (database: Database) => Promise<T>): Promise<T> => {
    if (isPostgresUrl(url)) await allTransactionsEnded(url);
    const database = await openDatabase(url, { connectionsMax: 1 });
    try {
      return await look(database);
    } finally {
      await database.close();
    }
  };
  await look((database) => migrate(database, new Date()));
  return { url, look, dispose };
}

/** PostgreSQL notices the death of a client only when it next talks to it; until then a commit may still be under way. */
async function allTransactionsEnded(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let others = 1; others > 0; ) {
      const { rows } = await client.query(
        `SELECT count(*)::int AS others FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
           AND state IN ('active', 'idle in transaction')`,
      );
      others = rows[0].others;
    }
  } finally {
    await client.end();
  }
}
