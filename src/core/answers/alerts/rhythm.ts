// The rhythm of a website: what its own last weeks lead to expect of a day, and how far its days usually are from that.
//
// A day is expected to have the level of the last two weeks times the share of its weekday in a week. Both are medians, so a
// few odd days (an outage, a sale) change neither. How much the days vary is measured by forecasting past days in the same way
// and comparing: chance, busy and slow days, growth and the forecast's own error are all in it, whatever their cause.
// Why: docs/decisions/insights.md, "Alerts go by the website's own rhythm".
import { startOfWeek } from '../../engine/rollups/calendar.ts';

/** Counts of consecutive days, oldest first. */
export type Days = readonly number[];

export const DAYS_PER_WEEK = 7;
/** Weekdays are compared over so many weeks … */
const PATTERN_WEEKS_MAX = 8;
/** … and not before there are these. */
const PATTERN_WEEKS_MIN = 2;
const LEVEL_DAYS = 14;
/** The days that tell about weekdays, if there are as many. */
export const PATTERN_DAYS = PATTERN_WEEKS_MAX * DAYS_PER_WEEK;

/** Past forecasts that tell how much the days vary. */
const ERRORS_MAX = 42;
const ERRORS_MIN = 28;
/** This share of them counts as usual; the rest may be as odd as they like. For a normal distribution the quantile is `z`. */
const USUAL_ERRORS = { share: 0.8, z: 1.2816 };
/** No website is steadier than this from day to day, relative to its level. */
const SPREAD_MIN = 0.05;

/** If a day has fewer, chance alone makes large changes. */
export const EXPECTED_MIN = 20;

/** How many days after the first one a day is judged at the earliest. */
export const FIRST_JUDGED_DAYS = PATTERN_WEEKS_MIN * DAYS_PER_WEEK + ERRORS_MIN;

/** The days before a day that are looked at, if there are as many. */
export const HISTORY_DAYS = PATTERN_DAYS + ERRORS_MAX;

/** The count of a day that comes 1 to 7 days after the given ones; undefined: there are too few of them. */
export function expectedCount(before: Days, daysAhead = 1): number | undefined {
  const weeks = Math.min(PATTERN_WEEKS_MAX, Math.floor(before.length / DAYS_PER_WEEK));
  if (weeks < PATTERN_WEEKS_MIN) return undefined;
  const shares = weekdayShares(before, weeks);
  return levelOfWeek(before, shares) * shares[DAYS_PER_WEEK - daysAhead]!;
}

/** The share of each weekday in its week. The first one is that of the last given day, then the day before, and so on. */
function weekdayShares(before: Days, weeks: number): number[] {
  const sums = Array.from({ length: weeks }, (_, week) => {
    let sum = 0;
    for (let ago = 0; ago < DAYS_PER_WEEK; ago++) sum += countAgo(before, week * DAYS_PER_WEEK + ago);
    return sum;
  });
  const shares = Array.from({ length: DAYS_PER_WEEK }, (_, ago) =>
    median(sums.flatMap((sum, week) => (sum > 0 ? [countAgo(before, week * DAYS_PER_WEEK + ago) / sum] : []))),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  return total > 0 ? shares.map((share) => share / total) : shares;
}

/** The count of a whole week at the level of the last days: the median of what each of them leads to expect. */
function levelOfWeek(before: Days, shares: readonly number[]): number {
  const votes = Array.from({ length: LEVEL_DAYS }, (_, ago) => {
    const weight = shares[ago % DAYS_PER_WEEK]!;
    return { level: countAgo(before, ago) / weight, weight };
  }).filter(({ weight }) => weight > 0);
  votes.sort((a, b) => a.level - b.level);
  const half = votes.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { level, weight } of votes) {
    passed += weight;
    if (passed >= half) return level;
  }
  return 0;
}

function countAgo(before: Days, daysAgo: number): number {
  return before[before.length - 1 - daysAgo]!;
}

/** What each weekday has, from Monday on, relative to the mean of a week. undefined: there are too few days. `lastDay` is a day number. */
export function weekdayFactors(days: Days, lastDay: number): number[] | undefined {
  const weeks = Math.min(PATTERN_WEEKS_MAX, Math.floor(days.length / DAYS_PER_WEEK));
  if (weeks < PATTERN_WEEKS_MIN) return undefined;
  const shares = weekdayShares(days, weeks);
  if (!shares.some((share) => share > 0)) return undefined;
  const last = lastDay - startOfWeek(lastDay);
  return shares.map((_, weekday) => shares[(last - weekday + DAYS_PER_WEEK) % DAYS_PER_WEEK]! * DAYS_PER_WEEK);
}

export interface JudgedCount {
  readonly count: number;
  readonly expected: number;
  /** How unusual the count is, in standard deviations of the website's own days; negative: too few. */
  readonly score: number;
}

/** The last day against the days before; undefined: they are too few, or too little is expected. */
export function judgeLastDay(days: Days): JudgedCount | undefined {
  return judgeLastDays(days, 1)[0];
}

/** Each of the last days against the days before it. */
export function judgeLastDays(days: Days, count: number): (JudgedCount | undefined)[] {
  return forecastLastDays(days, count).map((forecast) => {
    if (!forecast) return undefined;
    const { count: counted, expected, deviation, spread } = forecast;
    return { count: counted, expected, score: deviation / spread };
  });
}

/** What is usual: nearly all days of a quiet month are between both ends. */
export interface UsualCount {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** The unit is the standard deviation. Alerts take more (`judge-day.ts`), because they look every day for years. */
const USUAL_SCORE = 3;

/** What the days before each of the last days lead to expect of it; undefined: they are too few, or too little is expected. */
export function usualLastDays(days: Days, count: number): (UsualCount | undefined)[] {
  return forecastLastDays(days, count).map((forecast) => forecast && usualCount(forecast.expected, forecast.spread));
}

function usualCount(expected: number, spread: number): UsualCount {
  const factor = Math.exp(USUAL_SCORE * spread * chanceOf(expected));
  return {
    expected: Math.round(expected),
    low: Math.max(0, Math.ceil((expected + 0.5) / factor - 0.5)),
    high: Math.floor((expected + 0.5) * factor - 0.5),
  };
}

function forecastLastDays(days: Days, count: number): ((Forecast & { readonly spread: number }) | undefined)[] {
  const first = Math.max(0, days.length - count - ERRORS_MAX);
  const forecasts = days.slice(first).map((_, index) => forecastOf(days, first + index));
  return forecasts.slice(-count).map((forecast, index) => {
    const position = forecasts.length - count + index;
    const spread = usualSpread(forecasts.slice(Math.max(0, position - ERRORS_MAX), position));
    return forecast && spread !== undefined ? { ...forecast, spread } : undefined;
  });
}

/** Of an hour, fewer are enough: there are many hours to measure by. */
const HOURLY_MIN = 5;
/** The days before a day that tell about its hours. */
export const HOURLY_HISTORY_DAYS = 28;

/** What the days before lead to expect of each hour of the next day. `before`: each day by hour, oldest first. undefined: too little. */
export function usualHours(before: readonly Days[]): (UsualCount | undefined)[] {
  const errors = before.flatMap((hours, day) => {
    const expected = day < LEVEL_DAYS ? undefined : expectedHours(before.slice(0, day));
    return expected?.map((of, hour) => (of < HOURLY_MIN ? undefined : forecastError(hours[hour]!, of))) ?? [];
  });
  const spread = usualSpread(errors);
  const expected = expectedHours(before);
  if (spread === undefined || !expected) return [];
  return expected.map((of) => (of < HOURLY_MIN ? undefined : usualCount(of, spread)));
}

/** The hours of the next day: what is expected of it, divided as the days before were. */
function expectedHours(before: readonly Days[]): number[] | undefined {
  const level = expectedCount(before.map((hours) => sumOf(hours)));
  const total = sumOf(before.map(sumOf));
  if (level === undefined || total === 0) return undefined;
  return before[0]!.map((_, hour) => (level * sumOf(before.map((hours) => hours[hour]!))) / total);
}

function sumOf(values: Days): number {
  return values.reduce((sum, value) => sum + value, 0);
}

interface Forecast {
  readonly count: number;
  readonly expected: number;
  readonly deviation: number;
}

/** undefined: the day can't be judged. */
function forecastOf(days: Days, index: number): Forecast | undefined {
  const expected = expectedCount(days.slice(Math.max(0, index - PATTERN_DAYS), index));
  if (expected === undefined || expected < EXPECTED_MIN) return undefined;
  return forecastError(days[index]!, expected);
}

function forecastError(count: number, expected: number): Forecast {
  return { count, expected, deviation: Math.log((count + 0.5) / (expected + 0.5)) / chanceOf(expected) };
}

/** How many times more the days vary than chance explains; at least 1. undefined: too few of them can be judged. */
function usualSpread(forecasts: readonly (Forecast | undefined)[]): number | undefined {
  const errors = forecasts.flatMap((forecast) => (forecast ? [Math.abs(forecast.deviation)] : []));
  if (errors.length < ERRORS_MIN) return undefined;
  errors.sort((a, b) => a - b);
  return Math.max(1, errors[Math.floor(errors.length * USUAL_ERRORS.share)]! / USUAL_ERRORS.z);
}

/** The standard deviation of the logarithm of a count that chance and a steady website's days explain. */
function chanceOf(expected: number): number {
  return Math.sqrt(1 / expected + SPREAD_MIN ** 2);
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
