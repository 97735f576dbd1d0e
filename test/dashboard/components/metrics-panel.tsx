import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MetricsPanel } from '../../../dashboard/src/components/metrics-panel.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const COUNTS = { completions: 0, subscribes: 0, submissions: 0, orders: 0, revenue: 0 };
const POINTS = [
  { date: '2025-11-17', views: 200, conversions: 10, ...COUNTS },
  { date: '2025-11-18', views: 0, conversions: 0, ...COUNTS },
  { date: '2025-11-19', views: 80, conversions: 20, ...COUNTS },
];
const METRICS = { views: 250, conversions: 25, ...COUNTS, conversion_rate: 10, completion_rate: 0, subscribe_rate: 0 };

interface Opened {
  /** The days to compare with. */
  readonly before?: { readonly start: string; readonly end: string };
  /** When the API has answered what the days of that URL are. */
  readonly answered?: (url: string) => Promise<void>;
  /** What the days are expected to have. Default: nothing is known. */
  readonly expected?: readonly object[];
  readonly metrics?: object;
}

function open(search = '', { before, answered, expected = [], metrics = {} }: Opened = {}): void {
  window.history.replaceState(null, '', `/websites/1${search}`);
  const report = { data: { timeseries: { group_by: 'day', points: POINTS } } };
  const rhythm = { data: { points: expected, variation: { metrics: {}, order_value: 1 } } };
  const others = { annotations: [], accounts: [], websites: [] };
  const fetch = async ({ url }: Request) => {
    await answered?.(url);
    if (url.includes('/rhythm')) return Response.json(rhythm);
    return Response.json(url.includes('/reports/') ? report : others);
  };
  const timeframe = {
    range_start: '2025-11-17T00:00:00Z',
    range_end: '2025-11-19T23:59:59Z',
    timezone: 'UTC',
    ...(before && { comparedDays: before }),
  };
  renderDashboard(
    <MetricsPanel
      subject={{ kind: 'campaigns', websiteId: 1, id: 11 }}
      metrics={{ ...METRICS, order_rate: 0, aov: 0, ...metrics }}
      website={{ id: 1, name: 'shop.example', currency: 'USD' }}
      timeframe={timeframe}
      stale={false}
      isEstimate={false}
    />,
    fetch,
  );
}

describe('the headline metrics', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('show the running day as a ring, to which no line leads, and say so', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-11-19T00:30:00Z') });
    open();
    expect(await screen.findByText(/Ring: today so far\./)).toBeTruthy();
    cleanup();
    vi.setSystemTime(Date.parse('2025-11-20T00:30:00Z'));
    open();
    await screen.findAllByText('80');
    expect(screen.queryByText(/Ring:/)).toBeNull();
  });

  it('tell news from noise, and say it', () => {
    const previous = { views: 240, conversions: 250 };
    const changes = { views: 4.17, conversions: -90 };
    open('', { before: { start: '2025-11-14', end: '2025-11-16' }, metrics: { previous, changes } });
    const visitors = screen.getByRole('button', { name: /^Visitors 250/ });
    expect(within(visitors).getByTitle(/Random variation explains this change/).textContent).toBe('~ +4.2% · noise');
    const conversions = screen.getByRole('button', { name: /^Conversions 25/ });
    expect(within(conversions).getByText(/\u221290\.0%/).textContent).toBe('↓ \u221290.0%');
  });

  it('show between what the days are expected to be', async () => {
    const usual = { expected: 100, low: 60, high: 150 };
    open('', { expected: POINTS.map(({ date }) => ({ date, views: usual })) });
    expect(await screen.findByText(/Band: what the weeks before lead to expect of each day\./)).toBeTruthy();
    cleanup();
    open('?metric=revenue', { expected: POINTS.map(({ date }) => ({ date, views: usual })) });
    await screen.findAllByText('80');
    expect(screen.queryByText(/Band:/)).toBeNull();
  });

  it('say why a rate is higher than that of any day', async () => {
    const rate = { conversions: 75, conversion_rate: 30 };
    open('?metric=conversion_rate', { metrics: rate });
    expect(
      await screen.findByText(/The rate of the whole period, 30\.00%, is higher than that of any day/),
    ).toBeTruthy();
    cleanup();
    open('?metric=conversion_rate');
    await screen.findAllByText('80');
    expect(screen.queryByText(/is higher than that of any day/)).toBeNull();
  });

  it('have the conversion rate as a tile that says of what it is, and as a line', async () => {
    open();
    const tile = screen.getByRole('button', { name: /^Conversion rate 10/ });
    expect(within(tile).getByTestId('tile-value').textContent).toBe('10.00%');
    expect(within(tile).getByTestId('tile-detail').textContent).toBe('25 of 250');
    fireEvent.click(tile);
    expect(screen.getByRole('heading', { name: 'Conversion rate by day' })).toBeTruthy();
    expect(window.location.search).toBe('?metric=conversion_rate');
  });

  it('by day have no conversion rate where nobody came', async () => {
    open();
    const table = screen.getByRole('table', { name: 'All metrics by day', hidden: true });
    await within(table).findByText('Nov 17, 2025');
    const rows = within(table).getAllByRole('row', { hidden: true });
    const cells = rows.map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['Date', 'Visitors', 'Conversions', 'Conversion rate'],
      ['Nov 17, 2025', '200', '10', '5.00%'],
      ['Nov 18, 2025', '0', '0', '–'],
      ['Nov 19, 2025', '80', '20', '25.00%'],
    ]);
  });

  it('can be two in one chart, with a second axis if their units differ', () => {
    open();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Second metric' });
    expect([...choice.options].map(({ text }) => text)).not.toContain('Visitors');
    fireEvent.change(choice, { target: { value: 'conversion_rate' } });
    expect(screen.getByRole('heading', { name: 'Visitors and Conversion rate by day' })).toBeTruthy();
    expect(screen.getByText('Conversion rate (right axis)')).toBeTruthy();
    fireEvent.change(choice, { target: { value: 'orders' } });
    expect(screen.getByText('Orders', { selector: 'p span' })).toBeTruthy();
    expect(window.location.search).toBe('?second_metric=orders');
    fireEvent.change(choice, { target: { value: '' } });
    expect(screen.getByRole('heading', { name: 'Visitors by day' })).toBeTruthy();
    expect(window.location.search).toBe('');
  });

  it.each([
    ['?metric=orders&second_metric=orders', 'Orders by day'],
    ['?metric=aov&second_metric=nothing', 'Visitors by day'],
  ])('at %s are %s', (search, title) => {
    open(search);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  it('are in a file when the days to compare with are there, too', async () => {
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
    const answered = async (url: string) => {
      if (url.includes('range_start=2025-11-14')) await isThere;
    };
    open('', { before: { start: '2025-11-14', end: '2025-11-16' }, answered });
    const table = screen.getByRole('table', { name: 'All metrics by day', hidden: true });
    await within(table).findByText('Nov 17, 2025');
    const download = screen.getByRole<HTMLButtonElement>('button', { name: 'Download the series as CSV' });
    expect(download.disabled).toBe(true);
    arrive();
    await waitFor(() => expect(download.disabled).toBe(false));
  });
});
