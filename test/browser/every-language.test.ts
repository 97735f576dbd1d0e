// A newcomer's journey in every language: from the printed link to a funnel, and to a contact from a form.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LANGUAGES } from '../../languages/language.ts';
import type { Translate } from '../../languages/translate.ts';
import { textsIn } from '../../src/core/foundation/text/translators.ts';
import { CHROMIUM } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { IS_LONG } from '../support/long.ts';
import { Visitors, watchForms } from '../tracker/visitors.ts';
import { Website } from '../tracker/website.ts';
import { seriousFindings } from './accessibility.ts';
import { startEmptyService } from './empty-service.ts';
import type { KnownLooks } from './run-axe.ts';
import { copied, EMAIL, PASSWORD } from './set-up.ts';

/** That every text exists in all of them is tested without a browser (test/languages), and that pages use them as components. */
const REGIONS = { en: 'en-GB', de: 'de-AT', fr: 'fr-CA', es: 'es-MX', pt: 'pt-BR' } as const;
const FORM = `<section data-funnel-campaign="welcome" data-funnel-step="offer">
  <h2>10%</h2>
  <form action="/thanks" data-funnel-element="newsletter" data-funnel-contact>
    <input type="email" name="email" data-funnel-field="email"><button>OK</button>
  </form>
</section>`;

describe.runIf(IS_LONG && CHROMIUM)('a newcomer', () => {
  let visitors: Visitors;
  /** The looks are the same in all languages. */
  const known: KnownLooks = new Set();
  beforeAll(async () => {
    buildIfChanged('dashboard');
    buildIfChanged('tracker');
    visitors = await Visitors.arrive();
  });
  afterAll(() => visitors?.close());

  it.each(LANGUAGES)('comes from the link to a funnel and to a contact in %s', async (language) => {
    const t = textsIn(language);
    const [service, shop] = await Promise.all([startEmptyService(), Website.start()]);
    onTestFinished(async () => {
      shop.close();
      await visitors.leave();
      await service.stop();
    });
    const context = await visitors.visitor({
      locale: REGIONS[language],
      viewport: { width: 1200, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      bypassCSP: true,
    });
    const page = await context.newPage();
    const check = async () => expect(await seriousFindings(page, { known })).toEqual([]);

    await page.goto(service.link);
    await setUp(page, t, shop.url, check);
    await page.getByRole('heading', { name: t('live.waiting') }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await check();
    const head = await copied(page, t('sending.theLine'), t);

    // Contacts from forms have to be allowed first.
    await page.goto(`${service.url}/websites/1/sending`);
    await page.getByLabel(t('sending.formContacts')).check();
    await page.getByLabel(t('sending.formContacts')).and(page.locator(':enabled')).waitFor();
    await check();
    shop.pages = { '/': `<!doctype html><title>Shop</title>${head}<body>${FORM}</body>`, '/thanks': '' };
    const visit = await context.newPage();
    await visit.goto(shop.url);
    const waitForForms = watchForms(visit);
    await visit.fill('[name=email]', 'grace@example.com');
    await waitForForms();
    await visit.click('button');
    await visit.waitForURL('**/thanks?*');
    // The requests of the page that was left may arrive later: the view, the submission and the conversion.
    await page.goto(`${service.url}/websites/1/live`);
    const arrived = page.getByRole('region', { name: t('live.listOfEvents') }).getByRole('listitem');
    await arrived.nth(2).waitFor();

    await page.goto(`${service.url}/websites/1`);
    await page.getByRole('region', { name: t('charts.headlineMetrics') }).waitFor();
    await check();
    await page
      .getByRole('table', { name: t('common.campaigns') })
      .getByRole('link', { name: 'welcome' })
      .click();
    await expect.poll(() => page.getByTestId('funnel-count').allInnerTexts()).toEqual(['1', '1']);
    await check();
    await page.getByRole('link', { name: t('common.contacts'), exact: true }).click();
    await page.getByRole('heading', { name: t('contacts.count', { count: 1 }) }).waitFor();
    await page.getByRole('button', { name: 'grace@example.com', exact: true }).waitFor();
    await check();
  });
});

async function setUp(page: Page, t: Translate, origin: string, check: () => Promise<void>): Promise<void> {
  const goOn = async (button: string, then: string) => {
    await check();
    await page.getByRole('button', { name: button }).click();
    await page.getByText(then).and(page.locator('h1, legend')).waitFor();
  };
  await page.getByLabel(t('setup.accountName')).fill('Ada & Co.');
  await page.getByLabel(t('common.emailAddress')).fill(EMAIL);
  await page.getByLabel(t('common.password'), { exact: true }).fill(PASSWORD);
  await goOn(t('common.continue'), t('setup.firstWebsite'));
  await page.getByLabel(t('setup.websiteName')).fill('shop.example');
  await page.getByLabel(t('common.addressesOfPages')).fill(origin);
  await goOn(t('common.continue'), t('setup.howAdded'));
  await page.getByLabel(t('setup.automatically')).check();
  await goOn(t('common.create'), 'shop.example');
}
