// Reads since when websites keep their events.
import { firstLoggedDays } from '../../engine/event-log/storage/read-runs.ts';
import { dayOfTimestampMs } from '../../engine/rollups/calendar.ts';
import { readFirstDays } from '../../engine/rollups/read-first-days.ts';
import { type Database, placeholders } from '../../foundation/database/database.ts';

/** The first day whose events each of these websites keeps, without those that keep none. */
export async function readKeptFrom(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, number>> {
  const [created, firstDays, loggedFrom] = await Promise.all([
    readCreationDays(database, websiteIds),
    readFirstDays(database, websiteIds),
    firstLoggedDays(database, websiteIds),
  ]);
  // A log that has all events there ever were begins on no day: before the first event, there was nothing to keep.
  return new Map(Array.from(loggedFrom, ([id, day]) => [id, Math.max(day, firstDays.get(id) ?? created.get(id)!)]));
}

async function readCreationDays(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await database.query<{ id: number; created_at: string }>(
    `SELECT id, created_at FROM websites WHERE id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  return new Map(rows.map(({ id, created_at: createdAt }) => [id, dayOfTimestampMs(Date.parse(createdAt))]));
}
