// Cuts a window into whole months and the days left at its ends, so that reading a year takes about 42 sketches, not 365.

import { firstDayOfMonth, lastDayOfMonth, monthOfDay } from './calendar.ts';

/** Whole UTC days, both ends included. */
export interface Window {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Days or months by number, both ends included. */
export interface InclusiveRange {
  readonly first: number;
  readonly last: number;
}

export interface SplitWindow {
  readonly months: InclusiveRange | null;
  /** The days outside those months: none, one range or two. */
  readonly days: readonly InclusiveRange[];
}

export function splitWindow({ firstDay, lastDay }: Window): SplitWindow {
  // A month is whole where the day before it lies before the window, and the day after it behind the window.
  const months = { first: monthOfDay(firstDay - 1) + 1, last: monthOfDay(lastDay + 1) - 1 };
  if (months.first > months.last) return { months: null, days: [{ first: firstDay, last: lastDay }] };

  const head = { first: firstDay, last: firstDayOfMonth(months.first) - 1 };
  const tail = { first: lastDayOfMonth(months.last) + 1, last: lastDay };
  return { months, days: [head, tail].filter(({ first, last }) => first <= last) };
}
