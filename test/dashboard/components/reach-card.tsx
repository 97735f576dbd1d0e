import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { ReachCard } from '../../../dashboard/src/components/reach-card.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

function open(answer: Response) {
  const asked: URLSearchParams[] = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fetch = async ({ url }: Request) => {
    asked.push(new URL(url).searchParams);
    return answer.clone();
  };
  history.replaceState(null, '', '/websites/1?timeframe=last_7_days&filter=device%3Amobile');
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: {} } as Parameters<typeof ServicesProvider>[0]['services'];
  const { container } = render(
    <QueryClientProvider client={queries}>
      <ServicesProvider services={services}>
        <Router>
          <ReachCard websiteId={1} />
        </Router>
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return { asked, container, queries };
}

const reportOf = (data: object, sampling: object = { sampled: false }) => Response.json({ ...sampling, data });

describe('how many visitors see a campaign', () => {
  afterEach(cleanup);

  it('is a share of those with page views, in the days and with the filters of the page', async () => {
    const { asked } = open(reportOf({ visitors: 12_000, saw_campaign: 4_500, share: 37.5 }));
    expect((await screen.findByTestId('tile-value')).textContent).toBe('37.50%');
    expect(screen.getByTestId('tile-detail').textContent).toBe('4,500 of 12,000 visitors with page views');
    expect([...asked[0]!]).toEqual([
      ['website_id', '1'],
      ['timeframe', 'last_7_days'],
      ['filter', 'device:mobile'],
    ]);
  });

  it('says that it comes from a sample', async () => {
    open(reportOf({ visitors: 12_000, saw_campaign: 4_500, share: 37.5 }, { sampled: true, sample_rate: 3.125 }));
    expect(await screen.findByText(/Estimated from a sample of 3.1% of the visitors/)).toBeTruthy();
  });

  it.each([
    ['there are no page views', reportOf({ visitors: 0, saw_campaign: 0, share: null })],
    ['no events are kept', Response.json({ status: 422, code: 'events_not_kept', detail: 'no' }, { status: 422 })],
    ['it is shown in a chat', Response.json({ status: 404, code: 'not_found', detail: 'no' }, { status: 404 })],
  ])('is not shown where %s', async (_, answer) => {
    const { asked, container, queries } = open(answer);
    await waitFor(() => expect([asked.length, queries.isFetching()]).toEqual([1, 0]));
    expect(container.textContent).toBe('');
  });
});
