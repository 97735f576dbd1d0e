import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiProvider } from '../../../dashboard/src/api/context.tsx';
import { InsightsPage } from '../../../dashboard/src/pages/insights.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const NEWEST = '2026-11-09';
const EARLIER = '2026-11-02';
const SEGMENT = { dimension: 'device', value: 'mobile', share: 97 };

/** The service, as far as the page asks it: the insights of any week, by default of the newest. */
async function answer({ url }: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  if (!pathname.endsWith('/insights/weeks')) return Response.json({ status: 404 }, { status: 404 });
  const week = searchParams.get('week') ?? NEWEST;
  return Response.json({
    website: { id: 1, name: 'Shop', currency: 'USD' },
    data: {
      week,
      weeks: [NEWEST, EARLIER],
      performance: { revenue: 1438.8, viewers: 1200 },
      ...{ previous: null, changes: null },
      items: [
        { text: `What to do after ${week}.`, kind: null, campaign_ids: [] },
        { text: 'A campaign.', kind: 'claim', campaign_ids: [10], segment: SEGMENT },
        { text: 'The website.', kind: 'claim', campaign_ids: [], segment: SEGMENT },
      ],
    },
  });
}

function openPage(path: string, fetch = answer): void {
  window.history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider api={createFunnelClient({ baseUrl: 'https://funnel.example', fetch })}>
        <Router>
          <InsightsPage websiteId={1} />
        </Router>
      </ApiProvider>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

it('insights: those that have not been written are not asked for, also if a whole week is over', async () => {
  const asked: string[] = [];
  openPage('/websites/1/insights', async (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (pathname.endsWith('/websites')) return Response.json({ websites: [{ id: 1, name: 'Shop' }] });
    if (!pathname.endsWith('/first-days')) return answer(request);
    return Response.json({
      websites: [{ id: 1, first_day: '2026-01-01', kept_from: '2026-01-01', insights_from: null }],
    });
  });
  expect(await screen.findByText('No insights yet')).toBeTruthy();
  expect(asked.filter((path) => path.includes('/insights'))).toEqual([]);
});

it.each([
  ['the link of a digest opens its week', `/websites/1/insights?week=${EARLIER}`, EARLIER],
  ['without a week the newest is shown', '/websites/1/insights', NEWEST],
])('insights: %s', async (_, path, week) => {
  openPage(path);
  expect(await screen.findByText(`What to do after ${week}.`)).toBeTruthy();
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe(week);
  expect(screen.getByText('$1,438.80')).toBeTruthy();
});

it('insights: an item with a segment links to its campaign or to the website in that week, filtered by it', async () => {
  openPage('/websites/1/insights');
  const links = await screen.findAllByRole('link', { name: 'Filter by Device: Mobile' });
  const query = '?timeframe=custom&range_start=2026-11-09&range_end=2026-11-15&filter=device%3Amobile';
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/websites/1/campaigns/10${query}`,
    `/websites/1${query}`,
  ]);
});
