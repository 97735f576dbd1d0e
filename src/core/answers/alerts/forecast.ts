// What a month will have when it is over, from the website's own rhythm: its weekdays, its trend and, of the running day, its hours.
//
// THE MODEL. A day has the level of the website times the factor of its weekday. The level follows a straight line through the days before,
// fitted by least squares in which busy days weigh more, as their counts vary more. How far days are from the line tells how far the rest
// of the month may be from it. If whole weeks are further from it than single days explain, the range is wider by as much.
//
// THE RANGE is meant to hold the truth 9 times of 10: `npm run simulate -- goals`. It has the chance of the days to come, and the error of
// the line: the further ahead, the more. What is to come is never negative and has a long upper tail, so the range is that of a lognormal
// distribution with this mean and variance.
import { normalQuantile } from '@funnel/report-files/statistics.ts';
import { DAYS_PER_WEEK, type Days } from './rhythm.ts';

/** The share of the range. */
const COVERAGE = 0.9;
/** Eight weeks tell the trend of a month, four are the least. */
export const FORECAST_DAYS = 8 * DAYS_PER_WEEK;
export const FORECAST_DAYS_MIN = 4 * DAYS_PER_WEEK;

export interface Forecast {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface MonthSoFar {
  /** What there is until now, the running day included. */
  readonly reached: number;
  /** Whole days before today, oldest first. The last `FORECAST_DAYS` count. */
  readonly before: Days;
  /** The part of today, by its hours, that is still to come: 0 to 1. */
  readonly leftToday: number;
  /** Whole days after today. */
  readonly daysToCome: number;
  /** How much one on a day adds to the month: less than 1 for visitors, who may have come before. Default: 1. */
  readonly newShare?: number;
}

/** undefined: there are too few days, or nothing has happened in them. */
export function forecastMonth({
  reached,
  before,
  leftToday,
  daysToCome,
  newShare = 1,
}: MonthSoFar): Forecast | undefined {
  const days = before.slice(-FORECAST_DAYS);
  if (days.length < FORECAST_DAYS_MIN || !days.some((count) => count > 0)) return undefined;
  const toCome = restOf(days, [leftToday, ...Array.from({ length: daysToCome }, () => 1)]);
  const mean = newShare * toCome.mean;
  if (!(mean > 0)) return { value: reached, low: reached, high: reached };
  const [low, high] = rangeOf(mean, newShare ** 2 * toCome.variance);
  return { value: reached + mean, low: reached + low, high: reached + high };
}

/** The sum of the days after the given ones, each by the part that counts. */
function restOf(days: Days, parts: readonly number[]): { readonly mean: number; readonly variance: number } {
  const factors = weekdayMeans(days);
  const factorAt = (day: number) => factors[((day % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK]!;
  const line = fitLine(days, factorAt);
  const rest = parts.map((part, index) => ({ day: days.length + index, weight: part * factorAt(days.length + index) }));
  const weight = rest.reduce((sum, each) => sum + each.weight, 0);
  const moment = rest.reduce((sum, { day, weight: of }) => sum + of * (day - line.center), 0);
  const mean = Math.max(0, weight * line.level + moment * line.slope);
  const ofLine = line.scatter * (weight ** 2 / line.weight + moment ** 2 / line.moment);
  return { mean, variance: line.scatter * weight + ofLine };
}

/** What each weekday has, relative to the mean. The first one is that of the first given day. */
function weekdayMeans(days: Days): number[] {
  const whole = days.slice(days.length % DAYS_PER_WEEK);
  const shift = days.length % DAYS_PER_WEEK;
  const sums = Array.from({ length: DAYS_PER_WEEK }, () => 0);
  for (const [index, count] of whole.entries()) sums[(index + shift) % DAYS_PER_WEEK]! += count;
  const mean = sums.reduce((sum, each) => sum + each, 0) / DAYS_PER_WEEK;
  return mean > 0 ? sums.map((sum) => sum / mean) : sums.map(() => 1);
}

interface Line {
  readonly center: number;
  readonly level: number;
  readonly slope: number;
  /** The sums of the weights, and of the weights times the squared distance from the center. */
  readonly weight: number;
  readonly moment: number;
  /** The variance of a day of factor 1. */
  readonly scatter: number;
}

/** A day's count is its factor times the line, and its variance is proportional to its factor. */
function fitLine(days: Days, factorAt: (day: number) => number): Line {
  const points = days.map((count, day) => ({ day, count, weight: factorAt(day) })).filter(({ weight }) => weight > 0);
  const weight = points.reduce((sum, point) => sum + point.weight, 0);
  const center = points.reduce((sum, point) => sum + point.weight * point.day, 0) / weight;
  const level = points.reduce((sum, point) => sum + point.count, 0) / weight;
  const moment = points.reduce((sum, point) => sum + point.weight * (point.day - center) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + point.count * (point.day - center), 0) / moment;
  const residuals = points.map((point) => ({
    day: point.day,
    weight: point.weight,
    error: point.count - point.weight * (level + slope * (point.day - center)),
  }));
  return { center, level, slope, weight, moment, scatter: scatterOf(residuals, days.length) };
}

interface Residual {
  readonly day: number;
  readonly weight: number;
  readonly error: number;
}

/** The line and the weekdays were fitted to the same days. */
const FITTED = 2 + (DAYS_PER_WEEK - 1);
/** What lasts for longer than a day may also last for longer than a week, which eight weeks hardly show. */
const LASTING = 2;

function scatterOf(residuals: readonly Residual[], days: number): number {
  const ofDays =
    residuals.reduce((sum, { error, weight }) => sum + error ** 2 / weight, 0) / Math.max(1, residuals.length - FITTED);
  const weeks = Map.groupBy(residuals, ({ day }) => Math.floor((days - 1 - day) / DAYS_PER_WEEK));
  const ofWeeks = [...weeks.values()].map((week) => {
    const error = week.reduce((sum, residual) => sum + residual.error, 0);
    return error ** 2 / week.reduce((sum, residual) => sum + residual.weight, 0);
  });
  const weekly = ofWeeks.reduce((sum, each) => sum + each, 0) / Math.max(1, ofWeeks.length - 2);
  return Math.max(ofDays, ofDays + LASTING * (weekly - ofDays));
}

/** The ends of the middle part of a lognormal distribution. */
function rangeOf(mean: number, variance: number): readonly [low: number, high: number] {
  const spread = Math.sqrt(Math.log(1 + variance / mean ** 2));
  const z = normalQuantile((1 + COVERAGE) / 2);
  const median = mean * Math.exp(-(spread ** 2) / 2);
  return [median * Math.exp(-z * spread), median * Math.exp(z * spread)];
}
