// Erases days after the retention time: whole months, so that the intervals over the first day are rebuilt once a month.
import { readToday } from '../../engine/catalog/website-zones.ts';
import { eraseLogBeforeStart } from '../../engine/event-log/upkeep/erase.ts';
import { startOfMonth } from '../../engine/rollups/calendar.ts';
import { eraseDays } from '../../engine/rollups/erase-days.ts';
import { lockWebsites } from '../../engine/rollups/store.ts';
import type { Database } from '../../foundation/database/database.ts';
import { forgetOrders } from '../../intake/orders/order-rows.ts';

export function sweepDaysAfter(retentionDays: number) {
  return async (database: Database, websiteId: number, now: Date): Promise<undefined> => {
    const firstKept = startOfMonth((await readToday(database, websiteId, now)) - retentionDays);
    // The log may have page views of days without counts.
    const old = 'SELECT 1 FROM website_activity WHERE website_id = $1 AND (first_day < $2 OR log_from < $2)';
    // There is something to do once a month.
    const isOld = (await database.query(old, [websiteId, firstKept])).length > 0;
    if (isOld) await eraseDaysBefore(database, websiteId, firstKept);
  };
}

async function eraseDaysBefore(database: Database, websiteId: number, firstKept: number): Promise<void> {
  // First, because from its first day on the log has to have what was counted, wherever the sweep is interrupted.
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await tx.query('UPDATE website_activity SET log_from = $2 WHERE website_id = $1 AND log_from < $2', [
      websiteId,
      firstKept,
    ]);
  });
  const erased = { firstDay: 0, lastDay: firstKept - 1 };
  // This comes first, too: a refund must not lower what is not counted any more.
  await forgetOrders(database, websiteId, erased);
  await eraseDays(database, websiteId, erased);
  await eraseLogBeforeStart(database, websiteId);
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await tx.query('DELETE FROM insights_snapshots WHERE website_id = $1 AND week < $2', [websiteId, firstKept]);
    await tx.query('DELETE FROM alerts WHERE website_id = $1 AND day < $2', [websiteId, firstKept]);
    // Last, so that an interrupted sweep is repeated. NULL if no day is left.
    await tx.query(
      `UPDATE website_activity SET first_day = CASE WHEN first_day > $2 THEN first_day WHEN last_day >= $2 THEN $2 END,
         last_day = CASE WHEN last_day >= $2 THEN last_day END
       WHERE website_id = $1`,
      [websiteId, firstKept],
    );
  });
}
