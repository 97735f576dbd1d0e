import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiProvider } from '../../../dashboard/src/api/context.tsx';
import { EndedExperiments } from '../../../dashboard/src/experiments/ended-experiments.tsx';
import { RunningFor } from '../../../dashboard/src/experiments/experiment-card.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const RUNNING = 10;
const ENDED = 11;

function decided(id: number, campaignId: number, text: string) {
  const path = `/websites/1/campaigns/${campaignId}`;
  return { id, kind: 'experiment_decided', day: '2026-03-14', title: 'Decided.', text, path, created_at: '' };
}

const FACTS =
  '“Video” wins with a conversion rate of 7.5% (4,000 visitors) against 5.0% of “Photo” (4,000 visitors). ' +
  'The true lift is at least +12.0%.';
const ALERTS = [
  decided(5, ENDED, FACTS),
  { ...decided(4, ENDED, 'Fell.'), kind: 'drop' },
  decided(3, RUNNING, 'Goes on.'),
  decided(2, ENDED, 'One loses.'),
];

function open(running: readonly number[]): void {
  const fetch = async ({ url }: Request) => {
    // What was to be done then is not said.
    expect(new URL(url).searchParams.get('advice')).toBe('false');
    return Response.json({ data: { alerts: ALERTS } });
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider api={createFunnelClient({ baseUrl: 'https://funnel.example', fetch })}>
        <Router>
          <EndedExperiments websiteId={1} running={running} />
        </Router>
      </ApiProvider>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

it('experiments: those that ended are shown with their last decision, and those that run are not among them', async () => {
  open([RUNNING]);
  expect(await screen.findByRole('heading', { name: 'Ended experiments' })).toBeTruthy();
  const [item, ...others] = screen.getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(item!.textContent).toContain(`${FACTS} Open`);
  expect(within(item!).getByRole('link').getAttribute('href')).toBe(`/websites/1/campaigns/${ENDED}`);
});

it('experiments: filtered by a value, one says from which day on there are such visitors', async () => {
  const points = [0, 0, 5, 7].map((views, index) => ({ date: `2026-08-0${index + 1}`, views }));
  const fetch = async () => Response.json({ data: { timeseries: { group_by: 'day', points } } });
  const show = (search: string) => {
    window.history.replaceState(null, '', `/websites/1/experiments${search}`);
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ApiProvider api={createFunnelClient({ baseUrl: 'https://funnel.example', fetch })}>
          <Router>
            <RunningFor
              subject={{ kind: 'campaigns', websiteId: 1, id: RUNNING }}
              days={{ start: '2026-08-01', end: '2026-08-04' }}
            />
          </Router>
        </ApiProvider>
      </QueryClientProvider>,
    );
  };
  show('?filter=device:mobile');
  expect(await screen.findByText('2 days')).toBeTruthy();
  expect(screen.getByText(/^Aug 3.*Before that, no visitor matches the filter/)).toBeTruthy();
  cleanup();
  show('');
  expect(screen.getByText('4 days')).toBeTruthy();
});
