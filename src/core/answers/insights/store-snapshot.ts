// Stores a snapshot and invalidates cached reports. Storing the same snapshot again changes nothing.

import { lockWebsites } from '../../engine/rollups/store.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import type { Lease } from '../../foundation/database/lease.ts';
import { commitInTwoPhases } from '../../foundation/database/two-phases.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import type { StoredWeek } from '../reports/insights/stored-week.ts';

export interface StoredSnapshot {
  readonly websiteId: number;
  /** The day number of the week's first day. */
  readonly monday: number;
  readonly week: StoredWeek;
}

/** Called in the transaction that stores the snapshot: what it writes is stored together with the snapshot or not at all. */
export type SnapshotListener = (tx: Queries, stored: StoredSnapshot) => Promise<void>;

/** Clocks of nodes differ. */
const CLOCK_DIFFERENCE_MS_MAX = 60_000;

/**
 * A snapshot that was created later than this was written by a clock that was ahead, when its week may not have been over. So it is written
 * again.
 */
export function latestCreation(now: Date): string {
  return isoSeconds(new Date(now.getTime() + CLOCK_DIFFERENCE_MS_MAX));
}

/** false: the same snapshot was stored already. */
export function storeSnapshot(
  database: Database,
  lease: Lease,
  stored: StoredSnapshot,
  clock: Clock,
  listeners: readonly SnapshotListener[] = [],
): Promise<boolean> {
  const { websiteId, monday, week } = stored;
  const snapshot = JSON.stringify(week);
  return database.transaction(async (tx) => {
    await lease.renew(tx);
    const [before] = await tx.query<{ snapshot: string; created_at: string }>(
      'SELECT snapshot, created_at FROM insights_snapshots WHERE website_id = $1 AND week = $2',
      [websiteId, monday],
    );
    const now = clock();
    const isFromFuture = before !== undefined && before.created_at > latestCreation(now);
    if (before?.snapshot === snapshot && !isFromFuture) return false;
    // Its messages are on the coordinator.
    await commitInTwoPhases(tx);
    await lockWebsites(tx, [websiteId]);
    await tx.insertMany({
      into: 'insights_snapshots',
      columns: ['website_id', 'week', 'snapshot', 'created_at'],
      rows: [[websiteId, monday, snapshot, isoSeconds(now)]],
      onConflict:
        'ON CONFLICT (website_id, week) DO UPDATE SET snapshot = excluded.snapshot, created_at = excluded.created_at',
    });
    for (const tell of listeners) await tell(tx, stored);
    return true;
  });
}
