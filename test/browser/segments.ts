import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { formatChange } from '../../dashboard/src/format/numbers.ts';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import { IS_LONG } from '../support/long.ts';
import { type CampaignsReport, count, type Metrics, type Report, rate } from './answers.ts';
import { type GetDashboard, tableRow, tile } from './dashboard.ts';
import { downloadedRows } from './downloads.ts';

interface BrokenDown {
  readonly breakdown: { readonly values: readonly { readonly value: string; readonly metrics: Metrics }[] };
}

interface Verdict {
  readonly sentence: string;
}

interface Experiment {
  readonly verdict: Verdict;
  readonly breakdown: {
    readonly values: readonly {
      readonly value: string;
      readonly verdict: Verdict;
      readonly variants: readonly { readonly visitors: number; readonly lift: { readonly estimate: number } | null }[];
    }[];
  };
}

const PHONE = { width: 390, height: 844 };
const MOBILE = { website_id: '1', filter: 'device:mobile' };

const card = (page: Page) => page.getByRole('region', { name: 'Where visitors come from' });

export function segmentTests(get: GetDashboard): void {
  describe('where visitors come from', () => {
    it.runIf(IS_LONG)(
      'filters the page, its files and the pages below by a value, on a phone and by keyboard',
      async () => {
        const page = await get().page('/websites/1', { viewport: PHONE });
        await card(page).getByRole('combobox', { name: 'Break down by' }).selectOption('device');
        const { data } = await get().ask<Report<BrokenDown>>('/reports/website', {
          website_id: '1',
          break_down_by: 'device',
        });
        const { metrics } = data.breakdown.values.find(({ value }) => value === 'mobile')!;
        const row = await tableRow(page, 'Visitors by Device', 'Mobile');
        expect(row.Visitors).toContain(count(metrics.views));
        expect(row['Conversion rate']).toContain(rate(metrics.conversion_rate));

        await card(page).getByRole('button', { name: 'Mobile' }).press('Enter');
        const filtered = await get().ask<Report>('/reports/website', MOBILE);
        await expect.poll(() => tile(page, 'views')).toBe(count(filtered.data.metrics.views));
        expect(new URL(page.url()).searchParams.getAll('filter')).toEqual(['device:mobile']);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);

        const { data: list } = await get().ask<CampaignsReport>('/reports/campaigns', { ...MOBILE, sort: 'revenue' });
        const [first] = list.campaigns;
        const [campaign] = await downloadedRows(page, 'the campaigns');
        expect(campaign).toMatchObject({
          Campaign: first!.name,
          Visitors: String(first!.metrics.views),
          Filter: 'Device: Mobile',
        });

        await page.getByRole('table', { name: 'Campaigns' }).getByRole('link', { name: first!.name }).click();
        await page.getByRole('heading', { name: first!.name }).waitFor();
        await expect.poll(() => tile(page, 'views')).toBe(count(first!.metrics.views));
        await page.getByRole('button', { name: 'Remove the filter Device: Mobile' }).press('Enter');
        const all = await get().ask<Report>(`/reports/campaigns/${first!.id}`, { website_id: '1' });
        await expect.poll(() => tile(page, 'views')).toBe(count(all.data.metrics.views));
        expect(new URL(page.url()).search).toBe('');
      },
    );

    it.runIf(IS_LONG)(
      'an experiment is judged by segment, and a click on a value filters all experiments',
      async () => {
        const page = await get().page('/websites/1/experiments');
        const welcome = page.getByRole('region', { name: 'Welcome offer popup', exact: true });
        await welcome.getByText('By segment').click();
        await welcome.getByRole('radio', { name: 'Channel' }).check();
        await welcome.getByRole('radio', { name: 'Device' }).check();
        const path = '/reports/campaigns/11/experiment';
        const { data } = await get().ask<Report<Experiment>>(path, { website_id: '1', break_down_by: 'device' });
        const mobile = data.breakdown.values.find(({ value }) => value === 'mobile')!;
        const row = await tableRow(page, 'The lift by Device', 'Mobile');
        const [control, variant] = mobile.variants;
        expect(row.Visitors).toBe(count(control!.visitors + variant!.visitors));
        expect(row['Lift of Free delivery']).toContain(formatChange(variant!.lift!.estimate));
        await welcome.getByText('at most 5% ever get a winner in any segment').waitFor();

        await welcome.getByRole('button', { name: 'Mobile' }).click();
        await page.getByRole('button', { name: 'Remove the filter Device: Mobile' }).waitFor();
        await expect.poll(() => welcome.innerText()).toContain(mobile.verdict.sentence);
        await page.getByRole('button', { name: 'Remove the filter Device: Mobile' }).click();
        await expect.poll(() => welcome.innerText()).toContain(data.verdict.sentence);
      },
    );

    it.runIf(IS_LONG)('is switched on where the website does not keep its events', async () => {
      const { database } = get().service;
      await changeWebsiteSettings(database, 2, { event_log: false });
      const page = await get().page('/websites/2?filter=device%3Amobile');
      await page.getByText('This website does not keep its events').waitFor();
      await page.getByRole('button', { name: 'Remove all filters' }).click();
      await card(page).getByRole('button', { name: 'Keep events from now on' }).click();
      await card(page).getByRole('button', { name: 'Keep events from now on' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Sending events' }).click();
      const setting = page.getByLabel('Keep events for segments');
      await expect.poll(() => setting.isChecked()).toBe(true);
    });
  });
}
