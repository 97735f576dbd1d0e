import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { OverviewPage } from '../../../dashboard/src/pages/overview.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const TODAY = '2026-11-16';
const NUMBERS = { conversions: 0, conversion_rate: 0, subscribes: 0, subscribe_rate: 0, orders: 0, order_rate: 0 };

/** Each website has 100 visitors and $100 on every day, and 10 of both today, at 9:00. On other days there were 8 until then. */
function open(search: string, websites: number, keptFrom: string | null, before: Promise<void> = Promise.resolve()) {
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
    if (path !== 'account/performance') return Response.json({ status: 404 }, { status: 404 });
    const row = { ...NUMBERS, viewers: each, revenue: each, aov: 0, currency: 'USD' };
    const aggregate = { ...row, website_count: websites, viewers: each * websites, revenue: each * websites };
    return Response.json({
      timeframe: { ...timeframe, previous_range_start: null, previous_range_end: null },
      data: { aggregate, websites: ids.map((id) => ({ id, name: `Shop ${id}`, ...row })) },
    });
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider services={services}>
        <Router>
          <OverviewPage />
        </Router>
      </ServicesProvider>
    </QueryClientProvider>,
  );
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
    // Visitors of both together are not known for a part of a day.
    ['today so far, of several websites', 'today', 2, 'Nov 15, 2026 until 9:00 AM', '+25.0%', [1, 4]],
    ['whole days of several websites', 'last_24_hours', 2, 'Nov 14, 2026 (without today)', '0.0%', [2, 4]],
  ])('compares %s', async (_, timeframe, websites, text, change, [inTiles, inTable]) => {
    open(`?timeframe=${timeframe}`, websites!, '2026-11-01');
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

  it('compares nothing today if events are not kept', async () => {
    open('?timeframe=today', 1, null);
    await waitFor(() => expect(frame()).toContain('not compared: today is not over'));
  });
});
