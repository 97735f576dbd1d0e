// Segment's protocol: who may send, what is answered, and what is counted, ignored and refused.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { createPublicKey, revokeIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import {
  BODY_BYTES_MAX,
  STRANGERS_BODY_BYTES_MAX,
} from '../../../../src/extensions/protocols/segment/receive-messages.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { type HttpAnswer, TestService } from '../../../support/test-service.ts';

const WEBSITE = { websiteId: 1, kind: 'website', id: 1 } as const;
const ORIGIN = 'https://shop.example';
const AT = '2025-03-10T11:00:00.000Z';
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const FROM_PAGE = { origin: ORIGIN, 'user-agent': USER_AGENT };

let messages = 0;
const message = (fields: object = {}) => ({
  type: 'track',
  event: 'view',
  messageId: `message-${messages++}`,
  anonymousId: 'visitor-1',
  timestamp: AT,
  ...fields,
});

const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let secretKey: string;
  let publicKey: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { env: { LOG_LEVEL: 'debug', BASE_URL: 'https://funnel.example' } });
    secretKey = await service.ingestKey(1);
    publicKey = (await createPublicKey(service.database, { websiteId: 1, origins: [ORIGIN] }, service.clock.now))!.key;
  });
  beforeEach(() => service.ingestion.reset());
  afterAll(() => service.dispose());

  const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });

  function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const all = { 'content-type': 'text/plain', ...headers };
    return service.request(path, { method: 'POST', body: text, headers: all });
  }

  const postBatch = (batch: unknown[], headers: Readonly<Record<string, string>> = basic(secretKey)) =>
    post('/v1/batch', { batch, sentAt: AT }, headers);
  const totals = () => storedTotals(service.database, WEBSITE);
  const views = async () => (await totals()).views;

  async function arrivals(): Promise<string[]> {
    const rows = await service.database.query<{ outcome: string; code: string; events: number }>(
      "SELECT outcome, code, events FROM arrival_counts WHERE website_id = 1 AND source = 'segment' ORDER BY outcome, code",
    );
    return rows.map(({ outcome, code }) => `${outcome} ${code}`.trim());
  }

  test('a batch of a server, by the key in the header or in the body', async () => {
    const answers = [
      await postBatch([message(), message()]),
      await post('/v1/batch', { batch: [message()], writeKey: secretKey }),
      await post('/v1/b', { batch: [message()], writeKey: secretKey }, { 'content-type': 'application/json' }),
      await post(`/beacon/v1/batch?writeKey=${secretKey}`, { batch: [message()] }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, { success: true }]));
    expect(await views()).toBe(5);
  });

  test.each(['t', 'track'])('one message at /v1/%s', async (path) => {
    const { type: _, ...untyped } = message();
    expect((await post(`/v1/${path}`, { ...untyped, writeKey: secretKey })).status).toBe(200);
    expect(await views()).toBe(1);
  });

  test.each(['p', 'page', 'i', 'identify', 'g', 'group', 'a', 'alias', 's', 'screen'])(
    'one message at /v1/%s is accepted and counts nothing',
    async (path) => {
      const { status, body } = await post(`/v1/${path}`, { ...message(), writeKey: secretKey });
      expect([status, body]).toEqual([200, { success: true }]);
      expect(await views()).toBe(0);
    },
  );

  test('what an SDK reports about itself is accepted and dropped', async () => {
    expect(await post('/v1/m', { series: [] })).toMatchObject({ status: 200, body: { success: true } });
  });

  test('a body that is packed', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify({ batch: [message()] })));
    const headers = { ...basic(secretKey), 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await service.request('/v1/batch', { method: 'POST', body, headers })).status).toBe(200);
    expect(await views()).toBe(1);
  });

  test('JSON that says it is a form, but only here', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect((await postBatch([message()], { ...basic(secretKey), ...form })).status).toBe(200);
    expect((await post('/v1/track', { ...message(), writeKey: publicKey }, { ...FROM_PAGE, ...form })).status).toBe(
      200,
    );
    expect(await views()).toBe(2);
    expect((await postBatch([message()], { ...basic(secretKey), 'content-type': 'multipart/form-data' })).status).toBe(
      415,
    );
    expect((await service.collect(secretKey, ndjson([eventWith()]), form)).status).toBe(415);
  });

  test('a message that comes again counts once, also within a batch', async () => {
    const once = message();
    await postBatch([once, once, message()]);
    await postBatch([once]);
    await post('/v1/t', { ...once, writeKey: secretKey });
    expect(await views()).toBe(2);
  });

  test('a page sends with a public key, from its origin', async () => {
    const { status, headers } = await post('/v1/t', { ...message(), writeKey: publicKey }, FROM_PAGE);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect((await postBatch([message()], { ...FROM_PAGE, ...basic(publicKey) })).status).toBe(200);
    expect(await views()).toBe(2);
  });

  test.each([
    ['another origin', 'https://evil.example'],
    ['a subdomain', 'https://www.shop.example'],
    ['no origin', undefined],
    ['the origin of a file', 'null'],
  ])('a public key is refused from %s', async (_, origin) => {
    const from = { 'user-agent': USER_AGENT, ...(origin !== undefined && { origin }) };
    for (const answer of [
      await post('/v1/t', { ...message(), writeKey: publicKey }, from),
      await postBatch([message()], { ...from, ...basic(publicKey) }),
    ]) {
      expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'origin_not_allowed' })]);
    }
    expect(await views()).toBe(0);
  });

  test('a secret key is refused from a page', async () => {
    const { status, body } = await post('/v1/t', { ...message(), writeKey: secretKey }, FROM_PAGE);
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'secret_key_not_allowed' })]);
    expect(await views()).toBe(0);
  });

  test('nobody gets in without a key, with a wrong or with a revoked one', async () => {
    const revoked = (await createPublicKey(service.database, { websiteId: 1, origins: [ORIGIN] }, service.clock.now))!;
    await revokeIngestKey(service.database, revoked.id, service.clock.now);
    for (const key of ['', 'wrong', 'fik_wrong', 'fpk_wrong', revoked.key]) {
      for (const from of [{}, FROM_PAGE]) {
        expect((await post('/v1/t', { ...message(), writeKey: key }, from)).status).toBe(401);
        expect((await postBatch([message()], { ...from, ...basic(key) })).status).toBe(401);
      }
    }
    expect((await post('/v1/t', message())).status).toBe(401);
    expect((await post('/v1/t', { ...message(), writeKey: 5 })).status).toBe(401);
    expect((await post('/v1/batch', { batch: [] }, { authorization: 'Basic' })).status).toBe(401);
    expect(await views()).toBe(0);
  });

  test('bots are not counted', async () => {
    for (const userAgent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', HEADLESS]) {
      const bot = { origin: ORIGIN, 'user-agent': userAgent };
      expect((await post('/v1/t', { ...message(), writeKey: publicKey }, bot)).status).toBe(200);
    }
    // Testers find them on the page of live events.
    await expect.poll(arrivals).toContain('bot');
    // The user agent of a server says nothing.
    expect(
      (await postBatch([message()], { ...basic(secretKey), 'user-agent': 'analytics-node-next/latest' })).status,
    ).toBe(200);
    expect(await views()).toBe(1);
  });

  test('an order of a page counts only where the website allows it', async () => {
    const order = () => message({ event: 'Order Completed', properties: { order_id: 'o1', revenue: 25 } });
    expect((await post('/v1/t', { ...order(), writeKey: publicKey }, FROM_PAGE)).status).toBe(200);
    expect((await totals()).orders).toBe(0);
    expect((await postBatch([order()])).status).toBe(200);
    expect(await totals()).toMatchObject({ orders: 1, revenue: 250_000 });
  });

  test('subjects are named by keys, which are registered where the website allows it', async () => {
    const properties = { campaign: 'summer', variant: 'a', step: 'form' };
    expect((await postBatch([message({ properties })])).status).toBe(200);
    expect(await views()).toBe(0);
    await changeWebsiteSettings(service.database, 1, { register_keys: true });
    expect((await postBatch([message({ properties }), message({ properties })])).status).toBe(200);
    expect(await views()).toBe(2);
    const [campaign] = await service.database.query<{ id: number }>("SELECT id FROM campaigns WHERE key = 'summer'");
    const subject = { websiteId: 1, kind: 'campaign', id: campaign!.id } as const;
    expect(await storedTotals(service.database, subject)).toMatchObject({ views: 2 });
    await changeWebsiteSettings(service.database, 1, { register_keys: false });
  });

  test('what is not counted is answered with 200 and can be seen by reason', async () => {
    const { status } = await postBatch([
      message({ type: 'identify' }),
      message({ event: 'Product Viewed' }),
      message({ event: 'Promotion Viewed' }),
      message({ properties: { campaign_id: 99 } }),
      message({ event: 'order', properties: { revenue: 1, currency: 'EUR' } }),
      message({ timestamp: 'yesterday' }),
      message({ anonymousId: undefined }),
      'not a message',
      message(),
    ]);
    expect(status).toBe(200);
    expect(await views()).toBe(1);
    const reasons = [
      'accepted',
      'ignored no_subject',
      'ignored unmapped_event',
      'ignored unmapped_type',
      'rejected currency_mismatch',
      'rejected invalid_at',
      'rejected invalid_event',
      'rejected unknown_campaign',
      'rejected visitor_required',
    ];
    await expect.poll(arrivals).toEqual(expect.arrayContaining(reasons));
  });

  test('what can never be read is refused with 400, which no SDK repeats', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      '5',
      '{}',
      '{"batch": {}}',
      '{"batch": "x"}',
      Buffer.from([0xff]).toString('latin1'),
    ]) {
      const { status, body: problem } = await post('/v1/batch', body, basic(secretKey));
      expect([status, problem]).toEqual([400, expect.objectContaining({ code: 'invalid_json' })]);
    }
  });

  test('size and number of messages are limited', async () => {
    const large = message({ context: 'x'.repeat(BODY_BYTES_MAX) });
    expect((await postBatch([large])).status).toBe(413);
    const page = message({ context: 'x'.repeat(STRANGERS_BODY_BYTES_MAX) });
    expect((await post('/v1/t', { ...page, writeKey: publicKey }, FROM_PAGE)).status).toBe(413);
    expect((await post('/v1/t', page, { ...FROM_PAGE, ...basic(publicKey) })).status).toBe(200);
    await service.ingestion.reset();
    const values = message({ context: Array(60_000).fill(0) });
    expect((await postBatch([values])).status).toBe(413);
    const bomb = new Uint8Array(gzipSync(JSON.stringify({ batch: [large] })));
    const headers = { ...basic(secretKey), 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await service.request('/v1/batch', { method: 'POST', body: bomb, headers })).status).toBe(413);
    expect((await postBatch(Array(2_501).fill({}))).status).toBe(413);
    expect((await postBatch(Array(2_500).fill({}))).status).toBe(200);
    expect(await views()).toBe(0);
  });

  test('a huge property is not looked into, and a very deep one refused', async () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, name) => [`name${name}`, name]));
    expect((await postBatch([message({ properties: { wide }, context: wide })])).status).toBe(200);
    expect(await views()).toBe(1);
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    const batch = `{"batch": [${JSON.stringify(message({ properties: { campaign: 'deep' } })).replace('"deep"', deep)}]}`;
    expect(await post('/v1/batch', batch, basic(secretKey))).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    });
    expect((await postBatch([message({ properties: { campaign: wide } })])).status).toBe(200);
    expect(await views()).toBe(1);
  });

  test('a preflight is answered, for the headers that the SDKs send', async () => {
    for (const path of [
      '/v1/t',
      '/v1/batch',
      '/v1/b',
      '/v1/m',
      '/beacon/v1/batch',
      '/sourceConfig/',
      '/v1/projects/x/settings',
    ]) {
      const asked = {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const { status, headers } = await service.request(path, { method: 'OPTIONS', headers: asked });
      expect([path, status]).toEqual([path, 204]);
      expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      expect(headers.get('access-control-allow-headers')).toMatch(
        /Authorization.*X-Retry-Count.*AnonymousId.*Rsa-Retry-Attempt/,
      );
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('the settings for Segment tell where to send to', async () => {
    const { status, body, headers } = await service.request(`/v1/projects/${publicKey}/settings`, {
      headers: FROM_PAGE,
    });
    expect([status, body]).toEqual([
      200,
      {
        integrations: { 'Segment.io': { apiKey: publicKey, apiHost: 'funnel.example/v1', protocol: 'https' } },
        metrics: { sampleRate: 0 },
      },
    ]);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    for (const key of [secretKey, 'fpk_wrong', 'x']) {
      expect((await service.request(`/v1/projects/${key}/settings`)).status).toBe(404);
    }
  });

  test('the configuration for RudderStack', async () => {
    const path = `/sourceConfig/?p=npm&v=3.34.1&build=modern&writeKey=${publicKey}&lockIntegrationsVersion=false`;
    const { status, body } = await service.request(path, { headers: FROM_PAGE });
    expect([status, body]).toMatchObject([200, { source: { id: expect.any(String), config: {}, destinations: [] } }]);
    expect((await service.request('/sourceConfig/', { headers: { ...FROM_PAGE, ...basic(publicKey) } })).status).toBe(
      200,
    );
    expect((await service.request('/sourceConfig/?writeKey=wrong')).status).toBe(404);
    expect((await service.request('/sourceConfig/')).status).toBe(404);
  });

  test('no key and nothing about a person is logged', async () => {
    await postBatch([message({ traits: { email: 'jane@shop.example' } })]);
    await service.request(`/v1/projects/${publicKey}/settings`);
    await post(`/beacon/v1/batch?writeKey=${publicKey}`, { batch: [message()] }, FROM_PAGE);
    const logs = service.logs();
    expect(logs).toContain('/v1/batch');
    for (const word of [secretKey, publicKey, 'jane@shop.example', 'visitor-1']) expect(logs).not.toContain(word);
  });
});

describe('a flood', () => {
  test('of one key and of one address is refused with Retry-After', async () => {
    const env = {
      COLLECT_REQUESTS_PER_MINUTE: '5',
      BROWSER_KEY_REQUESTS_PER_MINUTE: '5',
      BROWSER_ADDRESS_REQUESTS_PER_MINUTE: '8',
    };
    const service = await TestService.start('sqlite', { env });
    const secretKey = await service.ingestKey(1);
    const { key } = (await createPublicKey(service.database, { websiteId: 1, origins: [ORIGIN] }, service.clock.now))!;
    const send = async (writeKey: string, headers: Record<string, string>) =>
      service.request('/v1/t', {
        method: 'POST',
        body: JSON.stringify({ ...message(), writeKey }),
        headers: { 'content-type': 'text/plain', ...headers },
      });
    const basic = { authorization: `Basic ${btoa(`${secretKey}:`)}` };
    const ofServer = [];
    for (let sent = 0; sent < 7; sent++) ofServer.push(await send(secretKey, basic));
    expect(ofServer.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(Number(ofServer[6]!.headers.get('retry-after'))).toBeGreaterThan(0);
    const ofPage = [];
    for (let sent = 0; sent < 10; sent++) ofPage.push(await send(key, FROM_PAGE));
    expect(ofPage.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    // The page may read it, or its SDK would not know how long to wait.
    expect(ofPage[9]!.headers.get('access-control-expose-headers')).toMatch(/Retry-After/i);
    expect((await service.request(`/v1/projects/${key}/settings`, { headers: FROM_PAGE })).status).toBe(429);
    await service.dispose();
  });
});
