import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OverviewPage } from '../../../dashboard/src/pages/overview.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const TODAY = '2026-11-16';
const NUMBERS = { conversions: 0, conversion_rate: 0, subscribes: 0, subscribe_rate: 0, orders: 0, order_rate: 0 };

/** Each website has 100 visitors and $100 on every day, and 10 of both today, at 9:00. On other days there were 8 until then. */
function open(
  search: string,
  websites: number,
  keptFrom: string | null,
  before: Promise<void> = Promise.resolve(),
  precision: 'exact' | 'estimated' = 'exact',
) {
  window.history.replaceState(null, '', `/${search}`);
  const ids = Array.from({ length: websites }, (_, index) => index + 1);
  const fetch = async ({ url }: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.slice('/api/v1/reports/'.length);
    if (path === 'websites/first-days') {
      return Response.json({ websites: ids.map((id) => ({ id, first_day: '2026-01-01', kept_from: keptFrom })) });
    }
    const start = searchParams.get('range_start') ?? (searchParams.get('timeframe') === 'today' ? TODAY : '2026-11-15');
    const end = searchParams.get('range_end') ?? TODAY;
    if (end < '2026-11-15') await before;
    const until = searchParams.get('until');
    if (until !== null) expect([until, path]).toEqual(['09:00', 'website']);
    const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
    const [last, others] = [end === TODAY ? 10 : until === null ? 100 : 8, (days - 1) * 100];
    const timeframe = { range_start: `${start}T00:00:00Z`, range_end: `${end}T23:59:59Z` };
    const each = last + others;
    if (path === 'website') {
      return Response.json({ timeframe, data: { metrics: { ...NUMBERS, views: each, revenue: each } } });
    }
    if (path === 'websites') {
      return Response.json({ websites: ids.map((id) => ({ id, name: `Shop ${id}`, account_name: 'Ada & Co.' })) });
    }
    if (path !== 'account/performance') return Response.json({ status: 404 }, { status: 404 });
    const row = { ...NUMBERS, viewers: each, revenue: each, aov: 0, currency: 'USD' };
    // Somebody visits all of the websites.
    const viewers = each * websites - (websites - 1);
    const aggregate = { ...row, website_count: websites, viewers, revenue: each * websites };
    const isEstimate = precision === 'estimated';
    return Response.json({
      ...(searchParams.get('precision') === 'true' && { precision }),
      ...(isEstimate && { notes: [note('estimated'), note('mixed_currencies')] }),
      timeframe: { ...timeframe, previous_range_start: null, previous_range_end: null },
      data: { aggregate, websites: ids.map((id) => ({ id, name: `Shop ${id}`, ...row })) },
    });
  };
  show(fetch);
}

const note = (code: string) => ({ code, message: `This is ${code}.` });

function show(fetch: (request: Request) => Promise<Response>) {
  renderDashboard(<OverviewPage />, fetch);
}

/** At the same time, it is noon of the 16th in the west, and five in the morning of the 17th in the east. */
function openInZones() {
  window.history.replaceState(null, '', '/?timeframe=today');
  const NAMES = ['West', 'East'];
  const numbers = (now: number) => ({ ...NUMBERS, conversions: now, revenue: now, aov: 0, currency: 'USD' });
  const own = (id: number, viewers: number) => ({ id, name: NAMES[id - 1], viewers, ...numbers(viewers) });
  const timeframe = { timezone: 'mixed', first_date: '2026-11-16', last_date: '2026-11-17' };
  const answers: Readonly<Record<string, (search: URLSearchParams) => object>> = {
    websites: () => ({
      websites: ['America/Los_Angeles', 'Asia/Tokyo'].map((timezone, index) => ({ id: index + 1, timezone })),
    }),
    'websites/first-days': () => ({
      websites: [1, 2].map((id) => ({ id, first_day: '2026-01-01', kept_from: '2026-01-01' })),
    }),
    'account/performance': () => ({
      timeframe,
      data: { aggregate: { ...own(1, 50), website_count: 2 }, websites: [own(1, 40), own(2, 10)] },
    }),
    'account/trends': () => ({
      timeframe,
      data: {
        group_by: 'day',
        dates: ['2026-11-16', '2026-11-17'],
        websites: [
          { id: 1, viewers: [40, 0] },
          { id: 2, viewers: [0, 10] },
        ],
      },
    }),
    // Each asks for its own day before, until its own time.
    website: (search) => {
      const asked = ['website_id', 'range_start', 'range_end', 'until'].map((name) => search.get(name)).join(' ');
      const views = { '1 2026-11-15 2026-11-15 12:00': 20, '2 2026-11-16 2026-11-16 05:00': 20 }[asked];
      return { data: { metrics: { ...numbers(views!), views } } };
    },
  };
  show(async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const answer = answers[pathname.slice('/api/v1/reports/'.length)];
    return answer ? Response.json(answer(searchParams)) : Response.json({ status: 404 }, { status: 404 });
  });
}

const frame = () => document.querySelector('header')!.textContent!.replaceAll(/\s/g, ' ');

describe('the overview', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T09:00:00Z`) });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it.each([
    ['today so far, if there is one website', 'today', 1, 'Nov 15, 2026 until 9:00 AM', '+25.0%', [2, 2]],
    ['two days so far', 'last_24_hours', 1, 'Nov 13 – 14, 2026 until 9:00 AM', '+1.9%', [2, 2]],
    ['today so far, of several websites', 'today', 2, 'Nov 15, 2026 until 9:00 AM', '+25.0%', [2, 4]],
    ['two days so far, of several websites', 'last_24_hours', 2, 'Nov 13 – 14, 2026 until 9:00 AM', '+1.9%', [2, 4]],
    ['whole days, if events are not kept', 'last_24_hours', 2, 'Nov 14, 2026 (without today)', '0.0%', [2, 4], null],
  ] as const)('compares %s', async (_, timeframe, websites, text, change, [inTiles, inTable], ...kept) => {
    open(`?timeframe=${timeframe}`, websites, kept.length > 0 ? null : '2026-11-01');
    const changesIn = (part: HTMLElement) => within(part).queryAllByText(change).length;
    await waitFor(() => expect(changesIn(screen.getByRole('table', { name: 'Websites' }))).toBe(inTable));
    expect(changesIn(screen.getByLabelText('All websites'))).toBe(inTiles);
    expect(frame()).toContain(`compared with ${text}`);
  });

  it('has no file until the days before are there', async () => {
    const before = Promise.withResolvers<void>();
    open('?timeframe=last_24_hours', 2, '2026-11-01', before.promise);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Download the websites as CSV' });
    expect(button.disabled).toBe(true);
    before.resolve();
    await waitFor(() => expect(button.disabled).toBe(false));
  });

  it('compares websites in several time zones in their own days, and draws no day that has not begun', async () => {
    vi.setSystemTime(Date.parse('2026-11-16T20:00:00Z'));
    openInZones();
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
    const text = (name: string) => row(name).textContent!.replaceAll(/\s/g, ' ');
    await waitFor(() => expect(text('West')).toContain('compared with Nov 15, 2026 until 12:00 PM'));
    expect(text('West')).toContain('Nov 16, 2026 · ');
    expect(text('East')).toContain('Nov 17, 2026 · compared with Nov 16, 2026 until 5:00 AM');
    await waitFor(() => expect(within(row('West')).getAllByText('+100.0%')).toHaveLength(3));
    expect(within(row('East')).getAllByText('\u221250.0%')).toHaveLength(3);
    expect(within(screen.getByLabelText('All websites')).getAllByText('+25.0%')).toHaveLength(3);
    expect(frame()).toContain('each website compared with its own days, Nov 15 – 16, 2026');
    expect(document.querySelector('polyline')).toBeNull();
  });

  it('marks the visitors of several websites as estimates only if they are', async () => {
    const tiles = () => screen.getByLabelText('All websites').textContent!;
    open('?timeframe=today', 2, '2026-11-01');
    await waitFor(() => expect(tiles()).toContain('Not the sum of the websites'));
    expect(tiles()).toContain('19');
    expect(tiles()).not.toMatch(/≈|estimates/);
    cleanup();
    open('?timeframe=today', 2, '2026-11-01', Promise.resolve(), 'estimated');
    await waitFor(() => expect(tiles()).toContain('≈ about 19'));
    expect(tiles()).toContain('Large numbers of visitors are estimates');
    // The page compares and sums in its own way: other notes are not about its numbers.
    expect(screen.getByText('This is estimated.')).toBeTruthy();
    expect(screen.queryByText('This is mixed_currencies.')).toBeNull();
  });

  it('compares nothing today if events are not kept', async () => {
    open('?timeframe=today', 1, null);
    await waitFor(() => expect(frame()).toContain('not compared: today is not over'));
  });
});
