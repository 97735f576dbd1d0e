// The days of a website in another time zone than that of the browser.

import { daysBetween } from '@funnel/report-files/days.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { expect, test, vi } from 'vitest';
import {
  formatDay,
  formatHour,
  formatMonth,
  formatRange,
  formatShortDay,
  formatWeekday,
  formatWeekdayName,
  localTimeAt,
  todayIn,
  weekdayNames,
} from '../../dashboard/src/format/dates.ts';
import { setLocale } from '../../dashboard/src/format/locale.ts';
import { listTimezones, timezoneName } from '../../dashboard/src/format/timezones.ts';

const WEEK = { start: '2026-11-09', end: '2026-11-15' };

test.each([
  ['UTC', '2026-11-09T00:00:00Z', '2026-11-15T23:59:59Z'],
  ['Australia/Sydney', '2026-11-08T13:00:00Z', '2026-11-15T12:59:59Z'],
  ['America/Los_Angeles', '2026-11-09T08:00:00Z', '2026-11-16T07:59:59Z'],
  ['Pacific/Kiritimati', '2026-11-08T10:00:00Z', '2026-11-15T09:59:59Z'],
  ['Pacific/Pago_Pago', '2026-11-09T11:00:00Z', '2026-11-16T10:59:59Z'],
])('in %s, the instants from %s to %s are the days of the window', (timezone, start, end) => {
  expect(daysBetween(start, end, timezone)).toEqual(WEEK);
});

test('of a report without a zone they are UTC days', () => {
  expect(daysBetween('2026-11-09T00:00:00Z', '2026-11-15T23:59:59Z')).toEqual(WEEK);
});

test.each([
  ['2026-11-08T13:00:00Z', '2026-11-15T12:59:59Z'],
  ['2026-11-09T08:00:00Z', '2026-11-16T07:59:59Z'],
])('of a zone that the browser does not know, from %s to %s, they are the nearest UTC days', (start, end) => {
  expect(daysBetween(start, end, 'Mars/Olympus_Mons')).toEqual(WEEK);
  expect(localTimeAt(0, 'Mars/Olympus_Mons')).toEqual({ day: '1970-01-01', time: '00:00' });
});

test('of websites in several zones, the report says them', () => {
  const mixed = {
    range_start: '2026-11-08T10:00:00Z',
    range_end: '2026-11-15T11:59:59Z',
    timezone: 'mixed',
    first_date: WEEK.start,
    last_date: WEEK.end,
  };
  expect(rangeOf(mixed)).toEqual(WEEK);
});

test("today is the website's", () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T13:30:00Z'), toFake: ['Date'] });
  try {
    expect(['UTC', 'Australia/Sydney', 'America/New_York', undefined].map(todayIn)).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-16',
      '2026-11-16',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('the chosen zone can be chosen again, also if its name is an old one', () => {
  const names = listTimezones('Asia/Calcutta');
  expect(names.slice(0, 2)).toEqual(['Asia/Calcutta', 'UTC']);
  expect(new Set(names).size).toBe(names.length);
  expect(timezoneName('America/New_York')).toBe('America/New York');
});

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('for a user in %s, a day is the same day', (timezone) => {
  vi.stubEnv('TZ', timezone);
  // Formats are created again with another locale.
  setLocale(timezone.startsWith('America') ? 'en-GB' : 'en-AU');
  try {
    expect(new Date('2026-11-01T12:00:00Z').getHours()).not.toBe(12);
    expect(formatDay('2026-11-01')).toBe('1 Nov 2026');
    expect(formatShortDay('2026-11-01')).toBe('1 Nov');
    expect(formatWeekday('2026-11-01')).toMatch(/^Sun,? 1 Nov 2026$/);
    expect(formatMonth('2026-11-01')).toBe('Nov 2026');
    expect(formatRange({ start: '2026-11-01', end: '2026-11-01' })).toBe('1 Nov 2026');
    expect(formatRange({ start: '2026-10-01', end: '2026-11-01' })).toMatch(/^1 Oct\s–\s1 Nov 2026$/);
    expect(formatHour('2026-11-16T09:00:00+11:00')).toMatch(/^0?9( am)?$/);
    expect([weekdayNames()[0], formatWeekdayName(6)]).toEqual(['Mon', 'Sunday']);
  } finally {
    vi.unstubAllEnvs();
    setLocale('en-US');
  }
});
