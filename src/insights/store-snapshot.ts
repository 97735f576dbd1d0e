// Stores a snapshot and invalidates cached reports. Storing the same snapshot again changes nothing.
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Lease } from '../database/lease.ts';
import { lockWebsites } from '../rollups/store.ts';
import type { BuiltSnapshot } from './snapshot.ts';

/** false: the same snapshot was stored already. */
export function storeSnapshot(
  database: Database,
  lease: Lease,
  { websiteId, monday, snapshot, items }: BuiltSnapshot & { readonly websiteId: number; readonly monday: number },
  clock: Clock,
): Promise<boolean> {
  const text = JSON.stringify(snapshot);
  const about = JSON.stringify(items);
  return database.transaction(async (tx) => {
    await lease.renew(tx);
    const [stored] = await tx.query<{ snapshot: string; items: string | null }>(
      'SELECT snapshot, items FROM insights_snapshots WHERE website_id = $1 AND week = $2',
      [websiteId, monday],
    );
    if (stored?.snapshot === text && stored.items === about) return false;
    await lockWebsites(tx, [websiteId]);
    await tx.insertMany({
      into: 'insights_snapshots',
      columns: ['website_id', 'week', 'snapshot', 'items', 'created_at'],
      rows: [[websiteId, monday, text, about, isoSeconds(clock())]],
      onConflict:
        'ON CONFLICT (website_id, week) DO UPDATE SET snapshot = excluded.snapshot, items = excluded.items, created_at = excluded.created_at',
    });
    return true;
  });
}
