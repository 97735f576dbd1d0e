// The whole story of an order, for each shop system, in Chromium and with the real service: a visitor sees a popup, clicks in it, buys on
// another page, the shop tells the order an hour later, and a day later that it was refunded. Each time the report of the campaign says
// what is true then.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaignReport } from '../../src/core/answers/reports/subjects/campaign.ts';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import { PROVIDER_NAMES } from '../../src/extensions/protocols/webhooks/provider.ts';
import { addWebhookSecret } from '../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { CHROMIUM } from '../support/browser.ts';
import { IS_LONG } from '../support/long.ts';
import { HOUR_MS } from '../support/test-clock.ts';
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
} from '../support/webhook-samples.ts';
import { FakeShopify, FakeWoocommerce } from './fake-shops.ts';
import { TrackedShop } from './tracked-shop.ts';
import { Visitors } from './visitors.ts';

const SECRET = 'secret-of-the-shop-0001';
/** Everything happens in the past: events of the future are rejected, by the clock of the system. */
const VISIT_MS = -26 * HOUR_MS;
const POPUP = `<dialog open data-funnel-campaign="spring-sale" data-funnel-variant="a" data-funnel-step="offer">
  <a id="shop-now" data-funnel-element="shop-now" href="/product">Shop now</a></dialog>`;

interface Story {
  /** What a shop has on its pages. */
  readonly product: string;
  readonly answer: TrackedShop['website']['answer'];
  /** Buys on the page of the product. Returns when the shop knows the visitor. */
  buy(page: Page): Promise<void>;
  readonly revenue: number;
  order(at: Date): SampleWebhook;
  partialRefund(at: Date): SampleWebhook;
  readonly revenueLeft: number;
  fullRefund(at: Date): SampleWebhook;
}

function shopifyStory(): Story {
  const shopify = new FakeShopify();
  const order = (at: Date, fields = {}) =>
    shopifyOrder({ processed_at: at.toISOString(), note_attributes: shopify.noteAttributes, ...fields });
  return {
    product: `<button onclick="fetch('/cart/add.js', { method: 'POST' }).then(() => location.assign('/checkout'))">Buy</button>`,
    answer: (request) => shopify.answer(request),
    async buy(page) {
      await page.click('button');
      await page.waitForURL('**/checkout');
      await expect.poll(() => shopify.noteAttributes).toHaveLength(1);
    },
    revenue: 104.9,
    order: (at) => signedByShopify(order(at), SECRET),
    partialRefund: (at) => signedByShopify(shopifyRefund({ processed_at: at.toISOString() }), SECRET),
    revenueLeft: 78.9,
    fullRefund: (at) =>
      signedByShopify(
        shopifyRefund({
          id: 2,
          processed_at: at.toISOString(),
          transactions: [shopifyTransaction({ amount: '78.90' })],
        }),
        SECRET,
      ),
  };
}

function woocommerceStory(): Story {
  const woocommerce = new FakeWoocommerce();
  const order = (at: Date, fields: object) =>
    signedByWoocommerce(
      woocommerceOrder({
        date_paid_gmt: at.toISOString().slice(0, 19),
        meta_data: woocommerce.metaData,
        ...fields,
      }),
      SECRET,
    );
  const refund = { id: 731, reason: '', total: '-9.35' };
  return {
    product: `<button onclick="fetch('/?add-to-cart=93').then(() => location.assign('/checkout'))">Buy</button>`,
    answer: (request) => woocommerce.answer(request),
    async buy(page) {
      await page.click('button');
      await page.waitForURL('**/checkout');
      await expect.poll(() => woocommerce.metaData).toHaveLength(1);
    },
    revenue: 29.35,
    order: (at) => order(at, {}),
    partialRefund: (at) => order(at, { refunds: [refund] }),
    revenueLeft: 20,
    fullRefund: (at) => order(at, { status: 'refunded', refunds: [refund, { id: 732, reason: '', total: '-20.00' }] }),
  };
}

function stripeStory(): Story {
  let client_reference_id: string | null = null;
  const atSecond = (at: Date) => ({ created: Math.floor(at.getTime() / 1000) });
  return {
    product: '<a id="pay" href="https://buy.stripe.com/test_1">Buy</a>',
    answer: () => undefined,
    async buy(page) {
      await page.route('https://buy.stripe.com/**', (route) => route.fulfill({ body: 'Pay here' }));
      // Until the tracker knows the visitor, a click has no reference to hand on.
      await expect
        .poll(async () => {
          await page.hover('#pay');
          await page.click('#pay', { button: 'right' });
          return page.getAttribute('#pay', 'href');
        })
        .toContain('client_reference_id');
      await page.click('#pay');
      await page.waitForURL('https://buy.stripe.com/**');
      client_reference_id = new URL(page.url()).searchParams.get('client_reference_id');
    },
    revenue: 21.98,
    order: (at) =>
      signedByStripe(stripeEvent({ client_reference_id, metadata: {} }, atSecond(at)), SECRET, at.getTime()),
    partialRefund: (at) => signedByStripe({ ...stripeRefund(), ...atSecond(at) }, SECRET, at.getTime()),
    revenueLeft: 16.98,
    fullRefund: (at) =>
      signedByStripe(
        { ...stripeRefund({ amount_refunded: 2198, refunded: true }, 500), ...atSecond(at) },
        SECRET,
        at.getTime(),
      ),
  };
}

const STORIES = { shopify: shopifyStory, woocommerce: woocommerceStory, stripe: stripeStory };

describe.skipIf(!CHROMIUM)('the story of an order', () => {
  let shop: TrackedShop;
  let visitors: Visitors;
  let token: string;
  beforeAll(async () => {
    [shop, visitors] = await Promise.all([TrackedShop.open(), Visitors.arrive()]);
    const { database, clock } = shop.service;
    token = await shop.service.token([1]);
    await changeWebsiteSettings(database, 1, { credit_window_days: 7, credit_by: 'conversion' });
    for (const provider of PROVIDER_NAMES) {
      await addWebhookSecret(database, { websiteId: 1, provider, secret: SECRET }, clock.now);
    }
  });
  beforeEach(() => shop.startOver());
  afterEach(async () => {
    shop.service.clock.offsetMs = 0;
    await visitors.leave();
  });
  afterAll(async () => {
    await visitors?.close();
    await shop?.close();
  });

  const ofCampaign = async () => {
    const parameters = { id: 10, timeframe: 'all_time', count_type: 'total' };
    const { metrics } = (await shop.service.report(campaignReport, parameters, token)).data;
    const { views, conversions, orders, revenue } = metrics;
    return { views, conversions, orders, revenue };
  };

  const isTold = (provider: string, { body, headers }: SampleWebhook) =>
    shop.service.request(`/webhooks/${provider}/1`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  describe.each(['granted', 'not given'])('with consent %s', (consent) => {
    it.each(IS_LONG || consent === 'granted' ? PROVIDER_NAMES : PROVIDER_NAMES.slice(0, 1))('%s', async (provider) => {
      const story = STORIES[provider]();
      const { clock } = shop.service;
      const head = shop.head(`data-shop="${provider}" ${consent === 'granted' ? 'data-consent="granted"' : ''}`);
      shop.website.pages = {
        '/': `${head}<body>${POPUP}`,
        '/product': `${head}<body>${story.product}`,
        '/checkout': `${head}<body>Checkout`,
      };
      shop.website.answer = story.answer;

      clock.offsetMs = VISIT_MS;
      const page = await (await visitors.visitor()).newPage();
      await page.clock.setSystemTime(clock.now());
      await page.goto(shop.website.url);
      await expect.poll(ofCampaign).toEqual({ views: 1, conversions: 0, orders: 0, revenue: 0 });
      await page.click('#shop-now');
      await page.waitForURL('**/product');
      await expect.poll(ofCampaign).toEqual({ views: 1, conversions: 1, orders: 0, revenue: 0 });
      await story.buy(page);
      await page.close();
      const seen = { views: 1, conversions: 1 };
      expect(await ofCampaign()).toEqual({ ...seen, orders: 0, revenue: 0 });

      clock.offsetMs = VISIT_MS + HOUR_MS;
      const order = story.order(clock.now());
      expect((await isTold(provider, order)).body).toEqual({ outcome: 'accepted' });
      expect(await ofCampaign()).toEqual({ ...seen, orders: 1, revenue: story.revenue });
      expect((await isTold(provider, order)).body).toEqual({ outcome: 'duplicate' });
      expect(await ofCampaign()).toEqual({ ...seen, orders: 1, revenue: story.revenue });

      clock.offsetMs = VISIT_MS + 25 * HOUR_MS;
      expect((await isTold(provider, story.partialRefund(clock.now()))).body).toEqual({ outcome: 'accepted' });
      expect(await ofCampaign()).toEqual({ ...seen, orders: 1, revenue: story.revenueLeft });
      expect((await isTold(provider, story.fullRefund(clock.now()))).body).toEqual({ outcome: 'accepted' });
      expect(await ofCampaign()).toEqual({ ...seen, orders: 0, revenue: 0 });
    });
  });
});
