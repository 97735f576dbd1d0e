// The overview of an agency: groups, search, order, the reporting currency, and what needs attention.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { converterOf } from '../../../dashboard/src/api/account-overview.ts';
import type { AccountOverview } from '../../../dashboard/src/api/types.ts';
import { WebsiteSwitcher } from '../../../dashboard/src/controls/website-switcher.tsx';
import { OverviewPage } from '../../../dashboard/src/pages/overview.tsx';
import { ReportingDialog } from '../../../dashboard/src/pages/reporting-dialog.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const NUMBERS = { conversions: 0, conversion_rate: 0, subscribes: 0, subscribe_rate: 0, orders: 0, order_rate: 0 };

/** Six websites with 10 to 60 visitors; the first three in dollars, the others in euros, with the revenue of their visitors. */
const IDS = [1, 2, 3, 4, 5, 6];
const GROUPS = ['Retail', 'Retail', 'Travel', 'Travel', null, null];
const currencyOf = (id: number) => (id <= 3 ? 'USD' : 'EUR');

const ANSWERS: Readonly<Record<string, object>> = {
  '/dashboard/profile': { accounts: [{ id: 1, name: 'Agency', role: 'owner', website_ids: null }], websites: [] },
  '/dashboard/reporting-currency': { currency: 'USD', rates: [{ currency: 'EUR', date: '2026-01-31', rate: 2 }] },
  '/api/v1/reports/websites': { websites: IDS.map((id) => ({ id, name: `Shop ${id}`, account_name: 'Agency' })) },
  '/api/v1/reports/websites/first-days': { websites: [] },
  '/api/v1/reports/account/overview': {
    data: {
      websites: IDS.map((id) => ({ id, account_id: 1, group: GROUPS[id - 1] })),
      reporting: [{ account_id: 1, currency: 'USD', rates: [{ currency: 'EUR', date: '2026-01-31', rate: 2 }] }],
      attention: [
        {
          ...{ website_id: 4, kind: 'drop', day: '2026-11-15', title: 'Half of the orders are missing.' },
          ...{ path: '/websites/4', stake: { of: 'orders', count: 12, amount: 600, currency: 'EUR' } },
        },
      ],
    },
  },
  '/api/v1/reports/account/performance': {
    timeframe: { range_start: '2026-11-01T00:00:00Z', range_end: '2026-11-07T23:59:59Z' },
    data: {
      aggregate: {
        ...{ ...NUMBERS, website_count: 6, viewers: 210, revenue: 210, aov: 0, currency: null },
        revenue_by_currency: { EUR: 150, USD: 60 },
      },
      websites: IDS.map((id) => ({
        ...{ id, name: `Shop ${id}`, ...NUMBERS, viewers: id * 10, revenue: id * 10, aov: 0, currency: currencyOf(id) },
      })),
    },
  },
};

function open(content = <OverviewPage />): unknown[] {
  window.history.replaceState(null, '', '/?timeframe=custom&range_start=2026-11-01&range_end=2026-11-07&compare=off');
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    if (request.method === 'PATCH') sent.push(await request.json());
    const answer = ANSWERS[new URL(request.url).pathname];
    return answer ? Response.json(answer) : Response.json({ status: 404 }, { status: 404 });
  };
  renderDashboard(content, fetch);
  return sent;
}

const namesIn = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('the overview of an agency', () => {
  afterEach(cleanup);

  it('lists websites in groups, finds them by name and group, and puts the largest number first', async () => {
    open();
    await screen.findByRole('table', { name: 'Retail' });
    expect(screen.getAllByRole('table').map((table) => table.textContent!.slice(0, 6))).toEqual([
      'Retail',
      'Travel',
      'Other ',
    ]);
    expect(namesIn('Retail')).toEqual(['Shop 1', 'Shop 2']);
    fireEvent.click(within(screen.getByRole('table', { name: 'Retail' })).getByRole('button', { name: /^Visitors/ }));
    expect(namesIn('Retail')).toEqual(['Shop 2', 'Shop 1']);
    // A second click brings the smallest number first.
    fireEvent.click(within(screen.getByRole('table', { name: 'Retail' })).getByRole('button', { name: /^Visitors/ }));
    expect(namesIn('Retail')).toEqual(['Shop 1', 'Shop 2']);
    const head = within(screen.getByRole('table', { name: 'Retail' })).getByRole('columnheader', { name: /^Visitors/ });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    const search = screen.getByRole('searchbox', { name: 'Search websites' });
    fireEvent.change(search, { target: { value: 'travel' } });
    expect(screen.queryByRole('table', { name: 'Retail' })).toBeNull();
    fireEvent.change(search, { target: { value: 'shop 5' } });
    expect(namesIn('Websites')).toEqual(['Shop 5']);
    fireEvent.change(search, { target: { value: 'nothing' } });
    expect(screen.getByText('No website is called like this')).toBeTruthy();
  });

  it('adds up amounts in the reporting currency, marked as converted, beside those of each currency', async () => {
    open();
    const tiles = await screen.findByLabelText('All websites');
    // 60 and 150 at 2.
    await waitFor(() => expect(tiles.textContent).toContain('$360'));
    expect(tiles.textContent).toContain('€150.00 + $60.00, converted at the rates of the account');
    // The revenue of the fourth website is larger than its number says.
    fireEvent.click(within(screen.getByRole('table', { name: 'Travel' })).getByRole('button', { name: /^Revenue/ }));
    expect(namesIn('Travel')).toEqual(['Shop 4', 'Shop 3']);
  });

  it('says what needs attention, and what is at stake', async () => {
    open();
    const item = (await screen.findByText(/Half of the orders are missing/)).closest('li')!;
    expect(item.textContent).toContain('Shop 4');
    expect(item.textContent).toMatch(/about €600.* at stake · 12 orders/);
  });

  it('an owner enters the currency and its rates', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Reporting currency' })).toBeTruthy();
    cleanup();
    const sent = open(<ReportingDialog accountId={1} onClose={() => {}} />);
    const rates = await screen.findByLabelText('What a unit of other currencies is worth in USD');
    fireEvent.change(rates, { target: { value: 'currency,date,rate\nEUR,2026-02-28,1.1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const wanted = { currency: 'USD', rates: [{ currency: 'EUR', date: '2026-02-28', rate: 1.1 }] };
    await waitFor(() => expect(sent).toEqual([wanted]));
  });
});

describe('the switcher of websites', () => {
  afterEach(cleanup);

  it('finds one of many by a part of its name', () => {
    const onChoose = vi.fn();
    const websites = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, name: `shop-${index + 1}.example` }));
    render(<WebsiteSwitcher websites={websites} websiteId={7} titleClass={undefined} onChoose={onChoose} />);
    fireEvent.click(screen.getByRole('button', { name: 'shop-7.example' }));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'P-19' } });
    const found = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(found.map(({ textContent }) => textContent)).toContain('shop-19.example');
    expect(found).toHaveLength(11);
    // By its text: here, a place where a line may end is a space in a name.
    fireEvent.click(found.find(({ textContent }) => textContent === 'shop-190.example')!);
    expect(onChoose).toHaveBeenCalledWith(190);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('amounts are converted by the rate of their own currency; one without a rate is unknown', () => {
  const of = (accounts: readonly number[], ...reporting: object[]) =>
    converterOf({ websites: accounts.map((account_id) => ({ account_id })), reporting } as unknown as AccountOverview);
  const rates = [
    { currency: 'USD', rate: 0.5 },
    { currency: 'GBP', rate: 2 },
  ];
  const converter = of([1, 1], { currency: 'EUR', rates })!;
  const converted = ['EUR', 'USD', 'GBP', 'JPY'].map((currency) => converter.convert(100, currency));
  expect(converted).toEqual([100, 50, 200, undefined]);
  const inTwo = [
    { currency: 'EUR', rates },
    { currency: 'USD', rates: [] },
  ];
  expect([of([1]), of([1, 2], inTwo[0]!), of([1, 1], ...inTwo)]).toEqual([undefined, undefined, undefined]);
});
