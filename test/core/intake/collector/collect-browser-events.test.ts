// POST /e over real HTTP: what pages may send, from where, how much of it, and what is not counted.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { dimensionColumn } from '../../../../src/core/engine/event-log/format/run.ts';
import { createPublicKey, revokeIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import type { Config } from '../../../../src/core/server/config/config.ts';
import { countryFile } from '../../../support/country-file.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { allRuns, switchLog } from '../../../support/event-log.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { Exposition } from '../../../support/exposition.ts';
import { runService } from '../../../support/run-service.ts';
import { distinctByDays, storedTotals } from '../../../support/stored-days.ts';
import { DAY_MS, onOneDay, TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { BROWSER, type JsonAnswer, TestService } from '../../../support/test-service.ts';

const ORIGIN = 'https://shop.example';
const VISITOR = '3f1c9a52-5b0e-4f43-9d38-1f2c3b4a5d6e';
const WEBSITE = { websiteId: 1, kind: 'website', id: 1 } as const;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

function expectProblem(answer: JsonAnswer, status: number, code?: string): void {
  expect(answer.body).toMatchObject({ status, detail: expect.stringMatching(/./) });
  expect(answer.body.code).toBe(code);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
}

function view(fields: Readonly<Record<string, unknown>> = {}) {
  return { id: randomUUID(), type: 'view', ...fields };
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let key: string;

  beforeAll(async () => {
    app = await TestService.start(engine, {
      env: { EVENTS_AGE_DAYS_MAX: '36500', LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1' },
    });
    key = await app.publicKey(1, ORIGIN, 'https://*.shop.example');
  });

  afterAll(() => app.dispose());

  const send = (events: readonly unknown[], more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    app.collectFromBrowser(ORIGIN, { key, events, ...more }, headers);
  const views = async (websiteId = 1) =>
    (await storedTotals(app.database, { websiteId, kind: 'website', id: websiteId })).views;
  const visitors = async (websiteId = 1) =>
    (await distinctByDays(app.database, { websiteId, kind: 'website', id: websiteId })).views;

  describe('counts', () => {
    test('events as plain text and as JSON, from each origin that the key allows', async () => {
      const before = await views();
      for (const [origin, type] of [
        [ORIGIN, 'text/plain;charset=UTF-8'],
        ['https://www.shop.example', 'application/json'],
      ] as const) {
        const body = { key, visitor: VISITOR, events: [view({ campaign_id: 10 }), view({ type: 'conversion' })] };
        const answer = await app.collectFromBrowser(origin, body, { 'content-type': type });
        expect(answer).toMatchObject({ status: 200, body: { accepted: 2, duplicates: 0, rejected: [] } });
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
        expect(answer.headers.get('vary')).toContain('Origin');
      }
      expect(await views()).toBe(before + 2);
    });

    test('an event once, however often it is sent', async () => {
      const events = [view(), view()];
      expect((await send(events)).body).toMatchObject({ accepted: 2, duplicates: 0 });
      expect((await send(events)).body).toMatchObject({ accepted: 0, duplicates: 2 });
    });

    test('good events beside bad ones, and says which are bad', async () => {
      const events = [
        view(),
        view({ campain_id: 10 }),
        'view',
        view({ website_id: 2 }),
        view({ type: 'click' }),
        view(),
      ];
      const { body } = await send(events);
      expect(body).toMatchObject({ accepted: 2, duplicates: 0 });
      expect(body.rejected).toEqual([
        { index: 1, code: 'unknown_field', message: expect.stringContaining('campaign_id') },
        { index: 2, code: 'invalid_event', message: expect.any(String) },
        { index: 3, code: 'website_not_allowed', message: expect.any(String) },
        { index: 4, code: 'invalid_type', message: expect.any(String) },
      ]);
    });

    test('no event that names a subject of another website', async () => {
      const { body } = await send([view({ campaign_id: 20 })]);
      expect(body).toMatchObject({ accepted: 0, rejected: [{ code: 'unknown_campaign' }] });
    });
  });

  describe('the visitor', () => {
    test('is the one of the page, with consent', async () => {
      const before = await visitors();
      const visitor = randomUUID();
      await send([view(), view()], { visitor });
      await send([view()], { visitor }, { 'user-agent': PHONE });
      expect(await visitors()).toBe(before + 1);
      await send([view({ visitor: randomUUID() })]);
      expect(await visitors()).toBe(before + 2);
    });

    test('is derived without consent: the same for the day, another for each browser and website', async () => {
      const [before, beforeOther] = [await visitors(), await visitors(2)];
      const at = '2025-03-10T11:00:00Z';
      const userAgent = { 'user-agent': `${PHONE} ${randomUUID()}` };
      await send([view({ at })], {}, userAgent);
      await send([view({ at }), view({ at, visitor: null })], { visitor: null }, userAgent);
      expect(await visitors()).toBe(before + 1);
      await send([view({ at })], {}, { 'user-agent': `${PHONE} ${randomUUID()}` });
      expect(await visitors()).toBe(before + 2);
      const otherKey = await app.publicKey(2, ORIGIN);
      await app.collectFromBrowser(ORIGIN, { key: otherKey, events: [view({ at })] }, userAgent);
      expect(await visitors(2)).toBe(beforeOther + 1);
      // Another connection of the same browser.
      for (const address of ['203.0.113.5:1001', '203.0.113.5:1002', '[2001:db8::5]:1001', '[2001:db8::6]:1002']) {
        await send([view({ at })], {}, { ...userAgent, 'x-forwarded-for': address });
      }
      expect(await visitors()).toBe(before + 4);
    });

    test('is told to a page that asks for it, as the id that the events of the day count for', async () => {
      const userAgent = { 'user-agent': `${PHONE} ${randomUUID()}` };
      const before = await visitors();
      const { status, body } = await send([view()], { tell_visitor: true }, userAgent);
      expect([status, body]).toEqual([200, { accepted: 1, duplicates: 0, rejected: [], visitor: expect.any(String) }]);
      await send([view({ visitor: body.visitor })]);
      expect(await visitors()).toBe(before + 1);
      // An empty batch is enough, and the id is another one for another browser.
      const again = await send([], { tell_visitor: true }, userAgent);
      expect(again.body).toMatchObject({ accepted: 0, visitor: body.visitor });
      const other = await send([], { tell_visitor: true }, { 'user-agent': `${PHONE} ${randomUUID()}` });
      expect(other.body.visitor).not.toBe(body.visitor);
      // Stripe takes nothing else as a reference.
      expect(body.visitor).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
    });

    test('is not told to bots, nor to pages that do not ask', async () => {
      for (const more of [{}, { tell_visitor: false }, { tell_visitor: true, automated: true }]) {
        expect((await send([], more)).body).not.toHaveProperty('visitor');
      }
    });

    test('of an event that arrives after midnight is still that of its day', async () => {
      const userAgent = { 'user-agent': `${PHONE} ${randomUUID()}` };
      const before = await visitors();
      const { clock } = app;
      await send([view({ at: '2025-03-10T23:59:00Z' })], {}, userAgent);
      clock.offsetMs = 13 * 60 * 60 * 1000;
      expect(clock.now().toISOString()).toMatch(/^2025-03-11T01/);
      await send([view({ at: '2025-03-10T23:59:30Z' })], {}, userAgent);
      expect(await visitors()).toBe(before + 1);
      await send([view({ at: '2025-03-11T00:30:00Z' })], {}, userAgent);
      expect(await visitors()).toBe(before + 2);
      // Two days later the salt of that day is gone, and nobody can derive its id.
      clock.offsetMs += 2 * 24 * 60 * 60 * 1000;
      await send([view({ at: '2025-03-10T23:59:45Z' })], {}, userAgent);
      expect(await visitors()).toBe(before + 3);
      clock.offsetMs = 0;
    });

    test('leaves neither address nor user agent in the database and the logs', async () => {
      const mark = randomUUID();
      const address = '203.0.113.77';
      await send(
        [view(), view({ type: 'nonsense' })],
        {},
        { 'user-agent': `${PHONE} ${mark}`, 'x-forwarded-for': address },
      );
      const forwarded = { 'user-agent': mark, 'x-forwarded-for': address };
      await app.collectFromBrowser('https://evil.example', { key, events: [view()] }, forwarded);
      const tables = await app.database.query<{ name: string }>(
        engine === 'sqlite'
          ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
          : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
      );
      for (const { name } of tables) {
        const rows = JSON.stringify(await app.database.query(`SELECT * FROM ${name}`));
        expect(rows, name).not.toContain(mark);
        expect(rows, name).not.toContain(address);
      }
      const salts = await app.database.query<{ salt: string }>('SELECT salt FROM visitor_salts');
      expect(salts.length).toBeGreaterThan(0);
      const logs = app.logs();
      for (const secret of [mark, address, key, ...salts.map(({ salt }) => salt)]) expect(logs).not.toContain(secret);
    });
  });

  test('a website that keeps its events has the country of the address, and not the address', async () => {
    await switchLog(app.database, 2, true);
    const otherKey = await app.publicKey(2, ORIGIN);
    const forwarded = { 'x-forwarded-for': '::ffff:8.8.8.8' };
    await app.collectFromBrowser(ORIGIN, { key: otherKey, events: [view()] }, forwarded);
    const [run] = await allRuns(app.database, 2);
    expect(dimensionColumn(run!, 'country')!.dictionary).toEqual(['US']);
    expect(Buffer.concat([...run!.columns.values()]).toString('latin1')).not.toContain('8.8.8.8');
  });

  describe('refuses', () => {
    let before: number;

    beforeEach(async () => {
      before = await views();
    });

    async function expectRefused(refused: Promise<JsonAnswer>, status: number, code?: string): Promise<JsonAnswer> {
      const answer = await refused;
      expectProblem(answer, status, code);
      expect(await views()).toBe(before);
      return answer;
    }

    it.each([
      'https://evil.example',
      'http://shop.example',
      'https://shop.example:8443',
      'https://shop.example.evil.example',
      'https://evilshop.example',
    ])('the foreign origin %s, and lets the page read why', async (origin) => {
      const refused = app.collectFromBrowser(origin, { key, events: [view()] });
      const answer = await expectRefused(refused, 403, 'origin_not_allowed');
      expect(answer.body.detail).toContain(origin);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    });

    it.each([[''], ['null']])('the origin %j', async (origin) => {
      await expectRefused(app.collectFromBrowser(origin, { key, events: [view()] }), 403, 'origin_not_allowed');
    });

    test('unknown keys, and none', async () => {
      for (const unknown of [`${key}x`, 'fpk_', '', undefined, null, 7, { a: 1 }]) {
        await expectRefused(app.collectFromBrowser(ORIGIN, { key: unknown, events: [view()] }), 401);
      }
    });

    test('a key that was revoked, at once', async () => {
      const created = await createPublicKey(app.database, { websiteId: 1, origins: [ORIGIN] }, app.clock.now);
      const sent = { key: created!.key, events: [view()] };
      expect((await app.collectFromBrowser(ORIGIN, sent)).status).toBe(200);
      before = await views();
      await revokeIngestKey(app.database, created!.id, app.clock.now);
      await expectRefused(app.collectFromBrowser(ORIGIN, { ...sent, events: [view()] }), 401);
    });

    test('a secret key, and says that it has leaked', async () => {
      const secret = await app.ingestKey(1);
      const refused = app.collectFromBrowser(ORIGIN, { key: secret, events: [view()] });
      const answer = await expectRefused(refused, 403, 'secret_key_not_allowed');
      expect(answer.body.detail).toContain('revoke');
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    });

    test('a key of another website for this one', async () => {
      const other = await app.publicKey(2, ORIGIN);
      const { body } = await app.collectFromBrowser(ORIGIN, { key: other, events: [view({ website_id: 1 })] });
      expect(body).toMatchObject({ accepted: 0, rejected: [{ code: 'website_not_allowed' }] });
      expect(await views()).toBe(before);
    });

    it.each([
      ['', 'invalid_json'],
      ['{"key":', 'invalid_json'],
      ['[]', 'invalid_body'],
      ['"text"', 'invalid_body'],
      ['{"key":"KEY"}', 'invalid_events'],
      ['{"key":"KEY","events":{}}', 'invalid_events'],
      ['{"key":"KEY","events":[],"vistor":"x"}', 'unknown_field'],
    ])('the body %s', async (text, code) => {
      const status = code === 'invalid_json' ? 400 : 422;
      await expectRefused(app.collectFromBrowser(ORIGIN, text.replace('KEY', key)), status, code);
    });

    test('a body that is not UTF-8', async () => {
      const bytes = Buffer.concat([
        Buffer.from(`{"key":"${key}","events":[{"type":"view","visitor":"`),
        Buffer.from([0xff]),
        Buffer.from('"}]}'),
      ]);
      const headers = { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' };
      const response = await fetch(`${app.url}/e`, { method: 'POST', body: bytes, headers });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_json']);
    });

    test('a body that is too large, a list that is too long, and another content type', async () => {
      const large = send([view({ properties: { text: 'x'.repeat(64 * 1024) } })]);
      expect((await expectRefused(large, 413, 'batch_too_large')).body.detail).toContain('64 KiB');
      const long = send(Array.from({ length: 101 }, () => ({ type: 'view' })));
      await expectRefused(long, 413, 'too_many_events');
      await expectRefused(send([view()], {}, { 'content-type': 'text/html' }), 415, 'unsupported_media_type');
      expect((await send(Array.from({ length: 100 }, () => view()))).body).toMatchObject({ accepted: 100 });
    });
  });

  describe('orders', () => {
    const order = () => view({ type: 'order', order_id: randomUUID(), revenue: 10 });

    test('are not counted, unless the website says so', async () => {
      const orders = async () => (await storedTotals(app.database, WEBSITE)).orders;
      const before = await orders();
      const { body } = await send([order(), view()]);
      expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: 'orders_not_allowed' }] });
      expect(JSON.stringify(body.rejected)).toContain('browser_orders');
      expect(await orders()).toBe(before);
      await changeWebsiteSettings(app.database, 1, { browser_orders: true });
      expect((await send([order()])).body).toMatchObject({ accepted: 1, rejected: [] });
      expect(await orders()).toBe(before + 1);
      await changeWebsiteSettings(app.database, 1, { browser_orders: false });
      expect((await send([order()])).body).toMatchObject({ accepted: 0 });
    });

    test('of servers can not be refunded by browsers, even if browsers may send orders', async () => {
      const revenue = async () => (await storedTotals(app.database, WEBSITE)).revenue;
      const orderId = randomUUID();
      await app.collect(await app.ingestKey(1), ndjson([eventWith({ type: 'order', order_id: orderId, revenue: 10 })]));
      const before = await revenue();
      await changeWebsiteSettings(app.database, 1, { browser_orders: true });
      const { body } = await send([{ type: 'refund', order_id: orderId }]);
      await changeWebsiteSettings(app.database, 1, { browser_orders: false });
      expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'orders_not_allowed' }] });
      expect(await revenue()).toBe(before);
    });

    test('of servers are counted all the same', async () => {
      const secret = await app.ingestKey(1);
      const answer = await app.collect(secret, ndjson([eventWith({ type: 'order', revenue: 10 })]));
      expect(answer.body).toMatchObject({ accepted: 1 });
    });
  });

  describe('bots', () => {
    const NOTHING = { accepted: 0, duplicates: 0, rejected: [] };
    const bots = async () => {
      // Metrics are rendered once a second.
      app.clock.advance(1_000);
      const text = await (await fetch(`${app.url}/metrics`)).text();
      const { samples } = new Exposition(text).families.get('funnel_events_total')!;
      return samples.find(({ labels }) => labels.result === 'bot')!.value;
    };

    it.each([
      ['a crawler', {}, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
      ['a headless browser', {}, BROWSER.replace('Chrome/', 'HeadlessChrome/')],
      ['a program', {}, 'curl/8.5.0'],
      ['a browser that a program controls', { automated: true }, BROWSER],
    ])('%s: counted as such, and as nothing else', async (_, more, userAgent) => {
      const [viewsBefore, botsBefore] = [await views(), await bots()];
      const answer = await send([view(), view()], more, { 'user-agent': userAgent });
      expect(answer).toMatchObject({ status: 200, body: NOTHING });
      expect(await views()).toBe(viewsBefore);
      expect(await bots()).toBe(botsBefore + 2);
    });

    test('that send too many events get no error, and all are counted as theirs', async () => {
      const before = await bots();
      const answer = await send(Array(101).fill(view()), { automated: true }, { 'user-agent': BROWSER });
      expect(answer).toMatchObject({ status: 200, body: NOTHING });
      expect(await bots()).toBe(before + 101);
    });
  });

  test('events of up to 7 days ago are counted, older ones are not: anybody could change old numbers', async () => {
    const service = await TestService.start(engine, { env: { BROWSER_EVENTS_AGE_DAYS_MAX: '' } });
    const key = await service.publicKey(1, ORIGIN);
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const { body } = await onOneDay(() => {
      const events = [view({ at: daysAgo(7) }), view({ at: daysAgo(8) })];
      return service.collectFromBrowser(ORIGIN, { key, events });
    });
    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 1, code: 'at_too_old' }] });
    await service.dispose();
  });

  test('what arrived is noted by outcome and reason', async () => {
    const ingestion = await createTestIngestion(engine);
    const running = await runService(ingestion.url, { clock: ingestion.clock });
    const created = await createPublicKey(ingestion.database, { websiteId: 1, origins: [ORIGIN] }, ingestion.clock.now);
    const sendTo = (origin: string, body: object) =>
      fetch(`${running.url}/e`, {
        method: 'POST',
        headers: { origin, 'user-agent': BROWSER, 'content-type': 'text/plain' },
        body: JSON.stringify({ key: created!.key, ...body }),
      });
    const at = ingestion.clock.now().toISOString();
    await sendTo(ORIGIN, { events: [view({ type: 'click', at })] });
    await sendTo(ORIGIN, { automated: true, events: [view(), view()] });
    await sendTo('https://evil.example', { events: [view()] });
    // The counts are written at the latest when the service stops.
    await running.close();
    const rows = await ingestion.database.query<{ outcome: string; code: string; events: number }>(
      "SELECT outcome, code, events FROM arrival_counts WHERE website_id = 1 AND source = 'browser'",
    );
    expect(rows.map(({ outcome, code, events }) => [outcome, code, events].join(' ')).sort()).toEqual([
      'bot  2',
      'rejected invalid_type 1',
      'rejected origin_not_allowed 1',
    ]);
    await ingestion.dispose();
  });

  test('a preflight is answered for any page, without credentials', async () => {
    const response = await fetch(`${app.url}/e`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
      'access-control-max-age': expect.stringMatching(/^\d+$/),
    });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('floods', () => {
  const clock = new TestClock('2025-03-10T12:00:00Z');

  async function started(config: Partial<Config>): Promise<{ app: TestService; key: string } & AsyncDisposable> {
    const app = await TestService.start('sqlite', { config, clock, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const key = await app.publicKey(1, ORIGIN);
    return { app, key, [Symbol.asyncDispose]: () => app.dispose() };
  }

  async function untilRefused(send: () => Promise<JsonAnswer>, limit: number): Promise<JsonAnswer> {
    for (let sent = 0; sent <= limit; sent++) {
      const answer = await send();
      if (answer.status === 429) return answer;
      expect(answer.status).toBe(200);
    }
    throw new Error('never refused');
  }

  function expectRateLimited(answer: JsonAnswer): void {
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After');
  }

  test('of one address are refused before the body is read; other addresses go on', async () => {
    await using service = await started({ browserAddressRequestsPerMinute: 5 });
    const { app, key } = service;
    const from = (address: string, body: unknown = { key, events: [view()] }) =>
      app.collectFromBrowser(ORIGIN, body, { 'x-forwarded-for': address });
    expectRateLimited(await untilRefused(() => from('198.51.100.7'), 5));
    // What is in the body makes no difference.
    expectProblem(await from('198.51.100.7', '{'), 429, 'rate_limited');
    expect((await from('198.51.100.8')).status).toBe(200);
    // All addresses of a network of IPv6 are one client's.
    let host = 0;
    expectRateLimited(await untilRefused(() => from(`2001:db8::${++host}`), 5));
  });

  test.each([
    ['requests', { browserKeyRequestsPerMinute: 5 }, 1],
    ['events', { browserKeyEventsPerMinute: 50 }, 10],
  ])('of %s with one key are refused; other keys and the servers of the website go on', async (_, config, events) => {
    await using service = await started(config);
    const { app, key } = service;
    const from = (sentKey: string) =>
      app.collectFromBrowser(ORIGIN, { key: sentKey, events: Array.from({ length: events }, () => view()) });
    expectRateLimited(await untilRefused(() => from(key), 5));
    expect((await from(await app.publicKey(1, ORIGIN))).status).toBe(200);
    expect((await app.collect(await app.ingestKey(1), ndjson([eventWith()]))).status).toBe(200);
  });

  test.each([
    ['requests', { collectKeyRequestsPerMinute: 5 }, 1],
    ['events', { collectKeyEventsPerMinute: 50 }, 10],
  ])('of %s with one secret key are refused; other keys of the website go on', async (_, config, events) => {
    await using service = await started(config);
    const { app } = service;
    const batch = ndjson(Array.from({ length: events }, () => eventWith()));
    const secret = await app.ingestKey(1);
    const refused = await untilRefused(() => app.collect(secret, batch), 5);
    expect(refused.body.detail).toContain('for a key');
    expect((await app.collect(await app.ingestKey(1), batch)).status).toBe(200);
  });
});

test('the path can be changed', async () => {
  const app = await TestService.start('sqlite', { env: { BROWSER_COLLECT_PATH: '/stats/in' } });
  try {
    const key = await app.publicKey(1, ORIGIN);
    const request = (path: string) =>
      app.request(path, {
        method: 'POST',
        headers: { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' },
        body: JSON.stringify({ key, events: [view()] }),
      });
    expect(await request('/stats/in')).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect((await request('/e')).status).toBe(404);
  } finally {
    await app.dispose();
  }
});

test('the country is that of the table which the operator has named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countries-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'own.mmdb');
  await expect(TestService.start('sqlite', { env: { COUNTRY_TABLE: file } })).rejects.toThrow(/^COUNTRY_TABLE: .*own/);
  writeFileSync(file, countryFile({ country_code: 'NZ' }));
  const app = await TestService.start('sqlite', { env: { COUNTRY_TABLE: file, TRUSTED_PROXIES: '127.0.0.1' } });
  onTestFinished(() => app.dispose());
  await switchLog(app.database, 1, true);
  const key = await app.publicKey(1, ORIGIN);
  await app.collectFromBrowser(ORIGIN, { key, events: [view()] }, { 'x-forwarded-for': '8.8.8.8' });
  const [run] = await allRuns(app.database);
  expect(dimensionColumn(run!, 'country')!.dictionary).toEqual(['NZ']);
});
