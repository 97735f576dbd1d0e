import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import type { GetDashboard } from './dashboard.ts';
import { recipientJourney } from './recipients.ts';

export function notificationTests(get: GetDashboard): void {
  describe('notifications', () => {
    it('are subscribed to, tested and removed, and a wrong URL is named at its field', async () => {
      const page = await get().page('/websites/2/notifications');
      await page.getByText('You get no notifications about this website').waitFor();
      // This service has no mail server.
      await page.getByText('adds email with SMTP_URL').waitFor();
      await page.getByRole('button', { name: 'Add subscription' }).click();
      const form = page.getByRole('dialog', { name: 'Add subscription' });
      await expect
        .poll(() => form.getByLabel('Send to').locator('option').allInnerTexts())
        .toEqual(['Slack', 'Webhook']);
      await form.getByLabel('Send to').selectOption('Webhook');
      await form.getByLabel('URL').fill('https://user:password@10.0.0.1/hook');
      await form.getByLabel('Weekly insights').uncheck();
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await form.getByRole('alert').getByText('without a user name').waitFor();
      expect(await form.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
      await form.getByLabel('URL').fill('https://10.0.0.1/hook');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      const secret = page.getByRole('dialog', { name: 'The secret of your webhook' });
      await expect.poll(() => secret.locator('code').innerText()).toMatch(/^whsec_/);
      await secret.getByRole('button', { name: 'Done' }).click();

      const row = page.getByRole('row', { name: /Webhook 10\.0\.0\.1/ });
      await row.getByRole('cell', { name: 'All alerts' }).waitFor();
      await row.getByRole('button', { name: /^Test/ }).click();
      await row.getByText('10.0.0.1 is not a public internet address').waitFor();
      await row.getByRole('button', { name: /^Remove/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('You get no notifications about this website').waitFor();
    });

    it.runIf(IS_LONG)('can have a report as a file: which, when, and the next one', async () => {
      const page = await get().page('/websites/1/notifications');
      const row = page.getByRole('row', { name: /Email demo@example\.com/ });
      await row
        .getByRole('cell', { name: /^Weekly insights\. Report as CSV and PDF every Monday, next on / })
        .waitFor();
      await row.getByRole('button', { name: /^Change/ }).click();
      const form = page.getByRole('dialog', { name: 'Change subscription' });
      await form.getByLabel('CSV').uncheck();
      await form.getByLabel('Weekly insights').uncheck();
      await form.getByRole('combobox', { name: 'Send it' }).selectOption('On the first of every month');
      await form.getByRole('button', { name: 'Save' }).click();
      await row.getByRole('cell', { name: /^Report as PDF on the first of every month, next on / }).waitFor();
      await row.getByRole('button', { name: /^Send one now/ }).click();
      await row.getByText('this service has no mail server').waitFor();
    });

    recipientJourney(get);
  });
}
