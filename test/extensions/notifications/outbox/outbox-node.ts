// A process that sends the messages of an outbox, to be killed. Arguments: the URL of the database, a host that is allowed, and
// the URL of the mail server.

import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { deliverDue } from '../../../../src/extensions/notifications/outbox/outbox-job.ts';
import { outboxJob } from './outbox-job-with.ts';

const [databaseUrl, host, smtpUrl] = process.argv.slice(2) as [string, string, string];
const database = await openDatabase(databaseUrl, { connectionsMax: 2 });
await deliverDue(outboxJob({ database, clock: systemClock, host, smtpUrl }));
await database.close();
