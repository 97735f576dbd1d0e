// The SDKs that people have, unmodified, with only their host changed: from the call in the program or page to the report,
// through a network that fails.
import RudderAnalytics from '@rudderstack/rudder-sdk-node';
import { Analytics } from '@segment/analytics-node';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { createPublicKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { CHROMIUM, launchBrowser } from '../../../support/browser.ts';
import { IS_LONG } from '../../../support/long.ts';
import { freePort } from '../../../support/postgres-server.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';
import { WAIT_MS_MAX } from '../../../support/time-limits.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { bundle, SdkPage } from './sdk-page.ts';

const FAULTS: readonly (readonly [string, readonly Fault[]])[] = [
  ['nothing fails', []],
  ['the service asks to wait', [429, 429]],
  ['the service is not available', [503]],
  ['a connection is cut before the events arrive', ['lost']],
  ['a connection is cut after the events were counted', ['unanswered', 'unanswered']],
];
const PACE = { interval: 200 };
/** Headless browsers say that they are, and would be counted as bots. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** The same calls of every SDK: seven events that count, and three calls that do not. */
const VIEWS = 3;
const COUNTED = { views: VIEWS, conversions: 1, submissions: 1, subscribes: 1, orders: 1, revenue: 25.5 };

let service: TestService;
let proxy: FaultProxy;
let token: string;

beforeAll(async () => {
  // The SDKs have the machine's clock. They get the address of the proxy from the service's settings.
  const port = await freePort();
  service = await TestService.start('sqlite', { clock: new TestClock(), env: { PORT: String(port) } });
  token = await service.token([1]);
});
afterAll(() => service?.dispose());

beforeEach(async () => {
  proxy = await FaultProxy.start(service.url);
});
afterEach(async () => {
  await proxy.close();
  await service.ingestion.reset();
});

async function counted(): Promise<Record<string, unknown>> {
  const total = { timeframe: 'today', count_type: 'total' };
  const { data: website } = await service.report(websiteReport, total, token);
  const { data: campaign } = await service.report(campaignReport, { id: 10, ...total }, token);
  const { conversions, subscribes, orders, revenue } = website.metrics;
  const { views, submissions } = campaign.metrics;
  return { views, conversions, submissions, subscribes, orders, revenue };
}

async function visitors(): Promise<number> {
  const { data } = await service.report(websiteReport, { timeframe: 'today', count_type: 'distinct' }, token);
  return data.metrics.views;
}

/** Everything arrived, once, and the SDK has nothing left to repeat. */
async function expectCountedOnce(faults: readonly Fault[], requests: number): Promise<void> {
  await expect.poll(counted, PACE).toEqual(COUNTED);
  const repeated = faults.filter((fault) => fault === 'unanswered').length;
  await expect.poll(() => proxy.statuses.length, PACE).toBeGreaterThanOrEqual(requests + repeated);
  expect(proxy.faults).toEqual([]);
  expect(new Set(proxy.statuses)).toEqual(new Set([200]));
  expect(await counted()).toEqual(COUNTED);
  expect(await visitors()).toBe(1);
}

function callAll(analytics: Analytics | RudderAnalytics): void {
  const anonymousId = 'visitor-1';
  for (let view = 0; view < VIEWS; view++) {
    analytics.track({ anonymousId, event: 'view', properties: { campaign_id: 10 } });
  }
  analytics.track({ anonymousId, event: 'conversion', properties: { campaign_id: 10 } });
  analytics.track({ anonymousId, userId: 'user-1', event: 'Form Submitted', properties: { campaign_id: 10 } });
  analytics.track({ anonymousId, event: 'Subscribed' });
  const order = { order_id: '1001', revenue: 25.5, currency: 'USD', products: [{ sku: 'a', price: 25.5 }] };
  analytics.track({ anonymousId, event: 'Order Completed', properties: order });
  analytics.page({ anonymousId, name: 'Home' });
  analytics.identify({ userId: 'user-1', traits: { email: 'jane@shop.example' } });
  analytics.track({ anonymousId, event: 'Product Viewed' });
}

describe('@segment/analytics-node', () => {
  test.each(FAULTS)('%s: every event counts once', async (_, faults) => {
    proxy.faults = [...faults];
    const writeKey = await service.ingestKey(1);
    const analytics = new Analytics({ writeKey, host: proxy.url });
    callAll(analytics);
    await analytics.closeAndFlush({ timeout: WAIT_MS_MAX });
    await expectCountedOnce(faults, 1);
  });
});

describe('@rudderstack/rudder-sdk-node', () => {
  test.each(FAULTS)('%s: every event counts once', async (_, faults) => {
    proxy.faults = [...faults];
    const analytics = new RudderAnalytics(await service.ingestKey(1), { dataPlaneUrl: proxy.url });
    callAll(analytics);
    await analytics.flush();
    await expectCountedOnce(faults, 1);
  });
});

/** The SDKs for servers, which share their code with these, meet all of them. */
const BROWSER_FAULTS = IS_LONG ? FAULTS : FAULTS.filter((_, index) => index % 4 === 0);

describe.skipIf(!CHROMIUM)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  let shop: SdkPage;
  let writeKey: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    // Anybody could invent revenue, so the website has to allow it.
    await changeWebsiteSettings(service.database, 1, { browser_orders: true });
  });
  afterAll(() => browser?.close());

  async function openShop(script: string): Promise<void> {
    shop = await SdkPage.serve(() => script);
    const key = { websiteId: 1, origins: [shop.origin] };
    writeKey = (await createPublicKey(service.database, key, service.clock.now))!.key;
    page = await browser.newPage({ userAgent: USER_AGENT });
    await page.goto(shop.origin);
  }

  afterEach(async () => {
    await page.close();
    shop.close();
  });

  const CALLS = `
    for (let view = 0; view < ${VIEWS}; view++) analytics.track('view', { campaign_id: 10 });
    analytics.track('conversion', { campaign_id: 10 });
    analytics.track('Form Submitted', { campaign_id: 10 });
    analytics.track('Subscribed');
    analytics.track('Order Completed', { order_id: '1001', revenue: 25.5, currency: 'USD', products: [{ sku: 'a', price: 25.5 }] });
    analytics.page('Home');
    analytics.identify('user-1', { email: 'jane@shop.example' });
    analytics.track('Product Viewed');
  `;

  describe('@segment/analytics-next', () => {
    let script: string;
    beforeAll(async () => {
      script = await bundle(`export * from '@segment/analytics-next';`);
    });

    test.each(BROWSER_FAULTS)('%s: every event counts once', async (_, faults) => {
      await openShop(script);
      proxy.faults = [...faults];
      const apiHost = `${new URL(proxy.url).host}/v1`;
      await page.evaluate(`{
        const integrations = { 'Segment.io': { apiHost: '${apiHost}', protocol: 'http' } };
        const analytics = sdk.AnalyticsBrowser.load({ writeKey: '${writeKey}', cdnURL: '${service.url}' }, { integrations });
        ${CALLS}
      }`);
      await expectCountedOnce(faults, 10);
    });

    test('with the address that the service tells it, and in batches', async () => {
      await openShop(script);
      await page.evaluate(`{
        const integrations = { 'Segment.io': { deliveryStrategy: { strategy: 'batching', config: { size: 10, timeout: 500 } } } };
        const analytics = sdk.AnalyticsBrowser.load({ writeKey: '${writeKey}', cdnURL: '${service.url}' }, { integrations });
        ${CALLS}
      }`);
      await expect.poll(counted, PACE).toEqual(COUNTED);
    });
  });

  describe('@rudderstack/analytics-js', () => {
    let script: string;
    beforeAll(async () => {
      script = await bundle(`export * from '@rudderstack/analytics-js/bundled';`);
    });

    test.each(BROWSER_FAULTS)('%s: every event counts once', async (_, faults) => {
      await openShop(script);
      proxy.faults = [...faults];
      await page.evaluate(`{
        const analytics = new sdk.RudderAnalytics();
        analytics.load('${writeKey}', '${proxy.url}', { configUrl: '${service.url}' });
        ${CALLS}
      }`);
      await expectCountedOnce(faults, 10);
    });

    test('with beacons', async () => {
      await openShop(script);
      await page.evaluate(`{
        const analytics = new sdk.RudderAnalytics();
        const beaconQueueOptions = { maxItems: 10, flushQueueInterval: 500 };
        analytics.load('${writeKey}', '${service.url}', { configUrl: '${service.url}', useBeacon: true, beaconQueueOptions });
        ${CALLS}
      }`);
      await expect.poll(counted, PACE).toEqual(COUNTED);
    });
  });
});
