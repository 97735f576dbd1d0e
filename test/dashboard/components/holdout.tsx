import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
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
  const variants = [variant(100, 'A'), { ...variant(101, 'B'), ...(isHoldout && { is_holdout: true as const }) }];
  const given = { websiteId: 1, campaignId: 10, currency: 'USD', countType: 'distinct' } as const;
  render(
    <Router>
      <VariantComparison {...given} variants={variants} />
    </Router>,
  );
}

describe('a campaign with a holdout', () => {
  afterEach(cleanup);

  it('has it as its control', () => {
    compare(true);
    expect(screen.getByText('Holdout · 50% of traffic')).toBeTruthy();
    expect(screen.queryByText(/Control/)).toBeNull();
    cleanup();
    compare(false);
    expect(screen.getByText(/Control/)).toBeTruthy();
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
