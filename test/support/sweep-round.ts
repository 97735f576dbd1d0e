import { pino } from 'pino';
import { sweepWebsites, type WebsiteSweep } from '../../src/core/engine/sweeps/sweep-websites.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';

/** Sweeps all websites, whenever they were swept before. */
export async function sweepRound(database: Database, now: Date, ...sweeps: WebsiteSweep[]): Promise<void> {
  await database.transaction((tx) =>
    tx.query("UPDATE job_leases SET holder = NULL, done_at_ms = 0, progress = '' WHERE job = 'sweep'"),
  );
  await sweepWebsites(sweeps, {
    database,
    clock: () => now,
    logger: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
}
