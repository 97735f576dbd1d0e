import { createFunnelClient } from '@funnel/api-client';
import type { DayRange } from '@funnel/report-files/days.ts';
import { changeOf } from '@funnel/report-files/metrics.ts';
import { timeframeRange } from '@funnel/report-files/periods.ts';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elementQuery, websiteQuery } from '../../../dashboard/src/api/queries.ts';
import { PageFrame } from '../../../dashboard/src/components/page-frame.tsx';
import type { View } from '../../../dashboard/src/routing/view.ts';

const TODAY = '2026-11-16';

/**
 * The service: 100 visitors on each day since the first one, and 10 today so far. On other days there were 8 until then. A chat does not
 * have its first day.
 */
function answer(firstDay: string, keptFrom: string | null, isChat = false) {
  return async ({ url }: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/first-days')) {
      if (isChat) return Response.json({ status: 404 }, { status: 404 });
      return Response.json({ websites: [{ id: 1, first_day: firstDay, kept_from: keptFrom }] });
    }
    const { start, end } = daysOf(searchParams) ?? { start: firstDay, end: TODAY };
    const days = Array.from({ length: 30 }, (_, index) => new Date(Date.parse(start) + index * 86_400_000))
      .map((day) => day.toISOString().slice(0, 10))
      .filter((day) => day <= end && day >= firstDay);
    const until = searchParams.get('until');
    if (until !== null) expect([until, pathname.includes('/elements/')]).toEqual(['09:00', false]);
    const viewsOn = (day: string) => (day === TODAY ? 10 : until !== null && day === end ? 8 : 100);
    const views = days.reduce((sum, day) => sum + viewsOn(day), 0);
    return Response.json({
      website: { id: 1, name: 'Shop', currency: 'USD' },
      timeframe: {
        ...{ range_start: `${start}T00:00:00Z`, range_end: `${end}T23:59:59Z`, timezone: 'UTC' },
      },
      data: pathname.includes('/steps/')
        ? { metrics: { views: 1_000 }, elements: [{ id: 7, metrics: { views } }] }
        : { metrics: { views }, fields: [], products: [] },
    });
  };
}

/** undefined: all days. */
function daysOf(parameters: URLSearchParams): DayRange | undefined {
  const [start, end] = [parameters.get('range_start'), parameters.get('range_end')];
  return start && end ? { start, end } : timeframeRange(parameters.get('timeframe')!, TODAY);
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

  const view: View = { timeframe: 'today', compare: 'previous', countType: 'distinct', filters: [] };
  const apiOf = (fetch: ReturnType<typeof answer>) => createFunnelClient({ baseUrl: 'https://funnel.example', fetch });

  it('an element today so far, by the report of its step', async () => {
    const api = apiOf(answer('2026-01-01', '2026-11-15'));
    const element = { websiteId: 1, stepId: 3, elementId: 7 };
    const report = await new QueryClient().fetchQuery(elementQuery(api, element, view));
    expect(changeOf(report.data.metrics, 'views')).toBe(25);
    expect(report.timeframe).toMatchObject({ comparedUntil: '09:00' });
  });

  it('nothing before the first day of all time, in a chat', async () => {
    const api = apiOf(answer('2026-11-05', null, true));
    const report = await new QueryClient().fetchQuery(websiteQuery(api, 1, { ...view, timeframe: 'last_7_days' }));
    expect(report.timeframe).toMatchObject({ notCompared: { noDataBefore: '2026-11-05' } });
  });
});
