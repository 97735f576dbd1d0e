import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProvider } from '../../../dashboard/src/api/context.tsx';
import { ContactPage } from '../../../dashboard/src/pages/contact.tsx';
import { ContactsPage } from '../../../dashboard/src/pages/contacts.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';
import { exampleContact } from '../../../src/core/manage/contacts/contact.ts';
import { getContactStory } from '../../../src/extensions/privacy/get-contact-story.ts';

const PATH = '/websites/1/contacts';
const ADA = {
  ...{ ...exampleContact, last_name: 'Lovelace', latest_score: '7', source_url: 'https://shop.example/pricing' },
  data: { source: { campaign_id: 10, campaign: 'Spring sale' } },
};
const ONLY_PHONE = { ...exampleContact, id: 8, name: null, email: null, data: { source: 'a program' } };
const UNCONFIRMED = {
  ...{
    id: 42,
    contact: { ...ONLY_PHONE, id: 9, phone: '+49 30 654321' },
    fields: { email: 'new@example.com', marketing_consent: 'yes' },
  },
  ...{ source_url: 'https://shop.example/pricing', campaign: null, created_at: '2026-03-12T12:00:00Z' },
};
const NOTHING = { ...getContactStory.example.entries[0], page: null, campaign_id: null, subject: [], count: 1 };
const STORY = {
  ...getContactStory.example,
  timezone: 'America/New_York',
  notes: [{ code: 'kept_from', message: 'Events before 2026-01-12 are not kept.' }],
  entries: [
    {
      ...{ ...NOTHING, at: '2026-03-10T03:58:21Z', kind: 'visit', device: 'mobile', country: 'DE', page: '/pricing' },
      source: { channel: 'email', utm_source: 'newsletter', utm_medium: null, utm_campaign: null, referrer: null },
    },
    { ...NOTHING, kind: 'view', count: 3, campaign_id: 10, subject: ['Spring sale', 'Variant A'] },
    { ...NOTHING, kind: 'order', order_id: 'A-1', revenue: 100, refunded: 40, products: ['Mug'] },
    { ...NOTHING, kind: 'refund', order_id: 'A-1', revenue: 40 },
    { ...NOTHING, kind: 'contact_added', fields: { company_name: 'Acme', shoe_size: '42' } },
  ],
  pagination: { page: 1, per_page: 100, total_entries: 5, total_pages: 1 },
};
const PROFILE = { websites: [{ id: 1, account_id: 1 }], accounts: [{ id: 1, role: 'editor' }] };
const CATALOG = { campaigns: [{ id: 10, name: 'Spring sale', variants: [] }] };

type Change = (method: string, path: string, body: unknown) => void;

/** The service, as far as the page asks it: 27 contacts, of which each page has two. */
function service(onChange: Change) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace('/api/v1', '');
    if (request.method !== 'GET') {
      onChange(request.method, path, await request.json().catch(() => undefined));
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(ADA);
    }
    if (path === '/contacts') {
      const contacts = Number(searchParams.get('page')) > 2 ? [] : [ADA, ONLY_PHONE];
      return Response.json(contacts, { headers: { 'x-total-count': '27' } });
    }
    if (path === '/contacts/7/story') return Response.json(STORY);
    if (path === '/contacts/unconfirmed') return Response.json({ unconfirmed: [UNCONFIRMED], total: 1 });
    if (path === '/contacts/search') {
      const found = searchParams.get('query') === 'ada' || searchParams.get('campaign_id') === '10';
      const isOld = searchParams.get('after') === '500';
      if (isOld) return Response.json({ contacts: [ONLY_PHONE], next: null });
      return Response.json({ contacts: found ? [ADA] : [], next: 500 });
    }
    if (path === '/catalog') return Response.json(CATALOG);
    if (path === '/dashboard/profile') return Response.json(PROFILE);
    return Response.json({ websites: [{ id: 1, name: 'shop.example', account_id: 1 }] });
  };
}

function openPage(query = '', onChange: Change = () => undefined): void {
  show(PATH + query, <ContactsPage websiteId={1} />, onChange);
}

function show(path: string, page: ReactNode, onChange: Change = () => undefined): void {
  window.history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider api={createFunnelClient({ baseUrl: 'https://funnel.example', fetch: service(onChange) })}>
        <Router>{page}</Router>
      </ApiProvider>
    </QueryClientProvider>,
  );
}

describe('the page of contacts', () => {
  afterEach(cleanup);

  it('shows name, address, campaign and date of each', async () => {
    openPage();
    const row = (await screen.findByRole('button', { name: 'Ada Lovelace' })).closest('tr')!;
    expect(within(row).getByText('ada@example.com')).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'Spring sale' }).getAttribute('href')).toBe(
      '/websites/1/campaigns/10',
    );
    expect(within(row).getByText('Mar 10, 2026')).toBeTruthy();
    const other = screen.getByRole('button', { name: '+49 30 123456' }).closest('tr')!;
    expect(within(other).getByText('–')).toBeTruthy();
  });

  it('shows what forms said about contacts, for an editor to accept or dismiss', async () => {
    const changes: unknown[] = [];
    openPage('', (method, path) => changes.push([method, path]));
    const row = (await screen.findByText('Email: new@example.com')).closest('tr')!;
    expect(within(row).getByText('Marketing consent: yes')).toBeTruthy();
    expect(within(row).getByText('https://shop.example/pricing')).toBeTruthy();
    fireEvent.click(within(row).getByRole('button', { name: 'Accept for +49 30 654321' }));
    await waitFor(() => expect(changes).toEqual([['POST', '/contacts/unconfirmed/42/accept']]));
    const dismiss = within(row).getByRole<HTMLButtonElement>('button', { name: 'Dismiss for +49 30 654321' });
    await waitFor(() => expect(dismiss.disabled).toBe(false));
    fireEvent.click(dismiss);
    await waitFor(() => expect(changes[1]).toEqual(['DELETE', '/contacts/unconfirmed/42']));
  });

  it('shows what matters of a contact, and the rest when asked', async () => {
    openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Ada Lovelace' }));
    const dialog = screen.getByRole('dialog', { name: 'Ada Lovelace' });
    for (const text of ['Email', 'Spring sale', 'https://shop.example/pricing', 'Marketing consent']) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
    expect(dialog.textContent).not.toContain(ADA.visitor_token);
    const others = within(dialog).getByText('Other fields').closest('details')!;
    expect(others.open).toBe(false);
    expect(others.textContent).toContain('Latest score7');
    expect(others.textContent).toContain('Shoe size42');
  });

  it('opens the story of a contact, in words and in the time zone of the website, with what is not known', async () => {
    openPage();
    const link = await screen.findByRole('link', { name: 'Story of Ada Lovelace' });
    expect(link.getAttribute('href')).toBe('/websites/1/contacts/7');
    cleanup();
    show('/websites/1/contacts/7', <ContactPage websiteId={1} contactId={7} />);
    await screen.findByRole('heading', { name: 'Ada Lovelace' });
    const entries = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(entries.filter((text) => text?.includes('2026'))).toEqual([
      'Events before 2026-01-12 are not kept.',
      'Mar 9, 2026, 11:58 PMVisited the websiteEmail · UTM source: newsletter · Mobile · Germany/pricing',
      expect.stringMatching(/Saw 3 timesSpring sale › Variant A$/),
      expect.stringMatching(/Ordered for €100\.00Order A-1 · Mug€40\.00 of it was refunded$/),
      expect.stringMatching(/Was refunded €40\.00Order A-1$/),
      expect.stringMatching(/Became a contactCompany: AcmeShoe size: 42$/),
    ]);
    expect(screen.getByText(/in the time zone of the website \(America\/New York\)/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Spring sale' }).getAttribute('href')).toBe('/websites/1/campaigns/10');
  });

  it('leads from a page after the last one back to the last one', async () => {
    openPage('?page=9999');
    await screen.findByText('26–27 of 27');
    expect(window.location.search).toBe('?page=2');
  });

  it('searches by text and campaign, and goes on with older ones', async () => {
    openPage();
    fireEvent.change(await screen.findByLabelText('Search contacts by name, email or phone'), {
      target: { value: ' ada ' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByText('Contacts found');
    expect(window.location.search).toBe('?query=ada');
    fireEvent.click(await screen.findByRole('button', { name: 'Search older contacts' }));
    await screen.findByRole('button', { name: '+49 30 123456' });
    expect(screen.getByRole('button', { name: 'Ada Lovelace' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Search older contacts' })).toBeNull();
  });

  it('filters by the campaign that contacts came from', async () => {
    openPage();
    await screen.findByRole('option', { name: 'Spring sale' });
    fireEvent.change(screen.getByLabelText('Campaign that contacts came from'), { target: { value: '10' } });
    await screen.findByText('Contacts found');
    expect(window.location.search).toBe('?campaign=10');
    expect(await screen.findByRole('button', { name: 'Ada Lovelace' })).toBeTruthy();
  });

  it('says that older contacts were not looked through yet', async () => {
    openPage('?query=nobody');
    await screen.findByText('No match among the newest contacts');
    fireEvent.click(screen.getByRole('button', { name: 'Search older contacts' }));
    expect(await screen.findByRole('button', { name: '+49 30 123456' })).toBeTruthy();
  });

  it('changes a contact, and can delete one without an address', async () => {
    const onChange = vi.fn<Change>();
    openPage('', onChange);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Ada Lovelace' }));
    const dialog = screen.getByRole('dialog', { name: 'Edit contact' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Email address').required).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Email address'), { target: { value: 'ada@new.example' } });
    fireEvent.change(within(dialog).getByLabelText('Last name'), { target: { value: ' ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { email: 'ada@new.example', phone: '+49 30 123456', first_name: 'Ada', last_name: null };
    expect(onChange).toHaveBeenLastCalledWith('PATCH', '/contacts/7', body);
    fireEvent.click(screen.getByRole('button', { name: '+49 30 123456' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('POST', '/contacts/8/forget', undefined));
  });

  it('says what stays when a contact is deleted, and can leave the events as they are', async () => {
    const onChange = vi.fn<Change>();
    openPage('', onChange);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Ada Lovelace' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete this contact?' });
    expect(dialog.textContent).toContain('The numbers in reports stay');
    fireEvent.click(within(dialog).getByLabelText(/^Also erase what this person did/));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('DELETE', '/contacts/7', undefined));
  });
});
