import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';

export function contactTests(get: GetDashboard): void {
  describe('contacts', () => {
    it('can be added, found, viewed, edited and deleted', async () => {
      const page = await get().page('/websites/1/contacts');
      const inApi = () => get().ask<{ name: string }[]>('/contacts', { website_id: '1', email: 'nora@example.com' });
      await page.getByText(/^[\d,]{3,} contacts$/).waitFor();

      await page.getByRole('button', { name: 'Add contact' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add contact' });
      await dialog.getByLabel('First name').fill('Nora');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Email').fill('Nora@example.com');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await tableRow(page, 'Contacts', 'Nora')).toMatchObject({ Campaign: '–' });
      expect(await inApi()).toMatchObject([{ name: 'Nora' }]);

      const search = page.getByLabel('Search contacts by name, email or phone');
      await search.fill('no such person');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('No contacts match').waitFor();
      await search.fill('NORA@exam');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('button', { name: 'Nora', exact: true }).click();
      const details = page.getByRole('dialog', { name: 'Nora' });
      await details.getByText('nora@example.com', { exact: true }).waitFor();
      await details.getByRole('button', { name: 'Edit' }).click();
      const edited = page.getByRole('dialog', { name: 'Edit contact' });
      await edited.getByLabel('Last name').fill('Quist');
      await edited.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Delete Nora Quist' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No contacts match').waitFor();
      expect(await inApi()).toEqual([]);
    });

    it.runIf(IS_LONG)('are all in the CSV file, not only those of the page', async () => {
      const page = await get().page('/websites/1/contacts?page=2');
      const place = await page.getByText(/^26–50 of [\d,]+$/).innerText();
      const all = Number(place.replace('26–50 of ', '').replaceAll(',', ''));
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download all contacts as CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('contacts.csv');
      const [head, ...lines] = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(head).toMatch(/^\uFEFFemail,name,last_name,phone,id,created_at,updated_at,/);
      expect(lines).toHaveLength(all);
      expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(all);
    });

    it.runIf(IS_LONG)('can be downloaded until that is cancelled', async () => {
      const page = await get().page('/websites/1/contacts');
      await page.getByText(/^[\d,]{3,} contacts$/).waitFor();
      const held = Promise.withResolvers<void>();
      await page.route('**/contacts/export?*', async (route) => {
        await held.promise;
        await route.continue().catch(() => undefined);
      });
      await page.getByRole('button', { name: 'Download all contacts as CSV' }).click();
      const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/contacts/export'));
      await page.getByRole('button', { name: 'Cancel the download of all contacts' }).click();
      await cancelled;
      await page.getByRole('button', { name: 'Download all contacts as CSV' }).waitFor();
      held.resolve();
    });
  });
}
