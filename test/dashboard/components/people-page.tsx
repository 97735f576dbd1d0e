import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { PeoplePage } from '../../../dashboard/src/pages/people.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';

const ADA = { id: 1, email: 'ada@example.com', role: 'owner' };

/** The service, with these people besides Ada, who is logged in. */
function openPage(others: readonly object[]): void {
  const answers: Readonly<Record<string, object>> = {
    '/dashboard/profile': { email: ADA.email, accounts: [{ id: 1, name: 'Acme', role: 'owner' }] },
    '/dashboard/people': { people: [ADA, ...others] },
    '/dashboard/invitations': { invitations: [] },
  };
  const fetch = async ({ url }: Request) => Response.json(answers[new URL(url).pathname]);
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
}

describe('the people of an account', () => {
  afterEach(cleanup);

  const own = async () => within(await screen.findByRole('row', { name: /ada@example\.com/ }));

  it('the last owner is not offered to leave, and is told what to do first', async () => {
    openPage([{ id: 2, email: 'ben@example.com', role: 'editor' }]);
    expect((await own()).getByText(/Make somebody else an owner/)).toBeTruthy();
    expect((await own()).queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Remove ben@example.com' })).toBeTruthy();
  });

  it('one of several owners may leave', async () => {
    openPage([{ id: 2, email: 'ben@example.com', role: 'owner' }]);
    expect((await own()).getByRole('button', { name: 'Leave' })).toBeTruthy();
  });
});
