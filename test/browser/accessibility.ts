import type { Frame, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import type { GetDashboard } from './dashboard.ts';
import { PAGES } from './pages.ts';
import { type AxeOptions, axeViolations, type KnownLooks } from './run-axe.ts';

/** Each page has a thorough check. */
const PAGES_PER_TEST = 15;

/** They have the parts of other pages, with other numbers. */
const ALIKE = ['website-year', 'step', 'paths-before'];

/** Dialogs have the same parts: one of them shows what all look like. */
const CHECKED_PAGES = PAGES.filter(
  ({ open, name }) => IS_LONG || (open === undefined ? !ALIKE.includes(name) : name === 'contact-add'),
);

/** The pages with the most different parts. `npm run test:long` runs axe on all of them. */
const RUNS_AXE_ON = [
  'overview',
  'website-filtered',
  'campaign',
  'element-answers',
  'attribution',
  'contacts',
  'contact-add',
  'catalog',
  'notifications',
  'people',
];

const PHONE = { width: 375, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

/** Some pages have none. */
const IS_SIDEBAR_TOO_NARROW =
  '((bar) => bar !== null && bar.scrollWidth > bar.clientWidth)(document.getElementById("sidebar"))';

export function accessibilityTests(get: GetDashboard): void {
  describe('accessibility', () => {
    // What looks the same is checked once for all pages.
    const known: KnownLooks = new Set();
    const parts = Array.from({ length: Math.ceil(CHECKED_PAGES.length / PAGES_PER_TEST) }, (_, index) =>
      CHECKED_PAGES.slice(index * PAGES_PER_TEST, (index + 1) * PAGES_PER_TEST),
    );

    it.each(parts.map((pages) => ({ pages, from: pages[0]!.name, to: pages.at(-1)!.name })))(
      'from $from to $to, axe finds no serious problem in any theme, each page fits a narrow phone, the sidebar has room for all, and ' +
        'nothing that is asked for is missing',
      async ({ pages }) => {
        const page = await get().page('/', { bypassCSP: true });
        const findings: string[] = [];
        page.on('response', (response) => {
          if (response.status() === 404 && response.request().resourceType() !== 'document')
            findings.push(response.url());
        });
        const narrow = new Set<string>();
        for (const { name, path, open } of pages) {
          await goTo(page, path);
          if (!narrow.has(path) && !(await fitsPhone(page))) findings.push(`${name}: too wide for a phone`);
          narrow.add(path);
          await open?.(page);
          if (await page.evaluate<boolean>(IS_SIDEBAR_TOO_NARROW)) findings.push(`${name}: the sidebar is too narrow`);
          if (!IS_LONG && !RUNS_AXE_ON.includes(name)) continue;
          findings.push(...(await findingsInBothThemes(page, known)).map((finding) => `${name}: ${finding}`));
        }
        expect(findings).toEqual([]);
      },
    );

    it('axe finds no serious problem on the front page in any theme', async () => {
      const front = await get().strangersPage('/', { bypassCSP: true });
      await front.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await findingsInBothThemes(front)).toEqual([]);
    });

    it('has a menu on a phone, without a serious problem', async () => {
      const page = await get().page('/', { viewport: PHONE, bypassCSP: true });
      await page.getByRole('button', { name: 'Open menu' }).click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Experiments' }).click();
      await page.getByRole('heading', { name: 'Experiments', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Experiments' }).waitFor({ state: 'hidden' });
    });

    it('shows the column by which a table is sorted and the conversion rate, without scrolling, on a phone', async () => {
      const page = await get().page('/websites/1', { viewport: PHONE });
      const header = page.getByRole('table', { name: 'Campaigns' }).locator('th[aria-sort="descending"]');
      await header.waitFor();
      await expect.poll(() => header.innerText()).toContain('Revenue');
      const right = async (of: Locator) => {
        const { x, width } = (await of.boundingBox())!;
        return x + width;
      };
      await expect.poll(() => right(header)).toBeLessThanOrEqual(375);
      const rate = page
        .getByRole('table', { name: 'Campaigns' })
        .getByRole('columnheader', { name: 'Conversion rate' });
      await expect.poll(() => right(rate)).toBeLessThanOrEqual(375);
      await page.setViewportSize(DESKTOP);
      const first = page.getByRole('table', { name: 'Campaigns' }).locator('thead th').nth(1);
      await first.filter({ hasText: 'Visitors' }).waitFor();
    });

    it('needs no scrolling for the campaigns on a small laptop, and no tile stands alone on a tablet', async () => {
      const page = await get().page('/websites/1', { viewport: { width: 1200, height: 900 } });
      const campaigns = page.getByRole('table', { name: 'Campaigns' });
      await campaigns.waitFor();
      const right = async () => {
        const box = await campaigns.boundingBox();
        return box!.x + box!.width;
      };
      // The page has a margin beside the card.
      await expect.poll(right).toBeLessThan(1200 - 8);
      await page.setViewportSize({ width: 820, height: 900 });
      const tiles = page.getByRole('region', { name: 'Headline metrics' }).getByRole('button', { pressed: false });
      // Of seven, the first one is pressed. Other buttons follow.
      const rows = async () => {
        const others = (await tiles.all()).slice(0, 6);
        const tops = (await Promise.all(others.map((tile) => tile.boundingBox()))).map((box) => box!.y);
        return tops.toSorted((a, b) => a - b).map((top) => tops.indexOf(top));
      };
      await expect.poll(rows).toEqual([0, 0, 0, 3, 3, 3]);
    });

    it('works by keyboard alone', async () => {
      const page = await get().page('/websites/1');
      await page.getByRole('table', { name: 'Campaigns' }).waitFor();
      await page.keyboard.press('Tab');
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      await page.keyboard.press('Tab');
      // The focus moves from the count type to the timeframe.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const focused = () => page.evaluate<string>('document.activeElement.innerText');
      await expect.poll(focused).toBe('Last 30 days');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Choose a timeframe' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(focused).toBe('Last 30 days');
    });

    it('keeps the theme that was chosen', async () => {
      const page = await get().page('/', { colorScheme: 'light' });
      const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const light = await background();
      await page.getByTitle('Dark theme').click();
      await expect.poll(background).not.toBe(light);
      const dark = await background();
      await page.reload();
      await page.locator('main h1').waitFor();
      await expect.poll(background).toBe(dark);
    });
  });
}

/** Does what the browser's back button does: the page is not loaded again. */
async function goTo(page: Page, path: string): Promise<void> {
  const target = JSON.stringify(path);
  await page.evaluate(`history.pushState(null, '', ${target}); dispatchEvent(new PopStateEvent('popstate'));`);
  await page.locator('main h1').waitFor();
  await page.getByRole('main').getByRole('status').first().waitFor({ state: 'detached' });
}

/** The page must not scroll sideways. A chart is drawn again in the new width, which takes a moment. */
async function fitsPhone(page: Page): Promise<boolean> {
  await page.setViewportSize(PHONE);
  const fits = await page
    .waitForFunction(`innerWidth === ${PHONE.width} && document.documentElement.scrollWidth <= ${PHONE.width}`, null, {
      timeout: 15_000,
    })
    .then(
      () => true,
      () => false,
    );
  await page.setViewportSize(DESKTOP);
  return fits;
}

/** The page follows the system's theme. */
export async function findingsInBothThemes(page: Page, known: KnownLooks = new Set()): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await seriousFindings(page, { known });
  const color = await backgroundOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => backgroundOf(page)).not.toBe(color);
  const dark = await seriousFindings(page, { colorsOnly: true, known });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => backgroundOf(page)).toBe(color);
  return [...light, ...dark.map((finding) => `${finding} in the dark theme`)];
}

export function backgroundOf(page: Page | Frame): Promise<string> {
  return page.evaluate<string>(
    '[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor).join()',
  );
}

/** Values that are being replaced are dimmed on purpose: they are waited for. */
export async function seriousFindings(page: Page | Frame, options: AxeOptions = {}): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  return (await axeViolations(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
