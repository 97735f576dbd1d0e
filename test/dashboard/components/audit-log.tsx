import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../../dashboard/src/api/audit-log.ts';
import { ServicesProvider } from '../../../dashboard/src/api/context.tsx';
import { actionName, sentence } from '../../../dashboard/src/format/audit-log.ts';
import { AuditLogPage } from '../../../dashboard/src/pages/audit-log.tsx';

it.each([
  ['signed_in', 'Logged in'],
  ['sign_in_failed', 'Login failed'],
  ['catalog_created', 'Added to the catalog'],
  ['token_created', 'Token created'],
] as const)('the action %s of the audit log is called %s', (action, name) => {
  expect(actionName(action)).toBe(name);
});

it('an entry of the audit log begins with a capital letter', () => {
  expect(sentence({ description: 'created token 7 (Export)' } as AuditEntry)).toBe('Created token 7 (Export)');
});

it('the audit log is not asked for by somebody who is not an owner', async () => {
  onTestFinished(cleanup);
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(new URL(url).pathname);
    return Response.json({ email: 'eve@example.com', accounts: [{ id: 1, name: 'Acme', role: 'editor' }] });
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={{ api } as never}>
        <AuditLogPage />
      </ServicesProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('Only owners can read the audit log');
  expect(asked).toEqual(['/dashboard/profile']);
});
