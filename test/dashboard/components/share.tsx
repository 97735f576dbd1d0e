import { createFunnelClient } from '@funnel/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProvider, ServicesProvider, SharedPageProvider } from '../../../dashboard/src/api/context.tsx';
import type { SavedFunnel } from '../../../dashboard/src/api/saved-funnels.ts';
import { RowLink } from '../../../dashboard/src/components/row-name.tsx';
import { ValueButton } from '../../../dashboard/src/components/value-button.tsx';
import { FilterChips } from '../../../dashboard/src/controls/filter-chips.tsx';
import { ViewControls } from '../../../dashboard/src/controls/view-controls.tsx';
import { SavedFunnelPage } from '../../../dashboard/src/pages/funnels.tsx';
import { Router } from '../../../dashboard/src/routing/router.tsx';
import { embedCode } from '../../../dashboard/src/share/embed.ts';
import { ShareButton } from '../../../dashboard/src/share/share-button.tsx';
import { ShareLinksCard } from '../../../dashboard/src/share/share-links-card.tsx';
import { SharedApp } from '../../../dashboard/src/share/shared-app.tsx';

const URL_OF_LINK = 'https://funnel.example/s/fsl_secret';
const LINK = {
  ...{ id: 5, name: 'For Bob', path: '/websites/1?timeframe=last_7_days', locked: true, has_password: true },
  ...{ origins: ['https://www.acme.example'], expires_at: null, last_used_at: null, created_by: 'ada@example.com' },
};

interface Given {
  readonly path?: string;
  readonly role?: string;
  readonly isShared?: boolean;
  /** What a shared page shows. */
  readonly funnel?: SavedFunnel;
  readonly report?: object;
}

/** Shows the content on a page of website 1, and returns what was asked for. */
function open(content: ReactNode, given: Given = {}): string[] {
  const { path = '/websites/1', role = 'editor', isShared = false, funnel, report } = given;
  window.history.replaceState(null, '', path);
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname} ${await request.text()}`.trim());
    if (request.method === 'POST') return Response.json({ ...LINK, url: URL_OF_LINK }, { status: 201 });
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    if (pathname === '/api/v1/reports/funnel') return Response.json(report);
    if (pathname === '/api/v1/share-links') return Response.json({ share_links: [LINK] });
    return Response.json({ accounts: [{ id: 5, role }], websites: [{ id: 1, account_id: 5, role }] });
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const services = { api, settings: { managesTokens: true } } as Parameters<typeof ServicesProvider>[0]['services'];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router>
        {isShared ? (
          <SharedPageProvider shared={{ path, locked: true, ...(funnel && { funnel }) }}>
            <ApiProvider api={api}>{content}</ApiProvider>
          </SharedPageProvider>
        ) : (
          <ServicesProvider services={services}>{content}</ServicesProvider>
        )}
      </Router>
    </QueryClientProvider>,
  );
  return asked;
}

describe('sharing a page', () => {
  afterEach(cleanup);

  it('sends what the dialog says, and shows the link with the code that embeds it', async () => {
    const asked = open(<ShareButton />, { path: '/websites/1?timeframe=last_7_days' });
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
    await screen.findByRole('dialog');
    const enter = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    enter('Name', 'For Bob');
    enter('Readers see', 'locked');
    enter('Expires', '');
    enter('Password (optional)', 'long enough');
    enter('Embed on (optional)', 'https://www.acme.example\nhttps://*.acme.example');
    fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await screen.findByText(URL_OF_LINK);
    expect(JSON.parse(asked.at(-1)!.slice('POST /api/v1/share-links '.length))).toEqual({
      ...{ name: 'For Bob', path: '/websites/1?timeframe=last_7_days', locked: true, password: 'long enough' },
      origins: ['https://www.acme.example', 'https://*.acme.example'],
    });
    expect(screen.getByText(/<iframe/).textContent).toBe(embedCode(URL_OF_LINK, LINK.name));
  });

  it('is for editors, on pages that a link can show', async () => {
    const asked = open(<ShareButton />, { role: 'viewer' });
    await waitFor(() => expect(asked).not.toEqual([]));
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    cleanup();
    open(<ShareButton />, { path: '/websites/1/contacts' });
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  it('ends in the list of links', async () => {
    const asked = open(<ShareLinksCard websiteId={1} />);
    const row = (await screen.findByText('For Bob')).closest('tr')!;
    expect(row.textContent).toContain('ada@example.com');
    expect(within(row).getAllByText(/^(Locked|Password|Never)$/)).toHaveLength(4);
    fireEvent.click(within(row).getByRole('button', { name: 'Revoke For Bob' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(asked).toContain('DELETE /api/v1/share-links/5'));
  });

  it('writes names into the code that embeds it as text', () => {
    expect(embedCode(URL_OF_LINK, '"><script>')).toContain('title="&quot;>&lt;script>"');
  });
});

describe('a shared page', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('that is locked offers neither periods nor filters nor other pages, and asks for no role', () => {
    const filter = { dimension: 'device', value: 'mobile' } as const;
    const asked = open(
      <>
        <ViewControls />
        <FilterChips />
        <ValueButton filter={filter} filters={[filter]} />
        <RowLink to={{ name: 'campaign', websiteId: 1, campaignId: 10 }}>Popup</RowLink>
        <ShareButton />
      </>,
      { path: '/websites/1?filter=device%3Amobile', isShared: true },
    );
    expect(screen.getAllByText('Mobile').length + screen.getAllByText('Device: Mobile').length).toBeGreaterThan(1);
    expect(screen.getByText('Popup')).toBeTruthy();
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryAllByRole('combobox')).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('of a funnel calls its steps what the report calls them, and has no link', async () => {
    const funnel = { id: 4, name: 'To order', step: ['view;campaign:10', 'order'], within_minutes: 60 };
    const saved = { ...funnel, break_down_by: null, created_at: '', updated_at: '' };
    const step = { visitors: 80, rate: 100, drop_off: 0, seconds_since_step_before: null };
    const report = {
      ...{ website: { id: 1, name: 'Shop', currency: 'USD' }, sampled: false },
      timeframe: { range_start: '2026-11-01T00:00:00Z', range_end: '2026-11-30T23:59:59Z' },
      about: { subjects: { 'campaign:10': { campaign: 'Popup' } } },
      data: { within_minutes: 60, steps: saved.step.map((text) => ({ ...step, step: text })) },
    };
    const path = '/websites/1/funnels/4';
    const asked = open(<SavedFunnelPage websiteId={1} funnelId={4} />, { path, isShared: true, funnel: saved, report });
    const table = await screen.findByRole('table', { name: 'Steps' });
    within(table).getByRole('rowheader', { name: '1. View · Popup' });
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(asked.some((each) => each.includes('/catalog'))).toBe(false);
  });

  it('says why it is not shown', () => {
    render(<SharedApp first={{ state: 'ended' }} />);
    screen.getByRole('heading', { name: 'This link has ended' });
    cleanup();
    render(<SharedApp first={{ state: 'unknown' }} />);
    screen.getByRole('heading', { name: 'This link does not work' });
  });

  it('with a password asks for it, and says if it is another one', async () => {
    window.history.replaceState(null, '', '/s/fsl_secret');
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      asked.push([url, body]);
      return Response.json({ status: 403, detail: 'Not this one.', code: 'wrong_password' }, { status: 403 });
    });
    render(<SharedApp first={{ state: 'password' }} />);
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'guess' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show page' }));
    await screen.findByText('Not this one.');
    expect(asked).toEqual([['/s/fsl_secret', '{"password":"guess"}']]);
  });
});
