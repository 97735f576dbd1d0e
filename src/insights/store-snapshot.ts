// Stores a snapshot and invalidates cached reports. Storing the same snapshot again changes nothing.
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Lease } from '../database/lease.ts';
import type { InsightsSnapshot } from '../reports/website-insights.ts';
import { lockWebsites } from '../rollups/store.ts';

/** false: the same snapshot was stored already. */
export function storeSnapshot(
  database: Database,
  lease: Lease,
  { websiteId, monday, snapshot }: { websiteId: number; monday: number; snapshot: InsightsSnapshot },
  clock: Clock,
): Promise<boolean> {
  const text = JSON.stringify(snapshot);
  return database.transaction(async (tx) => {
    await lease.renew(tx);
    const [stored] = await tx.query<{ snapshot: string }>(
      'SELECT snapshot FROM insights_snapshots WHERE website_id = $1 AND week = $2',
      [websiteId, monday],
    );
    if (stored?.snapshot === text) return false;
    await lockWebsites(tx, [websiteId]);
    await tx.insertMany({
      into: 'insights_snapshots',
      columns: ['website_id', 'week', 'snapshot', 'created_at'],
      rows: [[websiteId, monday, text, isoSeconds(clock())]],
      onConflict:
        'ON CONFLICT (website_id, week) DO UPDATE SET snapshot = excluded.snapshot, created_at = excluded.created_at',
    });
    return true;
  });
}
