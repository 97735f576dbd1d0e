// Splits a window into calendar days, weeks, months, quarters or years. Each bucket is one point of a timeseries.

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
} from '../../engine/rollups/calendar.ts';
import type { Window } from '../../engine/rollups/window.ts';

export const GROUP_BYS = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** Hours (foundation/time/hours.ts) are no buckets of days. Only the event log has them. */
export const GROUP_BYS_WITH_HOUR = [...GROUP_BYS, 'hour'] as const;

export type GroupBy = (typeof GROUP_BYS)[number];
export type GroupByOrHour = (typeof GROUP_BYS_WITH_HOUR)[number];

/** The days of a bucket that are inside the window. */
export interface Bucket extends Window {
  /** The calendar start of the bucket, which may be before the window. */
  readonly date: string;
}

/** Buckets are numbered without gaps, so counting them is a subtraction. */
interface Numbering {
  readonly numberOf: (day: number) => number;
  readonly firstDayOf: (bucketNumber: number) => number;
}

const NUMBERINGS: Readonly<Record<GroupBy, Numbering>> = {
  day: { numberOf: (day) => day, firstDayOf: (day) => day },
  week: { numberOf: weekOfDay, firstDayOf: firstDayOfWeek },
  month: { numberOf: monthOfDay, firstDayOf: firstDayOfMonth },
  quarter: { numberOf: quarterOfDay, firstDayOf: firstDayOfQuarter },
  year: { numberOf: yearOfDay, firstDayOf: firstDayOfYear },
};

/** Cheap for any window, so that a timeseries that is too long can be rejected before it is built. */
export function countBuckets({ firstDay, lastDay }: Window, groupBy: GroupBy): number {
  const { numberOf } = NUMBERINGS[groupBy];
  return numberOf(lastDay) - numberOf(firstDay) + 1;
}

export function buckets(window: Window, groupBy: GroupBy): readonly Bucket[] {
  const { numberOf, firstDayOf } = NUMBERINGS[groupBy];
  const firstNumber = numberOf(window.firstDay);
  return Array.from({ length: countBuckets(window, groupBy) }, (_, offset) => {
    const start = firstDayOf(firstNumber + offset);
    const end = firstDayOf(firstNumber + offset + 1) - 1;
    return {
      date: isoOfDay(start),
      firstDay: Math.max(start, window.firstDay),
      lastDay: Math.min(end, window.lastDay),
    };
  });
}
