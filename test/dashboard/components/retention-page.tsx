import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RetentionPage } from '../../../dashboard/src/pages/retention.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const PATH = '/websites/1/retention';
const WEBSITE = { id: 1, name: 'Shop', currency: 'USD' };
const COHORTS = [
  { start: '2026-11-02', visitors: 200, returned: [20, 50, 8, null] },
  { start: '2026-11-09', visitors: 19, returned: [3, 1, null, null] },
];
const NONE = COHORTS.map((cohort) => ({ ...cohort, visitors: 0, returned: [0, 0, null, null] }));
const BUYERS = [
  { days: 30, buyers: 40, repeat_buyers: 6, repeat_rate: 15, revenue: 2_400, revenue_per_buyer: 60 },
  { days: 60, buyers: 19, repeat_buyers: 4, repeat_rate: 21.05, revenue: 1_330, revenue_per_buyer: 70 },
  { days: 90, buyers: 0, repeat_buyers: 0, repeat_rate: null, revenue: 0, revenue_per_buyer: null },
];

interface Given {
  readonly cohorts?: readonly object[];
  readonly buyers?: readonly object[];
  readonly share?: number | null;
  readonly sampling?: object;
  /** The first and the last day. */
  readonly days?: readonly [string, string];
  readonly problem?: object;
}

function open(search = '', given: Given = {}) {
  const { cohorts = COHORTS, buyers = BUYERS, share = 62.5, sampling = { sampled: false }, problem } = given;
  const [first_date, last_date] = given.days ?? ['2026-11-02', '2026-11-15'];
  window.history.replaceState(null, '', `${PATH}${search}`);
  const asked: URLSearchParams[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/v1/reports/websites') return Response.json({ websites: [WEBSITE] });
    if (pathname !== '/api/v1/reports/retention') return Response.json({ accounts: [], websites: [] });
    asked.push(searchParams);
    if (problem) return Response.json(problem, { status: 422 });
    const first = searchParams.get('first')!;
    const dimension = searchParams.get('break_down_by');
    const values = ['mobile', '(other)'].map((value) => ({ value, cohorts }));
    return Response.json({
      ...{ report: 'retention', website: WEBSITE, ...sampling },
      timeframe: { range_start: `${first_date}T00:00:00Z`, range_end: `${last_date}T23:59:59Z` },
      data: {
        ...{ by: searchParams.get('by'), first, then: searchParams.get('then'), followable_share: share, cohorts },
        ...(first === 'order' && { buyers }),
        ...(dimension && { breakdown: { dimension, values } }),
      },
    });
  };
  renderDashboard(<RetentionPage websiteId={1} />, fetch);
  return asked;
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
const rows = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the page Retention', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('shows shares, counts of small cohorts, nothing of weeks that have not begun, and all cohorts together first', async () => {
    open();
    expect(await rows('Who comes back')).toEqual([
      ['Week of', 'Visitors', 'Same week', 'Week 1', 'Week 2'],
      // The second week has the first cohort alone.
      ['All', '219', '10.5%', '23.3%', '4.0%'],
      ['Nov 2, 2026', '200', '10.0%', '25.0%', '4.0%'],
      ['Nov 9, 2026', '19', '3', '1', ''],
    ]);
    screen.getByText(/62\.5% of these visitors can be followed from day to day\. The others .* are left out\./);
  });

  it('lists the newest cohorts of a long period below all of them together, and the others on demand', async () => {
    const cohorts = Array.from({ length: 53 }, (_, week) => ({
      start: new Date(Date.UTC(2025, 10, 17 + 7 * week)).toISOString().slice(0, 10),
      ...{ visitors: 10, returned: [1, 2, null] },
    }));
    open('', { cohorts, days: ['2025-11-20', '2026-11-19'] });
    const heads = async () => (await rows('Who comes back')).map(([head]) => head);
    const shown = await heads();
    expect([shown.length, ...shown.slice(0, 3), shown.at(-1)]).toEqual([
      14,
      'Week of',
      'All',
      'Aug 31, 2026',
      'Nov 16, 2026',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 53 rows' }));
    const all = await heads();
    expect([all.length, ...all.slice(0, 3), all.at(-1)]).toEqual([
      55,
      'Week of',
      'All',
      'Nov 17, 2025',
      'Nov 16, 2026',
    ]);
    expect(screen.queryByRole('button', { name: 'Show all 53 rows' })).toBeNull();
  });

  it('colors only what differs from its column by more than random variation explains, and shows small counts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T12:00:00Z') });
    const usual = ['08-31', '09-07', '09-14', '09-21', '09-28'].map((day) => ({
      ...{ start: `2026-${day}`, visitors: 300, returned: [30, 24, null] },
    }));
    const cohorts = [
      ...usual,
      { start: '2026-10-05', visitors: 300, returned: [30, 90, null] },
      { start: '2026-10-12', visitors: 40, returned: [6, 4, null] },
    ];
    open('', { cohorts, days: ['2026-08-31', '2026-11-18'] });
    const table = await screen.findByRole('table', { name: 'Who comes back' });
    const colored = [...table.querySelectorAll('td')].filter(
      (cell) => Number(cell.style.getPropertyValue('--strength')) > 0,
    );
    expect(colored.map(({ textContent }) => textContent)).toEqual(['10.1%', '11.6%', '30.0%']);
    expect((await rows('Who comes back'))[8]).toEqual(['Oct 12, 2026', '40', '15.0%6/40', '10.0%4/40']);
    screen.getByText(/Gray cells differ from the others of their column by no more than random variation explains\./);
  });

  it('compares no week that is not over, and no visitors of a part of a week', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T12:00:00Z') });
    const fewer = [15, 9, null];
    const whole = ['10-12', '10-19', '10-26', '11-02'].map((day) => ({ start: `2026-${day}`, returned: [120, 150] }));
    const cohorts = [
      { start: '2026-10-05', returned: fewer },
      ...whole,
      // Its second week and the first one of the last cohort are running.
      { start: '2026-11-09', returned: [120, 70, null] },
      { start: '2026-11-16', returned: [50, null] },
    ].map((cohort) => ({ visitors: 1_000, ...cohort }));
    const colored = async (days: readonly [string, string]) => {
      open('', { cohorts, days });
      const table = await screen.findByRole('table', { name: 'Who comes back' });
      const cells = [...table.querySelectorAll('tbody tr:not(:first-child) td')] as HTMLElement[];
      const found = cells.filter(({ style }) => Number(style.getPropertyValue('--strength')) > 0);
      cleanup();
      return found.map(({ textContent }) => textContent);
    };
    expect(await colored(['2026-10-08', '2026-11-18'])).toEqual([]);
    expect(await colored(['2026-10-05', '2026-11-18'])).toEqual(['1.5%', '0.9%']);
  });

  it('says that nobody has come back yet', async () => {
    open('', { cohorts: COHORTS.map((cohort) => ({ ...cohort, returned: [0, 0, null, null] })) });
    await screen.findByText('Nobody has come back yet');
    screen.getByText(/^219 visitors begin in this period, and none has come back with “View”\./);
  });

  it('shows who buys again: buyers whose days are over, and no share of fewer than 20', async () => {
    const asked = open();
    expect(await rows('Repeat buyers')).toEqual([
      ['After the first order', 'Buyers', 'Repeat buyers', 'Revenue per buyer'],
      ['Within 30 days', '40', '615.00%', '$60.00'],
      ['Within 60 days', '19', '4', '$70.00'],
      ['Within 90 days', '0', '0', '–'],
    ]);
    expect(asked.map((search) => search.get('first')).sort()).toEqual(['order', 'view']);
  });

  it('offers a longer timeframe if the days of no buyer are over', async () => {
    open('', { buyers: BUYERS.map((row) => ({ ...row, buyers: 0 })) });
    fireEvent.click(await screen.findByRole('button', { name: 'Show the last 365 days' }));
    expect(window.location.search).toBe('?timeframe=last_365_days');
  });

  it('keeps in the URL what is chosen, and asks once if the page is about orders', async () => {
    const asked = open('?filter=device%3Amobile');
    await screen.findByRole('table', { name: 'Who comes back' });
    choose('Visitors begin with', 'order');
    expect(window.location.search).toBe('?filter=device%3Amobile&first=order');
    fireEvent.click(screen.getByRole('radio', { name: 'By month' }));
    choose('They come back with', 'view');
    await waitFor(() => expect(asked.at(-1)!.get('then')).toBe('view'));
    choose('They come back with', 'order');
    const before = asked.length;
    choose('Break down by', 'device');
    expect(window.location.search).toBe('?filter=device%3Amobile&first=order&by=month&break_down_by=device');
    expect((await rows('Who comes back, by Device')).slice(1)).toEqual([
      ['Mobile', '219', '10.5%', '23.3%', '4.0%'],
      ['All others', '219', '10.5%', '23.3%', '4.0%'],
    ]);
    expect(asked).toHaveLength(before + 1);
    expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({
      ...{
        by: 'month',
        first: 'order',
        then: 'order',
        break_down_by: 'device',
        filter: 'device:mobile',
        notes: 'true',
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Mobile' }));
    expect(window.location.search).not.toContain('filter');
  });

  it('marks numbers that come from a sample', async () => {
    open('', { sampling: { sampled: true, sample_rate: 25 } });
    expect((await rows('Who comes back'))[2]![1]).toBe('≈ about 200');
    expect(screen.getAllByText(/Estimated from a sample of 25% of the visitors/)).toHaveLength(2);
  });

  it('says what is missing: visitors, consent, or kept events', async () => {
    open('', { cohorts: NONE, share: null });
    await screen.findByText('No visitor begins in this period');
    await screen.findByText('No first orders in this period');
    cleanup();
    open('', { cohorts: NONE, share: 0 });
    await screen.findByText('None of these visitors can be followed from day to day');
    cleanup();
    open('', { problem: { status: 422, code: 'events_not_kept', param: 'first', detail: 'Website 1 keeps none.' } });
    await screen.findByText('This website does not keep its events');
    expect(screen.queryByText('Repeat buyers')).toBeNull();
  });
});
