import { describe, expect, it } from 'vitest';
import { createUser } from '../../src/core/manage/authorization-server/users/users.ts';
import { IS_LONG } from '../support/long.ts';
import { count, type Report, rate } from './answers.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';
import { downloadedRows } from './downloads.ts';
import { logIn } from './log-in.ts';

interface FunnelReport {
  readonly data: {
    readonly steps: readonly { readonly visitors: number; readonly rate: number; readonly drop_off: number }[];
  };
}

const PHONE = { width: 390, height: 844 };

export function funnelTests(get: GetDashboard): void {
  describe('funnels', () => {
    it.runIf(IS_LONG)('are built on a phone, saved, and opened by others with the link', async () => {
      const page = await get().page('/websites/1/funnels', { viewport: PHONE });
      const choose = (label: string, option: string) =>
        page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
      const { data: campaign } = await get().ask<Report<{ name: string }>>('/reports/campaigns/11', {
        website_id: '1',
      });
      await choose('Campaign of step 1', campaign.name);
      await page.getByRole('button', { name: 'Filter of step 1' }).press('Enter');
      const form = page.getByRole('dialog', { name: 'Filter of step 1' });
      await form.getByRole('combobox', { name: 'Only events with' }).selectOption('device');
      await form.getByLabel('Value').fill('Mobile');
      // The names of values are known when the website's own ones are there.
      await form.locator('option[value="Mobile"]').waitFor({ state: 'attached' });
      await form.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('button', { name: 'Add step' }).click();
      await page.getByRole('button', { name: 'Move step 3 up' }).press('Enter');
      await choose('All steps within', '30 days');
      const steps = ['view;campaign:11;device:mobile', 'order', 'conversion'];
      const asked = () => new URL(page.url()).searchParams.getAll('step');
      await expect.poll(asked).toEqual(steps);
      await page.getByRole('button', { name: 'Remove step 3' }).click();
      await expect.poll(asked).toEqual(steps.slice(0, 2));

      const url = new URL(page.url());
      const search = new URLSearchParams({ website_id: '1', within_minutes: '43200' });
      for (const step of steps.slice(0, 2)) search.append('step', step);
      const { data } = await get().ask<FunnelReport>('/reports/funnel', search);
      const last = data.steps[1]!;
      await expect
        .poll(() => tableRow(page, 'Steps', '2. Order'))
        .toMatchObject({
          Visitors: expect.stringContaining(count(last.visitors)),
          'Of the first step': expect.stringContaining(rate(last.rate)),
          'Drop-off': rate(last.drop_off),
        });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
      const [first, second] = await downloadedRows(page, 'the steps');
      expect([first, second]).toMatchObject(
        data.steps.map(({ visitors }, index) => ({ 'Step in the API': steps[index], Visitors: String(visitors) })),
      );

      await page.getByRole('button', { name: 'Save funnel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save funnel' });
      await dialog.getByLabel('Name').fill('Phones to orders');
      await dialog.getByLabel('Name').press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Phones to orders' }).waitFor();
      const link = new URL(page.url());
      expect([link.pathname.replace(/\d+$/, ''), link.search]).toEqual(['/websites/1/funnels/', '']);

      const { service } = get();
      const login = { email: 'vera@example.com', password: 'four random words here' };
      const roles = new Map([[1, 'viewer' as const]]);
      await createUser(service.database, { ...login, accountIds: [1], roles }, service.clock.now);
      const vera = await get().strangersPage(link.pathname);
      await logIn(vera, { ...service, login });
      await vera.getByRole('heading', { level: 1, name: 'Phones to orders' }).waitFor();
      await expect
        .poll(() => tableRow(vera, 'Steps', '2. Order'))
        .toMatchObject({
          Visitors: expect.stringContaining(count(last.visitors)),
        });
      expect(await vera.getByRole('button', { name: 'Rename' }).count()).toBe(0);
      // The link to what was not saved opens it, too.
      await vera.goto(url.href);
      await expect
        .poll(() => tableRow(vera, 'Steps', '2. Order'))
        .toMatchObject({ Visitors: expect.stringContaining(count(last.visitors)) });
      await vera.getByRole('link', { name: 'Phones to orders' }).waitFor();

      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Funnels' }).waitFor();
      await page.getByRole('link', { name: 'Phones to orders' }).waitFor({ state: 'detached' });
    });
  });
}
