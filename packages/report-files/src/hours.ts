// Hours of the website's clock: those of a day, and those of a week. The API gives them as local times with their offset.

import { countDays, startOfWeek } from './days.ts';
import type { Point } from './metrics.ts';

const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
const HOURS = 24;

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

/** What visitors did in one hour of the clock, on one day of the week. */
export interface HourOfWeek {
  readonly views: number;
  readonly conversions: number;
}

/** Returns a row for each hour of the clock, with the days of the week from Monday on. */
export function hoursOfWeek(points: readonly Point[]): HourOfWeek[][] {
  const hours = Array.from({ length: HOURS }, () =>
    Array.from({ length: WEEK_DAYS }, () => ({ views: 0, conversions: 0 })),
  );
  for (const point of points) {
    const cell = hours[clockHour(point)]![weekdayOf(point.date.slice(0, 10))]!;
    cell.views += point.views;
    cell.conversions += point.conversions;
  }
  return hours;
}

/** Monday is 0, and Sunday is 6. */
function weekdayOf(day: string): number {
  return countDays({ start: startOfWeek(day), end: day }) - 1;
}
