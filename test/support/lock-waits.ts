import type { Database } from '../../src/core/foundation/database/database.ts';
import { ON_CITUS } from './databases.ts';
import { waitUntil } from './wait-until.ts';

/** Until somebody waits for a lock of another transaction on PostgreSQL. On Citus the coordinator or a worker has it. */
export async function someoneWaits(database: Database): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const sql = ON_CITUS
    ? `${waiting} UNION ALL SELECT 1 FROM run_command_on_workers($$${waiting}$$) WHERE result <> ''`
    : waiting;
  await waitUntil('somebody waits for a lock', async () => (await database.query(sql)).length > 0, { pauseMs: 0 });
}
