// Strangers who have a public key, or nothing at all: what they send takes nothing away from others.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/core/server/config/config.ts';
import { addWebhookSecret } from '../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { orderWith } from '../support/events.ts';
import { storedTotals } from '../support/stored-days.ts';
import { BROWSER, TestService } from '../support/test-service.ts';
import { signedByWoocommerce, woocommerceOrder } from '../support/webhook-samples.ts';

const ORIGIN = 'https://shop.example';
const SECRET = 'secret-of-website-1-0001';
/** It is more than all bodies of `fillUp`. By default it is higher, which takes as many more requests. */
const ADDRESS_LIMIT = 300;
const ATTACKER = '203.0.113.66';
const WITHOUT_PAGE = '203.0.113.67';
const SHOP = '198.51.100.7';
const KIB = 1024;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let publicKey: string;
  let secretKey: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    const limits = { COLLECT_QUEUE_MIB_MAX: '16', BROWSER_ADDRESS_REQUESTS_PER_MINUTE: String(ADDRESS_LIMIT) };
    app = await TestService.start(engine, { env: { TRUSTED_PROXIES: '127.0.0.1', ...limits } });
    publicKey = await app.publicKey(1, ORIGIN);
    secretKey = await app.ingestKey(1);
    const shop = { websiteId: 1, provider: 'woocommerce', secret: SECRET } as const;
    await addWebhookSecret(app.database, shop, app.clock.now);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    app.clock.advance(60_000);
  });
  afterAll(() => app.dispose());

  /** Bodies that never end. The small ones fill what the large ones leave. */
  async function fillUp(path: string): Promise<void> {
    await sendUntilRefused(path, 150, 60 * KIB);
    await sendUntilRefused(path, 70, KIB);
  }

  /** More than there is room for. Resolves when one of them is refused. */
  async function sendUntilRefused(path: string, count: number, bytes: number): Promise<void> {
    const { hostname, port } = new URL(app.url);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `X-Forwarded-For: ${ATTACKER}`,
      `Origin: ${ORIGIN}`,
      'Content-Type: text/plain',
      `Content-Length: ${bytes + 1}`,
    ];
    const opened = Array.from({ length: count }, () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(Buffer.alloc(bytes, ' '));
      return socket;
    });
    sockets.push(...opened);
    await Promise.race(opened.map((socket) => once(socket, 'data')));
  }

  describe('an id that a browser has sent', () => {
    const sendOrder = (id: string) =>
      app.collect(secretKey, JSON.stringify(orderWith({ id, order_id: id, revenue: 5, website_id: 1 })));

    test('does not make the order of a server a duplicate', async () => {
      const id = `order-${randomUUID()}`;
      const guessed = { key: publicKey, events: [{ type: 'view', id }] };
      expect((await app.collectFromBrowser(ORIGIN, guessed)).body).toMatchObject({ accepted: 1 });
      expect((await app.collectFromBrowser(ORIGIN, guessed)).body).toMatchObject({ accepted: 0, duplicates: 1 });
      const { orders: before } = await storedTotals(app.database, { websiteId: 1, kind: 'website', id: 1 });
      expect((await sendOrder(id)).body).toMatchObject({ accepted: 1, duplicates: 0 });
      expect((await sendOrder(id)).body).toMatchObject({ accepted: 0, duplicates: 1 });
      const { orders: after } = await storedTotals(app.database, { websiteId: 1, kind: 'website', id: 1 });
      expect(after).toBe(before + 1);
    });

    test('is the same over Segment’s protocol', async () => {
      const id = `order-${randomUUID()}`;
      const message = { event: 'view', messageId: id, anonymousId: 'a', writeKey: publicKey };
      const headers = { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' };
      const body = JSON.stringify(message);
      expect((await app.request('/v1/track', { method: 'POST', headers, body })).status).toBe(200);
      const again = { key: publicKey, events: [{ type: 'view', id }] };
      expect((await app.collectFromBrowser(ORIGIN, again)).body).toMatchObject({ accepted: 0, duplicates: 1 });
      expect((await sendOrder(id)).body).toMatchObject({ accepted: 1 });
    });
  });

  describe('a network that sends bodies without end', () => {
    test('does not keep the webhooks of shops out', async () => {
      await fillUp('/webhooks/woocommerce/1');
      const { body, headers } = signedByWoocommerce(
        woocommerceOrder({ id: randomUUID(), customer_note: 'x'.repeat(5 * KIB) }),
        SECRET,
      );
      const all = { ...headers, 'x-forwarded-for': SHOP };
      const answer = await app.request('/webhooks/woocommerce/1', { method: 'POST', body, headers: all });
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
    });

    test('does not keep the visitors of websites out', async () => {
      await fillUp('/e');
      const properties = { page: 'x'.repeat(5 * KIB) };
      const body = { key: publicKey, events: [{ type: 'view', id: randomUUID(), properties }] };
      const answer = await app.collectFromBrowser(ORIGIN, body, { 'x-forwarded-for': SHOP });
      expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    });
  });

  test('a public key without a page is limited by address, as with one', async () => {
    const authorization = `Basic ${Buffer.from(`${publicKey}:`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json', 'x-forwarded-for': WITHOUT_PAGE };
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < ADDRESS_LIMIT + 5; sent++) {
      const { status } = await app.request('/v1/track', { method: 'POST', headers, body: '{}' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 403: ADDRESS_LIMIT, 429: 5 });
    expect(readConfig({}).browserAddressRequestsPerMinute).toBe(1_200);
  });
});
