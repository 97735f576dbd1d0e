import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { RecentVisitors } from '../../../dashboard/src/pages/recent-visitors.tsx';
import { TimezoneProvider } from '../../../dashboard/src/routing/timezone.tsx';

const METRICS = { views: 12, conversions: 3, conversion_rate: 25, orders: 1, order_rate: 8.33, revenue: 40, aov: 40 };

function open(answer: (search: URLSearchParams) => Response): void {
  const fetch = async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/api/v1/reports/website') return answer(searchParams);
    return Response.json({ accounts: [{ id: 5, role: 'editor' }], websites: [{ id: 1, account_id: 5 }] });
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider services={services}>
        <TimezoneProvider value="Australia/Sydney">
          <RecentVisitors websiteId={1} isPolling />
        </TimezoneProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

describe('the visitors of the last 30 minutes', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('are those since then on the clock of the website, also after midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-15T13:10:30Z') });
    let asked: URLSearchParams | undefined;
    open((search) => {
      asked = search;
      return Response.json({ website: { currency: 'USD' }, sampled: false, data: { metrics: METRICS } });
    });
    expect(await screen.findByText('12')).toBeTruthy();
    expect(screen.getByText('$40.00')).toBeTruthy();
    expect(Object.fromEntries(asked!)).toEqual({
      ...{ website_id: '1', timeframe: 'custom', range_start: '2026-11-15', range_end: '2026-11-16', since: '23:40' },
    });
  });

  it('say that they come from a sample', async () => {
    const body = { website: { currency: 'USD' }, sampled: true, sample_rate: 3.125, data: { metrics: METRICS } };
    open(() => Response.json(body));
    expect(await screen.findByText(/Estimated from a sample of 3.1% of the visitors/)).toBeTruthy();
    expect(screen.getAllByTestId('tile-value')[0]!.textContent).toContain('about 12');
  });

  it('need kept events', async () => {
    const problem = { status: 422, code: 'events_not_kept', param: 'since', detail: 'It does not keep its events.' };
    open(() => Response.json(problem, { status: 422 }));
    expect(await screen.findByRole('button', { name: 'Keep events from now on' })).toBeTruthy();
  });
});
