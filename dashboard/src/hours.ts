// Hours of the website's clock: those of a day, and those of a week. The API gives them as local times with their offset.

import type { DayRange } from '@funnel/report-files/days.ts';
import type { Point } from './api/types.ts';
import { addDays, countDays, startOfWeek } from './format/dates.ts';

const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
const HOURS = 24;
const WEEKS_COMPARED = 4;

export interface HourlySeries {
  readonly points: readonly Point[];
  /** Percent of the visitors. undefined: the numbers do not come from a sample. */
  readonly sampleRate?: number;
}

/** An hour of a day, with the same hour of the day that it is compared with. */
export interface HourOfDay {
  readonly point: Point;
  readonly before: Point | undefined;
  readonly state: 'over' | 'running' | 'coming';
}

/** Hours are compared by what the clock shows. So an hour that comes twice is compared with the same one twice. */
export function hoursOfDay(points: readonly Point[], before: readonly Point[] | undefined, nowMs: number): HourOfDay[] {
  const byHour = new Map((before ?? []).toReversed().map((point) => [clockHour(point), point]));
  return points.map((point, index) => {
    const next = points[index + 1];
    const isOver = next ? Date.parse(next.date) <= nowMs : lastHourEnd(point) <= nowMs;
    const isComing = Date.parse(point.date) > nowMs;
    return { point, before: byHour.get(clockHour(point)), state: isOver ? 'over' : isComing ? 'coming' : 'running' };
  });
}

function lastHourEnd({ date }: Point): number {
  return Date.parse(date) + HOUR_MS;
}

/** An hour from 0 to 23. */
function clockHour({ date }: Point): number {
  return Number(date.slice(11, 13));
}

/** Whole days, each day of the week equally often. */
export function lastWeeks(today: string): DayRange {
  return { start: addDays(today, -WEEKS_COMPARED * WEEK_DAYS), end: addDays(today, -1) };
}

/** What visitors did in one hour of the clock, on one day of the week. */
export interface HourOfWeek {
  readonly views: number;
  readonly conversions: number;
}

export interface WeekByHour {
  readonly days: DayRange;
  /** See `HourlySeries`. */
  readonly sampleRate?: number | undefined;
  /** The numbers of each day of the week from Monday on, for each hour of the clock. */
  readonly hours: readonly (readonly HourOfWeek[])[];
}

export function weekByHour(days: DayRange, { points, sampleRate }: HourlySeries): WeekByHour {
  const hours = Array.from({ length: HOURS }, () =>
    Array.from({ length: WEEK_DAYS }, () => ({ views: 0, conversions: 0 })),
  );
  for (const point of points) {
    const cell = hours[clockHour(point)]![weekdayOf(point.date.slice(0, 10))]!;
    cell.views += point.views;
    cell.conversions += point.conversions;
  }
  return { days, sampleRate, hours };
}

/** Monday is 0, and Sunday is 6. */
function weekdayOf(day: string): number {
  return countDays({ start: startOfWeek(day), end: day }) - 1;
}
