// Splits a window into whole months and the remaining days at both ends, so that a year takes about 42 sketches, not 365.

import { firstDayOfMonth, lastDayOfMonth, monthOfDay } from './calendar.ts';

/** Whole UTC days, both ends inclusive. */
export interface Window {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Days or months by number, both ends inclusive. */
export interface InclusiveRange {
  readonly first: number;
  readonly last: number;
}

export interface SplitWindow {
  readonly months: InclusiveRange | null;
  /** The days outside those months: up to two ranges. */
  readonly days: readonly InclusiveRange[];
}

export function splitWindow({ firstDay, lastDay }: Window): SplitWindow {
  // The first whole month follows the month of the day before the window; the last one precedes that of the day after.
  const months = { first: monthOfDay(firstDay - 1) + 1, last: monthOfDay(lastDay + 1) - 1 };
  if (months.first > months.last) return { months: null, days: [{ first: firstDay, last: lastDay }] };

  const head = { first: firstDay, last: firstDayOfMonth(months.first) - 1 };
  const tail = { first: lastDayOfMonth(months.last) + 1, last: lastDay };
  return { months, days: [head, tail].filter(({ first, last }) => first <= last) };
}
