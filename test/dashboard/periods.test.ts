import { addDays, countDays, type DayRange } from '@funnel/report-files/days.ts';
import {
  type CalendarUnit,
  type Comparison,
  calendarUnitOf,
  comparedDays,
  timeframeRange,
} from '@funnel/report-files/periods.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedWindow, resolveWindow, TIMEFRAMES } from '../../src/core/answers/reports/windows.ts';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';

const days = fc.integer({ min: 0, max: 40_000 }).map((day) => addDays('1970-01-01', day));
const ranges = fc
  .record({ start: days, length: fc.integer({ min: 1, max: 800 }) })
  .map(({ start, length }) => ({ start, end: addDays(start, length - 1) }));

const at = (day: string, keptFrom?: string) => ({ now: { day, time: '14:35' }, keptFrom });

/** All days of the range are over. */
function comparedRange(comparison: Comparison, timeframe: string, range: DayRange): DayRange | undefined {
  return comparedDays(comparison, timeframe, range, at(addDays(range.end, 1)))?.before;
}

const of = (start: string, end: string): DayRange => ({ start, end });

describe('a timeframe', () => {
  const NAMED = TIMEFRAMES.filter(
    (name) => !(['all_time', 'insights_week', 'custom'] as string[]).includes(name),
  ) as Exclude<(typeof TIMEFRAMES)[number], 'custom'>[];

  it('has the days of the reports of the service', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 40_000 }), fc.constantFrom(...NAMED), (today, timeframe) => {
        const window = resolveWindow({ timeframe }, { today, earliestDay: 0, insightsWeek: undefined });
        const range = { start: isoOfDay(window.firstDay), end: isoOfDay(window.lastDay) };
        expect(timeframeRange(timeframe, isoOfDay(today))).toEqual(range);
      }),
      { seed: 18, numRuns: 200 },
    );
  });

  it('is not known if it depends on more than the date', () => {
    expect(timeframeRange('all_time', '2026-11-16')).toBeUndefined();
  });

  it('is compared with the days that the service compares the same part with', () => {
    const asked = fc.record({ today: fc.integer({ min: 800, max: 40_000 }), timeframe: fc.constantFrom(...NAMED) });
    fc.assert(
      fc.property(asked, ({ today, timeframe }) => {
        const window = resolveWindow({ timeframe }, { today, earliestDay: 0, insightsWeek: undefined });
        const before = comparedWindow({ compare: 'same_part', timeframe, window, today })!;
        const range = { start: isoOfDay(window.firstDay), end: isoOfDay(window.lastDay) };
        const compared = comparedDays('previous', timeframe, range, at(isoOfDay(today), '1970-01-01'))!;
        // A page leaves today out where the month before has no such day.
        if (compared.isWithoutToday) expect(before.isUntilNow).toBe(false);
        else expect(compared.until !== undefined).toBe(before.isUntilNow);
        expect(compared.before).toEqual({ start: isoOfDay(before.firstDay), end: isoOfDay(before.lastDay) });
      }),
      { seed: 18, numRuns: 500 },
    );
  });
});

describe('a period', () => {
  it.each([
    // The month so far with as much of the month before; a whole month with a whole month.
    ['previous', 'this_month', of('2026-11-01', '2026-11-15'), of('2026-10-01', '2026-10-15')],
    ['previous', 'this_month', of('2026-03-01', '2026-03-30'), of('2026-02-01', '2026-02-28')],
    ['previous', 'this_month', of('2026-02-01', '2026-02-28'), of('2026-01-01', '2026-01-31')],
    ['previous', 'last_month', of('2026-10-01', '2026-10-31'), of('2026-09-01', '2026-09-30')],
    ['previous', 'last_quarter', of('2026-07-01', '2026-09-30'), of('2026-04-01', '2026-06-30')],
    ['previous', 'this_year', of('2026-01-01', '2026-11-15'), of('2025-01-01', '2025-11-15')],
    ['previous', 'this_week', of('2026-11-09', '2026-11-11'), of('2026-11-02', '2026-11-04')],
    ['previous', 'custom', of('2026-02-01', '2026-02-28'), of('2026-01-01', '2026-01-31')],
    ['previous', 'custom', of('2026-02-02', '2026-02-28'), of('2026-01-06', '2026-02-01')],
    ['previous', 'last_7_days', of('2026-11-09', '2026-11-15'), of('2026-11-02', '2026-11-08')],
    ['previous', 'custom', of('2026-10-02', '2026-10-31'), of('2026-09-02', '2026-10-01')],
    ['year', 'last_30_days', of('2026-10-17', '2026-11-15'), of('2025-10-17', '2025-11-15')],
    ['year', 'custom', of('2024-02-01', '2024-02-29'), of('2023-02-01', '2023-02-28')],
    ['year', 'custom', of('2025-02-01', '2025-02-28'), of('2024-02-01', '2024-02-28')],
    ['off', 'this_month', of('2026-11-01', '2026-11-15'), undefined],
    ['year', 'custom', of('0001-01-01', '0001-01-31'), undefined],
    ['previous', 'custom', of('0001-01-01', '0001-01-31'), undefined],
  ] as const)('compared by %s, %s %o', (comparison, timeframe, range, compared) => {
    expect(comparedRange(comparison, timeframe, range)).toEqual(compared);
  });

  it('of no unit of the calendar is compared with as many days just before', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const compared = comparedRange('previous', 'last_30_days', range)!;
        expect(addDays(compared.end, 1)).toBe(range.start);
        expect(countDays(compared)).toBe(countDays(range));
      }),
      { seed: 18 },
    );
  });

  it('is compared with days that are over before it starts, and never with more of them', () => {
    const units = fc.constantFrom('this_week', 'this_month', 'this_quarter', 'this_year');
    fc.assert(
      fc.property(days, units, (today, timeframe) => {
        const unit = calendarUnitOf(timeframe, undefined)!;
        const start = startOfUnit[unit](today);
        const compared = comparedRange('previous', timeframe, { start, end: today })!;
        expect(startOfUnit[unit](compared.start)).toBe(compared.start);
        expect(startOfUnit[unit](compared.end)).toBe(compared.start);
        expect(compared.end < start).toBe(true);
        const isLastDay = startOfUnit[unit](addDays(today, 1)) !== start;
        if (isLastDay) expect(addDays(compared.end, 1)).toBe(start);
        else expect(countDays(compared)).toBeLessThanOrEqual(countDays({ start, end: today }));
      }),
      { seed: 18, numRuns: 1000 },
    );
  });

  it('is compared with the same dates of the year before', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const compared = comparedRange('year', 'custom', range)!;
        for (const side of ['start', 'end'] as const) {
          expect(Number(compared[side].slice(0, 4))).toBe(Number(range[side].slice(0, 4)) - 1);
          const date = range[side].slice(5);
          expect(compared[side].slice(5)).toBe(date === '02-29' ? '02-28' : date);
        }
      }),
      { seed: 18, numRuns: 1000 },
    );
  });
});

/** Another way to the start of a unit than the code's. */
const startOfUnit: Readonly<Record<CalendarUnit, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => {
    let start = day;
    while (new Date(start).getUTCDay() !== 1) start = addDays(start, -1);
    return start;
  },
  month: (day) => `${day.slice(0, 8)}01`,
  quarter: (day) =>
    `${day.slice(0, 5)}${{ 0: '01', 1: '04', 2: '07', 3: '10' }[Math.floor(new Date(day).getUTCMonth() / 3)]}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

describe('a period that is not over', () => {
  it.each([
    ['previous', 'last_30_days', of('2026-10-18', '2026-11-16'), of('2026-09-19', '2026-10-17')],
    ['previous', 'this_month', of('2026-11-01', '2026-11-16'), of('2026-10-01', '2026-10-15')],
    // A custom range that is a whole month stays one, although only a part of it is compared.
    ['previous', 'custom', of('2026-11-01', '2026-11-30'), of('2026-10-01', '2026-10-15')],
    ['year', 'this_week', of('2026-11-16', '2026-11-16'), undefined],
    ['previous', 'today', of('2026-11-16', '2026-11-16'), undefined],
  ] as const)('is compared by its whole days: %s, %s %o', (comparison, timeframe, range, before) => {
    const compared = comparedDays(comparison, timeframe, range, at('2026-11-16'));
    expect(compared?.before).toEqual(before);
    expect(compared?.until).toBeUndefined();
  });

  it.each([
    ['previous', 'today', of('2026-11-16', '2026-11-16'), of('2026-11-15', '2026-11-15')],
    ['previous', 'this_week', of('2026-11-16', '2026-11-16'), of('2026-11-09', '2026-11-09')],
    ['previous', 'last_7_days', of('2026-11-10', '2026-11-16'), of('2026-11-03', '2026-11-09')],
    ['previous', 'this_month', of('2026-11-01', '2026-11-16'), of('2026-10-01', '2026-10-16')],
    ['year', 'this_month', of('2026-11-01', '2026-11-16'), of('2025-11-01', '2025-11-16')],
    ['previous', 'custom', of('2026-11-01', '2026-11-30'), of('2026-10-01', '2026-10-16')],
  ] as const)(
    'is compared so far where parts of days can be counted: %s, %s %o',
    (comparison, timeframe, range, before) => {
      expect(comparedDays(comparison, timeframe, range, at('2026-11-16', before.start))).toEqual({
        counted: of(range.start, '2026-11-16'),
        before,
        until: '14:35',
        isWithoutToday: false,
      });
      // One day less is kept.
      const others = comparedDays(comparison, timeframe, range, at('2026-11-16', addDays(before.start, 1)));
      expect(others?.until).toBeUndefined();
    },
  );

  it('is compared by its whole days if the month before has no such day', () => {
    const march = comparedDays(
      'previous',
      'this_month',
      of('2026-03-01', '2026-03-31'),
      at('2026-03-31', '2020-01-01'),
    );
    expect(march).toEqual({
      counted: of('2026-03-01', '2026-03-30'),
      before: of('2026-02-01', '2026-02-28'),
      isWithoutToday: true,
    });
    const lastDay = comparedDays(
      'previous',
      'this_month',
      of('2026-11-01', '2026-11-30'),
      at('2026-11-30', '2020-01-01'),
    );
    expect(lastDay).toMatchObject({ before: of('2026-10-01', '2026-10-30'), until: '14:35' });
  });

  it('is compared with a minute in the first minute of a day', () => {
    const now = { day: '2026-11-16', time: '00:00' };
    const range = of('2026-11-16', '2026-11-16');
    expect(comparedDays('previous', 'today', range, { now, keptFrom: '2020-01-01' })?.until).toBe('00:01');
  });

  it('never counts today or later days, and never compares with days of its own', () => {
    fc.assert(
      fc.property(ranges, days, fc.constantFrom('previous', 'year'), (range, today, comparison) => {
        const compared = comparedDays(comparison, 'custom', range, at(today));
        expect(compared === undefined).toBe(range.start >= today);
        if (!compared) return;
        const { counted, before, isWithoutToday } = compared;
        expect(counted.start).toBe(range.start);
        expect(counted.end < today && counted.end <= range.end).toBe(true);
        expect(isWithoutToday).toBe(counted.end < range.end);
        if (comparison === 'previous' && !calendarUnitOf('custom', range))
          expect(countDays(before)).toBe(countDays(counted));
        if (comparison !== 'year') expect(before.end < range.start).toBe(true);
      }),
      { seed: 19, numRuns: 500 },
    );
  });
});
