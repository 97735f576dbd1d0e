// How much of the event log waits for the job that merges it.
import type { Database } from '../../../foundation/database/database.ts';

export async function countPendingEvents(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ events: number }>(
    'SELECT CAST(COALESCE(SUM(event_count), 0) AS bigint) AS events FROM event_log_pending',
  );
  return row!.events;
}
