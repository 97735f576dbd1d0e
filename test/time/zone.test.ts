import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoSeconds } from '../../src/clock.ts';
import {
  firstDayOfMonth,
  firstDayOfQuarter,
  firstDayOfWeek,
  firstDayOfYear,
  isoOfDay,
  monthOfDay,
  quarterOfDay,
  weekOfDay,
  yearOfDay,
} from '../../src/rollups/calendar.ts';
import { findZone, UTC, type Zone, zoneOf } from '../../src/time/zone.ts';
import { IS_LONG } from '../support/long.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** The local date as `Intl` writes it, which is not how the code asks for it. */
function datesIn(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (ms) => format.format(ms);
}

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const startOf = (zone: Zone, date: string) => isoSeconds(new Date(zone.startOfDay(dayOf(date))));
const hoursOf = (zone: Zone, date: string) => {
  const day = dayOf(date);
  return (zone.startOfDay(day + 1) - zone.startOfDay(day)) / 3_600_000;
};

const NAMES = Intl.supportedValuesOf('timeZone');
/** Asking Intl about every day of all zones takes many seconds. */
const SOME_NAMES = IS_LONG ? NAMES : NAMES.filter((_, index) => index % 10 === 0);
const [FIRST_DAY, LAST_DAY] = [dayOf('2024-01-01'), dayOf('2026-12-31')];

describe('days of a zone', () => {
  test('every day of three years begins and ends where Intl says', () => {
    const wrong: string[] = [];
    for (const name of SOME_NAMES) {
      const zone = zoneOf(name);
      const dateAt = datesIn(name);
      for (let day = FIRST_DAY; day <= LAST_DAY + 1; day++) {
        const start = zone.startOfDay(day);
        // A day ends where the next one begins. So no instant belongs to two days, or to none.
        const isRight = dateAt(start) === isoOfDay(day) && dateAt(start - SECOND_MS) === isoOfDay(day - 1);
        if (!isRight || zone.dayAt(start) !== day || zone.dayAt(start - 1) !== day - 1)
          wrong.push(`${name} ${isoOfDay(day)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('in all zones, weeks, months, quarters and years of three years begin where Intl says', () => {
    const periods = [
      [weekOfDay, firstDayOfWeek],
      [monthOfDay, firstDayOfMonth],
      [quarterOfDay, firstDayOfQuarter],
      [yearOfDay, firstDayOfYear],
    ] as const;
    const firstDays = new Set(
      periods.flatMap(([numberOf, firstDayOf]) => {
        const [first, last] = [numberOf(FIRST_DAY), numberOf(LAST_DAY)];
        return Array.from({ length: last - first }, (_, index) => firstDayOf(first + index + 1));
      }),
    );
    expect(NAMES.length).toBeGreaterThan(400);
    const wrong = NAMES.flatMap((name) => {
      const zone = zoneOf(name);
      const dateAt = datesIn(name);
      return [...firstDays].flatMap((day) => {
        const start = zone.startOfDay(day);
        const isRight = dateAt(start) === isoOfDay(day) && dateAt(start - SECOND_MS) === isoOfDay(day - 1);
        return isRight ? [] : `${name} ${isoOfDay(day)}`;
      });
    });
    expect(wrong).toEqual([]);
  });

  test('an instant has the local date that Intl says, in any order and in any year since 1970', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        fc.array(fc.integer({ min: 0, max: dayOf('2040-01-01') * DAY_MS }), { minLength: 1, maxLength: 20 }),
        (name, instants) => {
          const dateAt = datesIn(name);
          const zone = zoneOf(name);
          expect(instants.map((ms) => isoOfDay(zone.dayAt(ms)))).toEqual(instants.map(dateAt));
        },
      ),
    );
  });

  test('in UTC they are UTC days', () => {
    expect(UTC.dayAt(-1)).toBe(-1);
    expect(UTC.dayAt(DAY_MS - 1)).toBe(0);
    expect(UTC.startOfDay(3)).toBe(3 * DAY_MS);
    expect(zoneOf('Etc/UTC').startOfDay(20_000)).toBe(20_000 * DAY_MS);
  });

  test('a time of a day is the first instant at which clocks show it, or the first one after it if they skip it', () => {
    const berlin = zoneOf('Europe/Berlin');
    const instant = (date: string, hour: number) =>
      isoSeconds(new Date(berlin.instantOf(dayOf(date), hour * 3_600_000)));
    expect(instant('2026-03-28', 2.5)).toBe('2026-03-28T01:30:00Z');
    expect(instant('2026-03-29', 2.5)).toBe('2026-03-29T01:00:00Z');
    expect(instant('2026-03-29', 3.5)).toBe('2026-03-29T01:30:00Z');
    expect(instant('2026-10-25', 2.5)).toBe('2026-10-25T00:30:00Z');
    expect(instant('2026-10-25', 3.5)).toBe('2026-10-25T02:30:00Z');
  });

  test('they have 23 or 25 hours where clocks change', () => {
    const berlin = zoneOf('Europe/Berlin');
    expect(startOf(berlin, '2026-03-29')).toBe('2026-03-28T23:00:00Z');
    expect(hoursOf(berlin, '2026-03-29')).toBe(23);
    expect(hoursOf(berlin, '2026-10-25')).toBe(25);
    expect(hoursOf(berlin, '2026-10-26')).toBe(24);
  });

  test('on Lord Howe Island clocks change by half an hour', () => {
    const lordHowe = zoneOf('Australia/Lord_Howe');
    expect(hoursOf(lordHowe, '2026-04-05')).toBe(24.5);
    expect(hoursOf(lordHowe, '2026-10-04')).toBe(23.5);
    expect(startOf(lordHowe, '2026-10-05')).toBe('2026-10-04T13:00:00Z');
  });

  test('a day begins late if midnight is skipped', () => {
    const santiago = zoneOf('America/Santiago');
    expect(startOf(santiago, '2024-09-08')).toBe('2024-09-08T04:00:00Z');
    expect(hoursOf(santiago, '2024-09-08')).toBe(23);
  });

  test('a day that a country skipped has no instants', () => {
    const apia = zoneOf('Pacific/Apia');
    expect(startOf(apia, '2011-12-29')).toBe('2011-12-29T10:00:00Z');
    expect(startOf(apia, '2011-12-30')).toBe('2011-12-30T10:00:00Z');
    expect(hoursOf(apia, '2011-12-30')).toBe(0);
    expect(isoOfDay(apia.dayAt(Date.parse('2011-12-30T09:59:59Z')))).toBe('2011-12-29');
    expect(isoOfDay(apia.dayAt(Date.parse('2011-12-30T10:00:00Z')))).toBe('2011-12-31');
  });

  test('where clocks were set back after midnight, the date goes back too', () => {
    const newfoundland = zoneOf('America/St_Johns');
    expect(startOf(newfoundland, '2010-11-07')).toBe('2010-11-07T02:30:00Z');
    expect(isoOfDay(newfoundland.dayAt(Date.parse('2010-11-07T02:30:30Z')))).toBe('2010-11-07');
    expect(isoOfDay(newfoundland.dayAt(Date.parse('2010-11-07T02:31:00Z')))).toBe('2010-11-06');
    expect(isoOfDay(newfoundland.dayAt(Date.parse('2010-11-07T03:30:00Z')))).toBe('2010-11-07');
  });
});

describe('names of zones', () => {
  test('old and new names of a zone are the same zone, and are kept as they were given', () => {
    const now = Date.parse('2026-11-16T18:45:00Z');
    for (const name of ['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv']) {
      expect(findZone(name)?.name).toBe(name);
    }
    expect(zoneOf('Asia/Kolkata').dayAt(now)).toBe(zoneOf('Asia/Calcutta').dayAt(now));
    expect(isoOfDay(zoneOf('Asia/Kolkata').dayAt(now))).toBe('2026-11-17');
  });

  test.each(['', 'Mars/Olympus_Mons', '+05:30', 'GMT+25', ' UTC', 'Europe/Berlin\n'])('%j is none', (name) => {
    expect(findZone(name)).toBeUndefined();
    expect(zoneOf(name)).toBe(UTC);
  });
});
