import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Hour, hoursOf } from '../../../../src/core/foundation/time/hours.ts';
import { zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import { localHours } from '../../../support/local-hours.ts';

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const datesOf = (hours: readonly Hour[]) => hours.map(({ date }) => date);
const hoursOn = (zone: string, date: string) => hoursOf(zoneOf(zone), dayOf(date), dayOf(date));
const minutesOf = ({ startMs, endMs }: Hour) => (endMs - startMs) / 60_000;

test('in any zone and on any days, hours are those of Intl', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: dayOf('2024-01-01'), max: dayOf('2027-01-01') }),
      fc.nat(3),
      (name, firstDay, more) => {
        const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
        const expected = [...localHours(name, iso(firstDay), iso(firstDay + more)).values()].map(({ date }) => date);
        expect(datesOf(hoursOf(zoneOf(name), firstDay, firstDay + more))).toEqual(expected);
      },
    ),
  );
});

describe('a day has as many hours as it lasts', () => {
  test.each([
    ['UTC', '2026-11-16', 24, '2026-11-16T00:00:00+00:00', '2026-11-16T23:00:00+00:00'],
    ['Asia/Kolkata', '2026-11-16', 24, '2026-11-16T00:00:00+05:30', '2026-11-16T23:00:00+05:30'],
    ['America/St_Johns', '2026-11-16', 24, '2026-11-16T00:00:00-03:30', '2026-11-16T23:00:00-03:30'],
    ['America/Los_Angeles', '2026-03-08', 23, '2026-03-08T00:00:00-08:00', '2026-03-08T23:00:00-07:00'],
    ['Australia/Sydney', '2026-04-05', 25, '2026-04-05T00:00:00+11:00', '2026-04-05T23:00:00+10:00'],
    ['America/Santiago', '2024-09-08', 23, '2024-09-08T01:00:00-03:00', '2024-09-08T23:00:00-03:00'],
    ['Pacific/Apia', '2011-12-30', 0, undefined, undefined],
  ])('%s on %s: %i', (zone, date, count, first, last) => {
    const dates = datesOf(hoursOn(zone, date));
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([count, first, last]);
  });
});

test('an hour that comes twice has two offsets', () => {
  expect(datesOf(hoursOn('Australia/Sydney', '2026-04-05')).slice(1, 5)).toEqual([
    '2026-04-05T01:00:00+11:00',
    '2026-04-05T02:00:00+11:00',
    '2026-04-05T02:00:00+10:00',
    '2026-04-05T03:00:00+10:00',
  ]);
});

test('on Lord Howe Island clocks are set by half an hour, and one hour of that day has 30 minutes', () => {
  const back = hoursOn('Australia/Lord_Howe', '2026-04-05');
  expect(back).toHaveLength(25);
  expect(datesOf(back).slice(1, 4)).toEqual([
    '2026-04-05T01:00:00+11:00',
    '2026-04-05T01:30:00+10:30',
    '2026-04-05T02:00:00+10:30',
  ]);
  expect(back.map(minutesOf).slice(1, 4)).toEqual([60, 30, 60]);
  const forward = hoursOn('Australia/Lord_Howe', '2026-10-04');
  expect(datesOf(forward).slice(1, 4)).toEqual([
    '2026-10-04T01:00:00+10:30',
    '2026-10-04T02:30:00+11:00',
    '2026-10-04T03:00:00+11:00',
  ]);
  expect(forward.map(minutesOf).slice(1, 4)).toEqual([60, 30, 60]);
});

test('where clocks were set back after midnight, minutes of a date come after the next one has begun', () => {
  const before = hoursOn('America/St_Johns', '2010-11-06');
  expect(datesOf(before).slice(-2)).toEqual(['2010-11-06T23:00:00-02:30', '2010-11-06T23:01:00-03:30']);
  const after = hoursOn('America/St_Johns', '2010-11-07');
  expect(datesOf(after).slice(0, 2)).toEqual(['2010-11-07T00:00:00-02:30', '2010-11-07T00:00:00-03:30']);
  expect(after.map(minutesOf).slice(0, 2)).toEqual([1, 60]);
});
