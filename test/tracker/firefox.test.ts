// The tracker in Firefox, counted by the real service. Chromium is tested in depth; this shows that nothing depends on it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIREFOX, Firefox, type FirefoxPage } from '../support/firefox.ts';
import { RecordingCollector } from './recording-collector.ts';
import { TrackedShop } from './tracked-shop.ts';
import { snippet } from './website.ts';

describe.skipIf(!FIREFOX)('in Firefox', () => {
  let shop: TrackedShop;
  let browser: Firefox;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([
      TrackedShop.open(),
      Firefox.launch({ 'privacy.globalprivacycontrol.enabled': true }),
    ]);
    const offer = `<section data-funnel-campaign="spring-sale" data-funnel-variant="a"><div data-funnel-step="offer">
        <a href="/next" data-funnel-element="shop-now">Shop now</a>
        <form action="/next" data-funnel-element="newsletter"><button>Sign up</button></form>
      </div></section>`;
    shop.website.pages = {
      '/': `${shop.head('data-consent="granted" data-privacy-signals="ignore"')}<body>${offer}`,
      '/private': `${shop.head('data-consent="granted"')}<body>${offer}`,
      '/next': `${shop.head('data-privacy-signals="ignore"')}<body>next`,
    };
  });
  beforeEach(() => shop.startOver());
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function visit(path = '/'): Promise<FirefoxPage> {
    const page = await browser.newPage();
    // The service drops what automated browsers send.
    await page.runFirst(`Object.defineProperty(navigator, 'webdriver', { get: () => false })`);
    await page.goto(shop.website.url + path);
    return page;
  }

  const seen = (times: number) => expect.poll(async () => (await shop.counts()).views).toBe(times);
  const shows = (page: FirefoxPage, text: string) =>
    expect.poll(() => page.evaluate('document.body?.innerText')).toContain(text);
  const stored = (page: FirefoxPage) => page.evaluate('Object.keys(localStorage)');

  it('counts everything once, with a reload, a way back, and a tab that is closed at once', async () => {
    const page = await visit();
    await seen(1);
    await page.reload();
    await seen(2);
    await page.click('button');
    await shows(page, 'next');
    // Not by the driver, which waits for events that a page from the back/forward cache does not have.
    await page.evaluate('history.back()');
    await seen(3);
    await page.click('a');
    await shows(page, 'next');
    expect(await stored(page)).toContain('funnel.visitor');
    await page.evaluate(`funnel('order', { order_id: 'F-1', revenue: 20, campaign: 'spring-sale' })`);
    await page.evaluate(`funnel('completion', { campaign: 'spring-sale', variant: 'a' })`);
    await shop.leave(page);
    await shop.expectCounted({
      views: 3,
      conversions: 2,
      submissions: 1,
      completions: 1,
      orders: 1,
      revenue: 20,
    });
    expect((await shop.counts(10, 'distinct')).views).toBe(1);
  });

  it('loses nothing of tabs that are closed at once, although it may stop their scripts while they send', async () => {
    const collector = await RecordingCollector.start();
    try {
      // Without consent: nothing is kept for the next page.
      shop.website.pages = {
        ...shop.website.pages,
        '/plain': `${snippet(collector.url, `data-key="${collector.key}"`)}<body><p data-funnel-step="1">text</p>`,
      };
      for (let tab = 1; tab <= 8; tab++) {
        const page = await visit('/plain');
        await collector.until(({ events }) => events.length === 2 * tab - 1);
        await page.evaluate(`funnel('completion', { campaign: 'tab-${tab}' })`);
        await page.close();
        await collector.until(({ counted }) => counted.includes(`completion tab-${tab}`));
      }
    } finally {
      collector.close();
    }
  });

  it('respects its Global Privacy Control', async () => {
    const page = await visit('/private');
    expect(await page.evaluate('navigator.globalPrivacyControl')).toBe(true);
    await page.evaluate(`funnel('consent', true)`);
    await seen(1);
    expect(await stored(page)).toEqual([]);
    await shop.leave(page);
    await shop.expectCounted({ views: 1 });
  });
});
