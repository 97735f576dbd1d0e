import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProvider, ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { BreakdownCard } from '../../../dashboard/src/components/breakdown-card.tsx';
import { FilterChips } from '../../../dashboard/src/controls/filter-chips.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const PATH = '/websites/1';
const VIEWS_MOST = 800;

function rowOf(value: string, views: number) {
  return {
    value,
    metrics: {
      ...{ views, conversions: views / 4, completions: 0, subscribes: 0, orders: 0, revenue: 0, conversion_rate: 25 },
      ...{ completion_rate: 0, subscribe_rate: 0, order_rate: 0, aov: 0 },
    },
  };
}

interface Given {
  readonly values?: readonly ReturnType<typeof rowOf>[];
  /** Each once. Default: as many as the values have. */
  readonly visitors?: number;
  readonly sampling?: { readonly sampled: boolean; readonly sample_rate?: number };
  /** Answers instead of the report if it returns something. */
  readonly refuse?: (search: URLSearchParams) => object | undefined;
  readonly notes?: readonly object[];
  readonly role?: 'viewer' | 'editor';
  readonly onSetting?: (body: unknown) => void;
}

const FIRST_DAY = '2026-11-01';

/** Four fifths of the views before, with as many conversions. */
function before({ value, metrics }: ReturnType<typeof rowOf>) {
  return { value, metrics: { ...metrics, views: metrics.views * 0.8 } };
}

/** The service, as far as the card asks it. */
function service({
  values = [],
  visitors: all,
  sampling = { sampled: false },
  notes,
  refuse,
  role = 'editor',
  onSetting,
}: Given) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams: search } = new URL(request.url);
    if (pathname === '/dashboard/website-settings') {
      onSetting?.(await request.json());
      return Response.json({ event_log: true });
    }
    if (pathname !== '/api/v1/reports/website') {
      return Response.json({ accounts: [{ id: 5, role }], websites: [{ id: 1, account_id: 5 }] });
    }
    const problem = refuse?.(search);
    if (problem) return Response.json(problem, { status: 422 });
    const start = search.get('range_start') ?? FIRST_DAY;
    const visitors = all ?? values.reduce((sum, { metrics }) => sum + metrics.views, 0);
    const rowsOfDays = start < FIRST_DAY ? values.map(before) : values;
    return Response.json({
      notes,
      website: { id: 1, name: 'Shop', currency: 'USD' },
      timeframe: { range_start: `${start}T00:00:00Z`, range_end: '2026-11-30T23:59:59Z' },
      data: {
        metrics: { views: visitors },
        breakdown: { dimension: search.get('break_down_by'), ...sampling, values: rowsOfDays },
      },
    });
  };
}

function openCard(query: string, given: Given, isChat = false): void {
  window.history.replaceState(null, '', PATH + query);
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch: service(given) });
  const content = (
    <Router>
      <FilterChips report={undefined} />
      <BreakdownCard subject={{ kind: 'website', websiteId: 1 }} name="Shop" />
    </Router>
  );
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {isChat ? (
        <ApiProvider api={api}>{content}</ApiProvider>
      ) : (
        <ServicesProvider services={services}>{content}</ServicesProvider>
      )}
    </QueryClientProvider>,
  );
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const filters = () => new URLSearchParams(window.location.search).getAll('filter');
const notKept = (detail: string, param: string) => ({ status: 422, code: 'events_not_kept', param, detail });

describe('where visitors come from', () => {
  afterEach(cleanup);

  it('is shown in words, as bars, with the conversion rate and changes', async () => {
    const values = [rowOf('DE', VIEWS_MOST), rowOf('(none)', 200), rowOf('XQ', 100), rowOf('(other)', 4)];
    openCard('?break_down_by=country', { values });
    await screen.findByRole('table', { name: 'Visitors by Country' });
    expect(rows()).toEqual([
      ['Germany', '800~ +25.0% · noise', '25.00%~ −20.0% relative · noise', '0–', '$0.00–'],
      ['Unknown', '200~ +25.0% · noise', '25.00%~ −20.0% relative · noise', '0–', '$0.00–'],
      ['XQ', '100~ +25.0% · noise', '25.00%~ −20.0% relative · noise', '0–', '$0.00–'],
      // They may have been other ones. A rate of few says of how many.
      ['All others', '4', '25.00%1 of 4', '0', '$0.00'],
    ]);
    const bar = screen.getByRole('button', { name: 'Unknown' }).parentElement!;
    expect(bar.style.getPropertyValue('--share')).toBe('0.25');
    // Many values together can't be chosen.
    expect(screen.queryByRole('button', { name: 'All others' })).toBeNull();
  });

  it('says why its values are more than the visitors', async () => {
    const values = [rowOf('email', 60), rowOf('direct', 50)];
    openCard('', { values, visitors: 100 });
    expect(await screen.findByText(/Together these are 110, more than 100 in all/)).toBeTruthy();
    cleanup();
    openCard('', { values });
    await screen.findByRole('table');
    expect(screen.queryByText(/Together these are/)).toBeNull();
  });

  it('filters the page by a value, which the chips show and remove', async () => {
    openCard('?filter=os%3AiOS&page=3', { values: [rowOf('organic_search', 10), rowOf('email', 5)] });
    fireEvent.click(await screen.findByRole('button', { name: 'Organic search' }));
    expect(window.location.search).toBe('?filter=os%3AiOS&filter=channel%3Aorganic_search');
    fireEvent.click(await screen.findByRole('button', { name: 'Email' }));
    expect(filters()).toEqual(['os:iOS', 'channel:email']);
    const chips = () => within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('button');
    expect(chips().map(({ textContent }) => textContent)).toEqual(['OS: iOS', 'Channel: Email', 'Remove all']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter OS: iOS' }));
    expect(filters()).toEqual(['channel:email']);
    const chosen = await screen.findByRole('button', { name: 'Email', pressed: true });
    fireEvent.click(chosen);
    expect(filters()).toEqual([]);
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  it('shows another dimension, which the URL keeps', async () => {
    openCard('', { values: [rowOf('new', 10)] });
    await screen.findByRole('table', { name: 'Visitors by Channel' });
    fireEvent.click(screen.getByRole('radio', { name: 'New or returning' }));
    await screen.findByRole('table', { name: 'Visitors by New or returning' });
    expect(window.location.search).toBe('?break_down_by=visitor_type');
    expect(rows()[0]![0]).toBe('New');
  });

  it('shows ten values at first, then all of them', async () => {
    openCard('', { values: Array.from({ length: 51 }, (_, index) => rowOf(`v${index}`, VIEWS_MOST - index)) });
    await screen.findByRole('table');
    expect(rows()).toHaveLength(10);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 51 values' }));
    expect(rows()).toHaveLength(51);
  });

  it('says the notes of its report, which it alone asks for', async () => {
    const message = '60.0% of the views on these days have no value of the dimension device.';
    const asked: (string | null)[] = [];
    const refuse = (search: URLSearchParams) => void asked.push(search.get('notes'));
    openCard('', { values: [rowOf('email', 1200)], notes: [{ code: 'partly_covered', message }], refuse });
    await screen.findByText(message);
    // The days that it is compared with need no notes.
    expect(asked).toEqual(['true', null]);
  });

  it('leads from orders without a channel to attribution', async () => {
    const none = rowOf('(none)', 12);
    const ordered = { ...none, metrics: { ...none.metrics, orders: 94 } };
    openCard('', { values: [rowOf('email', 16), ordered] });
    expect((await screen.findByRole('link', { name: 'Attribution' })).getAttribute('href')).toMatch(
      /^\/websites\/1\/attribution/,
    );
    cleanup();
    openCard('', { values: [rowOf('email', 16), none] });
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: 'Attribution' })).toBeNull();
    cleanup();
    openCard('?break_down_by=device', { values: [ordered] });
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: 'Attribution' })).toBeNull();
  });

  it('says at each number that it comes from a sample', async () => {
    openCard('', { values: [rowOf('email', 1200)], sampling: { sampled: true, sample_rate: 3.125 } });
    await screen.findByText(/Estimated from a sample of 3.1% of the visitors/);
    expect(rows()[0]!.every((cell) => cell === 'Email' || cell?.startsWith('≈ about '))).toBe(true);
  });

  it('begins with the first day that is kept, and says so', async () => {
    const detail = 'The events of this website are kept since 2026-11-10. The window begins on 2026-10-18.';
    const asked: (string | null)[] = [];
    const refuse = (search: URLSearchParams) => {
      asked.push(search.get('range_start'));
      return search.get('range_start') === '2026-11-10' ? undefined : notKept(detail, 'timeframe');
    };
    openCard('', { values: [rowOf('email', 12)], refuse });
    await screen.findByText(/Events are kept since Nov 10, 2026: earlier days are left out./);
    expect(rows()[0]![0]).toBe('Email');
    expect(asked.slice(0, 2)).toEqual([null, '2026-11-10']);
  });

  it('says from which day on there will be something', async () => {
    const detail = 'The events of this website are kept since 2999-01-02. The window begins on 2026-10-18.';
    openCard('', { refuse: () => notKept(detail, 'timeframe') });
    await screen.findByText('Events are kept from Jan 2, 2999 on');
  });

  it('is switched on by an editor, on the spot', async () => {
    let isOn = false;
    const onSetting = vi.fn(() => {
      isOn = true;
    });
    const refuse = () => (isOn ? undefined : notKept('Website 1 does not keep its events.', 'break_down_by'));
    openCard('', { values: [rowOf('email', 12)], refuse, onSetting });
    await screen.findByText('This website does not keep its events');
    fireEvent.click(await screen.findByRole('button', { name: 'Keep events from now on' }));
    await screen.findByRole('table', { name: 'Visitors by Channel' });
    expect(onSetting).toHaveBeenCalledWith({ event_log: true });
  });

  it('tells a viewer who can switch it on', async () => {
    openCard('', { refuse: () => notKept('Website 1 does not keep its events.', 'break_down_by'), role: 'viewer' });
    await screen.findByText('An owner or editor can switch it on under Sending events.');
    expect(screen.queryByRole('button', { name: /Keep events/ })).toBeNull();
  });

  it('is in a chat only if the tool was asked for it', async () => {
    openCard('', { values: [rowOf('email', 12)] }, true);
    expect(screen.queryByText('Where visitors come from')).toBeNull();
    cleanup();
    openCard('?break_down_by=channel', { values: [rowOf('email', 12)] }, true);
    await screen.findByRole('table', { name: 'Visitors by Channel' });
  });
});
