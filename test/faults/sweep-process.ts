// A process that sweeps a website as on another day: `node sweep-process.ts log|numbers WEBSITE DAY`. The service does so about once a day.
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { sweepEventLogAfter } from '../../src/core/manage/erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../../src/core/manage/erasure/sweep-old-days.ts';

const RETENTION_DAYS = 2;

export async function sweep(database: Database, what: string, websiteId: number, day: string): Promise<void> {
  const sweepAfter = what === 'log' ? sweepEventLogAfter : sweepDaysAfter;
  await sweepAfter(RETENTION_DAYS)(database, websiteId, new Date(`${day}T12:00:00Z`));
}

if (import.meta.main) {
  const [what, websiteId, day] = process.argv.slice(2);
  const database = await openDatabase(process.env.DATABASE_URL!, { connectionsMax: 2 });
  await sweep(database, what!, Number(websiteId), day!);
  await database.close();
}
