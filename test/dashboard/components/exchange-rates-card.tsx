import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { ExchangeRatesCard } from '../../../dashboard/src/catalog/exchange-rates-card.tsx';
import { parseRates, withRates } from '../../../dashboard/src/csv/rates-csv.ts';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const MARCH = { currency: 'EUR', date: '2026-03-01', rate: 1.04 };
const APRIL = { currency: 'EUR', date: '2026-04-01', rate: 1.0825 };
const YEN = { currency: 'JPY', date: '2026-03-01', rate: 0.0067 };
const WEBSITE = {
  ...{ id: 1, name: 'Shop', currency: 'USD', status: 'live' as const, event_log: true, timezone: 'UTC', etag: 'E' },
  ...{ credit_window_days: 0, credit_by: 'conversion' as const, group_name: '' },
};

function open(exchange_rates: (typeof MARCH)[], canEdit = true) {
  const sent: unknown[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push({ match: request.headers.get('if-match'), ...((await request.json()) as object) });
    return Response.json({});
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={services}>
        <Router>
          <ExchangeRatesCard website={{ ...WEBSITE, exchange_rates }} canEdit={canEdit} />
        </Router>
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return sent;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the card of exchange rates', () => {
  afterEach(cleanup);

  it('shows the newest rate of each currency, to viewers too', () => {
    open([MARCH, APRIL, YEN], false);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 EUR = 1.0825 USD · since Apr 1, 2026 · 2 rates',
      '1 JPY = 0.0067 USD · since Mar 1, 2026',
    ]);
    expect(screen.queryByRole('button', { name: 'Add rate' })).toBeNull();
  });

  it('adds one, and replaces that of the same date', async () => {
    const sent = open([MARCH, YEN]);
    press('Add rate');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
    fireEvent.change(screen.getByLabelText('USD for 1 EUR'), { target: { value: '1.05' } });
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
    const exchange_rates = [{ ...MARCH, rate: 1.05 }, YEN];
    await waitFor(() => expect(sent).toEqual([{ match: '"E"', exchange_rates }]));
  });

  it('imports a file, and says which line is wrong', async () => {
    const sent = open([YEN]);
    press('Import CSV');
    const paste = (value: string) => {
      fireEvent.change(screen.getByLabelText('Or its text'), { target: { value } });
      fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
    };
    paste('currency,date,rate\nEUR,2026-03-01,1.04\nEUR,2026-04-01,x');
    await screen.findByText(/^Line 3 must be/);
    paste('currency;date;rate\nEUR;2026-03-01;1,04\n');
    await waitFor(() => expect(sent).toEqual([{ match: '"E"', exchange_rates: [YEN, MARCH] }]));
  });

  it('deletes those of a currency, after a question', async () => {
    const sent = open([MARCH, APRIL, YEN]);
    press('Delete the rates of EUR');
    press('Delete');
    await waitFor(() => expect(sent).toEqual([{ match: '"E"', exchange_rates: [YEN] }]));
  });
});

it('rates of a file are added to those that were there, and replace those of the same currency and date', () => {
  const rate = (currency: string, date: string, value: number) => ({ currency, date, rate: value });
  const known = [
    rate('EUR', '2026-01-01', 1.1),
    rate('EUR', '2026-02-01', 1.2),
    rate('GBP', '2026-01-01', 1.3),
    rate('GBP', '2026-02-01', 1.4),
  ];
  const added = parseRates('currency,date,rate\r\nEUR,2026-02-01,1.25\r\nGBP,2026-03-01,1.5\r\n');
  expect(withRates(known, added)).toEqual([
    rate('EUR', '2026-01-01', 1.1),
    rate('EUR', '2026-02-01', 1.25),
    rate('GBP', '2026-01-01', 1.3),
    rate('GBP', '2026-02-01', 1.4),
    rate('GBP', '2026-03-01', 1.5),
  ]);
});
