import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VariantFunnel } from '../../../dashboard/src/charts/variant-funnel.tsx';
import { renderDashboard } from './render-dashboard.tsx';

interface Counted {
  readonly steps: readonly number[];
  readonly conversions: number;
  readonly completions: number;
}

async function stagesOf({ steps, conversions, completions }: Counted): Promise<(string | null)[]> {
  window.history.replaceState(null, '', '/websites/1/campaigns/2/variants/3?compare=off');
  const data = {
    id: 3,
    metrics: { views: steps[0], conversions, completions },
    funnel_steps: steps.map((views, index) => ({ id: index, position: index + 1, metrics: { views } })),
  };
  const timeframe = { range_start: '2025-11-17T00:00:00Z', range_end: '2025-11-17T23:59:59Z', timezone: 'UTC' };
  const fetch = async ({ url }: Request) =>
    new URL(url).pathname === '/api/v1/reports/variants/3'
      ? Response.json({ timeframe, data })
      : Response.json({ status: 403, detail: 'Not now.' }, { status: 403 });
  renderDashboard(<VariantFunnel websiteId={1} campaignId={2} variantId={3} label="Funnel" />, fetch);
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
}

describe('the funnel of a variant', () => {
  afterEach(cleanup);

  it('ends with who completed it', async () => {
    expect(await stagesOf({ steps: [100, 50], conversions: 60, completions: 20 })).toEqual([
      'Step 1100100.0%50.0% drop off: 50 do not continue',
      'Step 25050.0%60.0% drop off: 30 do not continue',
      'Completed2020.0%',
    ]);
    expect(screen.queryByText(/There are no/)).toBeNull();
  });

  it('without completions ends with its last step, and loses nobody there', async () => {
    expect(await stagesOf({ steps: [100, 50], conversions: 60, completions: 0 })).toEqual([
      'Step 1100100.0%50.0% drop off: 50 do not continue',
      'Step 25050.0%',
    ]);
    expect(screen.getByText(/There are no/).textContent).toBe(
      'There are no completions in this period, so the funnel ends before them.',
    );
  });

  it('of one step without completions ends with who converted, as in the tutorial', async () => {
    expect(await stagesOf({ steps: [1], conversions: 1, completions: 0 })).toEqual([
      'Step 11100.0%0.0% drop off: 0 do not continue',
      'Converted1100.0%',
    ]);
  });
});
