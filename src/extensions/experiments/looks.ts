// The days on which somebody may have looked at a test.
import type { Window } from '../../core/engine/rollups/window.ts';
import type { Look } from './experiment.ts';

/** How the interval narrowed is shown by so many looks. */
const LOOKS_MAX = 60;
/** The present traffic is that of the last days. */
const TRAFFIC_DAYS = 7;

/** Consecutive windows of equal length, the first one possibly shorter. A look is at the end of each. */
export function slicesOf({ firstDay, lastDay }: Window): Window[] {
  const length = Math.ceil((lastDay - firstDay + 1) / LOOKS_MAX);
  const slices: Window[] = [];
  for (let end = lastDay; end >= firstDay; end -= length) {
    slices.unshift({ firstDay: Math.max(firstDay, end - length + 1), lastDay: end });
  }
  return slices;
}

/** The last look before the days that the present traffic is measured over; undefined: the test is too young. */
export function lookBefore<Of extends { readonly day: number }>(looks: readonly Of[], lastDay: number): Of | undefined {
  return looks.findLast(({ day }) => day <= lastDay - TRAFFIC_DAYS);
}

/** New visitors per day, over the last days of the test or all of it. */
export function dailyVisitors(looks: readonly Look[], { firstDay, lastDay }: Window): number[] {
  const before = lookBefore(looks, lastDay);
  const days = lastDay - (before?.day ?? firstDay - 1);
  const now = looks.at(-1)!;
  return now.counts.map(({ visitors }, arm) => {
    const earlier = before?.counts[arm]?.visitors.count ?? 0;
    return Math.max(0, visitors.count - earlier) / days;
  });
}
