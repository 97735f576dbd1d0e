import type { Queries } from '../../foundation/database/database.ts';
import { type StoredWeek, storedWeek } from '../reports/insights/stored-week.ts';

/** undefined: it was not written. `monday`: the day number of the week's first day. */
export async function readSnapshot(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  monday: number,
): Promise<StoredWeek | undefined> {
  const [row] = await database.query<{ snapshot: string }>(
    'SELECT snapshot FROM insights_snapshots WHERE website_id = $1 AND week = $2',
    [websiteId, monday],
  );
  return row && storedWeek(row.snapshot);
}
