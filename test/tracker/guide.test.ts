// docs/tracker.md does what it says: its commands and snippets, run against the real service in a real browser.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import { ingestKeyCreateCommand } from '../../src/core/server/commands/websites/ingest-key.ts';
import { CHROMIUM } from '../support/browser.ts';
import { runCommand } from '../support/run-command.ts';
import { TrackedShop } from './tracked-shop.ts';
import { storedIn, Visitors, watchForms } from './visitors.ts';

const GUIDE = readFileSync('docs/tracker.md', 'utf8');

/** The code of the only block of this language that has this text in it. */
function snippetWith(language: string, text: string): string {
  const blocks = [...GUIDE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].filter(
    ([, of, code]) => of === language && code!.includes(text),
  );
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of ${language} have "${text}"`);
  return blocks[0]![2]!;
}

describe.skipIf(!CHROMIUM)('the guide to the tracker', () => {
  let shop: TrackedShop;
  let visitors: Visitors;
  let head: string;
  beforeAll(async () => {
    [shop, visitors] = await Promise.all([TrackedShop.open(), Visitors.arrive()]);
    head = await installed();
  });
  beforeEach(() => shop.startOver());
  afterAll(async () => {
    await visitors?.close();
    await shop?.close();
  });

  /** As the first section says, with the addresses of the test. */
  async function installed(): Promise<string> {
    const [, , , ...args] = snippetWith('sh', 'ingest-key create')
      .trim()
      .replace('https://shop.example', shop.website.url)
      .split(' ');
    const { document } = await runCommand(ingestKeyCreateCommand, args, { DATABASE_URL: shop.service.ingestion.url });
    return snippetWith('html', 'YOUR_PUBLIC_KEY')
      .replace('YOUR_PUBLIC_KEY', (document as { key: string }).key)
      .replace('https://funnel.example', shop.service.url);
  }

  async function open(body: string, headers: Readonly<Record<string, string>> = {}, within = head): Promise<Page> {
    const html = `<!doctype html><link rel="icon" href="data:,">${within}<body>${body}`;
    shop.website.pages = { '/': { html, headers }, '/newsletter': html, '/sale': html };
    const page = await (await visitors.visitor()).newPage();
    await page.goto(shop.website.url);
    return page;
  }

  it('counts the markup as it says', async () => {
    const page = await open(snippetWith('html', '<section data-funnel-campaign'));
    // A section that is left before the browser has drawn it is not viewed.
    const viewed = (views: number) => expect.poll(async () => (await shop.counts()).views).toBe(views);
    await viewed(1);
    await page.click('text=Close');
    await page.click('text=Sign up');
    await page.fill('input', 'ada@example.com');
    await page.click('text=Sign up');
    await page.waitForURL('**/newsletter?*');
    await viewed(2);
    await page.click('text=Shop now');
    await page.waitForURL('**/sale');
    await viewed(3);
    await shop.leave(page);
    await shop.expectCounted({ views: 3, conversions: 2, submissions: 1 });
    expect((await shop.element(10000)).metrics).toMatchObject({ conversions: 1, submissions: 0 });
    expect((await shop.element(10001)).metrics).toMatchObject({ conversions: 1, submissions: 1 });
  });

  it('counts the calls of the function', async () => {
    const calls = snippetWith('html', `funnel('order'`);
    const page = await open(`<div id="quiz" data-funnel-element="10010"></div>${calls}`);
    await shop.leave(page);
    await shop.expectCounted({ orders: 1, revenue: 49.9 });
    expect((await shop.element(10010)).fields).toEqual([{ name: 'taste', values: [{ value: 'Fruity', count: 1 }] }]);
  });

  it('counts the order of a visitor who only saw a variant for that variant, also on the page after the purchase', async () => {
    const settings = { credit_window_days: 7, credit_by: 'conversion' } as const;
    await changeWebsiteSettings(shop.service.database, 1, settings, shop.service.clock.now);
    const page = await open(snippetWith('html', '<section data-funnel-campaign'));
    await expect.poll(async () => (await shop.counts()).views).toBe(1);
    shop.website.pages = { '/': `<!doctype html>${head}<body>Thank you${snippetWith('html', `funnel('order'`)}` };
    await page.goto(shop.website.url);
    await shop.leave(page);
    await shop.expectCounted({ views: 1, orders: 1, revenue: 49.9 });
    expect(await shop.revenueOfVariants()).toEqual({ 100: 49.9, 101: 0 });
  });

  it('stores what it says after consent, and nothing after a refusal', async () => {
    const buttons = '<button id="accept">Accept</button><button id="refuse">Refuse</button>';
    const page = await open(buttons + snippetWith('html', `funnel('consent'`));
    expect(await storedIn(page)).toEqual([]);
    await page.click('#accept');
    expect(await storedIn(page)).toEqual(['funnel.visitor']);
    await page.evaluate(`funnel('conversion', { campaign: 'spring' })`);
    expect(await page.evaluate('funnel.told')).toHaveLength(1);
    await page.click('#refuse');
    expect(await storedIn(page)).toEqual([]);
    expect(await page.evaluate('funnel.told')).toEqual([]);
    await page.close();
  });

  it('hands the visitor on to a form, with consent', async () => {
    const form = '<form id="checkout"><input name="funnel_visitor"></form>';
    const page = await open(form + snippetWith('html', `funnel('visitor'`));
    const value = () => page.inputValue('[name=funnel_visitor]');
    expect(await value()).toBe('');
    await page.evaluate(`funnel('consent', true)`);
    await expect.poll(value).toMatch(/^[0-9a-f-]{36}$/);
    await page.evaluate(`funnel('consent', false)`);
    await expect.poll(value).toBe('');
    await page.close();
  });

  it('makes a contact of the fields of a form that it declares', async () => {
    const page = await open(snippetWith('html', 'data-funnel-contact'));
    const waitForForms = watchForms(page);
    await page.fill('[name=email]', 'ada@example.com');
    await page.check('[name=news]');
    await waitForForms();
    await page.click('text=Sign up');
    await page.waitForURL('**/newsletter?*');
    await expect
      .poll(() => shop.contacts())
      .toMatchObject([
        { email: 'ada@example.com', marketing_consent: 'yes', data: { source: { campaign: 'Spring sale' } } },
      ]);
    await shop.leave(page);
  });

  it('needs no more than the content security policy that it shows', async () => {
    const [, policy] = /Content-Security-Policy: (.*)/.exec(GUIDE)!;
    const markup = snippetWith('html', '<section data-funnel-campaign');
    const headers = {
      'content-security-policy':
        "default-src 'none'; img-src data:; form-action 'self'; " +
        policy!.replaceAll('https://funnel.example', shop.service.url),
    };
    const page = await open(markup, headers, head.replace(/<script>.*<\/script>\n/, ''));
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await expect.poll(async () => (await shop.counts()).views).toBe(1);
    await shop.leave(page);
    expect(messages).toEqual([]);
  });
});
