// One tenant requests more reports than there are workers. A lock in PostgreSQL blocks them all, so that the result does not
// depend on speed.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken, type NewToken } from '../../src/core/contract/access/tokens.ts';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { readMemory } from '../../src/core/foundation/memory/memory.ts';
import type { App } from '../../src/core/server/app/app.ts';
import { ENGINES } from '../support/databases.ts';
import { Exposition } from '../support/exposition.ts';
import { runService } from '../support/run-service.ts';
import { TestClock } from '../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../support/test-ingestion.ts';

const WEBSITE_ID = 1;
const STRANGERS_WEBSITE_ID = 3;
/** One worker is always left to others. There is one more while they ask. */
const SHARE = readMemory().threads - 1;
const REPORTS = SHARE + 30;

describe.skipIf(!ENGINES.includes('postgres'))('slow reports', () => {
  let ingestion: TestIngestion;
  let app: App;
  const clock = new TestClock();
  let holder: pg.Client;
  let lastDay = 19_000;

  beforeAll(async () => {
    ingestion = await createTestIngestion('postgres');
    app = await runService(ingestion.url, { clock, ownThreads: true });
  });

  afterAll(async () => {
    await app.close();
    await ingestion.dispose();
  });

  /** Blocks reading counters until it is rolled back. */
  beforeEach(async () => {
    // The stranger of the test before no longer counts as one who asks.
    clock.advance(60_000);
    holder = new pg.Client({ connectionString: ingestion.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE rollup_counters IN ACCESS EXCLUSIVE MODE');
  });

  afterEach(() => holder.end());

  async function tokenFor(websiteId: number, audience: NewToken['audience'] = 'rest'): Promise<string> {
    const token = { websiteIds: [websiteId], scopes: ['reports' as const], audience };
    return (await createToken(ingestion.database, token, () => new Date())).token;
  }

  function longReport(token: string, signal?: AbortSignal): Promise<Response> {
    const range = `range_start=${isoOfDay(lastDay - 399)}&range_end=${isoOfDay(lastDay++)}`;
    return get(`/reports/campaigns?timeframe=custom&${range}`, token, signal);
  }

  function get(path: string, token: string, signal?: AbortSignal): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${app.url}/api/v1${path}`, { headers, ...(signal && { signal }) });
  }

  function longToolCall(token: string, signal: AbortSignal): Promise<Response> {
    const args = { timeframe: 'custom', range_start: isoOfDay(lastDay - 399), range_end: isoOfDay(lastDay++) };
    const params = { name: 'list_campaigns', arguments: args };
    return fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal,
    });
  }

  /** Running and waiting. */
  async function reportsInProgress(): Promise<number> {
    // They are written once a second.
    clock.advance(1_000);
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return new Exposition(text).families.get('funnel_report_runs_in_progress')!.samples[0]!.value;
  }

  async function untilInProgress(count: number): Promise<void> {
    await expect.poll(reportsInProgress).toBe(count);
  }

  /** Statements that wait for the lock. */
  async function untilHeld(count: number): Promise<void> {
    const held = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const waiting = async () => (await ingestion.database.query(held)).length;
    await expect.poll(waiting).toBeGreaterThanOrEqual(count);
  }

  test('leave a worker to another tenant, and all finish in the end', async () => {
    const token = await tokenFor(WEBSITE_ID);
    const strangersToken = await tokenFor(STRANGERS_WEBSITE_ID);
    const answers = Array.from({ length: REPORTS }, () => longReport(token));
    await untilInProgress(REPORTS);
    await untilHeld(SHARE);
    for (const limit of [1, 2, 3, 4, 5]) {
      expect((await get(`/reports/experiments?limit=${limit}`, strangersToken)).status).toBe(200);
    }
    expect(await reportsInProgress()).toBe(REPORTS);
    await holder.query('ROLLBACK');
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('leave the queue when their clients disconnect, over REST and from tools', async () => {
    const clients = new AbortController();
    const [token, toolToken] = [await tokenFor(WEBSITE_ID), await tokenFor(WEBSITE_ID, 'tools')];
    const answers = Array.from({ length: REPORTS }, (_, number) =>
      number % 2 === 0 ? longReport(token, clients.signal) : longToolCall(toolToken, clients.signal),
    );
    const outcomes = Promise.allSettled(answers);
    await untilInProgress(REPORTS);
    clients.abort();
    await outcomes;
    // Running reports finish.
    await untilInProgress(SHARE);
    await holder.query('ROLLBACK');
    await untilInProgress(0);
  });

  test('are rejected beyond a limit, with Retry-After', async () => {
    const clients = new AbortController();
    const token = await tokenFor(WEBSITE_ID);
    const answers = Array.from({ length: 200 + SHARE }, () => longReport(token, clients.signal));
    const outcomes = Promise.allSettled(answers);
    await untilInProgress(200 + SHARE);
    const refused = await longReport(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    expect((await get('/reports/websites', await tokenFor(STRANGERS_WEBSITE_ID))).status).toBe(200);
    clients.abort();
    await outcomes;
  });
});
