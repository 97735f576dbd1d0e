// The webhooks of shops, from the signed request to the report.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import type { ProviderName } from '../../../../src/extensions/protocols/webhooks/provider.ts';
import { addWebhookSecret } from '../../../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { type HttpAnswer, TestService } from '../../../support/test-service.ts';
import {
  type SampleWebhook,
  shopifyOrder,
  shopifyRefund,
  shopifyTransaction,
  signedByShopify,
  signedByStripe,
  signedByWoocommerce,
  stripeEvent,
  stripeRefund,
  woocommerceOrder,
} from '../../../support/webhook-samples.ts';

const SECRETS: Readonly<Record<ProviderName, string>> = {
  shopify: 'shopify-secret-0001',
  woocommerce: 'woocommerce-secret-0001',
  stripe: 'whsec_stripe-secret-0001',
};

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1]);
    for (const provider of ['shopify', 'woocommerce', 'stripe'] as const) {
      const added = { websiteId: 1, provider, secret: SECRETS[provider] };
      await addWebhookSecret(service.database, added, service.clock.now);
    }
  });
  beforeEach(() => service.ingestion.reset());
  afterAll(() => service.dispose());

  const send = (provider: ProviderName, { body, headers }: SampleWebhook): Promise<HttpAnswer> =>
    service.request(`/webhooks/${provider}/1`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const ofShopify = (order: unknown) => send('shopify', signedByShopify(order, SECRETS.shopify));
  const ofWoocommerce = (order: unknown) => send('woocommerce', signedByWoocommerce(order, SECRETS.woocommerce));
  const ofStripe = (event: unknown) => send('stripe', signedByStripe(event, SECRETS.stripe, service.clock.nowMs));

  async function counted(): Promise<{ orders: number; revenue: string | number }> {
    const { data } = await service.report(
      websiteReport,
      { website_id: 1, timeframe: 'all_time', count_type: 'total' },
      token,
    );
    return { orders: data.metrics.orders, revenue: data.metrics.revenue };
  }

  test('each shop system sends orders, which are counted once', async () => {
    const answers = [
      await ofShopify(shopifyOrder()),
      await ofWoocommerce(woocommerceOrder()),
      await ofStripe(stripeEvent()),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { outcome: 'accepted' }]));
    expect(await counted()).toEqual({ orders: 3, revenue: 156.23 });

    const repeats = [
      await ofShopify(shopifyOrder()),
      await ofWoocommerce(woocommerceOrder()),
      await ofStripe(stripeEvent()),
    ];
    expect(repeats.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { outcome: 'duplicate' }]));
    expect(await counted()).toEqual({ orders: 3, revenue: 156.23 });
  });

  test('the same order sent many times at once counts once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ofShopify(shopifyOrder())));
    expect(answers.filter(({ body }) => (body as { outcome: string }).outcome === 'accepted')).toHaveLength(1);
    expect(await counted()).toEqual({ orders: 1, revenue: 104.9 });
  });

  test('an order that the shop also sends as an event counts once', async () => {
    const key = await service.ingestKey(1);
    const at = '2025-03-10T11:00:00Z';
    await service.collectEvents(key, {
      type: 'order',
      website_id: 1,
      order_id: '727',
      revenue: 29.35,
      visitor: 'v',
      at,
    });
    expect((await ofWoocommerce(woocommerceOrder())).body).toEqual({ outcome: 'duplicate' });
    expect(await counted()).toEqual({ orders: 1, revenue: 29.35 });
  });

  test('an order counts for the subject that it names', async () => {
    await ofWoocommerce(woocommerceOrder());
    const { body } = await service.get('/reports/campaigns/10?timeframe=all_time&website_id=1', token);
    expect(body).toMatchObject({ data: { metrics: { orders: 1 } } });
  });

  test('an order names its subject by a key, too', async () => {
    await changeWebsiteSettings(service.database, 1, { register_keys: true });
    const meta_data = [{ key: 'funnel_campaign', value: 'summer' }];
    expect((await ofWoocommerce(woocommerceOrder({ meta_data }))).body).toEqual({ outcome: 'accepted' });
    const [campaign] = await service.database.query<{ id: number }>("SELECT id FROM campaigns WHERE key = 'summer'");
    const { body } = await service.get(`/reports/campaigns/${campaign!.id}?timeframe=all_time&website_id=1`, token);
    expect(body).toMatchObject({ data: { metrics: { orders: 1, revenue: 29.35 } } });
    await changeWebsiteSettings(service.database, 1, { register_keys: false });
  });

  test('an order that becomes paid later counts then', async () => {
    expect((await ofShopify(shopifyOrder({ financial_status: 'pending' }))).body).toMatchObject({
      outcome: 'ignored',
      code: 'not_paid',
    });
    expect(await counted()).toEqual({ orders: 0, revenue: 0 });
    expect((await ofShopify(shopifyOrder())).body).toEqual({ outcome: 'accepted' });
    expect(await counted()).toEqual({ orders: 1, revenue: 104.9 });
  });

  describe('refunds', () => {
    const ACCEPTED = { outcome: 'accepted' };
    const DUPLICATE = { outcome: 'duplicate' };
    const EXCEEDS = { outcome: 'rejected', code: 'refund_exceeds_order', message: expect.any(String) };

    test('of Shopify are taken off the order, each once, until it is cancelled', async () => {
      await ofShopify(shopifyOrder());
      expect((await ofShopify(shopifyRefund())).body).toEqual(ACCEPTED);
      expect((await ofShopify(shopifyRefund())).body).toEqual(DUPLICATE);
      expect(await counted()).toEqual({ orders: 1, revenue: 78.9 });
      const cancelled = shopifyOrder({
        financial_status: 'partially_refunded',
        cancelled_at: '2025-03-11T10:00:00-05:00',
        refunds: [shopifyRefund()],
      });
      expect((await ofShopify(cancelled)).body).toEqual(ACCEPTED);
      expect(await counted()).toEqual({ orders: 0, revenue: 0 });
      expect((await ofShopify(cancelled)).body).toEqual(DUPLICATE);
      // What is paid back afterwards is not in the order any more.
      expect((await ofShopify(shopifyRefund({ id: 2 }))).body).toEqual(EXCEEDS);
      expect((await ofShopify(shopifyOrder())).body).toEqual(DUPLICATE);
      expect(await counted()).toEqual({ orders: 0, revenue: 0 });
    });

    test('of Shopify that pay all back leave nothing to cancel', async () => {
      await ofShopify(shopifyOrder());
      await ofShopify(shopifyRefund({ transactions: [shopifyTransaction({ amount: '104.90' })] }));
      expect(await counted()).toEqual({ orders: 0, revenue: 0 });
      const cancelled = shopifyOrder({ financial_status: 'refunded', cancelled_at: '2025-03-11T10:00:00-05:00' });
      expect((await ofShopify(cancelled)).body).toEqual(ACCEPTED);
      expect(await counted()).toEqual({ orders: 0, revenue: 0 });
    });

    test('of WooCommerce come with the order, which may be new', async () => {
      const refunds = [{ id: 731, reason: '', total: '-10.00' }];
      const order = woocommerceOrder({ refunds });
      expect((await ofWoocommerce(order)).body).toEqual(ACCEPTED);
      expect(await counted()).toEqual({ orders: 1, revenue: 19.35 });
      expect((await ofWoocommerce(order)).body).toEqual(DUPLICATE);
      const more = [...refunds, { id: 732, reason: '', total: '-0.35' }];
      expect((await ofWoocommerce(woocommerceOrder({ refunds: more }))).body).toEqual(ACCEPTED);
      expect(await counted()).toEqual({ orders: 1, revenue: 19 });
      const all = woocommerceOrder({
        status: 'refunded',
        refunds: [...more, { id: 733, reason: '', total: '-19.00' }],
      });
      expect((await ofWoocommerce(all)).body).toEqual(ACCEPTED);
      expect(await counted()).toEqual({ orders: 0, revenue: 0 });
      expect((await ofWoocommerce(all)).body).toEqual(DUPLICATE);
    });

    test('of Stripe find the order by its payment, whatever its id is', async () => {
      for (const session of [{}, { metadata: { order_id: '1001' } }]) {
        await service.ingestion.reset();
        expect((await ofStripe(stripeEvent(session))).body).toEqual(ACCEPTED);
        const steps = [stripeRefund(), stripeRefund({ amount_refunded: 1200 }, 500)];
        for (const refund of steps) expect((await ofStripe(refund)).body).toEqual(ACCEPTED);
        for (const refund of steps) expect((await ofStripe(refund)).body).toEqual(DUPLICATE);
        expect(await counted()).toEqual({ orders: 1, revenue: 9.98 });
        const all = stripeRefund({ amount_refunded: 2198, refunded: true }, 1200);
        expect((await ofStripe(all)).body).toEqual(ACCEPTED);
        expect(await counted()).toEqual({ orders: 0, revenue: 0 });
      }
    });

    test('that come before their order wait for it', async () => {
      await ofShopify(shopifyRefund());
      await ofStripe(stripeRefund({ amount_refunded: 1200 }, 500));
      await ofStripe(stripeRefund());
      await ofWoocommerce(woocommerceOrder({ status: 'cancelled' }));
      expect(await counted()).toEqual({ orders: 0, revenue: 0 });
      await ofShopify(shopifyOrder());
      expect(await counted()).toEqual({ orders: 1, revenue: 78.9 });
      await ofStripe(stripeEvent());
      expect(await counted()).toEqual({ orders: 2, revenue: 88.88 });
      await ofWoocommerce(woocommerceOrder());
      expect(await counted()).toEqual({ orders: 2, revenue: 88.88 });
    });

    test('sent many times at once count once', async () => {
      await ofStripe(stripeEvent());
      const answers = await Promise.all(Array.from({ length: 10 }, () => ofStripe(stripeRefund())));
      expect(answers.filter(({ body }) => (body as { outcome: string }).outcome === 'accepted')).toHaveLength(1);
      expect(await counted()).toEqual({ orders: 1, revenue: 16.98 });
    });

    test('lower the subject that the order names', async () => {
      await ofWoocommerce(woocommerceOrder({ refunds: [{ id: 731, reason: '', total: '-10.00' }] }));
      const { body } = await service.get('/reports/campaigns/10?timeframe=all_time&website_id=1', token);
      expect(body).toMatchObject({ data: { metrics: { orders: 1, revenue: 19.35 } } });
    });

    test.each([
      ['without an id', { id: null }, 'refund_id_required'],
      ['without an order', { order_id: null }, 'order_id_required'],
      ['of no amount', { transactions: [shopifyTransaction({ amount: 'much' })] }, 'invalid_revenue'],
      [
        'in another currency',
        { transactions: [shopifyTransaction({ currency: 'EUR' })], total_duties_set: null, refund_line_items: [] },
        'currency_mismatch',
      ],
    ])('%s are rejected, and change nothing', async (_, fields, code) => {
      await ofShopify(shopifyOrder());
      const { status, body } = await ofShopify(shopifyRefund(fields));
      expect([status, body]).toEqual([200, { outcome: 'rejected', code, message: expect.any(String) }]);
      expect(await counted()).toEqual({ orders: 1, revenue: 104.9 });
    });
  });

  test.each([
    ['another currency', { currency: 'EUR' }, 'currency_mismatch'],
    ['no id', { id: null }, 'order_id_required'],
    ['no total', { total_price: null }, 'revenue_required'],
    ['a negative total', { total_price: '-1.00' }, 'invalid_revenue'],
    ['an unknown subject', { note_attributes: [{ name: 'funnel_campaign', value: '99' }] }, 'unknown_campaign'],
  ])('an order with %s is rejected, and the shop is not asked to send it again', async (_, fields, code) => {
    const { status, body } = await ofShopify(shopifyOrder(fields));
    expect([status, body]).toEqual([200, { outcome: 'rejected', code, message: expect.any(String) }]);
    expect(await counted()).toEqual({ orders: 0, revenue: 0 });
  });

  test('what was not counted can be seen by reason', async () => {
    await ofShopify(shopifyOrder({ test: true }));
    await ofShopify(shopifyOrder({ currency: 'EUR' }));
    await ofStripe(stripeEvent({}, { type: 'refund.created' }));
    const reasons = async () =>
      (
        await service.database.query<{ outcome: string; code: string }>(
          "SELECT outcome, code FROM arrival_counts WHERE website_id = 1 AND source = 'webhook'",
        )
      ).map(({ outcome, code }) => `${outcome} ${code}`);
    await expect
      .poll(reasons)
      .toEqual(expect.arrayContaining(['ignored test_order', 'rejected currency_mismatch', 'ignored refund']));
  });

  test('a ping of WooCommerce gets 200 and counts nothing', async () => {
    const ping = { body: 'webhook_id=7', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    for (const path of ['/webhooks/woocommerce/1', '/webhooks/woocommerce/999']) {
      const { status, body } = await service.request(path, { method: 'POST', ...ping });
      expect([status, body]).toEqual([200, { outcome: 'ignored', code: 'ping', message: 'nothing is counted' }]);
    }
    expect((await send('shopify', ping)).status).toBe(401);
  });

  test('a body without a content type is read', async () => {
    const { body, headers } = signedByShopify(shopifyOrder(), SECRETS.shopify);
    const response = await fetch(`${service.url}/webhooks/shopify/1`, {
      method: 'POST',
      body: Buffer.from(body),
      headers,
    });
    expect(response.status).toBe(200);
  });

  test('what is signed but not JSON is refused', async () => {
    const signature = createHmac('sha256', SECRETS.shopify).update('{"id":').digest('base64');
    const { status, body } = await send('shopify', { body: '{"id":', headers: { 'x-shopify-hmac-sha256': signature } });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_json' })]);
  });
});
