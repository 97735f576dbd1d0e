// Erases days after the retention time: whole months, so that the intervals over the first day are rebuilt once a month.
import { reachableWebsites } from '../catalog/list-websites.ts';
import { type Database, placeholders } from '../database/database.ts';
import { dayOfTimestampMs, startOfMonth } from '../rollups/calendar.ts';
import { eraseDays } from '../rollups/erase-days.ts';
import { lockWebsites } from '../rollups/store.ts';

export async function sweepOldDays(database: Database, now: Date, retentionDays: number): Promise<void> {
  const firstKept = startOfMonth(dayOfTimestampMs(now.getTime()) - retentionDays);
  for await (const ids of reachableWebsites(database)) {
    // There is something to do once a month.
    const old = await database.query<{ website_id: number }>(
      `SELECT website_id FROM website_activity WHERE website_id IN (${placeholders(ids.length, 1)}) AND first_day < $1`,
      [firstKept, ...ids],
    );
    for (const { website_id: id } of old) await sweepWebsite(database, id, firstKept);
  }
}

async function sweepWebsite(database: Database, websiteId: number, firstKept: number): Promise<void> {
  await eraseDays(database, websiteId, { firstDay: 0, lastDay: firstKept - 1 });
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await tx.query('DELETE FROM insights_snapshots WHERE website_id = $1 AND week < $2', [websiteId, firstKept]);
    await tx.query('DELETE FROM alerts WHERE website_id = $1 AND day < $2', [websiteId, firstKept]);
    // Last, so that an interrupted sweep is repeated. NULL if no day is left.
    await tx.query(
      `UPDATE website_activity SET first_day = CASE WHEN last_day >= $2 THEN $2 END,
         last_day = CASE WHEN last_day >= $2 THEN last_day END
       WHERE website_id = $1`,
      [websiteId, firstKept],
    );
  });
}
