import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { CostsCard } from '../../../dashboard/src/attribution/costs-card.tsx';
import { parseCosts } from '../../../dashboard/src/csv/costs-csv.ts';
import { csvText } from '../../../packages/report-files/src/csv.ts';
import { tableFile } from '../../../src/core/contract/operations/csv-tables.ts';
import { ENGLISH } from '../../../src/core/foundation/text/translators.ts';
import { listCosts } from '../../../src/extensions/questions/list-costs.ts';

const SEARCH = { channel: 'paid_search' as const, month: '2026-03', amount: 1250.5 };
const SPRING = { utm_campaign: 'spring, "sale"', month: '2026-02', amount: 400 };

function open(costs: object[], role = 'editor') {
  const sent: unknown[] = [];
  const profile = { accounts: [{ id: 1, role }], websites: [{ id: 1, account_id: 1 }] };
  const fetch = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === '/dashboard/profile') return Response.json(profile);
    if (request.method === 'PUT') sent.push(await request.json());
    return Response.json({ currency: 'EUR', costs });
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={services}>
        <CostsCard websiteId={1} />
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return sent;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);

describe('the card of costs', () => {
  afterEach(cleanup);

  it('shows them to viewers, who can not change them', async () => {
    open([SEARCH, SPRING], 'viewer');
    const rows = within(await screen.findByRole('table', { name: 'Costs' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Spent on', 'Month', 'Amount'],
      // On a phone, the month stands below the name and has no column: there is room for the buttons of editors.
      ['Paid searchChannelMar 2026', 'Mar 2026', '€1,250.50'],
      ['spring, "sale"UTM campaignFeb 2026', 'Feb 2026', '€400.00'],
    ]);
    expect(screen.queryByRole('button', { name: 'Add cost' })).toBeNull();
  });

  it('shows the newest first, and all on request', async () => {
    open(Array.from({ length: 14 }, (_, number) => ({ ...SPRING, utm_campaign: `c${number}` })));
    await screen.findByText('c11');
    expect(screen.queryByText('c12')).toBeNull();
    await press('Show all 14 costs');
    screen.getByText('c13');
  });

  it('adds one', async () => {
    const sent = open([]);
    await press('Add cost');
    enter('For a', 'utm_campaign');
    enter('UTM campaign', 'autumn');
    enter('Month', '2026-04');
    enter('Amount in EUR', '90.5');
    submit();
    const costs = [{ utm_campaign: 'autumn', month: '2026-04', amount: 90.5 }];
    await waitFor(() => expect(sent).toEqual([{ costs }]));
  });

  it('changes one, also into that of another month, and deletes one after a question', async () => {
    const sent = open([SEARCH]);
    await press('Edit the cost of Paid search, Mar 2026');
    enter('Amount in EUR', '2');
    submit();
    await waitFor(() => expect(sent).toEqual([{ costs: [{ ...SEARCH, amount: 2 }] }]));
    await press('Edit the cost of Paid search, Mar 2026');
    enter('Month', '2026-05');
    submit();
    await waitFor(() =>
      expect(sent[1]).toEqual({
        costs: [
          { ...SEARCH, amount: null },
          { ...SEARCH, month: '2026-05' },
        ],
      }),
    );
    await press('Delete the cost of Paid search, Mar 2026');
    await press('Delete');
    await waitFor(() => expect(sent[2]).toEqual({ costs: [{ ...SEARCH, amount: null }] }));
  });

  it('imports a file as a whole, and says which field of which line is wrong', async () => {
    const sent = open([]);
    await press('Import CSV');
    enter('Or its text', 'channel,month,amount\npaid_search,2026-03,1\nemail,2026-3,1');
    submit();
    await screen.findByText('Line 3, month: must be a month such as 2026-10.');
    enter('Or its text', 'month;Amount;Channel\n2026-03;1250,50;Paid search\n\n');
    submit();
    await waitFor(() => expect(sent).toEqual([{ costs: [SEARCH] }]));
  });
});

describe('a file of costs', () => {
  it('can be imported after it was downloaded', () => {
    const { csv, output } = listCosts;
    const file = tableFile(
      csv!.costs!,
      output,
      { currency: 'EUR', costs: [SEARCH, SPRING] },
      { query: {}, t: ENGLISH },
    );
    expect(parseCosts(csvText(file!))).toEqual([SEARCH, SPRING]);
  });

  it.each([
    ['', /^The first line must have the names/],
    ['channel,amount\nemail,1', /^The first line/],
    ['month,amount\n2026-03,1', /^The first line/],
    ['channel,month,amount,note\nemail,2026-03,1,x', /^The first line/],
    ['channel,month,amount\nmail,2026-03,1', /^Line 2, channel: must be one of direct, /],
    ['channel,month,amount\nemail,2026-13,1', /^Line 2, month/],
    ['channel,month,amount\nemail,2026-03,"1,250.50"', /^Line 2, amount/],
    ['channel,month,amount\nemail,2026-03,-1', /^Line 2, amount/],
    ['channel,utm_campaign,month,amount\nemail,spring,2026-03,1', /^Line 2: must have either/],
    ['channel,utm_campaign,month,amount\n,,2026-03,1', /^Line 2: must have either/],
    [`utm_campaign,month,amount\n${'x'.repeat(101)},2026-03,1`, /^Line 2, utm_campaign: .* 100 characters/],
    ['utm_campaign,month,amount\n"a\nb",2026-03,1\n\nA,2026-03,1\na,2026-03,2', /^Line 6: .* in line 5\.$/],
  ])('%j is refused', (text, message) => {
    expect(() => parseCosts(text)).toThrow(message);
  });
});
