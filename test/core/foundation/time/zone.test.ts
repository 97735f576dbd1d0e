import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isoOfDay,
  monthOfDay,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
  yearOfDay,
} from '../../../../src/core/engine/rollups/calendar.ts';
import { isoSeconds } from '../../../../src/core/foundation/time/clock.ts';
import { findZone, UTC, Zone, zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import { IS_LONG } from '../../../support/long.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** The local date as `Intl` writes it, which is not how the code asks for it. */
function datesIn(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (ms) => format.format(ms);
}

/** Returns text such as `Mon, 2024-01-01, 00:00`. */
function weekdayDateAndTime(timeZone: string): (ms: number) => string {
  const date = { weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, ...date, ...time });
  return (ms) => format.format(ms);
}

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const startOf = (zone: Zone, date: string) => isoSeconds(new Date(zone.startOfDay(dayOf(date))));
const hoursOf = (zone: Zone, date: string) => {
  const day = dayOf(date);
  return (zone.startOfDay(day + 1) - zone.startOfDay(day)) / 3_600_000;
};

const NAMES = Intl.supportedValuesOf('timeZone');
/** A leap year, and others in a long run. */
const [FIRST_DAY, LAST_DAY] = [dayOf('2024-01-01'), dayOf(IS_LONG ? '2026-12-31' : '2024-12-31')];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Weekday and date, by the weeks, months and years of reports. */
function nameOf(day: number): string {
  const month = monthOfDay(day) - monthOfDay(startOfYear(day)) + 1;
  const [mm, dd] = [month, day - startOfMonth(day) + 1].map((value) => String(value).padStart(2, '0'));
  return `${WEEKDAYS[day - startOfWeek(day)]}, ${yearOfDay(day)}-${mm}-${dd}`;
}

describe('days of a zone', () => {
  test('in all zones, every day, week, month, quarter and year begins and ends where Intl says', () => {
    expect(NAMES.length).toBeGreaterThan(400);
    const names = new Map<number, string>();
    for (let day = FIRST_DAY - 1; day <= LAST_DAY + 1; day++) {
      names.set(day, nameOf(day));
      expect(startOfQuarter(day) === day).toBe(/-(01|04|07|10)-01$/.test(nameOf(day)));
    }
    const wrong: string[] = [];
    for (const name of NAMES) {
      const zone = zoneOf(name);
      const textAt = weekdayDateAndTime(name);
      let startBefore = zone.startOfDay(FIRST_DAY - 1);
      for (let day = FIRST_DAY; day <= LAST_DAY + 1; day++) {
        const start = zone.startOfDay(day);
        const text = textAt(start);
        const isMidnightAfter24Hours = text === `${names.get(day)}, 00:00` && start - startBefore === DAY_MS;
        startBefore = start;
        // A day ends where the next one begins. So no instant belongs to two days, or to none.
        const isRight =
          isMidnightAfter24Hours ||
          (text.startsWith(names.get(day)!) && textAt(start - SECOND_MS).startsWith(names.get(day - 1)!));
        if (!isRight || zone.dayAt(start) !== day || zone.dayAt(start - 1) !== day - 1)
          wrong.push(`${name} ${isoOfDay(day)}`);
      }
    }
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

test('reports can ask for any number of days: those of long ago are forgotten', () => {
  let asked = 0;
  const at = () => {
    asked++;
    return 0;
  };
  const zone = new Zone('Test/Zone', { number: 1_000_000, at });
  const askedAt = (day: number) => {
    const before = asked;
    zone.dayAt(day * DAY_MS);
    return asked - before;
  };
  for (let day = 0; day < 100_000; day++) askedAt(day);
  expect([askedAt(99_999), askedAt(0)]).toEqual([0, 2]);
});

describe('names of zones', () => {
  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Asia/Katmandu', 'Asia/Kathmandu'],
    ['America/Godthab', 'America/Nuuk'],
    ['Pacific/Enderbury', 'Pacific/Kanton'],
    ['US/Pacific', 'America/Los_Angeles'],
  ])('%s and %s are the same zone, and are kept as they were given', (old, current) => {
    expect([findZone(old)?.name, findZone(current)?.name]).toEqual([old, current]);
    const startsIn = (zone: Zone) => Array.from({ length: 365 }, (_, day) => startOf(zone, isoOfDay(FIRST_DAY + day)));
    expect(startsIn(zoneOf(old))).toEqual(startsIn(zoneOf(current)));
    expect(new Set(startsIn(zoneOf(old))).size).toBe(365);
  });

  test.each(['', 'Mars/Olympus_Mons', '+05:30', 'GMT+25', ' UTC', 'Europe/Berlin\n'])('%j is none', (name) => {
    expect(findZone(name)).toBeUndefined();
    expect(zoneOf(name)).toBe(UTC);
  });
});
