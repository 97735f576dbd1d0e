// From nothing to one's own numbers, as the README promises: the service as a process on an empty database, the link that it
// prints, the setup in a browser, and an event that a page of another origin sends.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { CHROMIUM } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { ANY_ENGINE, createEmptyDatabase } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { Visitors } from '../tracker/visitors.ts';
import { Website } from '../tracker/website.ts';
import { seriousFindings } from './accessibility.ts';
import { type EmptyService, startEmptyProcess } from './empty-process.ts';
import { startEmptyService } from './empty-service.ts';
import { copied, EMAIL, fillLogin, fillWebsite, next, PASSWORD, visitShop } from './set-up.ts';

describe.skipIf(!CHROMIUM)('the first run', () => {
  let visitors: Visitors;
  beforeAll(async () => {
    buildIfChanged('dashboard');
    buildIfChanged('tracker');
    visitors = await Visitors.arrive();
  });
  afterAll(() => visitors?.close());
  afterEach(() => visitors.leave());

  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await visitors.visitor({
      permissions: ['clipboard-read', 'clipboard-write'],
      bypassCSP: true,
      ...options,
    });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  describe.each(ANY_ENGINE)('on %s', (engine: Engine) => {
    let service: EmptyService;
    let shop: Website;
    let dropDatabase: () => Promise<void>;
    beforeEach(async () => {
      const { url, dispose } = await createEmptyDatabase(engine);
      dropDatabase = dispose;
      [service, shop] = await Promise.all([startEmptyProcess(url), Website.start()]);
    });
    afterEach(async () => {
      shop?.close();
      await service?.stop();
      await dropDatabase();
    });

    it('leads from the printed link to an event of a page, without a command', async () => {
      // The pages are the same on both engines.
      const check = async (page: Page) => {
        if (engine === 'sqlite') expect(await seriousFindings(page)).toEqual([]);
      };
      const page = await open(service.link);
      await fillLogin(page);
      await check(page);
      await next(page);
      await fillWebsite(page, shop.url);
      await check(page);
      await next(page);
      await page.getByLabel('Automatically').check();
      await check(page);
      await page.getByRole('button', { name: 'Create' }).click();

      // Logged in without typing the password again.
      await page.getByRole('heading', { name: 'shop.example', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
      await page.getByText('“Count orders from browsers”, “Create contacts from forms”').waitFor();
      await check(page);
      expect(page.url()).not.toContain('#');

      const visit = await visitShop(page, shop);
      await page.getByRole('heading', { name: 'Your first event has arrived' }).waitFor();
      await page.getByText('welcome › Variant A › offer', { exact: true }).waitFor();
      await page.getByText(`Pages · ${shop.url}`).first().waitFor();
      await visit.getByRole('link').click();
      // In the list: the page also says when a conversion is counted.
      await page.getByRole('listitem').filter({ hasText: 'Conversion' }).waitFor();
      await check(page);
      await page.getByRole('button', { name: 'Show the numbers' }).click();
      await page.getByRole('region', { name: 'Headline metrics' }).waitFor();
      const views = page.locator('[data-metric="views"]').getByTestId('tile-value');
      await views.filter({ hasText: /^1$/ }).waitFor();
      await page.getByRole('table', { name: 'Campaigns' }).getByRole('link', { name: 'welcome' }).click();
      // The visitor who has converted is not lost.
      await page.getByText('0.0% drop off').waitFor();
      await expect.poll(() => page.getByTestId('funnel-count').allInnerTexts()).toEqual(['1', '1']);
      expect(await page.getByText('100.0% drop off').count()).toBe(0);

      // The link was for this once.
      const again = await open(service.link);
      await again.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
      await again.getByRole('link', { name: 'log in' }).click();
      await again.getByRole('button', { name: 'Log in' }).waitFor();
    });
  });

  /** For tests that the pages of both engines would pass or fail alike. */
  function serviceAndShop(): () => { service: EmptyService; shop: Website } {
    let service: EmptyService;
    let shop: Website;
    beforeAll(async () => {
      [service, shop] = await Promise.all([startEmptyService(), Website.start()]);
    });
    afterAll(async () => {
      shop?.close();
      await service?.stop();
    });
    return () => ({ service, shop });
  }

  describe('before the setup', () => {
    const get = serviceAndShop();
    /** The links before it do not work any more. */
    const newLink = async () => (await get().service.commands.call(['setup-link'])).stdout.trim();

    it('leads from the front page to the link in the terminal, which it does not know', async () => {
      const { service } = get();
      const page = await open(service.url);
      await page.getByText('Open the setup link that the service printed').waitFor();
      expect(await page.content()).not.toContain(new URL(service.link).hash.slice(1));
      expect(await seriousFindings(page)).toEqual([]);
      await page.goto(`${service.url}/setup#invented`);
      await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });

    it.runIf(IS_LONG)('keeps what is filled in, and names what is wrong', async () => {
      const { shop } = get();
      const page = await open(await newLink());
      await fillLogin(page, 'password123');
      await page.getByRole('button', { name: 'Continue' }).click();
      await alert(page, 'Password: This password is too common');
      await page.locator('[name=password]:focus').waitFor();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await next(page);
      await fillWebsite(page, `${shop.url}/page`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await alert(page, 'without a path');
      await page.getByRole('button', { name: 'Back' }).click();
      await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(EMAIL);
      await next(page);
      // The Back button of the browser leads to the form before, too.
      await page.goBack();
      await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(EMAIL);
      expect(await page.getByRole('alert').count()).toBe(0);
      await next(page);
      await expect.poll(() => page.getByLabel('Currency').inputValue()).toBe('EUR');
      await page.getByLabel('Addresses of its pages').fill(shop.url);
      await next(page);

      // Meanwhile somebody has made another link.
      const link = await newLink();
      await page.getByRole('button', { name: 'Create' }).click();
      await alert(page, 'This link is not valid');
      await page.goto(link);
      await page.getByLabel('Account name').waitFor();
    });

    it.each(
      IS_LONG ? ['America/Los_Angeles', 'Asia/Kolkata', 'Australia/Sydney', 'Australia/Lord_Howe'] : ['Asia/Kolkata'],
    )('suggests the time zone of a browser in %s', async (timezoneId) => {
      const page = await open(await newLink(), { timezoneId });
      await fillLogin(page);
      await next(page);
      // Some browsers call the zone by its old name.
      const names = timezoneId === 'Asia/Kolkata' ? [timezoneId, 'Asia/Calcutta'] : [timezoneId];
      expect(names).toContain(await page.getByLabel('Time zone').inputValue());
    });
  });

  describe('with a campaign by hand', () => {
    const get = serviceAndShop();

    it.runIf(IS_LONG)('says why an event is rejected, and counts one from the console of an allowed page', async () => {
      const { service, shop } = get();
      const page = await open(service.link);
      await fillLogin(page);
      await next(page);
      await fillWebsite(page, shop.url);
      await next(page);
      await page.getByLabel('By hand, in the dashboard').check();
      await page.getByLabel('Campaign name').fill('Spring popup');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();

      const elsewhere = await Website.start();
      await visitShop(page, elsewhere);
      await page.getByRole('heading', { name: 'An event has arrived, but was not counted' }).waitFor();
      await page.getByText(`This key does not work on ${elsewhere.url}.`).waitFor();
      await page.getByText('origin_not_allowed').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      elsewhere.close();

      await page.getByText('Try it without changing a page').click();
      const command = await copied(page, 'the command for the console');
      shop.pages = { '/': '<!doctype html><title>Shop</title>' };
      const visit = await page.context().newPage();
      await visit.goto(shop.url);
      await visit.evaluate(command);
      await page.getByRole('heading', { name: 'Your first event has arrived' }).waitFor();
      await page.getByText('Spring popup › Variant A › Offer', { exact: true }).waitFor();
    });
  });
});

function alert(page: Page, text: string): Promise<void> {
  return page.getByRole('alert').filter({ hasText: text }).waitFor();
}
