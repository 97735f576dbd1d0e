// How events travel from a real browser, and what is left in it.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { RecordingCollector } from './recording-collector.ts';
import { storedIn, Visitors } from './visitors.ts';
import { snippet, Website } from './website.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe.skipIf(!CHROMIUM)('delivery', () => {
  let collector: RecordingCollector;
  let website: Website;
  let visitors: Visitors;
  beforeAll(async () => {
    [collector, website, visitors] = await Promise.all([
      RecordingCollector.start(),
      Website.start(),
      Visitors.arrive(),
    ]);
  });
  afterEach(async () => {
    await visitors.leave();
    collector.reset();
  });
  afterAll(async () => {
    await visitors?.close();
    website?.close();
    collector?.close();
  });

  interface Visit {
    /** Attributes of the script beside its key. */
    readonly attributes?: string;
    readonly html?: string;
    readonly context?: BrowserContext;
    /** The test moves the time of the page, and of all pages of its context. */
    readonly ownTime?: boolean;
  }

  async function open({ attributes = '', html = '', context, ownTime = false }: Visit = {}): Promise<Page> {
    const head = snippet(collector.url, `data-key="${collector.key}" ${attributes}`);
    website.pages = { '/': `${head}<body>${html}`, '/two': `${head}<body>two` };
    const page = await (context ?? (await visitors.visitor())).newPage();
    if (ownTime) await stopTime(page);
    await page.goto(website.url);
    return page;
  }

  async function stopTime(page: Page, time = Date.now()): Promise<void> {
    await page.clock.install({ time: time - MINUTE_MS });
    await page.clock.pauseAt(time);
  }

  const track = (page: Page, name: string) => page.evaluate(`funnel('completion', { campaign: '${name}' })`);
  const arrived = (...names: string[]) =>
    collector.until(({ counted }) => names.every((name) => counted.includes(`completion ${name}`)));
  const consent = (page: Page, given: boolean) => page.evaluate(`funnel('consent', ${given})`);
  const warningsOf = (page: Page) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    return warnings;
  };

  it('is one request for what happens together, without a preflight, credentials or storage', async () => {
    const context = await visitors.visitor();
    await context.addInitScript(
      'const send = fetch; window.fetch = (url, options) => send(url, (window.options = options))',
    );
    const page = await open({ context });
    await page.evaluate(`
      funnel('conversion', { campaign: 'a' });
      funnel('order', { campaign: '7', order_id: 'A-1', revenue: 12.5 });
      funnel('completion', { campaign: 'b' });`);
    await arrived('b');
    expect(collector.received).toHaveLength(1);
    const [{ method, headers, batch }] = collector.received as [(typeof collector.received)[number]];
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('text/plain;charset=UTF-8');
    expect(headers.origin).toBe(website.url);
    expect(headers.cookie).toBeUndefined();
    expect(await page.evaluate('options'), 'it outlives the page').toMatchObject({ keepalive: true });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const made = { id: expect.stringMatching(UUID), at, language: await page.evaluate('navigator.language') };
    expect(batch).toEqual({
      key: collector.key,
      page: '/',
      referrer: '',
      events: [
        { type: 'conversion', campaign: 'a', ...made },
        { type: 'order', campaign_id: 7, order_id: 'A-1', revenue: 12.5, ...made },
        { type: 'completion', campaign: 'b', ...made },
      ],
    });
    expect(await storedIn(page)).toEqual([]);
  });

  it('of a campaign that is named alone has the variant that the visitor has seen, if it names no other', async () => {
    const shown = '<p data-funnel-campaign="sale"><b data-funnel-variant="B">Buy</b></p>';
    const hidden = '<p data-funnel-campaign="sale" hidden><b data-funnel-variant="A">Buy</b></p>';
    const other = '<p data-funnel-campaign="10"><b data-funnel-variant="100">Buy</b></p>';
    const page = await open({ html: hidden + shown + other });
    await collector.until(({ events }) => events.filter(({ type }) => type === 'view').length === 2);
    await page.evaluate(`
      funnel('order', { campaign: 'sale', order_id: '1' });
      funnel('order', { campaign: 10, order_id: '2' });
      funnel('order', { campaign: 'sale', variant: 'A', order_id: '3' });
      funnel('order', { campaign: 'never-seen', order_id: '4' });
      funnel('order', { order_id: '5' });
      funnel('completion', { campaign: 'last' })`);
    await arrived('last');
    const made = { id: expect.any(String), at: expect.any(String), language: expect.any(String), type: 'order' };
    expect(collector.events.filter(({ type }) => type === 'order')).toEqual([
      { ...made, order_id: '1', campaign: 'sale', variant: 'B' },
      { ...made, order_id: '2', campaign_id: 10, variant_id: 100 },
      { ...made, order_id: '3', campaign: 'sale', variant: 'A' },
      { ...made, order_id: '4', campaign: 'never-seen' },
      { ...made, order_id: '5' },
    ]);
  });

  it('takes calls from before the script was loaded', async () => {
    await open({ html: `<script>funnel('completion', { campaign: 'early' })</script>` });
    await arrived('early');
  });

  it('counts nothing twice if the script is included twice', async () => {
    const again = `<script defer src="${collector.url}/t.js" data-key="${collector.key}"></script>`;
    const page = await open({ html: `<a href="#" data-funnel-campaign="a">text</a>${again}` });
    await page.click('a');
    await track(page, 'last');
    await page.close();
    await arrived('last');
    expect(collector.counted).toEqual(['completion last', 'conversion a', 'view a']);
  });

  it('says that a browser is automated', async () => {
    const context = await visitors.visitor();
    await context.addInitScript(`Object.defineProperty(navigator, 'webdriver', { get: () => true })`);
    await track(await open({ context }), 'robot');
    await arrived('robot');
    expect(collector.received[0]!.batch.automated).toBe(true);
  });

  it('goes where data-endpoint says', async () => {
    const page = await open({ attributes: 'data-endpoint="/elsewhere"' });
    const request = page.waitForRequest(`${collector.url}/elsewhere`);
    await track(page, 'a');
    expect((await request).method()).toBe('POST');
  });

  it('loses nothing if the tab is closed at once, or if a link is followed', async () => {
    const page = await open({ html: '<a href="/two" data-funnel-element="link">two</a>' });
    await page.click('a');
    await page.waitForURL('**/two');
    await track(page, 'closed');
    await page.close();
    await arrived('closed');
    await collector.until(({ counted }) => counted.includes('conversion link'));
    expect(collector.events.filter(({ type }) => type === 'conversion')).toHaveLength(1);
  });

  it.each([
    ['a cut connection', undefined],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['429', { status: 429, headers: { 'retry-after': '20' } }],
  ])('is repeated after %s, with the same ids', async (_name, failure) => {
    const page = await open({ ownTime: true });
    let failures = 0;
    collector.respond = () => (failures++ < 3 ? failure : { status: 200, body: { rejected: [] } });
    await track(page, 'a');
    // A response may reach the page after the minute in which the next attempt would have been due.
    const attempts = async () => {
      await page.clock.runFor(MINUTE_MS);
      return collector.received.length;
    };
    await expect.poll(attempts).toBe(4);
    await answered(page);
    await page.clock.runFor(10 * MINUTE_MS);
    await track(page, 'last');
    await page.close();
    await arrived('last');
    const ids = collector.sent.filter(({ campaign }) => campaign === 'a').map(({ id }) => id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(1);
  });

  /** Until the page has dealt with the latest response. */
  function answered(page: Page): Promise<void> {
    return page.evaluate(`fetch('/two').then((response) => response.text()).then(() => {})`);
  }

  it('waits as long as Retry-After says', async () => {
    const page = await open({ ownTime: true });
    collector.respond = () => ({ status: 429, headers: { 'retry-after': '20' } });
    await page.evaluate(`{
      const { setTimeout: set } = window;
      window.delays = [];
      window.setTimeout = (callback, delay) => (delays.push(delay), set(callback, delay));
    }`);
    await track(page, 'a');
    await page.clock.runFor(1_000);
    // The time of the page stands still until it has read the response.
    await expect.poll(() => page.evaluate('delays')).toContain(20_000);
    await page.clock.runFor(19_000);
    await answered(page);
    expect(collector.received).toHaveLength(1);
    await page.clock.runFor(1_000);
    await collector.until(({ received }) => received.length === 2);
  });

  it('drops what the service refuses, and says why once', async () => {
    const page = await open({ ownTime: true });
    const warnings = warningsOf(page);
    collector.respond = () => ({ status: 401, body: { code: 'invalid_key', detail: 'There is no such key.' } });
    await track(page, 'a');
    await page.clock.runFor(1_000);
    await collector.until(({ received }) => received.length === 1);
    await answered(page);
    await page.clock.runFor(10 * MINUTE_MS);
    collector.respond = () => ({
      status: 200,
      body: { rejected: [{ index: 0, code: 'unknown_campaign', message: 'website 1 has no campaign b' }] },
    });
    await track(page, 'b');
    await page.clock.runFor(1_000);
    await arrived('b');
    await answered(page);
    expect(collector.counted).toEqual(['completion a', 'completion b']);
    await expect
      .poll(() => warnings)
      .toEqual(['funnel: invalid_key: There is no such key.', 'funnel: unknown_campaign: website 1 has no campaign b']);
  });

  it('goes on when the browser is online again, without waiting', async () => {
    const context = await visitors.visitor();
    const page = await open({ context, ownTime: true });
    await context.setOffline(true);
    await track(page, 'offline');
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(1_000);
    await failed;
    await page.evaluate(`fetch('/two').catch(() => {})`);
    expect(collector.received).toEqual([]);
    await context.setOffline(false);
    await arrived('offline');
    expect(collector.sent).toHaveLength(1);
  });

  it('splits what is too much for one request, and sends no more than 500 that had to wait', async () => {
    const page = await open();
    await page.evaluate(`for (let n = 0; n < 600; n++) funnel('completion', { campaign: 'c' + n })`);
    await collector.until(({ events }) => events.length >= 500);
    expect(collector.counted).toHaveLength(500);
    expect(collector.counted).not.toContain('completion c99');
    expect(collector.counted).toContain('completion c100');
    for (const { batch } of collector.received) expect(batch.events.length).toBeLessThanOrEqual(100);
  });

  describe('without consent', () => {
    it.each(['', 'data-consent="granted"'])(
      'keeps nothing for a visitor with a privacy signal (%s)',
      async (attributes) => {
        for (const signal of ['globalPrivacyControl: { get: () => true }', `doNotTrack: { get: () => '1' }`]) {
          const context = await visitors.visitor();
          await context.addInitScript(`Object.defineProperties(navigator, { ${signal} })`);
          const page = await open({ context, attributes });
          await consent(page, true);
          collector.respond = () => ({ status: 503 });
          await track(page, signal.slice(0, 3));
          await arrived(signal.slice(0, 3));
          expect(await storedIn(page)).toEqual([]);
          expect(collector.received.at(-1)!.batch.visitor).toBeUndefined();
        }
      },
    );

    it('keeps nothing after a refusal, even where the website assumes consent', async () => {
      const html = `<script>funnel('consent', false)</script>`;
      const page = await open({ attributes: 'data-consent="granted"', html });
      collector.respond = () => ({ status: 503 });
      await track(page, 'refused');
      await arrived('refused');
      expect(await storedIn(page)).toEqual([]);
      expect(collector.received[0]!.batch.visitor).toBeUndefined();
    });
  });

  describe('with consent', () => {
    it('has one visitor over pages and tabs, until it is withdrawn in any of them', async () => {
      const context = await visitors.visitor();
      const page = await open({ context });
      await consent(page, true);
      await track(page, 'first');
      await page.goto(`${website.url}/two`);
      await track(page, 'next page');
      const tab = await open({ context });
      await track(tab, 'other tab');
      await arrived('first', 'next page', 'other tab');
      const [visitor, ...others] = new Set(collector.received.map(({ batch }) => batch.visitor));
      expect(visitor).toMatch(UUID);
      expect(others).toEqual([]);
      expect(await storedIn(page)).toContain('funnel.visitor');

      const told = page.evaluate(`new Promise((done) => addEventListener('storage', () => done()))`);
      await consent(tab, false);
      await told;
      collector.forget();
      await track(page, 'withdrawn');
      await arrived('withdrawn');
      expect(collector.received[0]!.batch.visitor).toBeUndefined();
      expect(await storedIn(page)).toEqual([]);
    });

    it('can be assumed by the website, and signals be ignored', async () => {
      const context = await visitors.visitor();
      await context.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })`);
      await track(await open({ context, attributes: 'data-consent="granted" data-privacy-signals="ignore"' }), 'a');
      await arrived('a');
      expect(collector.received[0]!.batch.visitor).toMatch(UUID);
    });

    it('ends when the visitor turns a privacy signal on', async () => {
      const context = await visitors.visitor();
      const page = await open({ context, attributes: 'data-consent="granted"' });
      expect(await storedIn(page)).toEqual(['funnel.visitor']);
      await context.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })`);
      await page.reload();
      expect(await storedIn(page)).toEqual([]);
    });

    it('lasts 390 days', async () => {
      const page = await open({ ownTime: true });
      await consent(page, true);
      const keptAfter = async (days: number) => {
        await page.clock.setSystemTime(Date.now() + days * DAY_MS);
        await page.reload();
        return storedIn(page);
      };
      expect(await keptAfter(389)).toEqual(['funnel.visitor']);
      expect(await keptAfter(391)).toEqual([]);
    });

    it('keeps what is not delivered for the next page, and forgets it when it is', async () => {
      const context = await visitors.visitor();
      const page = await open({ context, attributes: 'data-consent="granted"', ownTime: true });
      collector.respond = () => ({ status: 503 });
      await track(page, 'kept');
      await page.close();
      await arrived('kept');

      collector.forget();
      const next = await open({ context });
      expect(await storedIn(next)).toHaveLength(2);
      await stopTime(next, Date.now() + MINUTE_MS);
      await next.reload();
      await next.clock.runFor(1_000);
      await arrived('kept');
      await expect.poll(() => storedIn(next)).toEqual(['funnel.visitor']);
    });

    it('leaves young events of other tabs to them', async () => {
      const context = await visitors.visitor();
      const tab = await open({ context, attributes: 'data-consent="granted"', ownTime: true });
      collector.respond = () => ({ status: 503 });
      await track(tab, 'young');
      const other = await open({ context, attributes: 'data-consent="granted"' });
      expect(await storedIn(other)).toHaveLength(2);
      await track(other, 'other');
      await other.close();
      await arrived('other');
      expect(collector.events.map(({ campaign }) => campaign)).toEqual(['other']);
    });

    it('drops what is so old that the service would not recognize a repetition', async () => {
      const context = await visitors.visitor();
      const page = await open({ context, attributes: 'data-consent="granted"' });
      collector.respond = () => ({ status: 503 });
      await track(page, 'old');
      await page.close();
      await arrived('old');
      collector.forget();
      const next = await context.newPage();
      await stopTime(next, Date.now() + 6 * DAY_MS + MINUTE_MS);
      await next.goto(website.url);
      expect(await storedIn(next)).toEqual(['funnel.visitor']);
      await track(next, 'new');
      await next.close();
      await arrived('new');
      expect(collector.counted).toEqual(['completion new']);
    });
  });
});
