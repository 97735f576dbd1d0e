import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { NotificationsPage } from '../../../dashboard/src/pages/notifications.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const WEBHOOK = {
  ...{ id: 3, website_id: 7, channel: 'webhook', destination: 'hooks.acme.example/…nnel', report: null },
  topics: ['digest', 'new_contact', 'order'],
  ...{ quiet_hours: null, switched_off_at: null, created_at: '2026-03-10T09:30:00Z', last_message: null },
};
const DELIVERY = {
  ...{ id: 'm-2', topic: 'order', record_id: '1001', state: 'waiting', attempts: 2 },
  ...{ created_at: '2026-03-10T09:30:00Z', finished_at: null, next_attempt_at: '2026-03-10T10:30:00Z' },
  error: 'The receiver answered with status 500.',
};

/** The service, to somebody with this role. Returns what is sent to it. */
function openPage(role: string, subscription: object = WEBHOOK): unknown[] {
  const sent: unknown[] = [];
  const answers: Readonly<Record<string, object>> = {
    '/dashboard/profile': {
      email: 'ada@example.com',
      accounts: [{ id: 1, name: 'Acme', role, website_ids: null }],
      websites: [{ id: 7, name: 'acme.example', account_id: 1 }],
    },
    '/dashboard/notifications': { subscriptions: [subscription], email: null },
    '/dashboard/notifications/3/test': { delivered: true, detail: 'The receiver has accepted the test notification.' },
    '/dashboard/notifications/3/deliveries': { deliveries: [DELIVERY], next: 8 },
    '/dashboard/notifications/3/deliveries?before=8': {
      deliveries: [
        {
          ...{ ...DELIVERY, id: 'm-1', topic: 'new_contact', record_id: '7', state: 'sent', attempts: 1 },
          ...{ finished_at: '2026-03-10T09:31:00Z', next_attempt_at: null, error: null },
        },
      ],
      next: null,
    },
  };
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    // Nearly all requests have it.
    searchParams.delete('language');
    const path = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
    if (request.method !== 'GET') sent.push([request.method, path, await request.text()]);
    return Response.json(answers[path] ?? answers[pathname] ?? {});
  };
  renderDashboard(<NotificationsPage websiteId={7} />, fetch);
  return sent;
}

describe('webhooks on the page Notifications', () => {
  afterEach(cleanup);

  it('only owners can have contacts and orders sent, and only by webhook', async () => {
    const sent = openPage('owner');
    await screen.findByRole('cell', { name: 'Weekly insights, New contacts, Orders' });
    fireEvent.click(screen.getByRole('button', { name: 'Add subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText('Contacts and orders')).toBeNull();
    fireEvent.change(dialog.getByLabelText('Send to'), { target: { value: 'webhook' } });
    fireEvent.change(dialog.getByLabelText('URL'), { target: { value: 'https://hooks.acme.example' } });
    const records = within(await dialog.findByRole('group', { name: 'Contacts and orders' }));
    expect(records.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
      false,
      false,
      false,
    ]);
    fireEvent.click(records.getByLabelText(/^Orders/));
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await expect.poll(() => sent).toHaveLength(1);
    const [, , body] = sent[0] as [string, string, string];
    expect(JSON.parse(body).topics).toContain('order');
    expect(JSON.parse(body).topics).not.toContain('new_contact');
    cleanup();

    openPage('editor');
    fireEvent.click(await screen.findByRole('button', { name: 'Add subscription' }));
    fireEvent.change(await screen.findByLabelText('Send to'), { target: { value: 'webhook' } });
    expect(screen.queryByText('Contacts and orders')).toBeNull();
  });

  it('an example of what a webhook gets is sent, and what became of it is said', async () => {
    const sent = openPage('owner');
    fireEvent.click(await screen.findByRole('button', { name: /^Test / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }));
    const options = within(dialog.getByLabelText('Message')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Example: New contacts',
      'Example: Orders',
      'Test message',
    ]);
    for (const [value, query] of [
      ['order', '?topic=order'],
      ['test', ''],
    ] as const) {
      fireEvent.change(dialog.getByLabelText('Message'), { target: { value } });
      fireEvent.click(dialog.getByRole('button', { name: 'Send' }));
      await dialog.findByText('The receiver has accepted the test notification.');
      await expect.poll(() => sent.at(-1)).toEqual(['POST', `/dashboard/notifications/3/test${query}`, '']);
    }
  });

  it('a webhook that was switched off says so, and is switched on again', async () => {
    const sent = openPage('owner', { ...WEBHOOK, switched_off_at: '2026-03-12T09:30:00Z' });
    await screen.findByText(/^Switched off since .*2026.*, because it took no messages$/);
    fireEvent.click(screen.getByRole('button', { name: 'Switch on again Webhook hooks.acme.example/…nnel' }));
    await expect.poll(() => sent).toEqual([['POST', '/dashboard/notifications/3/resume', '']]);
  });

  it('the list of deliveries says what became of each message, and why it waits', async () => {
    openPage('owner');
    fireEvent.click(await screen.findByRole('button', { name: /^Deliveries / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }));
    const row = await dialog.findByRole('row', { name: /Orders.*1001/ });
    expect(row.textContent).toMatch(/Waiting since .*: The receiver answered with status 500\.2 attempts · next /);
    fireEvent.click(dialog.getByRole('button', { name: 'Show more' }));
    expect((await dialog.findByRole('row', { name: /New contacts/ })).textContent).toMatch(/7Taken .*1 attempt$/);
    expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
