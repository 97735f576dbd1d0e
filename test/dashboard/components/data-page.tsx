import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DataPage } from '../../../dashboard/src/pages/data.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const KEPT = [
  {
    kind: 'events',
    until: 'age',
    kept_days: 400,
    setting: 'EVENT_LOG_DAYS',
    oldest: '2026-01-02',
    goes_on: '2027-02-06',
  },
  { kind: 'contacts', until: 'erased', kept_days: null, setting: null, oldest: null, goes_on: null },
];

/** The service, to somebody with this role. Returns what is sent to it. */
function openPage(role: string, answers: Readonly<Record<string, object>> = {}): unknown[] {
  const sent: unknown[] = [];
  const all: Readonly<Record<string, object>> = {
    '/dashboard/profile': {
      email: 'ada@example.com',
      accounts: [{ id: 1, name: 'Acme', role, website_ids: null }],
      websites: [{ id: 7, name: 'acme.example', account_id: 1 }],
    },
    '/api/v1/websites': { websites: [{ id: 7, name: 'acme.example' }] },
    '/api/v1/kept-data': { is_being_erased: false, kept: KEPT },
    '/api/v1/erasures/preview': { rows: { rollup_counters: 12, rollup_values: 3, ingest_keys: 1 }, state: 'preview' },
    '/api/v1/erasures': { rows: {}, state: 'done' },
    ...answers,
  };
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') sent.push([pathname, await request.json()]);
    return Response.json(all[pathname] ?? []);
  };
  renderDashboard(<DataPage websiteId={7} />, fetch, { settings: {} });
  return sent;
}

describe('data and privacy', () => {
  afterEach(cleanup);

  it('a day is erased after a preview, and once its date was typed', async () => {
    const sent = openPage('owner');
    fireEvent.change(await screen.findByLabelText('What'), { target: { value: 'day' } });
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-03-10' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show what goes' }));
    const table = within(await screen.findByRole('table', { name: 'What goes' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'What goesRows',
      'Counts of each day15',
      'Keys, settings and catalog1',
    ]);
    fireEvent.click(screen.getByRole('button', { name: /^Erase / }));
    const dialog = within(await screen.findByRole('dialog'));
    const button = dialog.getByRole('button', { name: 'Erase for good' }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Type 2026-03-10 to confirm'), { target: { value: '2026-03-10' } });
    expect(button.disabled).toBe(false);
    expect(sent).toEqual([['/api/v1/erasures/preview', { kind: 'day', day: '2026-03-10' }]]);
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByText(/Erased\./)).toBeTruthy());
    expect(sent.at(-1)).toEqual(['/api/v1/erasures', { kind: 'day', day: '2026-03-10', confirm: true }]);
    const link = screen.getByRole('link', { name: 'See the audit log' });
    expect(link.getAttribute('href')).toContain('/audit-log?action=data_erased');
  });

  it('says what is left of a website that is being erased, whichever node erases it', async () => {
    openPage('owner', {
      '/api/v1/kept-data': { is_being_erased: true, kept: KEPT },
      '/api/v1/erasures/preview': { rows: { contacts: 2 }, state: 'running' },
    });
    expect(await screen.findByText('The website is being erased: 2 rows are left.')).toBeTruthy();
    expect(screen.queryByLabelText('What')).toBeNull();
  });

  it('tells how long data is kept, and which setting decides', async () => {
    openPage('owner');
    const row = within(await screen.findByRole('row', { name: /EVENT_LOG_DAYS/ }));
    expect(row.getByText('400 days')).toBeTruthy();
    expect(screen.getByText('Until somebody erases it')).toBeTruthy();
  });

  it('is for owners', async () => {
    openPage('editor');
    expect(await screen.findByText('Only owners can erase data')).toBeTruthy();
  });
});
