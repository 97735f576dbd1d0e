// From the alerts job through the outbox to a real receiver: in the whole service, and in a process that is killed in between.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, expect, test } from 'vitest';
import { dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database, Engine } from '../../../../src/core/foundation/database/database.ts';
import type { LeasedJob } from '../../../../src/core/foundation/database/lease.ts';
import { newWebhookSecret } from '../../../../src/extensions/notifications/outbox/webhook-signature.ts';
import {
  insertSubscription,
  type Subscription,
} from '../../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { Receiver } from '../../../extensions/notifications/outbox/receiver.ts';
import { ENGINES } from '../../../support/databases.ts';
import { Exposition } from '../../../support/exposition.ts';
import { IS_LONG } from '../../../support/long.ts';
import { machineEnvironment } from '../../../support/machine-environment.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const HISTORY_DAYS = 44;
const USUAL_VISITORS = 40;

const receiver = await Receiver.start();
afterAll(() => receiver[Symbol.asyncDispose]());
let ingestion: TestIngestion | undefined;
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await ingestion?.dispose();
  ingestion = undefined;
  receiver.received.length = 0;
});

/** Websites with hardly any visitors yesterday, each with somebody who wants to know about drops. Returns their secrets. */
async function websitesWithDrop(engine: Engine, count: number): Promise<readonly string[]> {
  // Receivers refuse a signature that is older than a few minutes.
  const clock = new TestClock(new Date().toISOString());
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const websites = ids.map((id) => ({ id, name: `site-${id}.example`, currency: 'USD' }));
  ingestion = await createTestIngestion(engine, { accounts: [{ id: 1, name: 'Acme', websites }] }, clock);
  await ingestion.count(...ids.flatMap((id) => viewsWithDrop(id, dayOfTimestampMs(clock.nowMs))));
  const login = { email: 'ada@example.com', password: 'correct horse battery staple' };
  const { id: userId } = await createUser(ingestion.database, { ...login, accountIds: [1] }, clock.now);
  const secrets = ids.map(() => newWebhookSecret());
  await ingestion.database.transaction(async (tx) => {
    for (const [index, websiteId] of ids.entries()) {
      const subscription: Subscription = {
        ...{ id: websiteId, userId, websiteId, quietHours: null, report: null },
        topics: ['drop'],
        channel: 'webhook',
        url: receiver.url(`/${websiteId}`),
        secret: secrets[index]!,
        haltedAt: null,
        unsubscribeToken: `token-${websiteId}`,
        createdAt: '2025-03-10T12:00:00Z',
      };
      await insertSubscription(tx, subscription, { accountId: 1 });
    }
  });
  return secrets;
}

function viewsWithDrop(websiteId: number, today: number) {
  return Array.from({ length: HISTORY_DAYS }, (_, ago) => {
    const at = `${isoOfDay(today - ago)}T00:00:00Z`;
    const visitors = ago < 2 ? 1 : USUAL_VISITORS;
    return Array.from({ length: visitors }, (_, visitor) => ({
      ...{ type: 'view', website_id: websiteId, visitor: `visitor-${visitor}`, at },
    }));
  }).flat();
}

test('an alert that the service finds arrives signed, and is counted in /metrics', async () => {
  const [secret] = await websitesWithDrop('sqlite', 1);
  const service = await TestService.over(ingestion!, {
    components: ['jobs'],
    env: { NOTIFICATIONS_ALLOWED_HOSTS: receiver.host },
  });
  ingestion = undefined;
  try {
    await receiver.until(1);
    const { body, headers } = receiver.received[0]!;
    expect(new Webhook(secret!).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'alert',
      data: {
        kind: 'drop',
        website: { id: 1, name: 'site-1.example' },
        title: expect.stringContaining('fewer visitors'),
      },
    });
    const metrics = async () => {
      const exposition = new Exposition(await (await fetch(`${service.url}/metrics`)).text());
      return {
        found: exposition.value('funnel_alerts_found_total', { kind: 'drop' }),
        lookedAt: exposition.value('funnel_alerts_websites_total', { result: 'looked_at' }),
        failed: exposition.value('funnel_alerts_websites_total', { result: 'failed' }),
        lastSuccess: exposition.value('funnel_alerts_last_success_timestamp_seconds'),
      };
    };
    const lastSuccess = service.clock.nowMs / 1000;
    await expect.poll(metrics).toEqual({ found: 1, lookedAt: 1, failed: 0, lastSuccess });
  } finally {
    await service.dispose();
  }
});

const WEBSITES = 6;
const BLOCKED = 4;

test.runIf(IS_LONG && ENGINES.includes('postgres'))(
  'a process that is killed in the middle is continued by the next one: every alert is stored and sent once',
  async () => {
    await websitesWithDrop('postgres', WEBSITES);
    const { database, url } = ingestion!;
    // The other jobs have nothing to do with it, and what is sent twice because of kill -9 is another test's matter.
    await holdLeases(database, ['insights', 'intervals', 'outbox']);
    await database.transaction(async (tx) => {
      await tx.query('SELECT version FROM website_activity WHERE website_id = $1 FOR UPDATE', [BLOCKED]);
      const child = serveJobs(url);
      await expect.poll(() => alertedWebsites(database)).toHaveLength(BLOCKED - 1);
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    expect(await alertedWebsites(database)).toEqual([1, 2, 3]);

    // Instead of waiting until the leases of the dead process have expired.
    await database.transaction((tx) =>
      tx.query('UPDATE job_leases SET expires_at_ms = 0 WHERE job IN ($1, $2)', ['alerts', 'outbox']),
    );
    serveJobs(url);
    const results = () => database.query('SELECT website_id, result FROM outbox_messages ORDER BY website_id');
    const everyWebsite = Array.from({ length: WEBSITES }, (_, index) => index + 1);
    await expect.poll(results).toEqual(everyWebsite.map((id) => ({ website_id: id, result: 'sent' })));
    expect(await alertedWebsites(database)).toEqual(everyWebsite);
    expect(receiver.paths().toSorted()).toEqual(everyWebsite.map((id) => `/${id}`));
  },
);

function serveJobs(url: string): ChildProcess {
  const env = {
    ...{ ...machineEnvironment(), DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' },
    NOTIFICATIONS_ALLOWED_HOSTS: receiver.host,
  };
  const child = spawn('bin/funnel', ['serve', '--only', 'jobs'], { env, stdio: 'ignore' });
  started.push(child);
  return child;
}

/** Another node seems to do their work. */
async function holdLeases(database: Database, jobs: readonly LeasedJob[]): Promise<void> {
  const untilMs = Date.now() + 10 * 60_000;
  await database.transaction(async (tx) => {
    for (const job of jobs)
      await tx.query("UPDATE job_leases SET holder = 'another node', expires_at_ms = $2 WHERE job = $1", [
        job,
        untilMs,
      ]);
  });
}

async function alertedWebsites(database: Database): Promise<number[]> {
  const rows = await database.query<{ website_id: number }>('SELECT website_id FROM alerts ORDER BY website_id');
  return rows.map((row) => row.website_id);
}
