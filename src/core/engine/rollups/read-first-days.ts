import { placeholders, type Queries } from '../../foundation/database/database.ts';

/** The first day of each of these websites, without those that have no events. */
export async function readFirstDays(
  database: Pick<Queries, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await database.query<{ id: number; day: number }>(
    `SELECT website_id AS id, first_day AS day FROM website_activity
     WHERE website_id IN (${placeholders(websiteIds.length)}) AND first_day IS NOT NULL`,
    websiteIds,
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}
