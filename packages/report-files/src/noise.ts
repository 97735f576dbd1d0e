// Noise or news: whether random variation explains a change against the period before. This is the one rule for tiles, tables, breakdowns,
// funnels, heat maps and tools.
//
// A number varies by chance, as a count does, and by how much the website's own days and weeks vary beyond chance, which the service
// measures (`Variation`). A change is compared with both together, by Student's t, because the second is an estimate. That Sundays are not
// Mondays, and that months have 28 to 31 days, is no news either: both periods are expected to have what their weekdays usually have.
//
// All changes that are shown together share one budget for errors, by the procedure of Holm, as those of insights do.
// Why: docs/decisions/insights.md, "A change is news only if random variation does not explain it".
import type { DayRange } from './days.ts';
import { isRate, type MetricName, type Metrics } from './metrics.ts';
import { holm, studentTwoSidedP, twoSidedP } from './statistics.ts';

/**
 * The probability that one look at a website on which nothing happens shows any news among the changes of one table. It is that low because
 * people look every day: `npm run simulate -- news`.
 */
const NEWS_ALPHA = 0.0025;

/** How much a metric varies beyond chance: variances, relative to the square of its mean. */
export interface MetricVariation {
  readonly day: number;
  readonly week: number;
  /** Pairs of weeks that it was measured on. 0: it is assumed. */
  readonly pairs: number;
  /** What each weekday has, from Monday on, relative to the mean of a week. Rates have none. */
  readonly weekdays?: number[] | undefined;
}

export interface Variation {
  readonly metrics: Readonly<Partial<Record<MetricName, MetricVariation>>>;
  /** The variance of single orders, relative to the square of their mean. */
  readonly orderValue: number;
}

/** What is assumed of a website that is not known for long enough: weeks that vary by 15 %, and days by 30 %. */
export const ASSUMED: MetricVariation = { day: 0.3 ** 2, week: 0.15 ** 2, pairs: 0 };
export const UNKNOWN_VARIATION: Variation = { metrics: {}, orderValue: 1 };

export interface ComparedPeriods {
  readonly now: DayRange;
  readonly before: DayRange;
  readonly countType: 'total' | 'distinct';
}

/** Relative to the count. A visitor may count several times in totals, so these vary more. */
export const VARIANCE_OF_COUNTS = { distinct: 1, total: 2 } as const;
const DAYS_PER_WEEK = 7;
/** What a weekday usually has is known from the median of eight weeks, whose variance is 1.57 / 8 of that of a day. */
const WEEKDAY_ERROR = 1.2;
const DEGREES_MAX = 200;

/** Says of each change in the given metrics whether it is news. undefined: nothing is compared. */
export type News = (metrics: Metrics, name: MetricName) => boolean | undefined;

/** `rows`: the metrics that are shown together, and `names` those whose changes are. */
export function newsAmong(
  rows: readonly Metrics[],
  names: readonly MetricName[],
  periods: ComparedPeriods,
  variation: Variation,
): News {
  const judged = rows.map((metrics) => ({ metrics, periods, variation }));
  return newsAmongWebsites(judged, names);
}

/** What the changes of one website are judged by. */
interface JudgedRow {
  readonly metrics: Metrics;
  readonly periods: ComparedPeriods;
  readonly variation: Variation;
}

/** The same where each row has a period and a variation of its own. */
export function newsAmongWebsites(rows: readonly JudgedRow[], names: readonly MetricName[]): News {
  const tests = rows.flatMap(({ metrics, periods, variation }) =>
    names.flatMap((name) => {
      const pValue = changeP(metrics, name, periods, variation);
      return pValue === undefined ? [] : [{ metrics, name, pValue, weight: 1 }];
    }),
  );
  const news = holm(tests, NEWS_ALPHA);
  const known = new Map<Metrics, Map<MetricName, boolean>>();
  for (const test of tests) {
    const ofRow = known.get(test.metrics) ?? new Map();
    known.set(test.metrics, ofRow.set(test.name, news.has(test)));
  }
  return (metrics, name) => known.get(metrics)?.get(name);
}

/** How often random variation alone makes a change as large as this one. undefined: nothing is compared. */
export function changeP(
  metrics: Metrics,
  name: MetricName,
  periods: ComparedPeriods,
  variation: Variation,
): number | undefined {
  if (metrics.changes?.[name] === undefined) return undefined;
  const { difference, chance, mean } = differenceOf(metrics, name, periods, variation);
  const own = variation.metrics[name] ?? ASSUMED;
  const extra = mean ** 2 * (varianceOf(own, periods.now) + varianceOf(own, periods.before));
  const isPartOfWeek = Math.min(daysIn(periods.now), daysIn(periods.before)) < DAYS_PER_WEEK;
  const variance = (chance + extra) * (isPartOfWeek ? WEEKDAY_ERROR : 1);
  if (!(variance > 0)) return 1;
  // Welch and Satterthwaite: only the measured part of the variance has degrees of freedom.
  const degrees = own.pairs === 0 ? DEGREES_MAX : Math.min(DEGREES_MAX, own.pairs * (variance / extra) ** 2);
  return studentTwoSidedP(difference / Math.sqrt(variance), Math.max(1, Math.floor(degrees)));
}

interface Difference {
  /** What the period has more than the one before leads to expect. */
  readonly difference: number;
  /** The variance of that by chance alone. */
  readonly chance: number;
  /** What both periods have in common if there is no change. */
  readonly mean: number;
}

function differenceOf(metrics: Metrics, name: MetricName, periods: ComparedPeriods, variation: Variation): Difference {
  const { orderValue } = variation;
  const spread = VARIANCE_OF_COUNTS[periods.countType];
  const now = (of: MetricName) => nowOf(metrics, of);
  const before = (of: MetricName) => metrics.previous?.[of] ?? 0;
  if (isRate(name)) {
    const hits = HITS[name as keyof typeof HITS];
    return rateDifference([now(hits), now('views')], [before(hits), before('views')], spread);
  }
  const [ordersNow, ordersBefore] = [now('orders'), before('orders')];
  if (name === 'aov') {
    if (ordersNow === 0 || ordersBefore === 0) return { difference: 0, chance: 1, mean: 0 };
    const mean = (now('revenue') + before('revenue')) / (ordersNow + ordersBefore);
    const chance = orderValue * mean ** 2 * (1 / ordersNow + 1 / ordersBefore);
    return { difference: now('aov') - before('aov'), chance, mean };
  }
  const ratio = expectedRatio(variation.metrics[name]?.weekdays, periods);
  const orders = ordersNow + ordersBefore;
  const money = (now('revenue') + before('revenue')) / Math.max(1, orders);
  const [unit, ofUnit] = name === 'revenue' ? [money, 1 + orderValue] : [1, name === 'orders' ? 1 : spread];
  return countDifference(now(name), before(name), { ratio, unit, spread: ofUnit });
}

const HITS = {
  conversion_rate: 'conversions',
  completion_rate: 'completions',
  subscribe_rate: 'subscribes',
  order_rate: 'orders',
} as const;

/** What the change was computed from: the number itself may also count a day that is not over. */
function nowOf({ changes, previous, ...metrics }: Metrics, name: MetricName): number {
  const change = changes?.[name];
  return change === null || change === undefined ? (metrics[name] ?? 0) : (previous?.[name] ?? 0) * (1 + change / 100);
}

interface CountRule {
  /** What the period is expected to have for each one of the period before. */
  readonly ratio: number;
  /** What one of them adds: 1, or the mean order of money. */
  readonly unit: number;
  /** The variance of a count, relative to its mean. */
  readonly spread: number;
}

/** If there is no change, both are parts of one sum. The difference loses half a step, because counts are whole. */
function countDifference(now: number, before: number, { ratio, unit, spread }: CountRule): Difference {
  const mean = ((now + before) * ratio) / (1 + ratio);
  const difference = now - ratio * before;
  const chance = spread * unit * mean * (1 + ratio);
  return { difference: towardsZero(difference, (unit * (1 + ratio)) / 2), chance, mean };
}

type Share = readonly [hits: number, trials: number];

function rateDifference([hits, trials]: Share, [hitsBefore, trialsBefore]: Share, spread: number): Difference {
  if (trials === 0 || trialsBefore === 0) return { difference: 0, chance: 1, mean: 0 };
  const mean = (hits + hitsBefore) / (trials + trialsBefore);
  const each = 1 / trials + 1 / trialsBefore;
  // More orders than visitors are possible: then they vary like counts.
  const chance = spread * mean * (mean < 1 ? 1 - mean : 1) * each;
  return { difference: towardsZero(hits / trials - hitsBefore / trialsBefore, each / 2), chance, mean };
}

interface CountedShare {
  readonly hits: number;
  readonly trials: number;
  /** It is compared with others of the same group only, such as a column of a table. */
  readonly group?: string | number;
}

/** Shares that differ from those of all others together by more than chance explains, such as hours of a heat map. */
export function unusualShares<Of extends CountedShare>(shares: readonly Of[]): Set<Of> {
  const tests = [...Map.groupBy(shares, ({ group }) => group).values()].flatMap(testsOfGroup);
  return new Set([...holm(tests, SHARES_ALPHA)].map(({ share }) => share));
}

function testsOfGroup<Of extends CountedShare>(shares: readonly Of[]) {
  const sumOf = (name: 'hits' | 'trials') => shares.reduce((sum, share) => sum + share[name], 0);
  const [hits, trials] = [sumOf('hits'), sumOf('trials')];
  return shares.map((share) => {
    const others = [hits - share.hits, trials - share.trials] as const;
    const { difference, chance } = rateDifference([share.hits, share.trials], others, SHARES_VARY);
    return { share, pValue: chance > 0 ? twoSidedP(difference / Math.sqrt(chance)) : 1, weight: 1 };
  });
}

/** The probability that any is shown although none differs. */
const SHARES_ALPHA = 0.05;
/** The visitors of an hour or a group have more in common than chance, so they vary more. */
const SHARES_VARY = 1.5;

function towardsZero(value: number, step: number): number {
  return Math.sign(value) * Math.max(0, Math.abs(value) - step);
}

/** Days even out until the week is reached; what lasts for a week evens out more slowly. */
function varianceOf({ day, week }: MetricVariation, range: DayRange): number {
  const days = daysIn(range);
  return days < DAYS_PER_WEEK ? Math.max(week, day / days) : week * Math.sqrt(DAYS_PER_WEEK / days);
}

function expectedRatio(weekdays: readonly number[] | undefined, { now, before }: ComparedPeriods): number {
  const [expected, expectedBefore] = [now, before].map((range) => expectedIn(range, weekdays));
  return expected! > 0 && expectedBefore! > 0 ? expected! / expectedBefore! : daysIn(now) / daysIn(before);
}

/** The unit is the mean day. */
function expectedIn(range: DayRange, weekdays: readonly number[] | undefined): number {
  const days = daysIn(range);
  if (!weekdays) return days;
  const first = weekdayOf(range.start);
  let sum = Math.floor(days / DAYS_PER_WEEK) * DAYS_PER_WEEK;
  for (let day = 0; day < days % DAYS_PER_WEEK; day++) sum += weekdays[(first + day) % DAYS_PER_WEEK]!;
  return sum;
}

const DAY_MS = 86_400_000;

function daysIn({ start, end }: DayRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
}

/** Monday is 0. */
function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % DAYS_PER_WEEK;
}
