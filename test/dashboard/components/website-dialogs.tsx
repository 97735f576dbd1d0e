import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { EditWebsiteDialog, NewWebsiteDialog } from '../../../dashboard/src/catalog/website-dialogs.tsx';
import { ENGLISH } from '../../../src/core/foundation/text/translators.ts';
import { renderDashboard } from './render-dashboard.tsx';

const WEBSITE = {
  ...{ id: 1, name: 'Shop', currency: 'USD', status: 'live' as const, event_log: true, etag: 'E' },
  ...{
    timezone: 'Mars/Olympus_Mons',
    credit_window_days: 0,
    credit_by: 'conversion' as const,
    group_name: '',
    exchange_rates: [],
  },
};

function open() {
  const sent: unknown[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === 'PATCH') sent.push(await request.json());
    return Response.json({});
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={services}>
        <EditWebsiteDialog website={WEBSITE} onClose={() => {}} />
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return sent;
}

describe('the dialog Edit website', () => {
  afterEach(cleanup);

  it.each([
    ['is not sent if it is the same: the service may not know its name', {}, {}],
    ['is sent if another one is chosen', { 'Time zone': 'Europe/Berlin' }, { timezone: 'Europe/Berlin' }],
  ])('the time zone %s', async (_, chosen, expected) => {
    const sent = open();
    for (const [label, value] of Object.entries({ Name: 'Store', ...chosen })) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
    const others = { currency: 'USD', credit_window_days: 0, credit_by: 'conversion', group_name: '', status: 'live' };
    await waitFor(() => expect(sent).toEqual([{ name: 'Store', ...others, ...expected }]));
  });
});

describe('the dialog New website', () => {
  afterEach(cleanup);

  it.each([
    ['pages add them', 'setup.automatically', {}, { register_keys: true }],
    [
      'people add them, and begin with one',
      'setup.byHand',
      { 'Campaign name': 'Spring', Type: 'bar' },
      { register_keys: false, campaign_name: 'Spring', cta_type: 'bar' },
    ],
  ] as const)('asks how campaigns come in, as the setup does: %s', async (_, choice, chosen, expected) => {
    const sent: unknown[] = [];
    renderDashboard(<NewWebsiteDialog accountId={1} onClose={() => {}} />, async (request) => {
      if (request.method === 'POST') sent.push(await request.json());
      return Response.json({ id: 7 });
    });
    fireEvent.click(screen.getByLabelText(ENGLISH(choice)));
    for (const [label, value] of Object.entries({ Name: 'Store', ...chosen })) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
    await waitFor(() => expect(sent).toMatchObject([{ name: 'Store', origins: [], ...expected }]));
  });
});
