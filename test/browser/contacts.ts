import { describe, expect, it } from 'vitest';
import { type GetDashboard, tableRow } from './dashboard.ts';

export function contactTests(get: GetDashboard): void {
  describe('contacts', () => {
    it('can be added, found, viewed and deleted', async () => {
      const page = await get().page('/websites/1/contacts');
      const inApi = () => get().ask<{ name: string }[]>('/contacts', { website_id: '1', email: 'nora@example.com' });
      await page.getByText('No contacts yet').waitFor();

      await page.getByRole('button', { name: 'Add contact' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add contact' });
      await dialog.getByLabel('First name').fill('Nora');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Email').fill('Nora@example.com');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await tableRow(page, 'Contacts', 'nora@example.com')).toMatchObject({ Phone: '–' });
      expect(await inApi()).toMatchObject([{ name: 'Nora' }]);

      await page.getByLabel('Find a contact by email address').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByText('No contact with the email address somebody@example.com').waitFor();
      await page.getByLabel('Find a contact by email address').fill('NORA@example.com');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('button', { name: 'nora@example.com', exact: true }).click();
      await page.getByRole('dialog', { name: 'nora@example.com' }).getByText('Nora', { exact: true }).waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Delete nora@example.com' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No contact with the email address').waitFor();
      expect(await inApi()).toEqual([]);
    });
  });
}
