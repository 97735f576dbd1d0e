// Runs sweeps, which delete what the service keeps for a limited time. For rows of websites see sweep-websites.ts.
import type { Logger } from 'pino';
import type { Database } from '../../foundation/database/database.ts';
import { Deletions } from './deletions.ts';

export type Sweep = (database: Database) => Promise<void>;

interface SweepOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** A sweep may take long. Once the signal is aborted, no further step begins. The next sweep continues there. */
  readonly signal: AbortSignal;
}

/** Sweeps fail one by one: while a worker of a cluster does not answer, only those that need it fail. */
export async function runSweeps(sweeps: readonly Sweep[], { database, logger, signal }: SweepOptions): Promise<void> {
  const stoppable = untilAborted(database, signal);
  for (const sweep of sweeps) {
    const deletions = new Deletions(logger);
    await sweep(deletions.countedOf(stoppable)).catch((error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, 'sweep failed');
    });
    deletions.log();
    if (signal.aborted) return;
  }
}

/** Returns a database that refuses further statements after the signal. Sweeps work in small steps, so they end soon after it. */
export function untilAborted(database: Database, signal: AbortSignal): Database {
  return {
    ...database,
    query: async (sql, params) => {
      signal.throwIfAborted();
      return database.query(sql, params);
    },
    transaction: async (work, options) => {
      signal.throwIfAborted();
      return database.transaction(work, options);
    },
  };
}
