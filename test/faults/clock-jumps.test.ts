// The clock of a running service jumps by hours and days, forward and back, over the end of a day and a month. Everything
// goes by what the clock says now: nothing is locked for ever, nothing is counted twice, and no report is of another day.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catchUp } from '../../src/core/answers/insights/job.ts';
import { DirectSnapshotBuilder } from '../../src/core/answers/insights/snapshot.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { Lease } from '../../src/core/foundation/database/lease.ts';
import { createManyWebsites, snapshotCount, writesByWebsite } from '../core/answers/insights/many-websites.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../support/test-clock.ts';
import type { FaultAnswer } from './fault-client.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FaultService } from './fault-service.ts';
import type { FunnelProcess } from './funnel-process.ts';

/** Late on a Tuesday, the last day of a month. */
const START = '2026-03-31T22:30:00Z';
const REQUESTS_PER_MINUTE = 20;
const PRELOAD = `--import ${new URL('./jumping-clock.ts', import.meta.url).href}`;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let folder: string;
  let database: FaultDatabase;
  let service: FaultService;
  let server: FunnelProcess;
  /** Good until a day after the start. */
  let dayToken: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'funnel-clock-'));
    setClock(START);
    database = await createFaultDatabase(engine);
    const variables = {
      NODE_OPTIONS: PRELOAD,
      ACCESS_TOKEN_HOURS: '1',
      CLOCK_OFFSET_FILE: join(folder, 'offset'),
      RATE_LIMIT_PER_MINUTE: String(REQUESTS_PER_MINUTE),
    };
    service = await database.look(async (opened) => {
      const prepared = await FaultService.prepare(opened, database.url, variables);
      const token = { websiteIds: [1], scopes: ['reports'], audience: 'rest', expiresInDays: 1 } as const;
      dayToken = (await createToken(opened, token, new TestClock(START).now)).token;
      return prepared;
    });
    server = await service.start();
  });

  beforeEach(() => setClock(START));

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await database.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  function setClock(iso: string): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(Date.parse(iso) - Date.now());
    writeFileSync(join(folder, 'offset'), bytes);
  }

  const ask = (path: string, token: string, statuses = [200]): Promise<FaultAnswer> =>
    service.client.send(path, { headers: { authorization: `Bearer ${token}` } }, statuses);

  async function collect(events: readonly object[], idempotencyKey?: string) {
    const headers = {
      authorization: `Bearer ${service.access.ingestKeys.get(1)}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const sent = events.map((event) => ({ type: 'view', website_id: 1, visitor: 'somebody', ...event }));
    const init = { method: 'POST', headers, body: JSON.stringify(sent) };
    return (await service.client.send('/collect/events', init, [200])).body;
  }

  async function viewsOf(timeframe: string): Promise<{ from: string; views: number }> {
    const path = `/api/v1/reports/website?count_type=total&timeframe=${timeframe}`;
    const body = (await ask(path, service.access.token)).body as {
      timeframe: { range_start: string };
      data: { metrics: { views: number } };
    };
    return { from: body.timeframe.range_start.slice(0, 10), views: body.data.metrics.views };
  }

  test('reports are of the day that it is, however often it changes', async () => {
    await collect([{}]);
    expect(await viewsOf('today')).toEqual({ from: '2026-03-31', views: 1 });
    setClock('2026-04-01T01:30:00Z');
    expect(await viewsOf('today')).toEqual({ from: '2026-04-01', views: 0 });
    await collect([{}, {}]);
    expect(await viewsOf('today')).toEqual({ from: '2026-04-01', views: 2 });
    expect(await viewsOf('this_month')).toEqual({ from: '2026-04-01', views: 2 });
    setClock('2026-03-31T22:45:00Z');
    expect(await viewsOf('today')).toEqual({ from: '2026-03-31', views: 1 });
    expect(await viewsOf('this_month')).toEqual({ from: '2026-03-01', views: 1 });
    setClock('2026-04-01T01:45:00Z');
    expect(await viewsOf('today')).toEqual({ from: '2026-04-01', views: 2 });
    expect(await viewsOf('last_7_days')).toEqual({ from: '2026-03-26', views: 3 });
  });

  test('tokens are good until they expire by the clock', async () => {
    const { authorizations, ledger } = service;
    await authorizations.prepare(ledger);
    const hourToken = ledger.tokens[0]!.token;
    const statusOf = async (token: string) => (await ask('/api/v1/reports/websites', token, [200, 401])).status;
    expect([await statusOf(hourToken), await statusOf(dayToken)]).toEqual([200, 200]);
    setClock('2026-03-31T23:40:00Z');
    expect([await statusOf(hourToken), await statusOf(dayToken)]).toEqual([401, 200]);
    setClock('2026-04-01T22:30:01Z');
    expect([await statusOf(hourToken), await statusOf(dayToken)]).toEqual([401, 401]);
    setClock(START);
    expect([await statusOf(hourToken), await statusOf(dayToken)]).toEqual([200, 200]);
    // Refresh tokens live for 30 days.
    setClock('2026-04-20T00:00:00Z');
    const refresh = { grant_type: 'refresh_token', refresh_token: authorizations.chains[0]!.refreshToken };
    const body = new URLSearchParams({ client_id: authorizations.clientId, ...refresh });
    const { access_token } = (await service.client.send('/oauth/token', { method: 'POST', body }, [200])).body as {
      access_token: string;
    };
    expect(await statusOf(access_token)).toBe(200);
  });

  test('whoever has asked too often may ask again after a jump, in either direction', async () => {
    const isLimited = async () => {
      const { status, headers } = await ask('/api/v1/reports/websites', dayToken, [200, 429]);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      return status === 429;
    };
    const askTooOften = async () => {
      for (let request = 0; request < REQUESTS_PER_MINUTE; request++) await isLimited();
    };
    await askTooOften();
    for (const jump of ['2026-03-31T19:00:00Z', '2026-03-31T19:01:00Z', '2026-03-31T12:00:00Z', START]) {
      expect(await isLimited()).toBe(true);
      setClock(jump);
      expect(await isLimited()).toBe(false);
      await askTooOften();
    }
  });

  test('what came once does not count again, within seven days by the clock', async () => {
    const batch = [{ id: 'one' }, { id: 'two', type: 'order', order_id: 'A', revenue: 1, visitor: undefined }];
    const first = { accepted: 2, duplicates: 0, rejected: [] };
    const again = { accepted: 0, duplicates: 2, rejected: [] };
    expect(await collect(batch, 'key')).toEqual(first);
    for (const jump of ['2026-03-31T10:00:00Z', '2026-03-01T00:00:00Z', '2026-04-07T22:00:00Z']) {
      setClock(jump);
      expect(await collect(batch)).toEqual(again);
      expect(await collect(batch, 'key')).toEqual(first);
    }
    setClock('2026-04-08T00:00:00Z');
    expect(await collect(batch)).toEqual({ accepted: 1, duplicates: 1, rejected: [] });
    setClock(START);
    expect(await collect(batch)).toEqual(again);
  });
});

describe.each(ANY_ENGINE)('the weekly insights on %s', (engine) => {
  const WEBSITES = 3;
  const ONCE_EACH = Array.from({ length: WEBSITES }, () => 1);

  test('are written once for each week, whichever way the clock jumps', async () => {
    const clock = new TestClock('2026-03-30T00:10:00Z');
    const { database, dispose } = await createManyWebsites(engine, WEBSITES, clock.now);
    const builder = new DirectSnapshotBuilder(database, []);
    const dependencies = { database, builder, clock: clock.now, logger: pino({ level: 'silent' }) };
    await catchUp(dependencies);
    for (const jump of [-HOUR_MS, 2 * HOUR_MS, -2 * DAY_MS, 3 * DAY_MS]) {
      clock.advance(jump);
      await catchUp(dependencies);
    }
    // Two days back it was the week before, in which no website had events yet.
    expect(await snapshotCount(database)).toBe(WEBSITES);
    expect(await writesByWebsite(database)).toEqual(ONCE_EACH);
    await dispose();
  });

  test('go on after a jump back, though a node that died had the lease by the later clock', async () => {
    const clock = new TestClock('2026-03-31T00:10:00Z');
    const { database, dispose } = await createManyWebsites(engine, WEBSITES, clock.now);
    expect(await Lease.take(database, clock.now, 'insights')).toBeDefined();
    clock.advance(-DAY_MS);
    expect(await Lease.take(database, clock.now, 'insights')).toBeDefined();
    await dispose();
  });
});
