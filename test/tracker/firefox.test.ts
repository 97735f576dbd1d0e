// The tracker in Firefox, counted by the real service. Chromium is tested in depth; this shows that nothing depends on it.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIREFOX, launchFirefox } from '../support/firefox.ts';
import { TrackedShop } from './tracked-shop.ts';

describe.skipIf(!FIREFOX)('in Firefox', () => {
  let shop: TrackedShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([
      TrackedShop.open(),
      launchFirefox({ 'privacy.globalprivacycontrol.enabled': false }),
    ]);
    shop.website.pages = {
      '/': `${shop.head('data-consent="granted"')}<body>
        <section data-funnel-campaign="spring-sale" data-funnel-variant="a"><div data-funnel-step="offer">
          <a href="/next" data-funnel-element="shop-now">Shop now</a>
          <form action="/next" data-funnel-element="newsletter"><button>Sign up</button></form>
        </div></section>`,
      '/next': `${shop.head()}<body>next`,
    };
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function visit(): Promise<Page> {
    const page = await browser.newPage();
    // The service drops what automated browsers send.
    await page.evaluateOnNewDocument(`Object.defineProperty(navigator, 'webdriver', { get: () => false })`);
    await page.goto(shop.website.url);
    return page;
  }

  const seen = (times: number) => expect.poll(async () => (await shop.counts()).views, { timeout: 20_000 }).toBe(times);
  const stored = (page: Page) => page.evaluate('Object.keys(localStorage)');

  it('counts everything once, with a reload, a way back, and a tab that is closed at once', async () => {
    const before = await shop.counts();
    const page = await visit();
    await seen(1);
    await page.reload();
    await seen(2);
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    await page.goBack();
    await seen(3);
    await Promise.all([page.waitForNavigation(), page.click('a')]);
    expect(await stored(page)).toContain('funnel.visitor');
    await page.evaluate(
      `funnel('order', { order_id: 'F-1', revenue: 20, campaign: 'spring-sale' }); funnel('completion', { campaign: 'spring-sale' })`,
    );
    await shop.leave(page);
    await shop.expectCounted(before, {
      views: 3,
      conversions: 2,
      submissions: 1,
      completions: 1,
      orders: 1,
      revenue: 20,
    });
    expect((await shop.counts(10, 'distinct')).views).toBe(1);
  });

  it('respects its Global Privacy Control', async () => {
    const careful = await launchFirefox({ 'privacy.globalprivacycontrol.enabled': true });
    try {
      const before = await shop.counts();
      const page = await careful.newPage();
      await page.evaluateOnNewDocument(`Object.defineProperty(navigator, 'webdriver', { get: () => false })`);
      await page.goto(shop.website.url);
      expect(await page.evaluate('navigator.globalPrivacyControl')).toBe(true);
      await page.evaluate(`funnel('consent', true)`);
      await seen(before.views + 1);
      expect(await stored(page)).toEqual([]);
      await shop.leave(page);
      await shop.expectCounted(before, { views: 1 });
    } finally {
      await careful.close();
    }
  });
});
