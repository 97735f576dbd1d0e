// What is shown to others, in every language, theme and width, and by keyboard alone. That it works is tested without a browser, and by
// journeys in English (share.ts, recipients.ts, people.ts).
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../languages/language.ts';
import { CHROMIUM } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { IS_LONG } from '../support/long.ts';
import { copySharedDemo } from '../support/shared-demo.ts';
import { findingsInBothThemes } from './accessibility.ts';
import { Dashboard } from './dashboard.ts';
import { startDemoService } from './demo-service.ts';
import { foreignTexts } from './foreign-texts.ts';
import { keyboardFindings } from './keyboard-findings.ts';
import { lookFindings } from './look-findings.ts';
import { PARTS, type Seer } from './parts.ts';
import { createPartsWorld, LINK_PASSWORD, MAIL, type PartsWorld, REPORTING } from './parts-world.ts';
import type { KnownLooks } from './run-axe.ts';
import { REGIONS, showPart, WIDTHS } from './show-part.ts';

type Session = Dashboard['sessions'][number];

const WIDTH_NAMES = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[];
const SEERS: readonly Seer[] = ['owner', 'client', 'reader'];
const LOOKS = LANGUAGES.flatMap((language) => WIDTH_NAMES.map((width) => ({ language, width })));

describe.runIf(IS_LONG && CHROMIUM)('what is shown to others', () => {
  let dashboard: Dashboard;
  let world: PartsWorld;
  const sessions: Partial<Record<Seer, Session>> = {};
  /** The looks are the same in all languages. */
  const known: KnownLooks = new Set();

  beforeAll(async () => {
    buildIfChanged('dashboard');
    const service = await startDemoService(copySharedDemo, MAIL);
    world = await createPartsWorld(service);
    // Whatever a test changes is undone after it: everybody logs in before.
    dashboard = await Dashboard.open(service, service.login, world.client);
    sessions.owner = dashboard.sessions[0]!;
    sessions.client = dashboard.sessions[1]!;
  });
  afterAll(() => dashboard?.close());
  afterEach(async () => {
    expect(await dashboard.endTest(), 'errors on the console of the browser').toEqual([]);
  });

  const pageOf = (seer: Seer, path: string, language: Language, width: keyof typeof WIDTHS): Promise<Page> =>
    dashboard.strangersPage(path, {
      ...{ locale: REGIONS[language], viewport: WIDTHS[width], colorScheme: 'light', bypassCSP: true },
      ...(sessions[seer] && { storageState: sessions[seer] }),
    });

  async function findingsOfAll(
    language: Language,
    width: keyof typeof WIDTHS,
    findingsOf: (page: Page) => Promise<string[]>,
  ): Promise<string[]> {
    const findings: string[] = [];
    for (const seer of SEERS) {
      const page = await pageOf(seer, '/healthz', language, width);
      for (const part of PARTS.filter(({ seenBy }) => seenBy === seer)) {
        await showPart(page, part, { url: dashboard.service.url, world, language });
        const found = await findingsOf(page);
        findings.push(...found.map((finding) => `${part.name}: ${finding}`));
      }
      await page.context().close();
    }
    return findings;
  }

  it.each(LOOKS)(
    'is whole, in its language and accessible in both themes: $language, $width',
    async ({ language, width }) => {
      const foreign = await foreignTexts(dashboard.service.database, language);
      const found = await findingsOfAll(language, width, async (page) => [
        ...(await lookFindings(page, { foreign })),
        ...(await findingsInBothThemes(page, known)),
      ]);
      expect(found).toEqual([]);
    },
  );

  it.each(WIDTH_NAMES)('is reached by Tab alone, and shows where the focus is: %s', async (width) => {
    expect(await findingsOfAll('en', width, keyboardFindings)).toEqual([]);
  });

  it('a page is shared, and its reader enters the password, by keyboard alone', async () => {
    const page = await pageOf('owner', '/websites/1?timeframe=last_7_days', 'en', 'desktop');
    await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
    await page.getByRole('dialog', { name: 'Share this page' }).waitFor();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(LINK_PASSWORD);
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'Link created' });
    await created.waitFor();
    const url = await created.locator('code').first().innerText();
    await page.keyboard.press('Escape');
    await created.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share', exact: true }).and(page.locator(':focus')).waitFor();

    const reader = await pageOf('reader', new URL(url).pathname, 'en', 'desktop');
    await reader.getByLabel('Password').waitFor();
    await reader.keyboard.press('Tab');
    await reader.keyboard.type(LINK_PASSWORD);
    await reader.keyboard.press('Enter');
    await reader.getByRole('heading', { name: 'ravelmoor.example' }).waitFor();
    // It is locked: the last choice of the list.
    expect(await reader.getByRole('button', { name: 'Last 7 days' }).count()).toBe(0);
  });

  it('a recipient confirms and unsubscribes by keyboard alone', async () => {
    const page = await pageOf('reader', world.confirm.es, 'es', 'phone');
    await page.keyboard.press('Tab');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Deu');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bestätigt' }).waitFor();
    await page.goto(dashboard.service.url + world.unsubscribe);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Ya no recibirás correos').waitFor();
  });

  it('an agency finds, sorts and groups its websites, and switches between them, by keyboard alone', async () => {
    const page = await pageOf('owner', '/', 'en', 'desktop');
    const groups = page.getByRole('main').locator('summary');
    await groups.first().waitFor();
    expect(await groups.allInnerTexts()).toEqual([
      'Boulangerie du Vieux-Port (3)',
      'Grünwald & Söhne Maschinenbau GmbH (4)',
      'North Harbour Outfitters (4)',
      'Other websites (4)',
    ]);
    const first = page.getByRole('table', { name: 'Boulangerie du Vieux-Port' });
    await groups.first().press('Enter');
    await first.waitFor({ state: 'hidden' });
    await groups.first().press('Enter');

    const head = first.getByRole('columnheader', { name: 'Revenue' });
    /** What the text says, in the currency of the account. */
    const dollars = async () => {
      const texts = await first.locator('tbody tr td:nth-last-child(2)').allInnerTexts();
      return texts.map((text) => Number(/[\d.,]+/.exec(text)![0].replaceAll(',', '')) * rateOf(text));
    };
    await head.getByRole('button').press('Enter');
    await first.locator('th[aria-sort="descending"]').waitFor();
    const descending = await dollars();
    expect(descending).toEqual(descending.toSorted((one, other) => other - one));
    await head.getByRole('button').press('Enter');
    await first.locator('th[aria-sort="ascending"]').waitFor();
    expect(await dollars()).toEqual(descending.toReversed());

    const search = page.getByRole('main').getByLabel('Search websites');
    await search.focus();
    await page.keyboard.type('NORTH');
    await expect.poll(() => groups.allInnerTexts()).toEqual(['North Harbour Outfitters (4)']);

    await page.locator('#sidebar [aria-haspopup="dialog"]').filter({ hasText: 'ravelmoor.example' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Search websites').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('kaff');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'kaffinto.example' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/websites/2');
  });
});

function rateOf(amount: string): number {
  return REPORTING.rates.find(({ sign }) => amount.includes(sign))?.rate ?? 1;
}
