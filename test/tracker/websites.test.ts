// Visitors of real pages on another origin, in Chromium, counted by the real service: a shop of static pages, a single-page
// app, and a page with a strict content security policy. Everything that happens is in the report once.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { IS_LONG } from '../support/long.ts';
import { TrackedShop } from './tracked-shop.ts';
import { storedIn, traverse, Visitors, watchForms } from './visitors.ts';

describe.skipIf(!CHROMIUM)('websites', () => {
  let shop: TrackedShop;
  let visitors: Visitors;
  beforeAll(async () => {
    [shop, visitors] = await Promise.all([TrackedShop.open(), Visitors.arrive()]);
  });
  beforeEach(() => shop.startOver());
  afterEach(() => visitors.leave());
  afterAll(async () => {
    await visitors?.close();
    await shop?.close();
  });

  async function visit(path = '/', context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await visitors.visitor())).newPage();
    await page.goto(shop.website.url + path);
    return page;
  }

  /** Waits until all views so far are counted. */
  const seen = (times: number) => expect.poll(async () => (await shop.counts()).views).toBe(times);

  describe('a shop of static pages', () => {
    beforeAll(() => {
      const offer = `<section data-funnel-campaign="spring-sale" data-funnel-variant="a"><div data-funnel-step="offer">
          <a id="shop-now" href="/quiz" data-funnel-element="shop-now">Shop now</a>
          <form action="/thanks" data-funnel-element="newsletter" data-funnel-submit="submission conversion subscribe">
            <input name="email" type="email" required><button>Sign up</button>
          </form>
          <button id="close">Close</button>
        </div></section>`;
      const quiz = `<div data-funnel-step="1001">
          <p id="quiz" data-funnel-element="10010"><button id="answer" data-funnel-click="none">Fruity</button></p>
          <button id="done" data-funnel-click="completion">Done</button>
        </div>
        <script>
          document.querySelector('#answer').onclick = () =>
            funnel('selection', { field: 'taste', value: 'Fruity' }, document.querySelector('#quiz'));
        </script>`;
      const thanks = `<script>
          funnel('order', { order_id: 'A-1001', revenue: 49.9, currency: 'USD', campaign: 'spring-sale' });
        </script>`;
      shop.website.pages = {
        '/': `${shop.head()}<body>${offer}`,
        '/granted': `${shop.head('data-consent="granted"')}<body>${offer}`,
        '/quiz': `${shop.head()}<body>${quiz}`,
        '/thanks': `${shop.head()}<body>${thanks}`,
      };
    });

    it('counts every type of event once, with a reload, back and forward, and a tab that is closed at once', async () => {
      const page = await visit();
      await seen(1);
      await page.reload();
      await seen(2);
      await page.click('#close');
      await page.click('button:text("Sign up")');
      await page.fill('input', 'ada@example.com');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/thanks?*');
      await traverse(page, -1, '/');
      await seen(3);
      await traverse(page, 1, '/thanks');
      await traverse(page, -1, '/');
      await seen(4);
      await page.dblclick('#shop-now');
      await page.waitForURL('**/quiz');
      await page.click('#answer');
      await page.click('#done');
      await shop.leave(page);
      await shop.expectCounted({
        ...{ views: 4, submissions: 1, subscribes: 1, completions: 1, orders: 1, revenue: 49.9 },
        // One is of the form, and one of the link.
        conversions: 2,
      });
      expect((await shop.element(10001)).metrics).toMatchObject({ conversions: 1, submissions: 1, subscribes: 1 });
      // Visitors, not views: without consent, all of them are one for the service.
      expect((await shop.element(10000)).metrics).toMatchObject({ views: 1, conversions: 1 });
      expect((await shop.element(10010)).fields).toEqual([{ name: 'taste', values: [{ value: 'Fruity', count: 1 }] }]);
    });

    it.runIf(IS_LONG)('counts once what is sent again because the answer was lost', async () => {
      const page = await visit();
      let lost = 0;
      await page.route(`${shop.service.url}/e`, async (route) => {
        const response = await route.fetch();
        if (lost++ === 0) await route.abort();
        else await route.fulfill({ response });
      });
      await page.click('#shop-now', { modifiers: ['Control'] });
      await expect.poll(() => lost).toBeGreaterThan(1);
      await page.unroute(`${shop.service.url}/e`);
      await shop.leave(page);
      await shop.expectCounted({ views: 1, conversions: 1 });
    });

    it.runIf(IS_LONG)('counts what was done offline when the browser is online again', async () => {
      const context = await visitors.visitor();
      const page = await visit('/quiz', context);
      await context.setOffline(true);
      const failed = page.waitForEvent('requestfailed');
      await page.click('#done');
      await failed;
      await context.setOffline(false);
      await shop.leave(page);
      await shop.expectCounted({ completions: 1 });
    });

    it('counts what was done offline in a tab that was closed, with consent, when the website is visited again', async () => {
      const context = await visitors.visitor();
      const page = await visit('/granted', context);
      await seen(1);
      await context.setOffline(true);
      await page.evaluate(`funnel('completion', { campaign: 'spring-sale', variant: 'a' })`);
      await page.close();
      await context.setOffline(false);
      const again = await context.newPage();
      await again.clock.install({ time: Date.now() + 60_000 });
      await again.goto(`${shop.website.url}/quiz`);
      await expect.poll(async () => (await storedIn(again)).length).toBe(1);
      await shop.leave(again);
      await shop.expectCounted({ views: 1, completions: 1 });
    });

    it.runIf(IS_LONG)('counts both of two tabs, and their visitor once', async () => {
      const context = await visitors.visitor();
      const tabs = await Promise.all([visit('/granted', context), visit('/granted', context)]);
      await seen(2);
      await Promise.all(tabs.map((tab) => tab.click('#shop-now', { modifiers: ['Control'] })));
      for (const tab of tabs) await shop.leave(tab);
      await shop.expectCounted({ views: 2, conversions: 2 });
      expect((await shop.counts(10, 'distinct')).views).toBe(1);
    });

    it('stores nothing for visitors who refuse, and counts them', async () => {
      for (const signal of ['globalPrivacyControl: { get: () => true }', `doNotTrack: { get: () => '1' }`, '']) {
        await shop.startOver();
        const context = await visitors.visitor();
        await context.addInitScript(`Object.defineProperties(navigator, { ${signal} })`);
        const page = await visit(signal === '' ? '/' : '/granted', context);
        await page.evaluate(`funnel('consent', ${signal !== ''})`);
        await seen(1);
        await page.click('#shop-now', { modifiers: ['Control'] });
        expect(await storedIn(page)).toEqual([]);
        await shop.leave(page);
        expect(await (await context.storageState()).origins).toEqual([]);
        expect(await context.cookies()).toEqual([]);
        await shop.expectCounted({ views: 1, conversions: 1 });
      }
    });
  });

  describe('a form that becomes a contact', () => {
    beforeAll(() => {
      const popup = `<dialog data-funnel-campaign="spring-sale" data-funnel-variant="a" data-funnel-step="offer">
          <form action="/thanks" data-funnel-element="newsletter" data-funnel-contact>
            <input name="email" type="email" data-funnel-field="email" required>
            <input name="name" data-funnel-field="first_name"><input name="size" value="42">
            <button>Sign up</button>
          </form></dialog>
        <script>document.body.append(document.querySelector('dialog')); document.querySelector('dialog').show();</script>`;
      const policy = `script-src 'unsafe-inline' ${shop.service.url}; connect-src ${shop.service.url}`;
      shop.website.pages = {
        '/': { html: `${shop.head()}<body>${popup}`, headers: { 'content-security-policy': policy } },
        '/granted': `${shop.head('data-consent="granted"')}<body>${popup}`,
        '/thanks': `${shop.head()}<body>Thank you`,
      };
    });

    async function signUp(path: string, email: string, { init = '', before = '' } = {}): Promise<Page> {
      const context = await visitors.visitor();
      if (init) await context.addInitScript(init);
      const page = await visit(path, context);
      await seen(1);
      if (before) await page.evaluate(before);
      const waitForForms = init ? undefined : watchForms(page);
      await page.fill('[name=email]', email);
      await page.fill('[name=name]', 'Ada');
      await waitForForms?.();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/thanks?*');
      return page;
    }

    it('is stored with its campaign when the page is left, beside its submission', async () => {
      const page = await signUp('/?utm_source=mail', 'ada@example.com');
      await expect
        .poll(() => shop.contacts())
        .toMatchObject([
          {
            ...{ email: 'ada@example.com', name: 'Ada', utm_source: 'mail', source_url: `${shop.website.url}/` },
            data: { source: { campaign_id: 10, campaign: 'Spring sale' } },
            extra: {},
          },
        ]);
      expect(await storedIn(page)).toEqual([]);
      await shop.leave(page);
      await shop.expectCounted({ views: 1, submissions: 1, conversions: 1 });
    });

    it('is sent again if the answer was lost, and stored once, by a page that empties the form and stays', async () => {
      const page = await visit();
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      await page.evaluate(`addEventListener('submit', (event) => { event.preventDefault(); event.target.reset(); })`);
      let lost = 0;
      await page.route(`${shop.service.url}/e/contact`, async (route) => {
        const response = await route.fetch();
        if (lost++ === 0) await route.abort();
        else await route.fulfill({ response });
      });
      const waitForForms = watchForms(page);
      await page.fill('[name=email]', 'again@example.com');
      // A page may send events that have no element.
      await page.evaluate(`dispatchEvent(new Event('input'))`);
      await waitForForms();
      await page.keyboard.press('Enter');
      await expect.poll(() => lost).toBeGreaterThan(1);
      await expect.poll(() => shop.contacts()).toMatchObject([{ email: 'again@example.com' }]);
      expect(errors).toEqual([]);
      await shop.leave(page);
    });

    it('has the id of a visitor who has given consent, and what was chosen before', async () => {
      const before = `funnel('selection', { field: 'taste', value: 'Fruity' }, document.querySelector('form'))`;
      const page = await signUp('/granted', 'agreed@example.com', { before });
      const id = await page.evaluate(`localStorage['funnel.visitor'].split(' ')[0]`);
      const data = { answers: [{ campaign_id: 10, answers: { taste: 'Fruity' } }] };
      await expect
        .poll(() => shop.contacts())
        .toMatchObject([{ email: 'agreed@example.com', visitor_token: id, data }]);
      await shop.leave(page);
    });

    it('of visitors who refuse is not sent', async () => {
      const refusal = `Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })`;
      const page = await signUp('/', 'refused@example.com', { init: refusal });
      await shop.leave(page);
      await shop.expectCounted({ views: 1, submissions: 1, conversions: 1 });
      expect(await shop.contacts()).toEqual([]);
    });
  });

  it('a single-page app is counted by its routes', async () => {
    const app = `
      const routes = {
        '/': '<div data-funnel-campaign="10"><div data-funnel-step="1000"><a href="/quiz" data-funnel-element="10000">Quiz</a></div></div>',
        '/quiz': '<div data-funnel-step="1001"><form data-funnel-element="10010"><input name="a"><button>Done</button></form></div>',
        '/order': '<p>Thank you</p>',
      };
      const draw = async () => {
        // As an app that first loads what it shows.
        await fetch('/app.js');
        document.querySelector('main').innerHTML = routes[location.pathname];
      };
      const go = (path) => { history.pushState(null, '', path); return draw(); };
      addEventListener('popstate', draw);
      addEventListener('click', (event) => {
        const link = event.target.closest('a');
        if (!link) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        go(link.getAttribute('href'));
      }, true);
      addEventListener('submit', (event) => {
        event.preventDefault();
        funnel('order', { order_id: 'SPA-1', revenue: '10.50', step: '1001' });
        funnel('completion', {}, document.querySelector('form'));
        go('/order');
      });
      draw();`;
    const html = `${shop.head()}<body><header data-funnel-campaign="marker">Banner</header><main></main>
      <script type="module" src="/app.js"></script>`;
    shop.website.pages = {
      '/': html,
      '/quiz': html,
      '/order': html,
      '/app.js': { html: app, type: 'text/javascript' },
    };

    const page = await visit();
    await seen(1);
    await page.click('a');
    await page.waitForSelector('form');
    await page.goBack();
    await seen(2);
    await page.goForward();
    await page.waitForSelector('form');
    await page.click('button');
    await page.waitForSelector('text=Thank you');
    await page.reload();
    await page.waitForSelector('text=Thank you');
    await shop.leave(page);
    await shop.expectCounted({
      ...{ views: 2, submissions: 1, completions: 1, orders: 1, revenue: 10.5 },
      conversions: 2,
    });
    // One view was before the reload, and one after it.
    expect((await shop.counts(90)).views).toBe(2);
  });

  it('a page with a strict content security policy is counted, and violates nothing', async () => {
    const { url } = shop.service;
    const policy =
      `default-src 'none'; script-src 'self' ${url}; connect-src ${url}; form-action 'self'; base-uri 'none'; ` +
      "require-trusted-types-for 'script'";
    shop.website.pages = {
      '/': {
        html: `<!doctype html><script src="/stub.js"></script>
          <script defer src="${url}/t.js" data-key="${shop.key}" data-consent="granted"></script>
          <body><div data-funnel-step="1000"><form data-funnel-element="10001"><button>Sign up</button></form></div>`,
        headers: { 'content-security-policy': policy, 'cross-origin-embedder-policy': 'require-corp' },
      },
      '/stub.js': {
        type: 'text/javascript',
        html: `window.funnel=window.funnel||function(){(funnel.q=funnel.q||[]).push(arguments)};
          funnel('order', { order_id: 'CSP-1', revenue: 5, campaign: '10' });`,
      },
      '/favicon.ico': '',
    };
    const page = await (await visitors.visitor()).newPage();
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.goto(shop.website.url);
    await seen(1);
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    await seen(2);
    await shop.leave(page);
    await shop.expectCounted({ views: 2, submissions: 1, conversions: 1, orders: 1, revenue: 5 });
    expect(violations.filter((text) => !text.includes('favicon'))).toEqual([]);
  });

  it('a page finds the tracker and the collector where they were renamed to', async () => {
    const renamed = await TrackedShop.open({ TRACKER_PATH: '/assets-2/a.js', BROWSER_COLLECT_PATH: '/assets-2/b' });
    try {
      renamed.website.pages = { '/': `${renamed.head()}<body><p data-funnel-step="1000">text</p>` };
      const page = await (await visitors.visitor()).newPage();
      await page.goto(renamed.website.url);
      await expect.poll(async () => (await renamed.counts()).views).toBe(1);
      await renamed.leave(page);
      await renamed.expectCounted({ views: 1 });
    } finally {
      await renamed.close();
    }
  });
});
