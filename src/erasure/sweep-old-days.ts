// Erases days that are older than they are to be kept: whole months, because a month's visitors are kept as one.
import type { Database } from '../database/database.ts';
import { dayOfTimestampMs, startOfMonth } from '../rollups/calendar.ts';
import { eraseDays } from '../rollups/erase-days.ts';
import { lockWebsites } from '../rollups/store.ts';

export async function sweepOldDays(database: Database, now: Date, retentionDays: number): Promise<void> {
  const firstKept = startOfMonth(dayOfTimestampMs(now.getTime()) - retentionDays);
  for (const { id } of await database.query<{ id: number }>('SELECT id FROM websites')) {
    // Website by website, so that each statement stays on one shard.
    const [activity] = await database.query<{ first_day: number | null }>(
      'SELECT first_day FROM website_activity WHERE website_id = $1',
      [id],
    );
    // Most hours there is nothing to do; once a month there is.
    if (activity && activity.first_day !== null && activity.first_day < firstKept) {
      await sweepWebsite(database, id, firstKept);
    }
  }
}

async function sweepWebsite(database: Database, websiteId: number, firstKept: number): Promise<void> {
  await eraseDays(database, websiteId, { firstDay: 0, lastDay: firstKept - 1 });
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await tx.query('DELETE FROM insights_snapshots WHERE website_id = $1 AND week < $2', [websiteId, firstKept]);
    // Last, so that a sweep that was interrupted is done again. Where no day is left, there is no first one.
    await tx.query(
      `UPDATE website_activity SET first_day = CASE WHEN last_day >= $2 THEN $2 END,
         last_day = CASE WHEN last_day >= $2 THEN last_day END
       WHERE website_id = $1`,
      [websiteId, firstKept],
    );
  });
}
