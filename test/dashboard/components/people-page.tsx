import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { PeoplePage } from '../../../dashboard/src/pages/people.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const ADA = { id: 1, email: 'ada@example.com', role: 'owner', website_ids: null };

/** The service, with these people besides Ada, who is logged in. Returns what is sent to it. */
function openPage(others: readonly object[]): unknown[] {
  const sent: unknown[] = [];
  const answers: Readonly<Record<string, object>> = {
    '/dashboard/profile': { email: ADA.email, accounts: [{ id: 1, name: 'Acme', role: 'owner', website_ids: null }] },
    '/dashboard/people': { people: [ADA, ...others] },
    '/dashboard/invitations': { invitations: [] },
    '/dashboard/profile/websites': {
      websites: [
        { id: 7, name: 'acme.example', account_id: 1, is_chosen: true },
        { id: 8, name: 'acme.test', account_id: 1, is_chosen: false },
        { id: 9, name: 'other.example', account_id: 2, is_chosen: true },
      ],
    },
  };
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') sent.push([request.method, pathname, await request.json()]);
    return Response.json(answers[pathname] ?? others[0]);
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { loginOnlyWith: null } } as never;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider services={services}>
        <Router>
          <PeoplePage />
        </Router>
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return sent;
}

describe('the people of an account', () => {
  afterEach(cleanup);

  const own = async () => within(await screen.findByRole('row', { name: /ada@example\.com/ }));

  it('the last owner is not offered to leave, and is told what to do first', async () => {
    openPage([{ id: 2, email: 'ben@example.com', role: 'editor', website_ids: null }]);
    expect((await own()).getByText(/Make somebody else an owner/)).toBeTruthy();
    expect((await own()).queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Remove ben@example.com' })).toBeTruthy();
  });

  it('a role is for all websites or for chosen ones, of this account', async () => {
    const sent = openPage([{ id: 2, email: 'ben@example.com', role: 'viewer', website_ids: [8] }]);
    const row = await screen.findByRole('row', { name: /ben@example\.com/ });
    expect((await within(row).findAllByText('Viewer, acme.test')).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Change role of ben@example.com' }));
    const [save] = await screen.findAllByRole('button', { name: 'Save' });
    expect(screen.queryByRole('checkbox', { name: 'other.example' })).toBeNull();

    fireEvent.click(screen.getByRole('checkbox', { name: 'acme.test' }));
    expect(save).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'acme.example' }));
    expect(save).toHaveProperty('disabled', false);
    fireEvent.click(screen.getByRole('radio', { name: /^Owner/ }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Editor/ }));
    fireEvent.click(save!);
    await waitFor(() => expect(sent).toEqual([['PATCH', '/dashboard/people/2', { role: 'editor', website_ids: [7] }]]));
  });

  it('one of several owners may leave', async () => {
    openPage([{ id: 2, email: 'ben@example.com', role: 'owner', website_ids: null }]);
    expect((await own()).getByRole('button', { name: 'Leave' })).toBeTruthy();
  });
});
