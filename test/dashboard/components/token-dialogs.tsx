import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CreateDialog } from '../../../dashboard/src/pages/token-dialogs.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const SCOPES = ['reports', 'contacts:read', 'contacts:write', 'ctas:read', 'ctas:write', 'areas:read', 'websites:read'];

describe('the dialog that creates a token', () => {
  afterEach(cleanup);

  it.each([
    ['an editor', ['viewer', 'editor'], SCOPES],
    ['an owner', ['editor', 'owner'], [...SCOPES, 'data:erase']],
  ])('offers %s the scopes that the service accepts', async (_, roles, offered) => {
    const accounts = roles.map((role, index) => ({ id: index + 1, name: 'Acme', role, website_ids: null }));
    renderDashboard(<CreateDialog onClose={() => {}} onCreated={() => {}} />, async ({ url }) =>
      url.endsWith('/dashboard/profile')
        ? Response.json({ accounts, websites: [] })
        : Response.json({ websites: [{ id: 1, name: 'acme.com' }] }),
    );
    await screen.findByText('acme.com');
    const shown = () => screen.getAllByText(/^[a-z]+(:[a-z]+)?$/, { selector: 'code' }).map((code) => code.textContent);
    await waitFor(() => expect(shown()).toEqual(offered));
  });
});
