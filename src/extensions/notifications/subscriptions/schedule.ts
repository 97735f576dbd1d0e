// When the report of a website is mailed, and which days it is about. Days are those of the website.
// Why: docs/decisions/notifications.md, "Reports by mail are a part of the email subscription".
import { unitBefore } from '../../../core/answers/reports/windows.ts';
import { firstDayOfMonth, monthOfDay, startOfMonth, startOfWeek } from '../../../core/engine/rollups/calendar.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';

export const REPORT_FORMATS = ['csv', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const SENT_ON = [...WEEKDAYS, 'first_of_month'] as const;
export type SentOn = (typeof SENT_ON)[number];

export interface ReportSchedule {
  readonly formats: readonly ReportFormat[];
  readonly sentOn: SentOn;
  /** The day on which the next one is sent. */
  readonly dueDay: number;
}

/** The first day after `today` on which a report is sent. */
export function nextDueDay(sentOn: SentOn, today: number): number {
  if (sentOn === 'first_of_month') return firstDayOfMonth(monthOfDay(today) + 1);
  const inThisWeek = startOfWeek(today) + WEEKDAYS.indexOf(sentOn);
  return inThisWeek > today ? inThisWeek : inThisWeek + WEEKDAYS.length;
}

/** The last day up to `today` on which a report is sent. */
export function lastDueDay(sentOn: SentOn, today: number): number {
  if (sentOn === 'first_of_month') return startOfMonth(today);
  return nextDueDay(sentOn, today) - WEEKDAYS.length;
}

/**
 * Reports are sent every month at least. A day further ahead was stored by a clock that was ahead itself: waiting for it could take years.
 */
export const DUE_DAYS_AHEAD_MAX = 62;

export function isDue(dueDay: number, today: number): boolean {
  return dueDay <= today || dueDay > today + DUE_DAYS_AHEAD_MAX;
}

/** The week or month that a report is about, and the one before it. */
export interface ReportPeriod {
  readonly unit: 'week' | 'month';
  readonly window: Window;
  readonly previous: Window;
}

export function unitOf(sentOn: SentOn): ReportPeriod['unit'] {
  return sentOn === 'first_of_month' ? 'month' : 'week';
}

/** The last one that is over on `day`. A week begins on Monday, whatever day the report is sent on. */
export function reportPeriod(sentOn: SentOn, day: number): ReportPeriod {
  const unit = unitOf(sentOn);
  const window = unitBefore(unit, day);
  return { unit, window, previous: unitBefore(unit, window.firstDay) };
}
