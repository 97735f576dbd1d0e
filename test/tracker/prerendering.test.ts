// Pages that Chromium renders before the visitor asks for them. With Puppeteer, because Playwright stops these pages.
import { type Browser, launch } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '../support/browser.ts';
import { RecordingCollector } from './recording-collector.ts';
import { snippet, Website } from './website.ts';

describe.skipIf(!CHROMIUM)('a page that is rendered in advance', () => {
  let collector: RecordingCollector;
  let website: Website;
  let browser: Browser;
  beforeAll(async () => {
    [collector, website, browser] = await Promise.all([
      RecordingCollector.start(),
      Website.start(),
      launch({ executablePath: CHROMIUM!, args: [...CHROMIUM_ARGUMENTS] }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    website?.close();
    collector?.close();
  });

  it('is counted when it is shown, and not before', async () => {
    const rules = JSON.stringify({ prerender: [{ source: 'list', urls: ['/next'], eagerness: 'immediate' }] });
    website.pages = {
      '/': `${snippet(collector.url, `data-key="${collector.key}"`)}<body><p data-funnel-campaign="first">text</p><a href="/next">next</a>
        <script type="speculationrules">${rules}</script>`,
      // Told after everything that a page does of its own accord once it is loaded.
      '/next': `${snippet(collector.url, `data-key="${collector.key}"`)}<body><p data-funnel-campaign="next">text</p>
        <script>addEventListener('load', () => setTimeout(() => fetch('/rendered'), 1000))</script>`,
    };
    const rendered = website.asked('/rendered');
    const page = await browser.newPage();
    await page.goto(website.url);
    await rendered;
    await collector.until(({ counted }) => counted.length >= 1);
    expect(collector.counted).toEqual(['view first']);
    await Promise.all([page.waitForNavigation({ waitUntil: [] }), page.click('a')]);
    await collector.until(({ counted }) => counted.includes('view next'));
    expect(collector.counted).toEqual(['view first', 'view next']);
    const shownAfter = await page.evaluate('performance.getEntriesByType("navigation")[0].activationStart');
    expect(shownAfter, 'it was rendered in advance').toBeGreaterThan(0);
  });
});
