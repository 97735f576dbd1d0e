import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FirstEvent } from '../../../dashboard/src/pages/first-event.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const EVENT = {
  ...{ id: 1, at: '2026-11-17T12:00:00Z', source: 'browser', outcome: 'accepted', code: null, message: null },
  ...{ events: 1, subject: [], key_id: 1, key_name: 'Pages', origin: 'https://shop.example' },
};

const NOBODY = { accounts: [], websites: [] };
const LOGGED_IN = { name: 'logged-in' };

function open(...types: string[]): void {
  const arrivals = types.map((type, index) => ({ ...EVENT, id: index + 1, type }));
  renderDashboard(
    <FirstEvent websiteId={1} onDone={() => {}} />,
    async ({ url }) =>
      Response.json(new URL(url).pathname === '/dashboard/arrivals' ? { arrivals, cursor: 'C' } : NOBODY),
    { settings: { managesTokens: true }, session: { subscribe: () => () => {}, state: () => LOGGED_IN } },
  );
}

describe('a website without numbers', () => {
  afterEach(cleanup);

  it('says that the tracker works once there are page views, which no report counts', async () => {
    open('page_view', 'page_view');
    await screen.findByRole('heading', { name: 'The tracker works on your pages' });
    expect(screen.queryByRole('button', { name: 'Show the numbers' })).toBeNull();
  });

  it('shows the numbers once there is an event that counts', async () => {
    open('page_view', 'view');
    await screen.findByRole('heading', { name: 'Your first event has arrived' });
    screen.getByRole('button', { name: 'Show the numbers' });
  });
});
