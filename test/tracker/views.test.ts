// When something counts as seen, in a real browser.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { RecordingCollector } from './recording-collector.ts';
import { traverse, Visitors } from './visitors.ts';
import { snippet, Website } from './website.ts';

describe.skipIf(!CHROMIUM)('a view', () => {
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

  async function open(
    html: string,
    more: Readonly<Record<string, string>> = {},
    of = visitors,
    attribute = '',
  ): Promise<Page> {
    const pages = { '/': html, ...more };
    website.pages = Object.fromEntries(
      Object.entries(pages).map(([path, body]) => [
        path,
        `${snippet(collector.url, `data-key="${collector.key}" ${attribute}`)}<body>${body}`,
      ]),
    );
    const page = await (await of.visitor()).newPage();
    await page.goto(website.url);
    return page;
  }

  /** What was counted until the visitor left, beyond the view of the marker that shows that it has all arrived. */
  async function countedAfterLeaving(page: Page): Promise<string[]> {
    await twoFrames(page);
    await page.evaluate(`funnel('completion', { campaign: 'left' })`);
    await page.close();
    await collector.until(({ counted }) => counted.includes('completion left'));
    return collector.counted.filter((event) => event !== 'completion left');
  }

  /** Browsers look at what is visible once per frame. */
  function twoFrames(page: Page): Promise<void> {
    return page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
    );
  }

  it('counts what is at least half visible', async () => {
    const page = await open(`<div style="height:500px"></div>
      <p style="height:160px;margin:0" data-funnel-campaign="most"></p>
      <p style="height:400px;margin:0" data-funnel-campaign="none"></p>`);
    expect(await countedAfterLeaving(page)).toEqual(['view most']);
  });

  it('counts a place where nothing is shown, when it comes into the viewport', async () => {
    const holdout = (campaign: string) =>
      `<div data-funnel-campaign="${campaign}" data-funnel-variant="none" data-funnel-holdout></div>`;
    const page = await open(`${holdout('here')}<div style="height:2000px"></div>${holdout('low')}`);
    await twoFrames(page);
    await page.evaluate(`funnel('completion', { campaign: 'not there yet' })`);
    await page.evaluate('scrollTo(0, 2000)');
    expect(await countedAfterLeaving(page)).toContain('view here/none');
    const inOrder = collector.events.map(({ type, campaign, variant }) => [type, campaign, variant].join(' ').trim());
    expect(inOrder.slice(0, 3)).toEqual(['view here none', 'completion not there yet', 'view low none']);
  });

  it.each([
    ['above', '700 - innerHeight', '750 - innerHeight'],
    ['below', '750', '650'],
  ])('counts a holdout of a height as what would be there, coming from %s', async (_, notYet, then) => {
    // The middle of both is 725 pixels from the top.
    const page =
      await open(`<body style="margin:0"><div style="height:525px"></div><div style="position:relative;height:3000px">
      <p style="position:absolute;margin:0;height:400px" data-funnel-campaign="shown">text</p>
      <p style="margin:0" data-funnel-campaign="held" data-funnel-variant="none" data-funnel-holdout="400"></p></div>`);
    await page.evaluate(`scrollTo(0, ${notYet})`);
    await twoFrames(page);
    await page.evaluate(`funnel('completion', { campaign: 'not there yet' })`);
    await page.evaluate(`scrollTo(0, ${then})`);
    await countedAfterLeaving(page);
    expect(collector.events[0]).toMatchObject({ type: 'completion', campaign: 'not there yet' });
    expect(collector.counted).toEqual(expect.arrayContaining(['view held/none', 'view shown']));
  });

  it('counts when it is scrolled to, and once however often', async () => {
    const page = await open(`<div style="height:2000px"></div><p data-funnel-campaign="low">text</p>`);
    for (const place of [2000, 0, 2000, 0]) {
      await page.evaluate(`scrollTo(0, ${place})`);
      await twoFrames(page);
    }
    expect(await countedAfterLeaving(page)).toEqual(['view low']);
  });

  it('counts what is taller than the window when it reaches the middle', async () => {
    const page = await open(
      `<div style="height:400px"></div><div style="height:9000px" data-funnel-campaign="tall"></div>`,
    );
    await twoFrames(page);
    await page.evaluate('scrollTo(0, 90)');
    await twoFrames(page);
    await page.evaluate(`funnel('completion', { campaign: 'not yet in the middle' })`);
    await page.evaluate('scrollTo(0, 150)');
    await countedAfterLeaving(page);
    expect(collector.events.map(({ type }) => type)).toEqual(['completion', 'view', 'completion']);
  });

  it.each(['opacity:0', 'visibility:hidden', 'display:none'])(
    'waits for a popup with %s to be shown',
    async (style) => {
      const page = await open(
        `<div id="popup" style="${style};position:fixed;top:0" data-funnel-campaign="popup">text</div>`,
      );
      await twoFrames(page);
      await page.evaluate(`funnel('completion', { campaign: 'not yet shown' })`);
      await page.evaluate(`document.querySelector('#popup').style = ''`);
      await collector.until(({ counted }) => counted.includes('view popup'));
      expect(await countedAfterLeaving(page)).toEqual(['completion not yet shown', 'view popup']);
      expect(collector.events[0]!.type).toBe('completion');
    },
  );

  it('leaves campaigns and variants to the steps in them', async () => {
    const page = await open(`
      <div data-funnel-campaign="a"><div data-funnel-variant="b"><div data-funnel-step="c">
        <i data-funnel-element="d">text</i></div></div></div>
      <div data-funnel-campaign="e"><i data-funnel-variant="f">text</i></div>
      <div data-funnel-campaign="g" data-funnel-variant="h"><i data-funnel-step="i">text</i></div>
      <div data-funnel-campaign="j"><i data-funnel-element="k">text</i></div>
      <div data-funnel-campaign="l">text<div data-funnel-campaign="m" data-funnel-step="n">text</div></div>`);
    expect(await countedAfterLeaving(page)).toEqual([
      'view a/b/c',
      'view a/b/c/d',
      'view e/f',
      'view g/h/i',
      'view j',
      'view j/k',
      'view l',
      'view m/n',
    ]);
  });

  it('counts a subject once per page view, even if it is drawn twice or drawn anew', async () => {
    const page = await open(`<p data-funnel-campaign="a">text</p><p data-funnel-campaign="a">text</p>`);
    await twoFrames(page);
    await page.evaluate(`document.querySelector('p').outerHTML = '<p data-funnel-campaign="a">text</p>'`);
    expect(await countedAfterLeaving(page)).toEqual(['view a']);
  });

  it('counts what appears or is marked later', async () => {
    const page = await open(`<main></main><p id="later">text</p>`);
    await page.evaluate(`document.querySelector('main').innerHTML = '<b><i data-funnel-campaign="a">text</i></b>'`);
    await page.evaluate(`document.querySelector('#later').dataset.funnelCampaign = 'b'`);
    await twoFrames(page);
    await page.evaluate(`document.querySelector('#later').dataset.funnelCampaign = 'c'`);
    expect(await countedAfterLeaving(page)).toEqual(['view a', 'view b', 'view c']);
  });

  it('counts anew for a new path and for a hash route, but not for a fragment or what stays', async () => {
    const page = await open(`<p data-funnel-campaign="stays">text</p><main></main>`);
    const draw = async (url: string) => {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)})`);
      await page.evaluate(`document.querySelector('main').innerHTML = '<p data-funnel-campaign="drawn">text</p>'`);
      await twoFrames(page);
    };
    await draw('/');
    await draw('/#fragment');
    await draw('/?page=2');
    expect(await page.evaluate('funnel("completion", {campaign: "one"})')).toBeUndefined();
    await draw('/cart');
    await page.evaluate(`document.body.append(document.querySelector('[data-funnel-campaign=stays]'))`);
    await twoFrames(page);
    await draw('/cart#/route');
    await page.evaluate('history.back()');
    await page.waitForURL('**/cart');
    await draw('/cart');
    const counted = await countedAfterLeaving(page);
    expect(counted.filter((event) => event === 'view stays')).toHaveLength(1);
    expect(counted.filter((event) => event === 'view drawn')).toHaveLength(4);
    expect(collector.events.slice(0, 3).map(({ type }) => type)).toEqual(['view', 'view', 'completion']);
  });

  it('counts a reload, and a page that comes back from the back/forward cache', async () => {
    const others = await Visitors.arriveWithBackForwardCache();
    onTestFinished(() => others.close());
    const html = '<p data-funnel-campaign="a">text</p><a href="/other">other</a>';
    const page = await open(html, { '/other': 'other' }, others, 'data-pages');
    await collector.until(({ counted }) => counted.length === 2);
    await page.reload();
    await collector.until(({ counted }) => counted.length === 4);
    await page.evaluate('window.isKept = true');
    await page.click('a');
    await page.waitForURL('**/other');
    await collector.until(({ counted }) => counted.length === 5);
    await traverse(page, -1, '/');
    await collector.until(({ counted }) => counted.length === 7);
    expect(await page.evaluate('window.isKept'), 'the page was in the cache').toBe(true);
    const counted = await countedAfterLeaving(page);
    expect(counted.filter((event) => event === 'view a')).toHaveLength(3);
    expect(pageViews()).toEqual(['/', '/', '/other', '/']);
  });

  /** Their pages, in the order in which they were seen. */
  function pageViews(): unknown[] {
    const { events, pages } = collector;
    return events.filter(({ type }) => type === 'page_view').map(({ id }) => pages.get(id));
  }

  it('is one of the page, too, where the script asks for it: when it is loaded, and when another one is navigated to', async () => {
    const page = await open('<p data-funnel-campaign="a">text</p>', {}, visitors, 'data-pages');
    for (const url of ['/#fragment', '/?page=2', '/cart', '/cart#/route']) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)})`);
    }
    await page.evaluate(`history.replaceState(null, '', '/thanks')`);
    await page.evaluate('history.go(-1)');
    await page.waitForURL('**/cart');
    await countedAfterLeaving(page);
    expect(pageViews()).toEqual(['/', '/cart', '/cart', '/thanks', '/cart']);
    expect(collector.events.slice(0, 2).map(({ type }) => type)).toEqual(['page_view', 'view']);
    expect(collector.events[0]).not.toHaveProperty('campaign');
  });

  it('waits while the tab is in the background', async () => {
    const page = await open('');
    const hidden = (value: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${value} })`);
    await hidden(true);
    await page.evaluate(`document.body.innerHTML = '<p data-funnel-campaign="a">text</p>'`);
    await twoFrames(page);
    await page.evaluate(`funnel('completion', { campaign: 'in the background' })`);
    await hidden(false);
    await collector.until(({ counted }) => counted.includes('view a'));
    expect(collector.events.map(({ type }) => type)).toEqual(['completion', 'view']);
  });
});
