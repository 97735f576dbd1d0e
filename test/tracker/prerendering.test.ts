// Pages that Chromium renders before the visitor asks for them. Without a driver, because drivers stop these pages: the page clicks
// its link itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '../support/browser.ts';
import { RecordingCollector } from './recording-collector.ts';
import { snippet, Website } from './website.ts';

describe.skipIf(!CHROMIUM)('a page that is rendered in advance', () => {
  let collector: RecordingCollector;
  let website: Website;
  let profile: string;
  let browser: ChildProcess;
  beforeAll(async () => {
    [collector, website] = await Promise.all([RecordingCollector.start(), Website.start()]);
    profile = mkdtempSync(join(tmpdir(), 'funnel-chromium-'));
  });
  afterAll(async () => {
    if (browser) {
      // Not only the process itself: those that it has started write into the profile, too, and have its streams.
      const ended = once(browser, 'close');
      browser.kill();
      await ended;
    }
    website?.close();
    collector?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it('is counted when it is shown, and not before', async () => {
    const rules = JSON.stringify({ prerender: [{ source: 'list', urls: ['/next'], eagerness: 'immediate' }] });
    website.pages = {
      '/': `${snippet(collector.url, `data-key="${collector.key}"`)}<body><p data-funnel-campaign="first">text</p><a href="/next">next</a>
        <script type="speculationrules">${rules}</script>
        <script>(async () => {
          while (!(await fetch('/click')).ok) await new Promise((done) => setTimeout(done, 50));
          document.querySelector('a').click();
        })()</script>`,
      // Once it is loaded, the tracker has started, or it waits. Only a page that was rendered in advance is told that it is shown.
      '/next': `${snippet(collector.url, `data-key="${collector.key}"`)}<body><p data-funnel-campaign="next">text</p>
        <script>addEventListener('load', () => fetch(window.funnel ? '/rendered-and-tracked' : '/rendered-alone'));
          document.addEventListener('prerenderingchange', () => fetch('/shown'))</script>`,
    };
    const rendered = Promise.race([website.asked('/rendered-alone'), website.asked('/rendered-and-tracked')]);
    const shown = website.asked('/shown');
    browser = spawn(CHROMIUM!, [
      ...CHROMIUM_ARGUMENTS,
      '--headless=new',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      website.url,
    ]);
    browser.stdout!.resume();
    browser.stderr!.resume();
    await rendered;
    await collector.until(({ counted }) => counted.length >= 1);
    expect(collector.counted).toEqual(['view first']);
    website.pages = { ...website.pages, '/click': '' };
    await shown;
    await collector.until(({ counted }) => counted.includes('view next'));
    expect(collector.counted).toEqual(['view first', 'view next']);
  });
});
