// When reports are due, and which days they are about.
import { describe, expect, test } from 'vitest';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import {
  lastDueDay,
  nextDueDay,
  reportPeriod,
  SENT_ON,
} from '../../../../src/extensions/notifications/subscriptions/schedule.ts';

const day = (date: string) => dayFromIso(date)!;
const rangeOf = ({ firstDay, lastDay }: Window) => `${isoOfDay(firstDay)} to ${isoOfDay(lastDay)}`;

describe('the day of the next report', () => {
  // 2026-11-16 is a Monday.
  test.each([
    ['monday', '2026-11-16', '2026-11-23'],
    ['monday', '2026-11-15', '2026-11-16'],
    ['wednesday', '2026-11-16', '2026-11-18'],
    ['sunday', '2026-11-16', '2026-11-22'],
    ['sunday', '2026-11-22', '2026-11-29'],
    ['first_of_month', '2026-11-30', '2026-12-01'],
    ['first_of_month', '2026-12-01', '2027-01-01'],
  ] as const)('on %s, after %s, is %s', (sentOn, today, next) => {
    expect(isoOfDay(nextDueDay(sentOn, day(today)))).toBe(next);
  });

  test('comes after today, and the last one does not: there is none in between', () => {
    for (let today = day('2026-01-01'); today < day('2027-01-01'); today++) {
      for (const sentOn of SENT_ON) {
        const last = lastDueDay(sentOn, today);
        expect(last).toBeLessThanOrEqual(today);
        expect(nextDueDay(sentOn, last)).toBe(nextDueDay(sentOn, today));
        expect(nextDueDay(sentOn, last - 1)).toBe(last);
      }
    }
  });
});

describe('a report is about', () => {
  test.each([
    ['monday', '2026-11-16', '2026-11-09 to 2026-11-15', '2026-11-02 to 2026-11-08'],
    ['wednesday', '2026-11-18', '2026-11-09 to 2026-11-15', '2026-11-02 to 2026-11-08'],
    // The week of a Sunday is not over.
    ['sunday', '2026-11-15', '2026-11-02 to 2026-11-08', '2026-10-26 to 2026-11-01'],
    ['first_of_month', '2026-03-01', '2026-02-01 to 2026-02-28', '2026-01-01 to 2026-01-31'],
    ['first_of_month', '2026-01-01', '2025-12-01 to 2025-12-31', '2025-11-01 to 2025-11-30'],
  ] as const)('on %s %s: %s, compared with %s', (sentOn, on, window, previous) => {
    const period = reportPeriod(sentOn, day(on));
    expect([rangeOf(period.window), rangeOf(period.previous)]).toEqual([window, previous]);
  });
});
