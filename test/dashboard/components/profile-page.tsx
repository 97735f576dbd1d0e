import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ChooseWebsitesDialog } from '../../../dashboard/src/pages/choose-websites-dialog.tsx';
import { ProfilePage } from '../../../dashboard/src/pages/profile.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const AT = '2026-11-01T12:00:00Z';
const session = (id: string, browser: string, is_current: boolean) => ({
  ...{ id, browser, is_current },
  ...{ logged_in_at: AT, last_active_at: AT },
});
const APPLICATION = {
  ...{ id: 'sheet', name: 'Spreadsheet', host: 'sheet.example', audience: 'rest', scopes: ['reports'] },
  ...{ websites: [{ id: 1, name: 'shop.example' }], connected_at: AT, last_active_at: AT },
};

/** What is deleted is gone. */
function open(shown: ReactNode): { readonly sent: unknown[][] } {
  const answers = new Map<string, object>([
    ['', { email: 'ada@example.com', accounts: [{ id: 1, name: 'Acme', role: 'owner' }], can_change_password: false }],
    ['/sessions', { sessions: [session('a', 'Chrome on Linux', true), session('b', 'Firefox on Windows', false)] }],
    ['/applications', { applications: [APPLICATION] }],
    ['/websites', { websites: [choice(1, true), choice(2, true)] }],
  ]);
  const sent: unknown[][] = [];
  const fetch = async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/dashboard/profile', '');
    if (request.method === 'GET') return Response.json(answers.get(path));
    sent.push([request.method, path, ...(request.body ? [await request.json()] : [])]);
    if (request.method === 'PATCH') return Response.json({ websites: [choice(1, true), choice(2, false)] });
    const [, list, id] = path.split('/') as [string, 'sessions' | 'applications', string];
    const all = answers.get(`/${list}`) as Record<string, { id: string }[]>;
    answers.set(`/${list}`, { [list]: all[list]!.filter((one) => one.id !== id) });
    return new Response(null, { status: 204 });
  };
  renderDashboard(shown, fetch, { settings: {} });
  return { sent };
}

function choice(id: number, is_chosen: boolean): object {
  return { id, name: `${id}.example`, account_id: 1, is_chosen };
}

const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

describe('the profile', () => {
  afterEach(cleanup);

  it('ends another session, and not the current one', async () => {
    const { sent } = open(<ProfilePage />);
    const current = within(await screen.findByRole('row', { name: /Chrome on Linux/ }));
    expect(current.getByText('This browser')).toBeTruthy();
    expect(current.queryAllByRole('button')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'End the session in Firefox on Windows' }));
    confirm('End session');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Firefox on Windows/ })).toBeNull());
    expect(sent).toEqual([['DELETE', '/sessions/b']]);
  });

  it('says what an application may do, and ends its access', async () => {
    const { sent } = open(<ProfilePage />);
    const row = await screen.findByRole('row', { name: /Spreadsheet/ });
    for (const text of ['REST API', 'sheet.example', 'Read the reports', 'shop.example']) {
      expect(row.textContent).toContain(text);
    }
    fireEvent.click(screen.getByRole('button', { name: 'End access of Spreadsheet' }));
    confirm('End access');
    await screen.findByText('No applications yet');
    expect(sent).toEqual([['DELETE', '/applications/sheet']]);
  });

  it('chooses websites, and leaves the page of one that is not shown any more', async () => {
    window.history.replaceState(null, '', '/websites/2');
    let closed = 0;
    const { sent } = open(<ChooseWebsitesDialog onClose={() => closed++} />);
    fireEvent.click(await screen.findByLabelText('2.example'));
    confirm('Show these');
    await waitFor(() => expect(closed).toBe(1));
    expect(sent).toEqual([['PATCH', '/websites', { website_ids: [1] }]]);
    expect(window.location.pathname).toBe('/');
  });
});
