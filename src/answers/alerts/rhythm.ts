// The rhythm of a website: what its own last weeks lead to expect of a day, and how far its days usually are from that.
//
// A day is expected to have the level of the last two weeks times the share of its weekday in a week. Both are medians, so a
// few odd days (an outage, a sale) change neither. How much the days vary is measured by forecasting past days in the same way
// and comparing: chance, busy and slow days, growth and the forecast's own error are all in it, whatever their cause.
// Why: docs/decisions/insights.md, "Alerts go by the website's own rhythm".

/** Counts of consecutive days, oldest first. */
export type Days = readonly number[];

const DAYS_PER_WEEK = 7;
/** Weekdays are compared over so many weeks … */
const PATTERN_WEEKS_MAX = 8;
/** … and not before there are these. */
const PATTERN_WEEKS_MIN = 2;
const LEVEL_DAYS = 14;

/** Past forecasts that tell how much the days vary. */
const ERRORS_MAX = 42;
const ERRORS_MIN = 28;
/** This share of them counts as usual; the rest may be as odd as they like. For a normal distribution the quantile is `z`. */
const USUAL_ERRORS = { share: 0.8, z: 1.2816 };
/** No website is steadier than this from day to day, relative to its level. */
const SPREAD_MIN = 0.05;

/** If a day has fewer, chance alone makes large changes. */
export const EXPECTED_MIN = 20;

/** The days before a day that are looked at, if there are as many. */
export const HISTORY_DAYS = PATTERN_WEEKS_MAX * DAYS_PER_WEEK + ERRORS_MAX;

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
  const first = Math.max(0, days.length - count - ERRORS_MAX);
  const forecasts = days.slice(first).map((_, index) => forecastOf(days, first + index));
  return forecasts.slice(-count).map((forecast, index) => {
    const position = forecasts.length - count + index;
    const spread = usualSpread(forecasts.slice(Math.max(0, position - ERRORS_MAX), position));
    if (!forecast || spread === undefined) return undefined;
    const { count: counted, expected, deviation } = forecast;
    return { count: counted, expected, score: deviation / spread };
  });
}

interface Forecast {
  readonly count: number;
  readonly expected: number;
  readonly deviation: number;
}

/** undefined: the day can't be judged. */
function forecastOf(days: Days, index: number): Forecast | undefined {
  const expected = expectedCount(days.slice(Math.max(0, index - PATTERN_WEEKS_MAX * DAYS_PER_WEEK), index));
  if (expected === undefined || expected < EXPECTED_MIN) return undefined;
  const count = days[index]!;
  return { count, expected, deviation: deviationOf(count, expected) };
}

/** How many times more the days vary than chance explains; at least 1. undefined: too few of them can be judged. */
function usualSpread(forecasts: readonly (Forecast | undefined)[]): number | undefined {
  const errors = forecasts.flatMap((forecast) => (forecast ? [Math.abs(forecast.deviation)] : []));
  if (errors.length < ERRORS_MIN) return undefined;
  errors.sort((a, b) => a - b);
  return Math.max(1, errors[Math.floor(errors.length * USUAL_ERRORS.share)]! / USUAL_ERRORS.z);
}

/** The logarithm of the ratio, relative to what chance and a steady website's days explain. */
function deviationOf(count: number, expected: number): number {
  return Math.log((count + 0.5) / (expected + 0.5)) / Math.sqrt(1 / expected + SPREAD_MIN ** 2);
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
