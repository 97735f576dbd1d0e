// Forgets event ids and idempotency keys that are too old to matter.
import type { Database } from '../database/database.ts';
import { EVENT_ID_KEPT_MS } from './drop-duplicates.ts';
import { REQUEST_RECEIPT_KEPT_MS } from './receipts.ts';

export async function sweepSeen(database: Database, now: Date): Promise<void> {
  // Website by website, so that no sweep locks much at once and each statement stays on one shard.
  const websites = await database.query<{ id: number }>('SELECT id FROM websites');
  for (const { id } of websites) {
    await database.transaction(async (tx) => {
      // Receipts before ids, as commits take them: the other way round the two could wait for each other.
      await tx.query('DELETE FROM collector_receipts WHERE website_id = $1 AND received_at_ms <= $2', [
        id,
        now.getTime() - REQUEST_RECEIPT_KEPT_MS,
      ]);
      await tx.query('DELETE FROM seen_events WHERE website_id = $1 AND seen_at_ms <= $2', [
        id,
        now.getTime() - EVENT_ID_KEPT_MS,
      ]);
    });
  }
}
