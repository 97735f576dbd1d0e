// Erases the event log after its retention time, and all of it once a website has it switched off.
import { readWebsiteSettings } from '../../engine/catalog/website-settings.ts';
import { readToday } from '../../engine/catalog/website-zones.ts';
import { eraseLogBeforeStart } from '../../engine/event-log/upkeep/erase.ts';
import { lockWebsites } from '../../engine/rollups/store.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';

export function sweepEventLogAfter(retentionDays: number) {
  return async (database: Database, websiteId: number, now: Date): Promise<undefined> => {
    const firstKept = (await readToday(database, websiteId, now)) - retentionDays;
    if ((await nextStart(database, websiteId, firstKept)) !== undefined) {
      await database.transaction(async (tx) => {
        await lockWebsites(tx, [websiteId]);
        // This is read again under the lock, because somebody may have switched it on meanwhile.
        const start = await nextStart(tx, websiteId, firstKept);
        if (start === undefined) return;
        await tx.query('UPDATE website_activity SET log_from = $2 WHERE website_id = $1', [websiteId, start]);
      });
    }
    await eraseLogBeforeStart(database, websiteId);
  };
}

/** The day from which on the log is kept. null: it is not kept. undefined: nothing changes. */
async function nextStart(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  firstKept: number,
): Promise<number | null | undefined> {
  const [activity] = await database.query<{ log_from: number | null }>(
    'SELECT log_from FROM website_activity WHERE website_id = $1',
    [websiteId],
  );
  if (activity?.log_from == null) return undefined;
  if (!(await readWebsiteSettings(database, websiteId))?.event_log) return null;
  return activity.log_from < firstKept ? firstKept : undefined;
}
