// @vitest-environment happy-dom
// A report page in another language: texts, numbers, dates and errors. Modules read texts when they are loaded, so they are loaded again,
// in a file of its own: what other components load later would not fit to what they have loaded before.
import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import de from '../../languages/de/index.ts';
import { WAIT_MS_MAX } from '../support/time-limits.ts';

configure({ asyncUtilTimeout: WAIT_MS_MAX });

const COUNTS = { completions: 0, subscribes: 0, submissions: 0, orders: 2 };
const RATES = { conversion_rate: 12.5, completion_rate: 0, subscribe_rate: 0, order_rate: 0.1, aov: 617.25 };
const METRICS = { views: 2000, conversions: 250, revenue: 1234.5, ...COUNTS, ...RATES };
const REPORT = {
  website: { id: 1, name: 'shop.example', currency: 'EUR' },
  timeframe: { range_start: '2025-11-17T00:00:00Z', range_end: '2025-11-19T23:59:59Z', timezone: 'UTC' },
  data: {
    id: 3,
    name: null,
    variation: 'A',
    traffic_percentage: 100,
    metrics: METRICS,
    timeseries: { group_by: 'day', points: [{ date: '2025-11-17', ...METRICS }] },
    funnel_steps: [],
  },
};

/** Has the spaces that a keyboard has. */
const textOf = ({ textContent }: Element) => (textContent ?? '').replaceAll(/\s/g, ' ');

describe('a report page in German', () => {
  let showPage: () => void;
  beforeAll(async () => {
    vi.resetModules();
    const [{ setTexts }, { setLocale }] = await Promise.all([
      import('../../dashboard/src/language/t.ts'),
      import('../../dashboard/src/format/locale.ts'),
    ]);
    setTexts(de, { language: 'de', locale: 'de-DE' });
    setLocale('de-DE');
    const { ServicesProvider } = await import('../../dashboard/src/api/context.tsx');
    const { Router } = await import('../../dashboard/src/routing/router.tsx');
    const { VariantReportPage } = await import('../../dashboard/src/pages/variant.tsx');
    showPage = () => {
      window.history.replaceState(null, '', '/websites/1/campaigns/2/variants/3?compare=off&timeframe=last_7_days');
      const fetch = async ({ url }: Request) => {
        const { pathname, searchParams } = new URL(url);
        if (searchParams.has('break_down_by') || !pathname.startsWith('/api/v1/reports/variants/')) {
          return Response.json({ status: 403, detail: 'Not allowed.' }, { status: 403 });
        }
        return Response.json(REPORT);
      };
      const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
      const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
      render(
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <ServicesProvider services={services}>
            <Router>
              <VariantReportPage page={{ name: 'variant', websiteId: 1, campaignId: 2, variantId: 3 }} />
            </Router>
          </ServicesProvider>
        </QueryClientProvider>,
      );
    };
  });
  afterEach(cleanup);

  it('has German texts, numbers and dates', async () => {
    showPage();
    const rate = await screen.findByRole('button', { name: /^Conversion-Rate 12/ });
    expect(textOf(within(rate).getByTestId('tile-value'))).toBe('12,50 %');
    expect(textOf(within(rate).getByTestId('tile-detail'))).toBe('250 von 2.000');
    const revenue = screen.getByRole('button', { name: /^Umsatz 1/ });
    expect(textOf(within(revenue).getByTestId('tile-value'))).toBe('1.234,50 €');
    expect(textOf(within(revenue).getByTestId('tile-detail'))).toBe('617,25 € pro Bestellung');
    expect(screen.getByRole('heading', { name: 'Besucher pro Tag' })).toBeTruthy();
    expect(textOf(document.querySelector('header')!)).toContain('17.–19. Nov. 2025');
    expect(screen.getByRole('button', { name: 'Letzte 7 Tage' })).toBeTruthy();
  });

  it('says in German what the service refused', async () => {
    showPage();
    expect(await screen.findByText('Dazu sind Sie nicht berechtigt.')).toBeTruthy();
    expect(screen.queryByText('Not allowed.')).toBeNull();
  });
});
