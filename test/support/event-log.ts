// The stored event log of a website, for tests.
import { pino } from 'pino';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import type { RunColumn } from '../../src/core/engine/event-log/format/run.ts';
import { COLUMN_NUMBERS } from '../../src/core/engine/event-log/format/stored-numbers.ts';
import { readRuns } from '../../src/core/engine/event-log/storage/read-runs.ts';
import type { MergeRuns } from '../../src/core/engine/event-log/upkeep/merge.ts';
import { MergeFailures, MergeLooks } from '../../src/core/engine/event-log/upkeep/merge-job.ts';
import { mergeHere } from '../../src/core/engine/event-log/upkeep/merge-thread.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import type { TestClock } from './test-clock.ts';

export const ALL_DAYS = { firstDay: 0, lastDay: 2_000_000 };

export async function switchLog(database: Database, websiteId: number, event_log: boolean): Promise<void> {
  await changeWebsiteSettings(database, websiteId, { event_log });
}

/** Merges all that is pending, as the background job does once an hour. */
export async function mergeLog(
  database: Database,
  { now }: Pick<TestClock, 'now'>,
  merge: MergeRuns = mergeHere,
  { logger = pino({ level: 'silent' }), failures = new MergeFailures() } = {},
): Promise<void> {
  await database.transaction((tx) =>
    tx.query("UPDATE job_leases SET done_at_ms = 0, holder = NULL WHERE job = 'event_log'"),
  );
  const merger = { merge, stop: async () => {} };
  const looks = new MergeLooks({ database, merger, clock: now, logger, failures });
  await looks.look();
  await looks.stop();
}

/**
 * The same in a process that is killed after so many transactions, between two of them: one that is killed in the middle leaves nothing.
 * The first ones are those of the lease.
 */
export async function killMerge(
  database: Database,
  clock: Pick<TestClock, 'now'>,
  transactions: number,
): Promise<void> {
  let left = transactions;
  const dying: Database = {
    ...database,
    transaction: async (work, options) => {
      if (left-- <= 0) throw new Error('killed');
      return database.transaction(work, options);
    },
  };
  await mergeLog(dying, clock).catch(() => {});
}

export function allRuns(database: Database, websiteId = 1) {
  return readRuns(database, { websiteId, days: [ALL_DAYS], columns: Object.keys(COLUMN_NUMBERS) as RunColumn[] });
}

/** How many events the log has, and in how many rows and runs they are. */
export async function logSize(
  database: Database,
  websiteId = 1,
): Promise<{ events: number; pending: number; runs: number }> {
  const [stored] = await database.query<{ pending: number; runs: number }>(
    `SELECT (SELECT COUNT(*) FROM event_log_pending WHERE website_id = $1) AS pending,
       (SELECT COUNT(DISTINCT run) FROM event_log_runs WHERE website_id = $1) AS runs`,
    [websiteId],
  );
  const runs = await allRuns(database, websiteId);
  return { events: runs.reduce((sum, { eventCount }) => sum + eventCount, 0), ...stored! };
}
