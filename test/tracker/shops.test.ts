// The tracker hands the visitor on to shops, in Chromium: the real tracker and the real service, and pages that talk to a cart as those of
// Shopify and WooCommerce do.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { FakeShopify, FakeWoocommerce } from './fake-shops.ts';
import { TrackedShop } from './tracked-shop.ts';
import { storedIn, Visitors } from './visitors.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ID_OF_THE_DAY = /^day-[A-Za-z0-9_-]{43}$/;

describe.skipIf(!CHROMIUM)('shops', () => {
  let shop: TrackedShop;
  let visitors: Visitors;
  beforeAll(async () => {
    [shop, visitors] = await Promise.all([TrackedShop.open(), Visitors.arrive()]);
  });
  beforeEach(async () => {
    await shop.startOver();
    shop.website.answer = () => undefined;
  });
  afterEach(() => visitors.leave());
  afterAll(async () => {
    await visitors?.close();
    await shop?.close();
  });

  async function visit(head: string, body = '', context?: BrowserContext): Promise<Page> {
    shop.website.pages = { '/': `${head}<body>${body}` };
    const page = await (context ?? (await visitors.visitor())).newPage();
    await page.goto(shop.website.url);
    return page;
  }

  const storedId = (page: Page) => page.evaluate<string>(`(localStorage['funnel.visitor'] ?? '').split(' ')[0]`);

  describe("funnel('visitor', callback)", () => {
    const ASKING = `<script>var told = []; funnel('visitor', (id) => told.push(String(id)));</script>`;
    const told = (page: Page) => page.evaluate<string[]>('told');

    it('tells the id with consent, and whenever consent changes', async () => {
      const page = await visit(shop.head(), ASKING);
      await expect.poll(() => told(page)).toEqual(['undefined']);
      await page.evaluate(`funnel('consent', true)`);
      const id = await storedId(page);
      expect(id).toMatch(UUID);
      await expect.poll(() => told(page)).toEqual(['undefined', id]);
      await page.evaluate(`funnel('consent', false)`);
      await expect.poll(() => told(page)).toEqual(['undefined', id, 'undefined']);
      await shop.leave(page);
    });

    it('goes on counting if a callback fails, or is none', async () => {
      const failing = `<script>funnel('visitor', () => { throw new Error('of the page'); }); funnel('visitor');</script>`;
      const page = await visit(shop.head(), `${failing}<p data-funnel-step="1000">text</p>`);
      await expect.poll(async () => (await shop.counts()).views).toBe(1);
      await shop.leave(page);
    });
  });

  describe('Shopify', () => {
    const HEAD = 'data-shop="shopify"';
    let shopify: FakeShopify;
    beforeEach(() => {
      shopify = new FakeShopify();
      shop.website.answer = (request) => shopify.answer(request);
    });

    const attribute = () => shopify.noteAttributes.find(({ name }) => name === 'funnel_visitor')?.value;
    const addToCart = async (context: BrowserContext) => {
      const page = await visit('<!doctype html>', '', context);
      await page.evaluate(`fetch('/cart/add.js', { method: 'POST' })`);
      await page.close();
    };

    it('gets the id as a cart attribute with consent, beside its own attributes', async () => {
      const page = await visit(shop.head(`${HEAD} data-consent="granted"`));
      await expect.poll(attribute).toBe(await storedId(page));
      expect(await storedId(page)).toMatch(UUID);
      await page.evaluate(
        `fetch('/cart/update.js', { method: 'POST', body: JSON.stringify({ attributes: { gift: 'yes' } }) })`,
      );
      await page.reload();
      await expect.poll(() => shopify.changes).toHaveLength(3);
      expect(shopify.noteAttributes).toEqual([
        { name: 'funnel_visitor', value: await storedId(page) },
        { name: 'gift', value: 'yes' },
      ]);
      await shop.leave(page);
    });

    it('gets the id of the day without consent, for a cart that has something in it', async () => {
      const context = await visitors.visitor();
      await addToCart(context);
      const page = await visit(shop.head(HEAD), '<p data-funnel-step="1000">text</p>', context);
      await expect.poll(attribute).toMatch(ID_OF_THE_DAY);
      expect((await storedIn(page)).filter((name) => !name.startsWith('cart='))).toEqual([]);
      // It is the visitor that the events of the page count for.
      const key = await shop.service.ingestKey(1);
      const conversion = { type: 'view', website_id: 1, campaign: 'spring-sale', visitor: attribute() };
      await shop.service.collectEvents(key, conversion);
      await expect.poll(async () => (await shop.counts()).views).toBe(2);
      expect((await shop.counts(10, 'distinct')).views).toBe(1);
      await shop.leave(page);
    });

    it('sets no cookie without consent: an empty cart stays as it is', async () => {
      const context = await visitors.visitor();
      const asked = shop.website.asked('/cart.js');
      const page = await visit(shop.head(HEAD), '', context);
      await asked;
      // The page has seen the cart by now.
      await page.evaluate(`fetch('/cart.js')`);
      await shop.leave(page);
      expect(shopify.changes).toEqual([]);
      expect(await context.cookies()).toEqual([]);
    });

    it('loses the id when consent is withdrawn', async () => {
      const page = await visit(shop.head(`${HEAD} data-consent="granted"`));
      await expect.poll(attribute).toMatch(UUID);
      await page.evaluate(`funnel('consent', false)`);
      await expect.poll(attribute).toMatch(ID_OF_THE_DAY);
      await shop.leave(page);
    });

    it('gets nothing of visitors who refuse by a signal of their browser', async () => {
      const context = await visitors.visitor();
      await context.addInitScript('Object.defineProperties(navigator, { globalPrivacyControl: { get: () => true } })');
      await addToCart(context);
      const page = await visit(shop.head(`${HEAD} data-consent="granted"`), '', context);
      const loaded = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
      expect(loaded.filter((name) => name.startsWith(shop.service.url))).toEqual([`${shop.service.url}/t.js`]);
      await shop.leave(page);
      expect(shopify.changes).toEqual([]);
    });
  });

  describe('WooCommerce', () => {
    const HEAD = 'data-shop="woocommerce"';
    let woocommerce: FakeWoocommerce;
    beforeEach(() => {
      woocommerce = new FakeWoocommerce();
      shop.website.answer = (request) => woocommerce.answer(request);
    });

    it('gets the id for the session of a cart that has something in it, and with it the order', async () => {
      const page = await visit(shop.head(`${HEAD} data-consent="granted"`), '<p data-funnel-step="1000">text</p>');
      await expect.poll(async () => (await shop.counts()).views).toBe(1);
      expect(woocommerce.requests).toBe(0);
      await page.evaluate(`fetch('/?add-to-cart=93')`);
      await page.reload();
      const id = await storedId(page);
      await expect.poll(() => woocommerce.metaData).toEqual([{ key: 'funnel_visitor', value: id }]);
      await page.evaluate(`funnel('consent', false)`);
      await expect.poll(() => woocommerce.visitor).toMatch(ID_OF_THE_DAY);
      await shop.leave(page);
    });

    it('is the only one that gets the id: the path of a page can not name another host', async () => {
      const context = await visitors.visitor();
      const page = await visit('<!doctype html>', '', context);
      await page.evaluate(`fetch('/?add-to-cart=93')`);
      const posted: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('wc-ajax')) posted.push(new URL(request.url()).origin);
      });
      shop.website.pages = { '/': shop.head(`${HEAD} data-consent="granted"`) };
      await page.goto(`${shop.website.url}//elsewhere.example/`);
      await expect.poll(() => posted).toEqual([shop.website.url]);
      await shop.leave(page);
    });
  });

  describe('Stripe', () => {
    const HEAD = 'data-shop="stripe"';
    const LINKS = `<a id="own" href="https://buy.stripe.com/test_1?client_reference_id=own&locale=fr">Own</a>
      <a id="link" href="https://buy.stripe.com/test_2?locale=fr"><b>Buy</b></a>
      <a id="other" href="https://example.com/">Other</a>
      <stripe-buy-button buy-button-id="buy_btn_1"></stripe-buy-button>
      <stripe-pricing-table client-reference-id="own"></stripe-pricing-table>`;
    const referenceOf = (page: Page, element: string) =>
      page.evaluate<string | null>(`document.querySelector('${element}').getAttribute('client-reference-id')`);
    /** Where a click would lead to. */
    const hrefAfterClick = async (page: Page, id: string) => {
      await page.evaluate(
        `document.querySelector('#${id}').addEventListener('click', (event) => event.preventDefault(), { once: true })`,
      );
      await page.click(`#${id}`);
      return page.evaluate<string>(`document.querySelector('#${id}').href`);
    };

    it('gets the id as the reference of payment links and buttons, unless the page gives its own', async () => {
      const page = await visit(shop.head(`${HEAD} data-consent="granted"`), LINKS);
      const id = await storedId(page);
      await expect.poll(() => referenceOf(page, 'stripe-buy-button')).toBe(id);
      expect(await referenceOf(page, 'stripe-pricing-table')).toBe('own');
      const link = `https://buy.stripe.com/test_2?locale=fr&client_reference_id=${id}`;
      expect(await hrefAfterClick(page, 'link')).toBe(link);
      expect(await hrefAfterClick(page, 'own')).toBe('https://buy.stripe.com/test_1?client_reference_id=own&locale=fr');
      expect(await hrefAfterClick(page, 'other')).toBe('https://example.com/');
      // A link that appears later.
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<a id="later" href="https://buy.stripe.com/test_3">Later</a>')`,
      );
      expect(await hrefAfterClick(page, 'later')).toBe(`https://buy.stripe.com/test_3?client_reference_id=${id}`);
      await page.evaluate(`funnel('consent', false)`);
      await expect.poll(() => referenceOf(page, 'stripe-buy-button')).toMatch(ID_OF_THE_DAY);
      const reference = await referenceOf(page, 'stripe-buy-button');
      expect(await hrefAfterClick(page, 'link')).toBe(link.replace(id, reference!));
      await shop.leave(page);
    });
  });

  it('a shop that the tracker does not know is named in the console', async () => {
    const page = await (await visitors.visitor()).newPage();
    const message = page.waitForEvent('console');
    shop.website.pages = { '/': `${shop.head('data-shop="magento"')}<body>` };
    await page.goto(shop.website.url);
    expect((await message).text()).toBe('funnel: data-shop must be one of shopify, woocommerce, stripe');
    await shop.leave(page);
  });
});
