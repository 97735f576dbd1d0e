import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AttributionPage } from '../../../dashboard/src/pages/attribution.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const PATH = '/websites/1/attribution';
const WEBSITE = { id: 1, name: 'Shop', currency: 'USD' };

const credit = (orders: number, revenue: number) => ({ orders, revenue, conversions: 3 * orders });
const CAMPAIGNS = [
  {
    ...{ id: 10, name: 'Popup', stored: credit(1, 10), last: credit(2, 30) },
    ...{ first: credit(0, 0), linear: credit(1.3334, 20), any: credit(2, 30) },
  },
  {
    ...{ id: null, name: '(none)', stored: credit(2, 30), last: credit(1, 10) },
    ...{ first: credit(3, 40), linear: credit(1.6666, 20), any: credit(1, 10) },
  },
];
const ROWS = [
  {
    ...{ ...CAMPAIGNS[0]!, id: undefined, name: undefined, value: 'email' },
    ...{ cost: 7.5, cost_per_order: 3.75, return_on_spend: 4 },
  },
  {
    ...{ ...CAMPAIGNS[1]!, id: undefined, name: undefined, value: '(none)' },
    ...{ cost: null, cost_per_order: null, return_on_spend: null },
  },
];
/** Others than channels have no costs, and nor has a shared page. */
const rowsBy = (by: string) =>
  by === 'channel' ? ROWS : ROWS.map(({ cost, cost_per_order, return_on_spend, ...row }) => row);
const NOTHING = CAMPAIGNS.slice(1).map((row) => ({ ...row, stored: credit(0, 0) }));

interface Given {
  readonly campaigns?: readonly object[];
  /** What the service says to the first requests. */
  readonly problems?: readonly object[];
  readonly sampling?: object;
  /** Where the days come from, if none are asked for. */
  readonly daysFrom?: 'website' | 'default';
}

function open(search = '', given: Given = {}) {
  const { campaigns = CAMPAIGNS, problems = [], sampling = { sampled: false }, daysFrom = 'website' } = given;
  window.history.replaceState(null, '', `${PATH}${search}`);
  const asked: URLSearchParams[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/v1/reports/websites') return Response.json({ websites: [WEBSITE] });
    if (pathname === '/api/v1/costs') return Response.json({ currency: 'USD', costs: [] });
    if (pathname !== '/api/v1/reports/attribution') return Response.json({ accounts: [], websites: [] });
    asked.push(searchParams);
    const problem = problems[asked.length - 1];
    if (problem) return Response.json(problem, { status: 422 });
    const days = { window_days: 7, window_days_from: searchParams.has('window_days') ? 'request' : daysFrom };
    return Response.json({
      ...{
        report: 'attribution',
        website: WEBSITE,
        ...sampling,
        data: searchParams.has('by')
          ? { by: searchParams.get('by'), ...days, rows: rowsBy(searchParams.get('by')!) }
          : { ...days, credit_by: 'conversion', campaigns },
      },
      timeframe: { range_start: '2026-11-01T00:00:00Z', range_end: '2026-11-30T23:59:59Z' },
    });
  };
  renderDashboard(<AttributionPage websiteId={1} />, fetch);
  return asked;
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

describe('the page Attribution', () => {
  afterEach(cleanup);

  it('shows the models side by side, with what each of them says', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'What earned it' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Campaign', 'As counted', 'Last touch', 'First touch', 'Equal parts', 'Any touch'],
      [
        ...[
          'Popup',
          '$10.001 order3 conversions in all',
          '$30.002 orders6 conversions in all',
          '$0.000 orders0 conversions in all',
        ],
        ...['$20.001.3 orders4 conversions in all', '$30.002 orders6 conversions in all'],
      ],
      [
        ...[
          'No campaign',
          '$30.002 orders6 conversions in all',
          '$10.001 order3 conversions in all',
          '$40.003 orders9 conversions in all',
        ],
        ...['$20.001.7 orders5 conversions in all', '$10.001 order3 conversions in all'],
      ],
    ]);
    expect(screen.getAllByRole('definition')).toHaveLength(5);
  });

  it('asks again for other touches, which are in the URL', async () => {
    const asked = open();
    await screen.findByRole('table', { name: 'What earned it' });
    expect([asked[0]!.has('window_days'), asked[0]!.has('credit_by')]).toEqual([false, false]);
    screen.getByText(/Conversions of the day of an order, and of the 7 days before, are touches\./);
    choose('A touch is', 'view');
    choose('Before the order, at most', '30');
    expect(window.location.search).toBe('?credit_by=view&window_days=30');
    await waitFor(() => expect(asked.at(-1)?.toString()).toContain('window_days=30&credit_by=view'));
    choose('Before the order, at most', '');
    expect(window.location.search).toBe('?credit_by=view');
  });

  it('names the setting that it uses: that of the website, the default of one without, or what was chosen', async () => {
    const setting = () =>
      screen.getByText(/^Setting: credit goes to “Campaign”, at most 7 days before the order/).textContent;
    open();
    await screen.findByRole('option', { name: 'as in the website’s settings (7 days)' });
    expect(setting()).toContain('(as in the website’s settings)');
    cleanup();
    open('', { daysFrom: 'default' });
    await screen.findByRole('option', { name: 'the default (7 days)' });
    expect(setting()).toContain('(the default, as the website itself credits no orders)');
    cleanup();
    open('?window_days=7');
    await screen.findByText(/\(chosen on this page\)/);
  });

  it('shows channels instead of campaigns, which is in the URL', async () => {
    const asked = open();
    await screen.findByRole('table', { name: 'What earned it' });
    choose('Credit goes to', 'channel');
    expect(window.location.search).toBe('?by=channel');
    await screen.findByText(/Whatever visitors did on the day of an order, and on the 7 days before, is a touch\./);
    expect(asked.at(-1)?.get('by')).toBe('channel');
    const [head, ...rows] = within(screen.getByRole('table', { name: 'What earned it' })).getAllByRole('row');
    expect(head!.children[0]!.textContent).toBe('Channel');
    expect(rows.map((row) => row.children[0]!.textContent)).toEqual(['Email', 'Unknown']);
    screen.getByText(/“Unknown”: as counted, orders that say nothing about their visit/);
    for (const definition of screen.getAllByRole('definition')) expect(definition.textContent).not.toMatch(/campaign/i);
    const lastThree = (row: Element) => [...row.children].slice(-3).map(({ textContent }) => textContent);
    expect([head!, ...rows].map(lastThree)).toEqual([
      ['Cost', 'Cost per order', 'Return on spend'],
      ['$7.50', '$3.75', '4.00×'],
      ['–', '–', '–'],
    ]);
    choose('Cost per order by', 'linear');
    expect(window.location.search).toBe('?by=channel&costs_by=linear');
    await waitFor(() => expect(asked.at(-1)?.get('costs_by')).toBe('linear'));
    choose('Cost per order by', '');
    expect(window.location.search).toBe('?by=channel');
    choose('Credit goes to', 'device');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /^Cost/ })).toBeNull());
    expect(screen.queryByRole('combobox', { name: 'Cost per order by' })).toBeNull();
  });

  it('leaves out days whose touches were not kept, and says so', async () => {
    const notKept = (detail: string) => ({ status: 422, code: 'events_not_kept', param: 'window_days', detail });
    // The log begins within the period. Then the touches before its first orders are not kept.
    const problems = [
      notKept('The events of this website are kept since 2026-03-10. …'),
      notKept(
        'Orders since 2026-03-24 can be credited, because the events of this website are kept since 2026-03-10, …',
      ),
    ];
    const search = '?timeframe=custom&range_start=2026-03-01&range_end=2026-03-31&window_days=14';
    const asked = open(search, { problems, sampling: { sampled: true, sample_rate: 25 } });
    await screen.findByText(/for orders since Mar 24, 2026: earlier days are left out\..*25%/);
    expect(asked.map((search) => search.get('range_start'))).toEqual(['2026-03-01', '2026-03-10', '2026-03-24']);
  });

  it('says so if there are no orders, or if nothing is kept', async () => {
    open('', { campaigns: NOTHING });
    await screen.findByText('No orders and no conversions in this period');
    cleanup();
    const detail = 'Website 1 does not keep its events.';
    open('', { problems: [{ status: 422, code: 'events_not_kept', param: 'window_days', detail }] });
    await screen.findByText('This website does not keep its events');
  });
});
