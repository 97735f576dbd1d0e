import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { type CampaignsReport, change, count, type Report, usd } from './answers.ts';
import { type GetDashboard, tile } from './dashboard.ts';
import { logIn } from './log-in.ts';

export function viewTests(get: GetDashboard): void {
  const report = (query: Readonly<Record<string, string>>) =>
    get().ask<Report>('/reports/website', { website_id: '1', ...query });

  /** The tile changes when the new report has arrived. */
  const expectViews = (page: Page, views: number) =>
    page
      .locator('[data-metric="views"]')
      .getByTestId('tile-value')
      .filter({ hasText: new RegExp(`^${count(views)}$`) })
      .waitFor();

  describe('a view', () => {
    it('changes with the timeframe, preset or custom', async () => {
      const page = await get().page('/websites/1');
      await page.getByRole('button', { name: 'Last 30 days' }).click();
      await page.getByRole('button', { name: 'Last 7 days' }).click();
      const week = await report({ timeframe: 'last_7_days' });
      await expectViews(page, week.data.metrics.views);
      expect(new URL(page.url()).search).toBe('?timeframe=last_7_days');

      const range = { range_start: '2026-01-05', range_end: '2026-01-11' };
      await page.getByRole('button', { name: 'Last 7 days' }).click();
      await page.getByLabel('First day').fill(range.range_start);
      await page.getByLabel('Last day').fill(range.range_end);
      await page.getByRole('button', { name: 'Apply' }).click();
      const custom = await report({ timeframe: 'custom', ...range });
      await expectViews(page, custom.data.metrics.views);
      expect(new URL(page.url()).search).toBe(`?timeframe=custom&${new URLSearchParams(range)}`);

      await page.goBack();
      await expectViews(page, week.data.metrics.views);
    });

    it('compares with the previous period, or does not', async () => {
      const page = await get().page('/websites/1');
      const { data } = await report({ previous_period: 'true' });
      const chip = page.locator('[data-metric="revenue"]').getByTitle('Compared with the previous period');
      await chip.waitFor();
      expect(await chip.innerText()).toContain(change(data.metrics.changes!.revenue!));
      await page.getByRole('checkbox', { name: 'Compare' }).uncheck();
      await chip.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('?compare=off');
      expect(await page.getByText('compared with').count()).toBe(0);
    });

    it('counts unique visitors or every event, and says which', async () => {
      const page = await get().page('/websites/1');
      await page.getByText('Unique: each visitor counts once').waitFor();
      await page.getByRole('radio', { name: 'Total' }).check();
      await expectViews(page, (await report({ count_type: 'total' })).data.metrics.views);
      await page.getByText('Total: every event counts').waitFor();
    });

    it('is the same for everybody who opens its URL', async () => {
      const path = '/websites/1/campaigns/11?timeframe=last_90_days&count_type=total&metric=revenue&group_by=month';
      const mine = await get().page(path);
      await mine.getByRole('heading', { name: 'Revenue by month' }).waitFor();
      const theirs = await get().strangersPage(path);
      await logIn(theirs, get().service);
      await theirs.getByRole('heading', { name: 'Revenue by month' }).waitFor();
      expect(theirs.url()).toBe(get().service.url + path);
      const tiles = (page: Page) => page.locator('[data-metric]').allInnerTexts();
      expect(await tiles(theirs)).toEqual(await tiles(mine));
      const { data } = await get().ask<Report>('/reports/campaigns/11', {
        website_id: '1',
        timeframe: 'last_90_days',
        count_type: 'total',
      });
      expect(await tile(theirs, 'revenue')).toBe(usd(data.metrics.revenue));
    });

    it('charts a year of a website, which the API returns in pieces', async () => {
      const page = await get().page('/websites/1?timeframe=last_365_days&count_type=total');
      await page.getByRole('heading', { name: 'Views by month' }).waitFor();
      await page.locator('main canvas').waitFor();
      await page.getByText('Show as table').click();
      const rows = page.getByRole('table', { name: 'All metrics by month' }).locator('tbody tr');
      await rows.first().waitFor();
      const views = await rows.locator('td:nth-child(2)').allInnerTexts();
      expect(views.length).toBe(13);
      const sum = views.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0);
      const { data } = await report({ timeframe: 'last_365_days', count_type: 'total' });
      expect(sum).toBe(data.metrics.views);
    });

    it('sorts, filters and pages the campaigns', async () => {
      const { database } = get().service;
      const campaigns = Array.from({ length: 12 }, (_, index) => ({ id: 900 + index, name: `Draft ${index + 1}` }));
      const [website] = await database.query<{ name: string; created_at: string }>(
        'SELECT name, created_at FROM websites WHERE id = 2',
      );
      await importCatalog(
        database,
        {
          accounts: [
            { id: 1, name: 'Ravelmoor Trading', websites: [{ id: 2, currency: 'EUR', ...website, campaigns }] },
          ],
        },
        () => new Date(),
      );
      const page = await get().page('/websites/2');
      const table = page.getByRole('table', { name: 'Campaigns' });
      const names = () => table.locator('tbody th').getByRole('link').allInnerTexts();
      const ask = async (query: Readonly<Record<string, string>>) =>
        (await get().ask<CampaignsReport>('/reports/campaigns', { website_id: '2', per_page: '10', ...query })).data
          .campaigns;
      await table.waitFor();
      await page.getByText('1–10 of 17').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('11–17 of 17').waitFor();
      expect(await names()).toEqual((await ask({ sort: 'revenue', page: '2' })).map(({ name }) => name));

      await page.getByRole('button', { name: 'Conversion rate' }).click();
      await table.locator('th[aria-sort="descending"]', { hasText: 'Conversion rate' }).waitFor();
      await page.getByText('1–10 of 17').waitFor();
      expect(await names()).toEqual((await ask({ sort: 'conversion_rate' })).map(({ name }) => name));

      await page.getByLabel('Status').selectOption('archived');
      await page.getByText('1–1 of 1').waitFor();
      expect(await names()).toEqual(['Gift box bar']);
      await page.getByLabel('Type').selectOption('quiz');
      await page.getByText('No campaigns match the filters').waitFor();
      await page.getByRole('button', { name: 'Show all campaigns' }).click();
      await page.getByText('1–10 of 17').waitFor();
    });
  });
}
