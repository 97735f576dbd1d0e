import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { DAY_MS, type TestClock } from '../support/test-clock.ts';
import type { CampaignsReport, Report } from './answers.ts';
import type { GetDashboard } from './dashboard.ts';

export function downloadTests(get: GetDashboard): void {
  describe('a CSV file', () => {
    it.runIf(IS_LONG)('contains the campaigns as the API returns them, in the words of the page', async () => {
      const { clock } = get().service;
      // The API compares as the dashboard does if all days are over, and are no quarter.
      const days = { range_start: daysAgo(50, clock), range_end: daysAgo(1, clock) };
      const page = await get().page(`/websites/1?timeframe=custom&${new URLSearchParams(days)}&status=live`);
      await page.getByRole('table', { name: 'Campaigns' }).waitFor();
      const { name, rows } = await download(page, 'the campaigns');
      expect(name).toBe(`ravelmoor.example-campaigns-${days.range_start}-to-${days.range_end}.csv`);
      const { data, timeframe } = await get().ask<CampaignsReport>('/reports/campaigns', {
        website_id: '1',
        timeframe: 'custom',
        ...days,
        status: 'live',
        sort: 'revenue',
        previous_period: 'true',
      });
      const expected = data.campaigns.map(({ metrics, ...campaign }) => {
        const { changes, previous: _, ...values } = metrics as typeof metrics & { previous: unknown };
        const changed = Object.entries(changes ?? {}).map(([key, value]) => [
          `${HEADS[key]}: ${key.endsWith('_rate') ? 'relative change' : 'change'} in %`,
          value === null ? null : value.toFixed(2),
        ]);
        return {
          ...headed({ ...campaign, ...values }),
          ...{ Type: TYPES[campaign.cta_type], Status: 'Live', Currency: 'USD' },
          ...Object.fromEntries(changed),
          ...daysOf(timeframe),
        };
      });
      expect(rows).toEqual(expected.map((row) => asText(row)));
    });

    it.runIf(IS_LONG)('contains the points of a series as the API returns them', async () => {
      const page = await get().page('/websites/1/campaigns/11?group_by=week');
      await page.locator('main [data-chart] svg').waitFor();
      const { rows } = await download(page, 'the series');
      const { data } = await get().ask<Report>('/reports/campaigns/11', { website_id: '1', group_by: 'week' });
      const expected = data.timeseries!.points.map((point) => asText(headed({ ...point })));
      const points = rows.map((row) => Object.fromEntries(Object.keys(expected[0]!).map((head) => [head, row[head]])));
      expect(points).toEqual(expected);
    });
  });
}

export async function downloadedRows(page: Page, label: string): Promise<Download['rows']> {
  return (await download(page, label)).rows;
}

/** How the page calls what the API calls so. */
const HEADS: Readonly<Record<string, string>> = {
  name: 'Campaign',
  id: 'ID',
  cta_type: 'Type',
  status: 'Status',
  date: 'Date',
  views: 'Visitors',
  conversions: 'Conversions',
  completions: 'Completions',
  submissions: 'Submissions',
  subscribes: 'Subscribes',
  orders: 'Orders',
  revenue: 'Revenue',
  conversion_rate: 'Conversion rate',
  completion_rate: 'Completion rate',
  subscribe_rate: 'Subscribe rate',
  order_rate: 'Order rate',
  aov: 'Avg. order',
};

const TYPES: Readonly<Record<string, string>> = {
  ...{ overlay: 'Popup', bar: 'Bar', embed: 'Embedded form', quiz: 'Quiz', landing_page: 'Landing page' },
};

/** Money and rates have two decimals. */
function headed(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written = (name: string, value: unknown) =>
    typeof value === 'number' && /revenue|aov|_rate$/.test(name) ? value.toFixed(2) : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [HEADS[name], written(name, value)]));
}

function daysOf(timeframe: Readonly<Record<string, string>>): Record<string, string> {
  const day = (name: string) => timeframe[name]!.slice(0, 10);
  return {
    'First day': day('range_start'),
    'Last day': day('range_end'),
    'Last day that is compared': day('range_end'),
    'Compared with: first day': day('previous_range_start'),
    'Compared with: last day': day('previous_range_end'),
    'Compared with: until': '',
  };
}

function daysAgo(count: number, { nowMs }: TestClock): string {
  return new Date(nowMs - count * DAY_MS).toISOString().slice(0, 10);
}

interface Download {
  readonly name: string;
  /** The cells of each row, by the head of their column. The texts of the demo have no commas. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

async function download(page: Page, label: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${label} as CSV` }).click(),
  ]);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [head, ...lines] = text.slice(1).trimEnd().split('\r\n');
  const columns = head!.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
  return { name: file.suggestedFilename(), rows };
}

function asText(row: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? '' : String(value)]));
}
