import { createFunnelClient } from '@funnel/api-client';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCampaignsFile } from '../../../dashboard/src/api/files.ts';
import type { TimeframeBlock } from '../../../dashboard/src/api/types.ts';
import { Card, StaleContext } from '../../../dashboard/src/components/card.tsx';
import { CsvButton } from '../../../dashboard/src/components/csv-button.tsx';
import { readView } from '../../../dashboard/src/routing/view.ts';

const TIMEFRAME = {
  ...{ selected: 'last_7_days', range_start: '2026-03-04T00:00:00Z', range_end: '2026-03-10T23:59:59Z' },
  ...{ timezone: 'UTC', comparedDays: { start: '2026-02-25', end: '2026-03-02' }, comparedThrough: '2026-03-09' },
} as TimeframeBlock;
const LIST = { sort: 'revenue', status: 'live', ctaType: undefined, page: 2, perPage: 10 } as const;

/** Answers with what is next in the list. */
function show(...answers: Response[]) {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return answers.shift()!;
  };
  const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch });
  const shown = { websiteId: 1, timeframe: TIMEFRAME, view: readView(new URLSearchParams()) };
  render(<CsvButton label="the campaigns" file={() => readCampaignsFile(api, LIST, shown)} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download the campaigns as CSV' });
  return { asked, button };
}

describe('CsvButton', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('saves the file that the service sends for what the page shows, under the name that it has there', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL ??= () => '';
    URL.revokeObjectURL ??= () => undefined;
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="campaigns.csv"' };
    const { asked, button } = show(new Response('a', { headers }));
    fireEvent.click(button);
    await waitFor(() => expect(saved).toEqual(['campaigns.csv']));
    const { pathname, searchParams } = new URL(asked[0]!.url);
    expect(pathname).toBe('/api/v1/reports/campaigns');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ website_id: '1', format: 'csv', sort: 'revenue', status: 'live' },
      ...{ timeframe: 'custom', range_start: '2026-03-04', range_end: '2026-03-10' },
      ...{ compare_start: '2026-02-25', compare_end: '2026-03-02', compare_through: '2026-03-09' },
    });
    expect(asked[0]!.headers.get('accept-language')).toMatch(/^en/);
  });

  it('says when there were too many requests, and offers another try', async () => {
    const { asked, button } = show(
      Response.json({ status: 429, detail: 'Slow down.' }, { status: 429 }),
      Response.json({ status: 503, detail: 'Down.' }, { status: 503 }),
    );
    fireEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toMatch(/requests/);
    expect(button.textContent).toBe('Try again');
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The download failed. Try again.'));
    expect(asked).toHaveLength(2);
    expect(button.disabled).toBe(false);
  });

  it('waits until its card, and the report around it, show what was asked for last', () => {
    const report = (isStale: boolean, isCardStale: boolean) => (
      <StaleContext value={isStale}>
        <Card title="Campaigns" stale={isCardStale}>
          <CsvButton label="the campaigns" file={() => Promise.withResolvers<never>().promise} />
        </Card>
      </StaleContext>
    );
    const { rerender } = render(report(true, false));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download the campaigns as CSV' });
    expect(button.disabled).toBe(true);
    rerender(report(false, true));
    expect(button.disabled).toBe(true);
    rerender(report(false, false));
    expect(button.disabled).toBe(false);
  });
});
