import { createFunnelClient } from '@funnel/api-client';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { websiteQuery } from '../../../dashboard/src/api/queries.ts';
import { changeOf } from '../../../dashboard/src/api/types.ts';
import { PageFrame } from '../../../dashboard/src/components/page-frame.tsx';
import type { View } from '../../../dashboard/src/routing/view.ts';

const TODAY = '2026-11-16';

/** The service: 100 visitors on each day since the first one, and 10 today so far. On other days there were 8 until then. */
function answer(firstDay: string, keptFrom: string | null) {
  return async ({ url }: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/first-days')) {
      return Response.json({ websites: [{ id: 1, first_day: firstDay, kept_from: keptFrom }] });
    }
    const isToday = searchParams.get('timeframe') === 'today';
    const start = searchParams.get('range_start') ?? (isToday ? TODAY : '2026-11-10');
    const end = searchParams.get('range_end') ?? TODAY;
    const days = Array.from({ length: 30 }, (_, index) => new Date(Date.parse(start) + index * 86_400_000))
      .map((day) => day.toISOString().slice(0, 10))
      .filter((day) => day <= end && day >= firstDay);
    const until = searchParams.get('until');
    if (until !== null) expect(until).toBe('09:00');
    const viewsOn = (day: string) => (day === TODAY ? 10 : until !== null && day === end ? 8 : 100);
    const views = days.reduce((sum, day) => sum + viewsOn(day), 0);
    return Response.json({
      website: { id: 1, name: 'Shop', currency: 'USD' },
      timeframe: {
        ...{ range_start: `${start}T00:00:00Z`, range_end: `${end}T23:59:59Z`, timezone: 'UTC' },
      },
      data: { metrics: { views } },
    });
  };
}

describe('what a page is compared with', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T09:00:00Z`) });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it.each<[string, string, View['timeframe'], number | undefined, string, string?]>([
    [
      'whole days, not today',
      '2026-01-01',
      'last_7_days',
      0,
      'Nov 10 – 16, 2026 · compared with Nov 4 – 9, 2026 (without today)',
    ],
    ['days since the first one', '2026-11-04', 'last_7_days', 0, 'compared with Nov 4 – 9, 2026 (without today)'],
    ['nothing before', '2026-11-05', 'last_7_days', undefined, '· not compared: no data before Nov 5, 2026'],
    ['nothing while it runs', '2026-01-01', 'today', undefined, '· not compared: today is not over'],
    ['a period that is over', '2026-01-01', 'last_week', 0, 'Nov 9 – 15, 2026 · compared with Nov 2 – 8, 2026'],
    [
      'today so far',
      '2026-01-01',
      'today',
      25,
      'Nov 16, 2026 · compared with Nov 15, 2026 until 9:00 AM',
      '2026-11-15',
    ],
    [
      'whole days, if the others are not kept',
      '2026-01-01',
      'last_7_days',
      0,
      'compared with Nov 4 – 9, 2026 (without today)',
      '2026-11-04',
    ],
    ['nothing before, so far either', '2026-11-16', 'today', undefined, 'no data before Nov 16, 2026', '2026-11-01'],
  ])('%s', async (_, firstDay, timeframe, change, text, keptFrom = undefined) => {
    const api = createFunnelClient({ baseUrl: 'https://funnel.example', fetch: answer(firstDay, keptFrom ?? null) });
    const view: View = { timeframe, compare: 'previous', countType: 'distinct', filters: [] };
    const report = await new QueryClient().fetchQuery(websiteQuery(api, 1, view));
    expect(changeOf(report.data.metrics, 'views')).toBe(change);
    const { container } = render(
      <PageFrame title="Shop" timeframe={report.timeframe}>
        {null}
      </PageFrame>,
    );
    // Spaces around dashes are thin ones.
    expect(container.textContent?.replaceAll(/\s/g, ' ')).toContain(text);
  });
});
