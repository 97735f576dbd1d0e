import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { Brought } from '../../../dashboard/src/experiments/experiment-card.tsx';
import { VariantComparison } from '../../../dashboard/src/experiments/variant-comparison.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const METRICS = {
  ...{ views: 100, conversions: 5, completions: 0, submissions: 0, subscribes: 0, orders: 1, revenue: 10 },
  ...{ conversion_rate: 5, completion_rate: 0, subscribe_rate: 0, order_rate: 1, aov: 10 },
};
const variant = (id: number, variation: string) => ({
  ...{ id, variation, name: null, status: 'live', traffic_percentage: 50, metrics: METRICS },
});

/** The last variant is a holdout, or not. */
function compare(isHoldout: boolean) {
  const variants = [variant(100, 'A'), variant(101, 'B')];
  const catalog = {
    ...{ website: {}, areas: [] },
    campaigns: [
      {
        id: 10,
        variants: [
          { id: 100, steps: [] },
          { id: 101, steps: [], ...(isHoldout && { is_holdout: true }) },
        ],
      },
    ],
  };
  const fetch = async (): Promise<Response> => Response.json(catalog);
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  const given = { websiteId: 1, campaignId: 10, currency: 'USD', countType: 'distinct' } as const;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider services={services}>
        <Router>
          <VariantComparison {...given} variants={variants as Parameters<typeof VariantComparison>[0]['variants']} />
        </Router>
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

const NOTE = /The numbers of the campaign are those of the visitors who were shown it/;

describe('a campaign with a holdout', () => {
  afterEach(cleanup);

  it('says that its numbers are without the holdout', async () => {
    compare(true);
    await screen.findByText(NOTE);
  });

  it('is the only one that says so', async () => {
    compare(false);
    await screen.findByRole('table', { name: 'Variants compared' });
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  it.each([
    [{ estimate: 7, low: -2, high: 16 }, true, '7 orders-2 to 16'],
    [null, true, '–no orders yet'],
    [null, false, '–not known'],
  ])('%j orders that would not have come without it, trusted %s', (orders, isTrusted, shown) => {
    const brought = { revenue: null, orders, conversions: null };
    render(<Brought brought={brought} currency="USD" isTrusted={isTrusted} />);
    expect(document.body.textContent).toContain(shown);
  });
});
