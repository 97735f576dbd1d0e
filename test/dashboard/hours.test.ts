import { hoursOfDay } from '@funnel/report-files/hours.ts';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../dashboard/src/api/types.ts';
import { formatHour, formatTime } from '../../dashboard/src/format/dates.ts';

const pointAt = (date: string, views = 0): Point => ({
  ...{ date, views, conversions: 0, completions: 0, subscribes: 0, submissions: 0, orders: 0, revenue: 0 },
});
const pointsAt = (...dates: string[]) => dates.map((date) => pointAt(date));

describe('the hours of a day', () => {
  it('are over, running or coming, by the instant and not by the clock of the user', () => {
    const points = pointsAt('2026-11-16T08:00:00+11:00', '2026-11-16T09:00:00+11:00', '2026-11-16T10:00:00+11:00');
    const states = (now: string) => hoursOfDay(points, undefined, Date.parse(now)).map(({ state }) => state);
    expect(states('2026-11-15T22:00:00Z')).toEqual(['over', 'running', 'coming']);
    expect(states('2026-11-15T21:59:59Z')).toEqual(['running', 'coming', 'coming']);
    expect(states('2026-11-15T23:59:59Z')).toEqual(['over', 'over', 'running']);
    expect(states('2026-11-16T00:00:00Z')).toEqual(['over', 'over', 'over']);
  });

  it('are compared with what the clock showed on the other day, also where clocks were set', () => {
    const set = pointsAt(
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:30:00+10:30',
      '2026-04-05T02:00:00+10:30',
      '2026-04-05T03:00:00+10:30',
    );
    const before = [1, 2, 3].map((hour) => pointAt(`2026-03-29T0${hour}:00:00+11:00`, hour));
    expect(hoursOfDay(set, before, 0).map(({ before: same }) => same?.views)).toEqual([1, 1, 2, 3]);
    expect(hoursOfDay(before, set.slice(0, 1), 0).map(({ before: same }) => same?.date)).toEqual([
      set[0]!.date,
      undefined,
      undefined,
    ]);
  });

  it('are written as the clocks of the website show them', () => {
    expect(formatHour('2026-11-16T09:00:00+11:00')).toBe('9 AM');
    expect(formatHour('2026-04-05T01:30:00+10:30')).toBe('1:30 AM');
    expect(formatTime('2026-11-16T21:00:00-08:00')).toBe('9:00 PM');
  });
});
