// A process that counts the order `o`, or collects what webhooks are to be told, to be killed: `node records-process.ts count|collect`.
import { pino } from 'pino';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { collectRecords } from '../../src/extensions/notifications/records/collect-records.ts';
import { batchOf, orderWith } from '../support/events.ts';
import { TestStages } from '../support/test-stages.ts';

const database = await openDatabase(process.env.DATABASE_URL!, { connectionsMax: 2 });
if (process.argv[2] === 'count') {
  await new TestStages(database, systemClock).commitSent([batchOf([orderWith({ order_id: 'o', visitor: 'v' })])]);
} else await collectRecords({ database, clock: systemClock, logger: pino({ level: 'silent' }) });
await database.close();
