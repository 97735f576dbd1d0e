import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HistoryCard } from '../../../dashboard/src/history/history-card.tsx';
import { ImportsCard } from '../../../dashboard/src/history/imports-card.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const IMPORT = {
  ...{ id: 3, tool: 'plausible', file_name: 'shop.zip', conversion_event: null, created_at: '2026-02-01T12:00:00Z' },
  ...{ first_day: '2026-01-03', last_day: '2026-01-06', days: 3 },
};
const REPORT = {
  tools: ['plausible'],
  ...{ first_day: '2026-01-03', last_day: '2026-01-06', visitors_added_per_day: true, sampled: false },
  metrics: {
    ...{ imported_days: 1, counted_days: 1, visitors: 14, visits: null, page_views: 35, conversions: 2 },
    changes: { visitors: 40, visits: null, page_views: null, conversions: null },
  },
  timeseries: {
    group_by: 'day',
    points: [
      { date: '2026-01-06', imported_days: 1, counted_days: 0, visitors: 10, page_views: 30 },
      { date: '2026-01-07', imported_days: 0, counted_days: 0, visitors: null, page_views: null },
      { date: '2026-01-08', imported_days: 0, counted_days: 1, visitors: 4, page_views: 5 },
    ],
  },
  breakdown: { dimension: 'channel', values: [{ value: 'organic_search', visitors: 14, page_views: 35 }] },
};

/** The service with these imports. Returns what is asked of it, apart from uploads. */
function open(card: ReactNode, imports: readonly object[] = [IMPORT]): string[] {
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    if (pathname === '/api/v1/history-imports') return Response.json({ history_imports: imports });
    return Response.json({ data: REPORT });
  };
  const session = { accessToken: async () => 'secret' };
  renderDashboard(card, fetch, { session, settings: {} });
  return asked;
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

/** Takes uploads as a browser would, which fetch cannot say the progress of. */
function takeUploads(status: number, response: unknown) {
  const sent: unknown[] = [];
  class Upload extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly response = response;
    open(method: string, url: string) {
      sent.push(`${method} ${url}`);
    }
    setRequestHeader(name: string, value: string) {
      sent.push(`${name}: ${value}`);
    }
    send(file: File) {
      sent.push(file.name);
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return sent;
}

async function chooseFile() {
  fireEvent.click(screen.getByRole('button', { name: 'Import a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Tool'), { target: { value: 'umami' } });
  const button = dialog.getByRole('button', { name: 'Import' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('File'), { target: { files: [new File(['bytes'], 'export.zip')] } });
  fireEvent.change(dialog.getByLabelText('Last day (optional)'), { target: { value: '2026-01-31' } });
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  return dialog;
}

describe('history of other tools', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('is imported from a file, with the steps to get it', async () => {
    const sent = takeUploads(201, { ...IMPORT, skipped: [] });
    const asked = open(<ImportsCard websiteId={1} />, []);
    const dialog = await chooseFile();
    expect(dialog.getAllByRole('listitem')[0]!.textContent).toContain('In Umami Cloud, export the data');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const query = 'website_id=1&tool=umami&file_name=export.zip&last_day=2026-01-31';
    expect(sent).toEqual([
      `POST /api/v1/history-imports?${query}`,
      ...['authorization: Bearer secret', 'content-type: application/octet-stream', 'export.zip'],
    ]);
    expect(asked).toEqual(['GET /api/v1/history-imports', 'GET /api/v1/history-imports']);
  });

  it('that is refused says why beside the day, and the dialog stays', async () => {
    takeUploads(409, { status: 409, code: 'days_counted', param: 'last_day', detail: 'The website has events.' });
    open(<ImportsCard websiteId={1} />);
    const dialog = await chooseFile();
    expect(await dialog.findByText('The website has events.')).toBeTruthy();
    expect(dialog.getByLabelText('Last day (optional)').getAttribute('aria-invalid')).toBe('true');
  });

  it('is removed after a question', async () => {
    const asked = open(<ImportsCard websiteId={1} />);
    // On a phone, the days stand below the name and have no column.
    expect((await screen.findByRole('rowheader')).textContent).toMatch(/^shop\.zipPlausibleJan 3\s–\s6, 2026$/);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove shop.zip' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(asked).toEqual(['GET /api/v1/history-imports']);
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked[1]).toBe('DELETE /api/v1/history-imports/3');
  });

  it('is a card of its own: days without numbers are no row', async () => {
    open(<HistoryCard websiteId={1} />);
    expect(await screen.findByText(/^From Plausible up to /)).toBeTruthy();
    expect(rowsOf(screen.getByRole('table', { name: 'Traffic', hidden: true }))).toEqual([
      ['Date', 'Visitors per day', 'Page views'],
      ['Jan 6, 2026', '10', '30'],
      ['Jan 8, 2026', '4', '5'],
    ]);
    expect(screen.getByText('2 imported conversions')).toBeTruthy();
  });
});
