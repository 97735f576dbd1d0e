import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import type { GetDashboard } from './dashboard.ts';

const PHONE = { viewport: { width: 375, height: 740 } };
/** They are more than the focusable elements of any dialog here. */
const TABS = 20;

export function focusTests(get: GetDashboard): void {
  const focused = (page: Page) =>
    page.evaluate<string>(
      `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.name ?? '')
        || document.activeElement?.innerText || document.activeElement?.tagName`,
    );

  describe('the focus', () => {
    it('starts in the first field of a dialog, stays inside, and goes back to the button', async () => {
      const page = await get().page('/websites/1/contacts');
      const button = page.getByRole('button', { name: 'Add contact' });
      await button.click();
      await page.getByRole('dialog', { name: 'Add contact' }).waitFor();
      await expect.poll(() => focused(page)).toBe('email');
      for (let count = 0; count < TABS; count++) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate<boolean>("document.activeElement?.closest('dialog') !== null")).toBe(true);
      }
      for (let count = 0; count < TABS; count++) {
        await page.keyboard.press('Shift+Tab');
        expect(await page.evaluate<boolean>("document.activeElement?.closest('dialog') !== null")).toBe(true);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Add contact');

      await button.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Add contact');
    });

    it.runIf(IS_LONG)('goes back to the button after one dialog has led to another', async () => {
      const page = await get().page('/api-access');
      await page.getByRole('button', { name: 'Create token' }).click();
      const form = page.getByRole('dialog', { name: 'Create token' });
      await form.getByLabel('Name').fill('Focus');
      await form.getByLabel('ravelmoor.example').waitFor();
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('dialog', { name: 'Your new token' }).getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Create token');

      const revoke = page.getByRole('button', { name: 'Revoke Focus' });
      await revoke.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await revoke.waitFor({ state: 'detached' });
      // Its button is gone: the page's content is the next best place.
      await page.locator('#content:focus').waitFor();
    });

    it.runIf(IS_LONG)('moves into the timeframes, and out of them closes them', async () => {
      const page = await get().page('/websites/1?timeframe=last_7_days');
      await page.getByRole('button', { name: 'Last 7 days' }).press('Enter');
      const panel = page.getByRole('dialog', { name: 'Choose a timeframe' });
      await panel.waitFor();
      await expect.poll(() => focused(page)).toBe('Last 7 days');
      expect(await page.evaluate<boolean>("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
      await panel.getByRole('button', { name: 'Today', exact: true }).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await panel.waitFor({ state: 'detached' });
    });

    it('is on the menu button of a phone after Escape has closed the menu', async () => {
      const page = await get().page('/', PHONE);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: 'API access' }).focus();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'API access' }).waitFor({ state: 'hidden' });
      await expect.poll(() => focused(page)).toBe('Open menu');
    });
  });
}
