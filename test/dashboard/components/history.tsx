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
function open(card: ReactNode, imports: readonly object[] = [IMPORT], ...unfinished: object[][]): string[] {
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    // The last answer is that of all later questions, too.
    const now = unfinished.length > 1 ? unfinished.shift() : unfinished[0];
    if (pathname === '/api/v1/history-imports') {
      return Response.json({ history_imports: imports, unfinished: now ?? [] });
    }
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
    const sent = takeUploads(202, { id: 3, state: 'waiting' });
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
    const detail = 'last_day must be a date.';
    takeUploads(422, { status: 422, code: 'invalid_last_day', param: 'last_day', detail });
    open(<ImportsCard websiteId={1} />);
    const dialog = await chooseFile();
    expect(await dialog.findByText('Must be a date.')).toBeTruthy();
    expect(dialog.getByLabelText('Last day (optional)').getAttribute('aria-invalid')).toBe('true');
  });

  it('waits, is imported with its progress, or says why it was not imported, and can be removed', async () => {
    const unknown = { ...IMPORT, first_day: null, last_day: null, days: null, skipped: null, problem: null };
    const problem = { status: 409, code: 'days_counted', param: 'last_day', detail: 'The website has events.' };
    const asked = open(
      <ImportsCard websiteId={1} />,
      [IMPORT],
      [
        { ...unknown, id: 6, file_name: 'next.zip', state: 'waiting', progress: 0 },
        { ...unknown, id: 5, file_name: 'large.zip', state: 'importing', progress: 40 },
        { ...unknown, id: 4, file_name: 'late.zip', state: 'failed', progress: 100, problem },
      ],
    );
    const table = await screen.findByRole('table', { name: 'History' });
    expect(rowsOf(table).map(([, days]) => days)).toEqual([
      ...['Days', 'Waiting', ' Importing …', 'Not imported. The website has events.'],
      expect.stringMatching(/^Jan 3/),
    ]);
    const bars = within(table).getAllByRole('progressbar', { name: 'Importing …' });
    expect(bars.map((bar) => (bar as HTMLProgressElement).value)).toContain(40);
    fireEvent.click(screen.getByRole('button', { name: 'Remove late.zip' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(asked).toContain('DELETE /api/v1/history-imports/4'));
  });

  it('is asked for again while a file is imported, until it is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const waiting = {
      ...IMPORT,
      first_day: null,
      last_day: null,
      days: null,
      skipped: null,
      problem: null,
      progress: 0,
    };
    const asked = open(<ImportsCard websiteId={1} />, [IMPORT], [{ ...waiting, id: 9, state: 'waiting' }], []);
    expect(await screen.findByText('Waiting', { selector: 'td span' })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(screen.queryByText('Waiting', { selector: 'td span' })).toBeNull());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(2);
    vi.useRealTimers();
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
