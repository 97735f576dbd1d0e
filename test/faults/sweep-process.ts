// A process that sweeps a website as on another day: `node sweep-process.ts log|numbers WEBSITE DAY`. The service does so about once a day.
import { openDatabase } from '../../src/foundation/database/open/open.ts';
import { sweepEventLogAfter } from '../../src/manage/erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../../src/manage/erasure/sweep-old-days.ts';

const RETENTION_DAYS = 2;

const [what, websiteId, day] = process.argv.slice(2);
const sweepAfter = what === 'log' ? sweepEventLogAfter : sweepDaysAfter;
const database = await openDatabase(process.env.DATABASE_URL!, { connectionsMax: 2 });
await sweepAfter(RETENTION_DAYS)(database, Number(websiteId), new Date(`${day}T12:00:00Z`));
await database.close();
