import { cleanup, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { HoursOfDay } from '../../../dashboard/src/components/hours-of-day.tsx';
import { WeekHeatMap } from '../../../dashboard/src/components/week-heat-map.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const SUBJECT = { kind: 'website', websiteId: 1 } as const;
const REFUSED = { status: 422, code: 'events_not_kept', param: 'group_by', detail: 'It does not keep its events.' };

type Given = 'not kept' | { readonly sampled: boolean; readonly sample_rate?: number };

/** Each hour of the days asked for, in UTC, has as many views as its number, and every second visitor converts at 5 AM. */
function service(request: Request, given: Given): Response {
  const { pathname, searchParams: search } = new URL(request.url);
  if (!/\/reports\/website$/.test(pathname)) {
    return Response.json({ accounts: [{ id: 5, role: 'editor' }], websites: [{ id: 1, account_id: 5 }] });
  }
  if (given === 'not kept') return Response.json(REFUSED, { status: 422 });
  const [first, last] = [Date.parse(search.get('range_start')!), Date.parse(search.get('range_end')!)];
  const points = [];
  for (let ms = first; ms <= last + 23 * 3_600_000; ms += 3_600_000) {
    const hour = new Date(ms).getUTCHours();
    const date = `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
    const counts = { completions: 0, subscribes: 0, submissions: 0, orders: 0, revenue: 0 };
    points.push({ date, views: hour * 10, conversions: hour === 5 ? 25 : 0, ...counts });
  }
  return Response.json({ data: { timeseries: { group_by: 'hour', ...given, points } } });
}

function open(content: ReactNode, given: Given = { sampled: false }): void {
  window.history.replaceState(null, '', '/websites/1');
  renderDashboard(content, async (request) => service(request, given));
}

const SHOWN = {
  first: 'views',
  second: undefined,
  offered: ['views'],
  countType: 'distinct',
  currency: 'USD',
} as const;
const aDay = (
  <HoursOfDay subject={SUBJECT} website="Shop" name={undefined} day="2025-11-17" dayBefore="2025-11-16" shown={SHOWN}>
    the whole day
  </HoursOfDay>
);
const cellsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);

describe('a day by the hour', () => {
  afterEach(cleanup);

  it('has its hours in a table, and the day that the tiles compare with in its legend', async () => {
    open(aDay);
    await screen.findByText('Sun, Nov 16, 2025');
    expect(screen.getByText('Mon, Nov 17, 2025')).toBeTruthy();
    expect(screen.queryByText('the whole day')).toBeNull();
    const table = screen.getByRole('table', { name: 'All metrics by hour', hidden: true });
    const rows = within(table).getAllByRole('row', { hidden: true }).slice(1).map(cellsOf);
    expect(rows).toHaveLength(24);
    expect(rows[9]!.slice(0, 2)).toEqual(['9:00 AM', '90']);
  });

  it('says that it comes from a sample', async () => {
    open(aDay, { sampled: true, sample_rate: 3.125 });
    expect(await screen.findByText(/Estimated from a sample of 3.1% of the visitors/)).toBeTruthy();
  });

  it('says below the whole day where to read how to keep events', async () => {
    open(aDay, 'not kept');
    expect(await screen.findByText(/see “Where visitors come from” below/)).toBeTruthy();
    expect(screen.getByText('the whole day')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep events from now on' })).toBeNull();
  });
});

describe('when visitors convert', () => {
  afterEach(cleanup);

  it('says that it comes from a sample', async () => {
    open(<WeekHeatMap subject={SUBJECT} website="Shop" />, { sampled: true, sample_rate: 3.125 });
    expect(await screen.findByText(/have no rate. .*Estimated from a sample of 3.1% of the visitors/)).toBeTruthy();
  });

  it('is a table by hour and day of the week, stronger where the rate is higher', async () => {
    open(<WeekHeatMap subject={SUBJECT} website="Shop" />);
    const table = await screen.findByRole('table', { name: 'Conversion rate by hour and day of the week' });
    const rows = within(table).getAllByRole('row');
    expect(cellsOf(rows[0]!).slice(1)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    // Four weeks: 200 views at 5 AM on each day of the week, and none at midnight.
    expect(cellsOf(rows[6]!)).toEqual(['5 AM', ...Array.from({ length: 7 }, () => '50.0%')]);
    expect(cellsOf(rows[1]!)).toEqual(['12 AM', ...Array.from({ length: 7 }, () => '–')]);
    expect(cellsOf(rows[7]!)[1]).toBe('0.0%');
    const strengths = [rows[6]!, rows[7]!].map((row) =>
      (row.children[1] as HTMLElement).style.getPropertyValue('--strength'),
    );
    expect(strengths).toEqual(['1', '0']);
    expect((rows[6]!.children[1] as HTMLElement).title).toBe('100 of 200 converted');
  });

  it('is left out if no events are kept', async () => {
    open(
      <>
        <WeekHeatMap subject={SUBJECT} website="Shop" />
        {aDay}
      </>,
      'not kept',
    );
    await screen.findByText(/once the website keeps its events/);
    expect(screen.queryByRole('heading', { name: 'When visitors convert' })).toBeNull();
  });
});
