// A database of a version before the event log, time zones and refunds, opened by this one: reports without the new parameters have the same bytes as before. Commit 830999e
// made both databases, from the same events and the same visitor key. The last version before the event log (e2f698a) gave the answers, the same
// on both, at the time of the clock below.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../src/contract/access/tokens.ts';
import type { Database } from '../../../src/foundation/database/database.ts';
import { openDatabase, sqlitePath } from '../../../src/foundation/database/open/open.ts';
import { migrate, pendingMigrations } from '../../../src/foundation/database/schema/migrations.ts';
import { createEmptyDatabase, ENGINES, ON_CITUS } from '../../support/databases.ts';
import { switchLog } from '../../support/event-log.ts';
import { batchOf, orderWith, refundWith, type SentEvent } from '../../support/events.ts';
import { type RunningService, runService } from '../../support/run-service.ts';
import { TestClock } from '../../support/test-clock.ts';
import { TestStages } from '../../support/test-stages.ts';

interface Answer {
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

const fixture = (name: string) => readFileSync(new URL(`./before-event-log/${name}`, import.meta.url));
const ANSWERS = gunzipSync(fixture('answers.ndjson.gz'))
  .toString()
  .trim()
  .split('\n')
  .map((line): Answer => JSON.parse(line));

// A dump of one node can't be restored into a cluster.
describe.each(ON_CITUS ? ['sqlite' as const] : ENGINES)('on %s', (engine) => {
  const clock = new TestClock('2025-03-10T12:00:00Z');
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let database: Database;
  let service: RunningService;
  let token: string;

  beforeAll(async () => {
    empty = await createEmptyDatabase(engine);
    if (engine === 'sqlite') writeFileSync(sqlitePath(empty.url), gunzipSync(fixture('funnel.db.gz')));
    else await restoreDump(empty.url);
    database = await openDatabase(empty.url, { connectionsMax: 2 });
    const added = ['0028_event_log.sql', '0030_time_zones.sql', '0032_refunds.sql', '0037_credit.sql'];
    expect(await pendingMigrations(database)).toEqual(expect.arrayContaining(added));
    await migrate(database, clock.now());
    const access = { websiteIds: [1, 2], scopes: ['reports', 'ctas:read', 'areas:read'], audience: 'rest' } as const;
    token = (await createToken(database, access, clock.now)).token;
    service = await runService(empty.url, { clock, env: { BASE_URL: 'http://localhost:8080' } });
  });

  afterAll(async () => {
    await service?.close();
    await database?.close();
    await empty.dispose();
  });

  async function expectSameAnswers(): Promise<void> {
    for (const { path, status, body } of ANSWERS) {
      const response = await fetch(`${service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
      const text = withoutCurrencies(path, await response.text());
      expect({ path, status: response.status, body: text }).toEqual({ path, status, body });
    }
  }

  test('every report is what it was, with and without the event log', async () => {
    await expectSameAnswers();
    await switchLog(database, 1, true);
    await expectSameAnswers();
  });

  test('its orders still count once and can not be refunded; new ones can', async () => {
    const stages = new TestStages(database, clock.now);
    const send = async (...events: SentEvent[]) => (await stages.commitSent([batchOf(events)]))[0]!;
    const [old] = await database.query<{ order_id: string }>('SELECT order_id FROM seen_orders WHERE website_id = 1');
    const known = { order_id: old!.order_id };
    expect(await send(orderWith({ ...known, campaign_id: 10, revenue: 1 }))).toMatchObject({ duplicates: 1 });
    expect(await send(refundWith(known))).toMatchObject({ accepted: 0, reasons: { unknown_order: 1 } });
    const order = orderWith({ order_id: 'new', campaign_id: 10, revenue: 40 });
    expect(await send(order, refundWith({ order_id: 'new', revenue: 15 }))).toMatchObject({ accepted: 2 });
    expect(await send(refundWith({ order_id: 'new', revenue: 30 }))).toMatchObject({ rejected: 1 });
    expect(await send(refundWith({ order_id: 'new' }))).toMatchObject({ accepted: 1 });
    await expectSameAnswers();
  });
});

/** Account performance says its currencies since then. They come last, so everything else is the same byte for byte. */
function withoutCurrencies(path: string, body: string): string {
  if (!path.startsWith('/reports/account/performance')) return body;
  return body.replaceAll(/,"currency":(null,"revenue_by_currency":\{[^}]*\}|"[A-Z]{3}")(?=\})/g, '');
}

async function restoreDump(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(gunzipSync(fixture('funnel.sql.gz')).toString());
  } finally {
    await client.end();
  }
}
