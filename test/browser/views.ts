import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { IS_LONG } from '../support/long.ts';
import { DAY_MS } from '../support/test-clock.ts';
import { type CampaignsReport, change, count, type Report, usd } from './answers.ts';
import { type GetDashboard, tile } from './dashboard.ts';
import { downloadedRows } from './downloads.ts';
import { logIn } from './log-in.ts';

/** The last January that is over: all its days are among the 400 of the demo. */
const YEAR = new Date(Date.now() - 31 * DAY_MS).getUTCFullYear();
/** The first one after the sixth: the two weeks from there on are in January. */
const WEDNESDAY = [7, 8, 9, 10, 11, 12, 13].find((day) => new Date(Date.UTC(YEAR, 0, day)).getUTCDay() === 3)!;
const COMPARISONS: readonly (readonly [string, string, string])[] = [
  ['last_7_days', 'year', 'the same days a year before'],
  ['last_month', 'previous', 'the previous month'],
  ['last_week', 'year', 'the same days a year before'],
];
const january = (day: number) => isoDay(Date.UTC(YEAR, 0, day));

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
    it.runIf(IS_LONG)('that does not exist is told about, and the default is shown', async () => {
      const page = await get().page('/websites/1?timeframe=custom&range_start=2026-13-01&range_end=2026-12-31');
      await page.getByText('This link asks for something that does not exist').waitFor();
      await expectViews(page, (await report({})).data.metrics.views);
      await page.getByRole('button', { name: 'Last 30 days' }).waitFor();
    });

    it.runIf(IS_LONG)('changes with the timeframe, preset or custom', async () => {
      const page = await get().page('/websites/1');
      await page.getByRole('button', { name: 'Last 30 days' }).click();
      await page.getByRole('button', { name: 'Last 7 days' }).click();
      const week = await report({ timeframe: 'last_7_days' });
      await expectViews(page, week.data.metrics.views);
      expect(new URL(page.url()).search).toBe('?timeframe=last_7_days');

      const range = { range_start: january(5), range_end: january(11) };
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

    it.runIf(IS_LONG)('compares with the previous period, or does not', async () => {
      const page = await get().page('/websites/1?timeframe=yesterday');
      const chip = page.locator('[data-metric="revenue"]').getByTitle('Compared with the previous day');
      await chip.waitFor();
      const [day] = await shownDays(page);
      const { data } = await report({
        timeframe: 'custom',
        range_start: day!,
        range_end: day!,
        previous_period: 'true',
      });
      await expect.poll(() => chip.innerText()).toContain(change(data.metrics.changes!.revenue!));
      await page.getByRole('combobox', { name: 'Compare' }).selectOption('off');
      await chip.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('?timeframe=yesterday&compare=off');
      await page.getByText('compared with').first().waitFor({ state: 'detached' });
    });

    it.runIf(IS_LONG).each(COMPARISONS)(
      'of %s compares by %s in tiles, chart, tables and files, and says so',
      async (timeframe, compare, words) => {
        const page = await get().page(`/websites/1?timeframe=${timeframe}&compare=${compare}&group_by=month`);
        const title = `Compared with ${words}`;
        await page.locator('[data-metric="revenue"]').getByTitle(title).waitFor();
        // The page says which days it shows and which it compares with. Both are asked for here without any comparison.
        const [start, end, beforeStart, beforeEnd] = await shownDays(page);
        const daysBefore = { timeframe: 'custom', range_start: beforeStart!, range_end: beforeEnd! };
        const now = await report({ timeframe: 'custom', range_start: start!, range_end: end! });
        // A day that is not over is compared with the same part of a day.
        const until = await shownTime(page);
        expect(until === undefined).toBe(timeframe !== 'last_7_days');
        const before = await report({ ...daysBefore, ...(until !== undefined && { until }) });
        for (const name of ['views', 'orders', 'revenue'] as const) {
          const percent = ((now.data.metrics[name] - before.data.metrics[name]) / before.data.metrics[name]) * 100;
          const chip = page.locator(`[data-metric="${name}"]`).getByTitle(title);
          expect(Number((await chip.innerText()).replace('\u2212', '-').replaceAll(/[^\d.-]/g, ''))).toBeCloseTo(
            percent,
            0,
          );
        }
        const campaigns = await downloadedRows(page, 'the campaigns');
        const dates = {
          'First day': start,
          'Last day': end,
          'Last day that is compared': end,
          'Compared with: first day': beforeStart,
          'Compared with: last day': beforeEnd,
        };
        for (const row of campaigns) expect(row).toMatchObject(dates);
        const [row] = campaigns;
        const time = row!['Compared with: until'];
        const part = time ? { until: time } : {};
        const earlier = await get().ask<CampaignsReport>('/reports/campaigns', {
          website_id: '1',
          ...daysBefore,
          ...part,
        });
        const then = earlier.data.campaigns.find(({ id }) => id === Number(row!.ID))!.metrics;
        const change = then.views === 0 ? Number.NaN : ((Number(row!.Visitors) - then.views) / then.views) * 100;
        expect(Number(row!['Visitors: change in %'] || Number.NaN)).toBeCloseTo(change, 1);
        const [point] = await downloadedRows(page, 'the series');
        expect(point!['Compared with: Date']!.slice(0, 7)).toBe(beforeStart!.slice(0, 7));
      },
    );

    it.runIf(IS_LONG)('compares with no days before the first one, and says so', async () => {
      const page = await get().page('/websites/1?timeframe=last_365_days&compare=year');
      await page.getByText(/not compared: no data before/).waitFor();
      await page.locator('[data-metric="revenue"]').waitFor();
      expect(await page.getByTitle(/^Compared with/).count()).toBe(0);
    });

    it.runIf(IS_LONG)('of yesterday is the day before today', async () => {
      const page = await get().page('/websites/1');
      await page.getByRole('button', { name: 'Last 30 days' }).click();
      await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
      await expect.poll(async () => new Set((await shownDays(page)).slice(0, 2)).size).toBe(1);
      expect(new URL(page.url()).search).toBe('?timeframe=yesterday');
      const [day] = await shownDays(page);
      expect(day).toBe(isoDay(get().service.clock.nowMs - DAY_MS));
      const { data } = await report({ timeframe: 'custom', range_start: day!, range_end: day! });
      await expectViews(page, data.metrics.views);
    });

    it.runIf(IS_LONG)('says which buckets are cut off, in the table and in the file', async () => {
      // Wednesday to Tuesday.
      const range = `range_start=${january(WEDNESDAY)}&range_end=${january(WEDNESDAY + 13)}`;
      const page = await get().page(`/websites/1?timeframe=custom&${range}&group_by=week`);
      await page.getByText('Dotted: only a part of that week is in the period').waitFor();
      await page.getByText('Show as table').click();
      const rows = page.getByRole('table', { name: 'All metrics by week' }).locator('tbody th');
      await rows.first().waitFor();
      expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
        `Jan ${WEDNESDAY - 2}, ${YEAR} only Jan ${WEDNESDAY} – ${WEDNESDAY + 4}, ${YEAR}`,
        `Jan ${WEDNESDAY + 5}, ${YEAR}`,
        `Jan ${WEDNESDAY + 12}, ${YEAR} only Jan ${WEDNESDAY + 12} – ${WEDNESDAY + 13}, ${YEAR}`,
      ]);
      expect((await downloadedRows(page, 'the series')).map((row) => row['Days if partial'])).toEqual(['5', '', '2']);
    });

    it.runIf(IS_LONG)('counts unique visitors or every event, and says which', async () => {
      const page = await get().page('/websites/1');
      await page.getByText('Unique: each visitor counts once').waitFor();
      await page.getByRole('radio', { name: 'Total' }).check();
      await expectViews(page, (await report({ count_type: 'total' })).data.metrics.views);
      await page.getByText('Total: every event counts').waitFor();
    });

    it.runIf(IS_LONG)('is the same for everybody who opens its URL', async () => {
      const path = '/websites/1/campaigns/11?timeframe=last_90_days&count_type=total&metric=revenue&group_by=month';
      const mine = await get().page(path);
      await mine.getByRole('heading', { name: 'Revenue by month' }).waitFor();
      const theirs = await get().strangersPage(path);
      await logIn(theirs, get().service);
      await theirs.getByRole('heading', { name: 'Revenue by month' }).waitFor();
      expect(theirs.url()).toBe(get().service.url + path);
      const { data } = await get().ask<Report>('/reports/campaigns/11', {
        website_id: '1',
        timeframe: 'last_90_days',
        count_type: 'total',
      });
      const shown = usd(data.metrics.revenue);
      for (const page of [mine, theirs]) await expect.poll(() => tile(page, 'revenue')).toBe(shown);
      const tiles = (page: Page) => page.locator('[data-metric]').allInnerTexts();
      await expect.poll(() => tiles(theirs)).toEqual(await tiles(mine));
    });

    it.runIf(IS_LONG)('charts a year of a website, which the API returns in pieces', async () => {
      const page = await get().page('/websites/1?timeframe=last_365_days&count_type=total');
      await page.getByRole('heading', { name: 'Views by month' }).waitFor();
      await page.locator('main [data-chart] svg').waitFor();
      await page.getByText('Show as table').click();
      const rows = page.getByRole('table', { name: 'All metrics by month' }).locator('tbody tr');
      await rows.first().waitFor();
      const views = await rows.locator('td:nth-child(2)').allInnerTexts();
      // Days of 13 months, or of 12 on the last day of a month.
      expect([12, 13]).toContain(views.length);
      const sum = views.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0);
      const { data } = await report({ timeframe: 'last_365_days', count_type: 'total' });
      expect(sum).toBe(data.metrics.views);
    });

    it.runIf(IS_LONG)('sorts, filters and pages the campaigns', async () => {
      const { database, clock } = get().service;
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
        clock.now,
      );
      const page = await get().page('/websites/2');
      const table = page.getByRole('table', { name: 'Campaigns' });
      const names = () => table.locator('tbody th').getByRole('link').allInnerTexts();
      const ask = async (query: Readonly<Record<string, string>>) =>
        (await get().ask<CampaignsReport>('/reports/campaigns', { website_id: '2', per_page: '10', ...query })).data
          .campaigns;
      const expectNames = (campaigns: readonly { readonly name: string }[]) =>
        expect.poll(names).toEqual(campaigns.map(({ name }) => name));
      await table.waitFor();
      await page.getByText('1–10 of 17').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('11–17 of 17').waitFor();
      await expectNames(await ask({ sort: 'revenue', page: '2' }));

      await table.getByRole('button', { name: 'Conversion rate' }).click();
      await table.locator('th[aria-sort="descending"]', { hasText: 'Conversion rate' }).waitFor();
      await page.getByText('1–10 of 17').waitFor();
      await expectNames(await ask({ sort: 'conversion_rate' }));

      await page.getByLabel('Status').selectOption('archived');
      await page.getByText('1–1 of 1').waitFor();
      await expectNames([{ name: 'Gift box bar' }]);
      await page.getByLabel('Type').selectOption('quiz');
      await page.getByText('No campaigns match the filters').waitFor();
      await page.getByRole('button', { name: 'Show all campaigns' }).click();
      await page.getByText('1–10 of 17').waitFor();
    });
  });
}

/** The four days in "Oct 1 – 31, 2026 · compared with Sep 1 – 30, 2026", as the API writes them. */
async function shownDays(page: Page): Promise<string[]> {
  const text = await page.locator('main header .hint').first().innerText();
  return text
    .replace(/ until .*$| \(without today\)$/s, '')
    .split(' · compared with ')
    .flatMap((range) => {
      const [first = '', last = first] = range.split(' – ');
      const year = last.slice(-4);
      const month = first.slice(0, 3);
      const end = /^[A-Z]/.test(last) ? last : `${month} ${last}`;
      return [/\d{4}$/.test(first) ? first : `${first}, ${year}`, end].map((day) => isoDay(Date.parse(`${day} UTC`)));
    });
}

/** The time in "compared with Nov 9, 2026 until 2:35 PM", as the API writes it. */
async function shownTime(page: Page): Promise<string | undefined> {
  const text = await page.locator('main header .hint').first().innerText();
  const [, hour, minute, half] = / until (\d+):(\d+)\s([AP])M/.exec(text) ?? [];
  if (hour === undefined) return undefined;
  return `${String((Number(hour) % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
