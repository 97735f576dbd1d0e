import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { GetDashboard } from './dashboard.ts';
import { PAGES } from './pages.ts';

interface Axe {
  run(options: { resultTypes: string[] }): Promise<AxeResults>;
}

/** Every page twice, with a thorough look at each: long where the machine is busy. */
const ALL_PAGES_MS_MAX = 240_000;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export function accessibilityTests(get: GetDashboard): void {
  describe('everybody can use it', () => {
    it.each(['light', 'dark'] as const)(
      'axe finds nothing serious on any page in %s',
      async (colorScheme) => {
        const page = await get().page('/', { colorScheme, bypassCSP: true });
        const findings: string[] = [];
        for (const { name, path, open } of PAGES) {
          await goTo(page, path);
          await open?.(page);
          findings.push(...(await seriousFindings(page)).map((finding) => `${name}: ${finding}`));
        }
        const front = await get().strangersPage('/', { colorScheme, bypassCSP: true });
        await front.getByRole('button', { name: 'Log in' }).waitFor();
        findings.push(...(await seriousFindings(front)).map((finding) => `front page: ${finding}`));
        expect(findings).toEqual([]);
      },
      ALL_PAGES_MS_MAX,
    );

    it(
      'fits a narrow phone without scrolling sideways, and its menu leads on',
      async () => {
        const page = await get().page('/', { viewport: { width: 375, height: 740 }, bypassCSP: true });
        for (const { name, path } of PAGES) {
          await goTo(page, path);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect(width, name).toBeLessThanOrEqual(375);
        }
        await page.getByRole('button', { name: 'Open menu' }).click();
        expect(await seriousFindings(page)).toEqual([]);
        await page.getByRole('link', { name: 'Experiments' }).click();
        await page.getByRole('heading', { name: 'Experiments' }).waitFor();
        await page.getByRole('link', { name: 'Experiments' }).waitFor({ state: 'hidden' });
      },
      ALL_PAGES_MS_MAX,
    );

    it('works by keyboard alone', async () => {
      const page = await get().page('/websites/1');
      await page.getByRole('table', { name: 'Campaigns' }).waitFor();
      await page.keyboard.press('Tab');
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      await page.keyboard.press('Tab');
      // From the way of counting on to the timeframe, without a mouse.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const focused = () => page.evaluate<string>('document.activeElement.innerText');
      expect(await focused()).toBe('Last 30 days');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Choose a timeframe' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focused()).toBe('Last 30 days');
    });

    it('keeps the theme that was chosen', async () => {
      const page = await get().page('/', { colorScheme: 'light' });
      const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const light = await background();
      await page.getByTitle('Dark theme').click();
      const dark = await background();
      expect(dark).not.toBe(light);
      await page.reload();
      await page.locator('main h1').waitFor();
      expect(await background()).toBe(dark);
    });
  });
}

/** As the browser's own buttons do: without loading everything again. */
async function goTo(page: Page, path: string): Promise<void> {
  const target = JSON.stringify(path);
  await page.evaluate(`history.pushState(null, '', ${target}); dispatchEvent(new PopStateEvent('popstate'));`);
  await page.locator('main h1').waitFor();
  await page.getByRole('main').getByRole('status').first().waitFor({ state: 'detached' });
}

async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
