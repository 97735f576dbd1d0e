// Webhooks of strangers: nothing is counted, nothing is told, and a flood is bounded.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderName } from '../../src/extensions/protocols/webhooks/provider.ts';
import {
  FORGED_IN_ALL_PER_MINUTE_MAX,
  FORGED_PER_MINUTE_MAX,
} from '../../src/extensions/protocols/webhooks/receive-webhook.ts';
import { addWebhookSecret, revokeWebhookSecret } from '../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { storedTotals } from '../support/stored-days.ts';
import { TestService } from '../support/test-service.ts';
import {
  type SampleWebhook,
  shopifyOrder,
  signedByShopify,
  signedByStripe,
  signedByWoocommerce,
  stripeEvent,
  woocommerceOrder,
} from '../support/webhook-samples.ts';
import { ask } from './ask.ts';

const SECRET = 'secret-of-website-1-0001';
const OTHER_SECRET = 'secret-of-website-2-0001';
const MINUTE_MS = 60_000;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(engine, { env: { LOG_LEVEL: 'debug' } });
    for (const provider of ['shopify', 'woocommerce', 'stripe'] as const) {
      await addWebhookSecret(service.database, { websiteId: 1, provider, secret: SECRET }, service.clock.now);
      await addWebhookSecret(service.database, { websiteId: 2, provider, secret: OTHER_SECRET }, service.clock.now);
    }
  });
  beforeEach(async () => {
    const { offsetMs } = service.clock;
    await service.ingestion.reset();
    // Limits count by the minute, so time goes on.
    service.clock.offsetMs = offsetMs;
  });
  afterAll(() => service.dispose());

  async function post(path: string, { body, headers }: SampleWebhook): Promise<{ status: number; text: string }> {
    const { status, text } = await service.request(path, { method: 'POST', body, headers });
    return { status, text };
  }

  /** The status alone. Of more than a thousand requests, each takes less than with `fetch`. */
  async function statusOf(path: string, webhook: SampleWebhook): Promise<number> {
    return (await ask(service.url, { method: 'POST', path, ...webhook })).status;
  }

  const signed: Readonly<Record<ProviderName, (secret: string) => SampleWebhook>> = {
    shopify: (secret) => signedByShopify(shopifyOrder(), secret),
    woocommerce: (secret) => signedByWoocommerce(woocommerceOrder(), secret),
    stripe: (secret) => signedByStripe(stripeEvent(), secret, service.clock.nowMs),
  };

  async function expectNothingCounted(): Promise<void> {
    expect(await service.database.query('SELECT * FROM rollup_counters')).toEqual([]);
    expect(await service.database.query('SELECT * FROM seen_orders')).toEqual([]);
  }

  test.each(['shopify', 'woocommerce', 'stripe'] as const)(
    '%s: a forged signature, the secret of another website, and a website without one get the same answer',
    async (provider) => {
      service.clock.advance(MINUTE_MS);
      const good = signed[provider](SECRET);
      const answers = [
        await post(`/webhooks/${provider}/1`, signed[provider]('guessed-secret-00001')),
        await post(`/webhooks/${provider}/1`, signed[provider](OTHER_SECRET)),
        await post(`/webhooks/${provider}/1`, { ...good, headers: {} }),
        await post(`/webhooks/${provider}/1`, { ...good, body: good.body.replace('paid', 'PAID') }),
        // Signed well, but for website 1.
        await post(`/webhooks/${provider}/2`, good),
        await post(`/webhooks/${provider}/3`, good),
        await post(`/webhooks/${provider}/999`, good),
        await post(`/webhooks/${provider}/0`, good),
        await post(`/webhooks/${provider}/1e0`, good),
        await post(`/webhooks/${provider}/99999999999999999999`, good),
      ];
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set([`401 ${answers[0]!.text}`]),
      );
      expect(answers[0]!.text).not.toMatch(/secret|website/);
      await expectNothingCounted();
    },
  );

  test('a signature of one provider is not good for another', async () => {
    service.clock.advance(MINUTE_MS);
    expect((await post('/webhooks/woocommerce/1', signed.shopify(SECRET))).status).toBe(401);
    expect((await post('/webhooks/stripe/1', signed.shopify(SECRET))).status).toBe(401);
    expect((await post('/webhooks/paypal/1', signed.shopify(SECRET))).status).toBe(404);
    await expectNothingCounted();
  });

  test('a body that is packed is refused: the signature is over the bytes that were sent', async () => {
    const { body, headers } = signed.shopify(SECRET);
    const packed = new Uint8Array(gzipSync(body));
    const all = { ...headers, 'content-encoding': 'gzip' };
    const { status } = await service.request('/webhooks/shopify/1', { method: 'POST', body: packed, headers: all });
    expect(status).toBe(415);
  });

  test('a body that is too large is refused before it is checked', async () => {
    const { status } = await post('/webhooks/shopify/1', { body: 'x'.repeat(1024 * 1024 + 1), headers: {} });
    expect(status).toBe(413);
  });

  test('a flood of forged webhooks is refused, and the shop itself gets through', async () => {
    service.clock.advance(MINUTE_MS);
    const forged = signed.woocommerce('guessed-secret-00001');
    const statuses: number[] = [];
    for (let sent = 0; sent < FORGED_PER_MINUTE_MAX + 40; sent++) {
      statuses.push(await statusOf('/webhooks/woocommerce/2', forged));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(FORGED_PER_MINUTE_MAX);
    expect(statuses.slice(FORGED_PER_MINUTE_MAX)).toEqual(Array(40).fill(429));
    const { headers } = await service.request('/webhooks/woocommerce/2', { method: 'POST', ...forged });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // What the shop has signed is accepted, on this website and on others.
    const euros = signedByWoocommerce(woocommerceOrder({ currency: 'EUR', id: 1, meta_data: [] }), OTHER_SECRET);
    expect((await post('/webhooks/woocommerce/2', euros)).status).toBe(200);
    expect(
      (await post('/webhooks/woocommerce/1', signedByWoocommerce(woocommerceOrder({ id: 2 }), SECRET))).status,
    ).toBe(200);
    service.clock.advance(MINUTE_MS);
    expect((await post('/webhooks/woocommerce/2', forged)).status).toBe(401);
  });

  test(
    'a flood of forged webhooks to many websites is refused too, whether or not these exist, and shops of the same network get ' +
      'through',
    async () => {
      service.clock.advanceToMultipleOf(MINUTE_MS);
      const forged = signed.woocommerce('guessed-secret-00001');
      const statuses: number[] = [];
      for (let sent = 0; sent < FORGED_IN_ALL_PER_MINUTE_MAX + 5; sent++) {
        statuses.push(await statusOf(`/webhooks/woocommerce/${1_000 + sent}`, forged));
      }
      expect(statuses.slice(0, FORGED_IN_ALL_PER_MINUTE_MAX).every((status) => status === 401)).toBe(true);
      expect(statuses.slice(FORGED_IN_ALL_PER_MINUTE_MAX)).toEqual(Array(5).fill(429));
      // Forged or signed, and with a secret or without one, they take the same turns.
      const answers = await Promise.all([
        post('/webhooks/woocommerce/1', forged),
        post('/webhooks/woocommerce/999', forged),
        post('/webhooks/woocommerce/1', signed.woocommerce(SECRET)),
        post('/webhooks/stripe/1', signed.stripe(SECRET)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([429, 429, 200, 200]);
      service.clock.advance(MINUTE_MS);
      expect((await post('/webhooks/woocommerce/1000', forged)).status).toBe(401);
    },
  );

  test('a replay counts nothing: after 300 seconds it is refused, or the order is known for ever', async () => {
    service.clock.advance(MINUTE_MS);
    const recorded = signed.stripe(SECRET);
    const order = signed.shopify(SECRET);
    expect(await post('/webhooks/stripe/1', recorded)).toEqual({ status: 200, text: '{"outcome":"accepted"}' });
    expect(await post('/webhooks/shopify/1', order)).toEqual({ status: 200, text: '{"outcome":"accepted"}' });
    const before = await storedTotals(service.database, { websiteId: 1, kind: 'website', id: 1 });
    expect(await post('/webhooks/stripe/1', recorded)).toEqual({ status: 200, text: '{"outcome":"duplicate"}' });
    service.clock.advance(300_000);
    expect((await post('/webhooks/stripe/1', recorded)).status).toBe(200);
    service.clock.advance(1_000);
    expect((await post('/webhooks/stripe/1', recorded)).status).toBe(401);
    service.clock.advance(365 * 24 * 60 * MINUTE_MS);
    expect(await post('/webhooks/shopify/1', order)).toEqual({ status: 200, text: '{"outcome":"duplicate"}' });
    expect(await storedTotals(service.database, { websiteId: 1, kind: 'website', id: 1 })).toEqual(before);
  });

  test('a revoked secret is refused at once, and a second one goes on', async () => {
    service.clock.advance(MINUTE_MS);
    const add = async (secret: string) =>
      (await addWebhookSecret(
        service.database,
        { websiteId: 3, provider: 'shopify', secret },
        service.clock.now,
      )) as number;
    const [first, second] = ['old-secret-0000001', 'new-secret-0000001'];
    const id = await add(first);
    await add(second);
    const statuses = async () => [
      (await post('/webhooks/shopify/3', signed.shopify(first))).status,
      (await post('/webhooks/shopify/3', signed.shopify(second))).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect(await revokeWebhookSecret(service.database, id, service.clock.now)).toBe(true);
    expect(await statuses()).toEqual([401, 200]);
    const stored = await service.database.query<{ secret: string }>(
      'SELECT secret FROM webhook_secrets WHERE id = $1',
      [id],
    );
    expect(stored).toEqual([{ secret: '' }]);
  });

  test('no secret and nothing of an order is logged', () => {
    const logs = service.logs();
    expect(logs).toContain('/webhooks/shopify/:id');
    for (const word of [SECRET, OTHER_SECRET, 'jane@shop.example', 'visitor-1']) expect(logs).not.toContain(word);
  });
});
