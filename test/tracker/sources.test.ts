// Where visits come from, as Chromium and the service tell: the first source of a visit counts on all its pages, with and without
// consent, and without consent nothing is stored in the browser.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Dimension, DimensionValues } from '../../src/core/foundation/dimensions/dimension.ts';
import { readEnvelope } from '../../src/core/intake/collector/browser-envelope.ts';
import { CHROMIUM } from '../support/browser.ts';
import { batchOf } from '../support/events.ts';
import { LoggedWebsite } from '../support/logged-website.ts';
import { type Received, RecordingCollector } from './recording-collector.ts';
import { TrackedShop } from './tracked-shop.ts';
import { storedIn, Visitors } from './visitors.ts';
import { snippet, Website } from './website.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const TAGS = '?utm_source=News&utm_medium=email&utm_campaign=spring&email=ada@example.com';
const NEWSLETTER = { channel: 'email', utm_source: 'news', utm_medium: 'email', utm_campaign: 'spring' };

describe.skipIf(!CHROMIUM)('the source of a visit', () => {
  let collector: RecordingCollector;
  let website: Website;
  let visitors: Visitors;
  let logged: LoggedWebsite;
  beforeAll(async () => {
    [collector, website, visitors, logged] = await Promise.all([
      RecordingCollector.start(),
      Website.start(),
      Visitors.arrive(PHONE),
      LoggedWebsite.open('127.0.0.1'),
    ]);
  });
  afterEach(async () => {
    await visitors.leave();
    collector.reset();
    logged.forgetVisits();
  });
  afterAll(async () => {
    await visitors?.close();
    website?.close();
    collector?.close();
    await logged?.dispose();
  });

  /** Only the last one has something to count. */
  const pagesWith = (head: string) => ({
    '/': `${head}<body><a href="/two">two</a>`,
    '/two': `${head}<body><a href="/three">three</a>`,
    '/three': `${head}<body><button data-funnel-campaign="10">Buy</button>`,
  });

  async function land(
    path: string,
    { attributes = '', referer = '', context = undefined as BrowserContext | undefined } = {},
  ) {
    website.pages = pagesWith(snippet(collector.url, `data-key="${collector.key}" ${attributes}`));
    const page = await (context ?? (await visitors.visitor())).newPage();
    await page.goto(website.url + path, referer === '' ? {} : { referer });
    return page;
  }

  /** Waits until the tracker of the page has started. */
  const follow = async (page: Page, name: string) => {
    await page.waitForFunction('funnel.told');
    await page.click(`text=${name}`);
    await page.waitForURL(`**/${name}`);
  };

  async function buy(page: Page): Promise<void> {
    await page.click('text=Buy');
    await collector.until(({ counted }) => counted.includes('conversion 10'));
  }

  /** As the service accepts them, in the order in which they came. */
  async function dimensions(): Promise<DimensionValues[]> {
    const all: DimensionValues[] = [];
    for (const received of collector.received) all.push(...(await accepted(received)));
    return all;
  }

  function accepted({ batch, headers }: Received): Promise<DimensionValues[]> {
    const text = JSON.stringify(batch);
    const { visitor, visitFields } = readEnvelope(Buffer.from(text));
    const dailyVisitor = { yesterday: { day: 0, visitor: 'yesterday' }, otherwise: 'today' };
    const visit = { fields: visitFields, userAgent: headers['user-agent']!, ipAddress: '127.0.0.1' };
    const defaults = { websiteId: 1, visitor, dailyVisitor, visit };
    return logged.dimensionsOf(batchOf(text, { format: 'envelope', onlyWebsiteId: 1, isFromBrowser: true, defaults }));
  }

  it.each([
    ['without consent', ''],
    ['with consent', 'data-consent="granted"'],
  ])('is in the report of the real service, if the visitor converts on the third page %s', async (_, consent) => {
    await using cleanup = new AsyncDisposableStack();
    const shop = await TrackedShop.open();
    cleanup.defer(() => shop.close());
    shop.website.pages = pagesWith(shop.head(consent));
    const page = await (await visitors.visitor()).newPage();
    const told = consent === '' && page.waitForResponse((response) => response.request().method() === 'POST');
    await page.goto(`${shop.website.url}/${TAGS}`);
    // The landing page has no events. Without consent, only the service remembers its tags.
    await told;
    await follow(page, 'two');
    await follow(page, 'three');
    await expect.poll(async () => (await shop.counts()).views).toBe(1);
    await page.click('text=Buy');
    await shop.leave(page);
    await shop.expectCounted({ views: 1, conversions: 1 });
    const expected = {
      ...NEWSLETTER,
      device: 'mobile',
      browser: 'Chrome',
      os: 'Android',
      language: 'en',
      page: '/three',
    };
    for (const [dimension, value] of Object.entries(expected)) {
      expect(await shop.brokenDown(dimension as Dimension)).toEqual([[value, 1, 1]]);
    }
  });

  it('is kept over three pages without consent, and nothing is stored in the browser', async () => {
    const page = await land(`/${TAGS}`);
    await follow(page, 'two');
    await follow(page, 'three');
    await buy(page);
    expect(await storedIn(page)).toEqual([]);
    const events = await dimensions();
    expect(events.length).toBeGreaterThanOrEqual(2);
    for (const event of events) {
      expect(event).toEqual({
        ...NEWSLETTER,
        device: 'mobile',
        browser: 'Chrome',
        os: 'Android',
        language: 'en',
        page: '/three',
      });
    }
    // Only the tags of the address are sent.
    expect(JSON.stringify(collector.received.map(({ batch }) => batch))).not.toContain('ada@example.com');
  });

  it('is kept over three pages with consent, in the browser', async () => {
    const page = await land(`/${TAGS}`, { attributes: 'data-consent="granted"' });
    await follow(page, 'two');
    await follow(page, 'three');
    await buy(page);
    expect((await storedIn(page)).filter((name) => !name.startsWith('funnel.event.')).sort()).toEqual([
      'funnel.visit',
      'funnel.visitor',
    ]);
    // The service need not remember anything: each batch says it.
    for (const { batch } of collector.received) {
      expect(batch).toMatchObject({ utm_source: 'News', utm_medium: 'email', utm_campaign: 'spring' });
    }
    for (const event of await dimensions()) expect(event).toMatchObject(NEWSLETTER);
    expect(logged.visits.size).toBe(0);
    await page.evaluate(`funnel('consent', false)`);
    expect(await storedIn(page)).toEqual([]);
  });

  it('with consent is the first one, until half an hour after the last event', async () => {
    const context = await visitors.visitor();
    const attributes = 'data-consent="granted"';
    const first = await land(`/three${TAGS}`, { attributes, context });
    await buy(first);
    collector.forget();
    const second = await land('/three?utm_source=other', { attributes, context });
    await buy(second);
    expect(collector.received[0]!.batch).toMatchObject({ utm_source: 'News' });
    await second.evaluate(`{
      const [at, source] = JSON.parse(localStorage.getItem('funnel.visit'));
      localStorage.setItem('funnel.visit', JSON.stringify([at - 31 * 60_000, source]));
    }`);
    collector.forget();
    const third = await land('/three?utm_source=other', { attributes, context });
    await buy(third);
    expect(collector.received[0]!.batch).toMatchObject({ utm_source: 'other' });
    expect(collector.received[0]!.batch).not.toHaveProperty('utm_medium');
  });

  it('is kept if the visitor agrees on a later page', async () => {
    const page = await land(`/${TAGS}`);
    await follow(page, 'two');
    await follow(page, 'three');
    await page.evaluate(`funnel('consent', true)`);
    await buy(page);
    for (const event of await dimensions()) expect(event).toMatchObject(NEWSLETTER);
  });

  it('is the search engine that referred to the page', async () => {
    const page = await land('/three', { referer: 'https://www.google.com/search?q=shoes' });
    await buy(page);
    for (const event of await dimensions()) {
      expect(event).toMatchObject({ channel: 'organic_search', referrer: 'google.com', page: '/three' });
    }
    expect(collector.received[0]!.batch).toMatchObject({ referrer: 'www.google.com', page: '/three' });
  });

  it('is nowhere for a visit without tags and referrer, and its pages send no requests without events', async () => {
    const page = await land('/');
    await follow(page, 'two');
    await follow(page, 'three');
    await buy(page);
    for (const event of await dimensions()) expect(event).toMatchObject({ channel: 'direct', page: '/three' });
    for (const { batch } of collector.received) expect(batch.events.length).toBeGreaterThan(0);
  });

  it('comes with the page once per batch, and with an event only if it happened on another page', async () => {
    const page = await land('/');
    await page.waitForFunction('funnel.told');
    await page.evaluate(`
      funnel('completion', { campaign: 'a' });
      history.pushState({}, '', '/next?x=1');
      funnel('completion', { campaign: 'b' });
      funnel('completion', { campaign: 'c', page: '/told' });`);
    await collector.until(({ counted }) => counted.includes('completion c'));
    const [{ batch }] = collector.received as [Received];
    expect(batch).toMatchObject({ page: '/' });
    expect(batch.events.map(({ page: own }) => own)).toEqual([undefined, '/next', '/told']);
  });
});
