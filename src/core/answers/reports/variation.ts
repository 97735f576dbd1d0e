// How much a website's days and weeks vary beyond chance: what @funnel/report-files/noise.ts compares a change with. It is measured on
// neighbouring days and weeks before the period, so that neither a slow trend nor the change itself counts.
// Why: docs/decisions/insights.md, "A change is news only if random variation does not explain it".
import { ASSUMED, type MetricVariation, VARIANCE_OF_COUNTS, type Variation } from '@funnel/report-files/noise.ts';
import { startOfWeek } from '../../engine/rollups/calendar.ts';
import type { Counts } from '../../engine/rollups/counts.ts';
import type { CountType } from '../../engine/rollups/read-counts.ts';
import { weekdayFactors } from '../alerts/rhythm.ts';
import { COUNTS_OF_METRICS, type MetricsBlock } from './metrics.ts';

/** With fewer pairs of weeks, nothing is known. */
const PAIRS_MIN = 4;
/** Differences of neighbouring weeks depend on each other, so they tell less than as many independent ones. */
const INDEPENDENT_PAIRS = 2 / 3;
/** No website is steadier than this, relative. */
const SPREAD_MIN = { day: 0.05, week: 0.02, rate: 0.01 };

export interface KnownDays {
  /** Whole weeks before the period, oldest first. Visitors are unique within each. */
  readonly weeks: readonly Counts[];
  /** The days before the period, oldest first, and the number of the last one. */
  readonly days: readonly Counts[];
  readonly lastDay: number;
  readonly countType: CountType;
}

type Name = keyof MetricsBlock;

export function variationOf({ weeks, days, lastDay, countType }: KnownDays): Variation {
  const orderValue = orderVariance(days);
  const chance = { orderValue, visitors: VARIANCE_OF_COUNTS[countType] };
  const weekdaysOf = weekdayRule(days, lastDay);
  const entries = (Object.keys(COUNTS_OF_METRICS) as Name[]).map((name): [Name, MetricVariation] => {
    const [part, whole] = COUNTS_OF_METRICS[name];
    if (whole) return [name, rateVariation({ weeks, days }, [part, whole], chance)];
    return [name, countVariation(weeks, days, part, { lastDay, chance, weekdays: weekdaysOf(part) })];
  });
  return { metrics: Object.fromEntries(entries), orderValue };
}

interface Chance {
  readonly orderValue: number;
  readonly visitors: number;
}

interface Known {
  readonly lastDay: number;
  readonly chance: Chance;
  readonly weekdays: number[] | undefined;
}

/** A weekday's part of a count that is as small as this is known better from the visitors. */
const SMALL_COUNT = 20;

/** What each weekday has of a count, from Monday on. Few orders tell little about weekdays: they are taken together with the visitors. */
function weekdayRule(days: readonly Counts[], lastDay: number) {
  const views = days.map((day) => day.views);
  const ofViews = weekdayFactors(views, lastDay);
  const first = lastDay - days.length + 1;
  return (name: keyof Counts): number[] | undefined => {
    if (!ofViews || name === 'views') return ofViews;
    const counted = name === 'revenue' ? 'orders' : name;
    const sums = ofViews.map((factor) => SMALL_COUNT * factor);
    for (const [index, day] of days.entries()) sums[weekdayOf(first + index)]! += day[counted];
    const mean = sums.reduce((sum, each) => sum + each, 0) / sums.length;
    return sums.map((sum) => sum / mean);
  };
}

function countVariation(
  weeks: readonly Counts[],
  days: readonly Counts[],
  name: keyof Counts,
  { lastDay, chance, weekdays }: Known,
): MetricVariation {
  const first = lastDay - days.length + 1;
  const daily = days.map((day, index) => {
    const factor = weekdays?.[weekdayOf(first + index)] ?? 1;
    return factor > 0 ? { value: day[name] / factor, chance: chanceOf(day, name, chance) / factor ** 2 } : undefined;
  });
  const weekly = weeks.map((week) => ({ value: week[name], chance: chanceOf(week, name, chance) }));
  return { ...varying(weekly, SPREAD_MIN.week, excess(pairsOf(daily), SPREAD_MIN.day)), ...(weekdays && { weekdays }) };
}

/** Rates that come from more tell more, so each weighs as much as what it comes from. */
function rateVariation(
  { weeks, days }: Pick<KnownDays, 'weeks' | 'days'>,
  [part, whole]: readonly [keyof Counts, keyof Counts],
  chance: Chance,
): MetricVariation {
  const rateOf = (counts: Counts) => {
    const [hits, trials] = [counts[part], counts[whole]];
    if (trials === 0) return undefined;
    const rate = hits / trials;
    const variance =
      part === 'revenue' ? chance.orderValue * rate ** 2 : chance.visitors * rate * (rate < 1 ? 1 - rate : 1);
    return { value: rate, chance: variance / trials, weight: trials };
  };
  return varying(weeks.map(rateOf), SPREAD_MIN.rate, excess(pairsOf(days.map(rateOf)), SPREAD_MIN.rate));
}

/** The variance of a count by chance alone. */
function chanceOf(counts: Counts, name: keyof Counts, { orderValue, visitors }: Chance): number {
  if (name === 'orders') return counts.orders;
  if (name !== 'revenue') return visitors * counts[name];
  return counts.orders === 0 ? 0 : (1 + orderValue) * (counts.revenue ** 2 / counts.orders);
}

interface Measured {
  readonly value: number;
  /** Its variance by chance alone. */
  readonly chance: number;
  /** Default: 1. */
  readonly weight?: number;
}

type Pair = readonly [Measured, Measured];

function varying(weeks: readonly (Measured | undefined)[], spreadMin: number, day: number): MetricVariation {
  const pairs = pairsOf(weeks);
  if (pairs.length < PAIRS_MIN) return ASSUMED;
  const week = excess(pairs, spreadMin);
  return { day: Math.max(week, day), week, pairs: Math.round(pairs.length * INDEPENDENT_PAIRS) };
}

function pairsOf(values: readonly (Measured | undefined)[]): Pair[] {
  return values.slice(1).flatMap((value, index) => {
    const before = values[index];
    return value && before ? [[value, before] as const] : [];
  });
}

/** The variance beyond chance, relative to the square of the mean. Large values tell more than small ones. */
function excess(pairs: readonly Pair[], spreadMin: number): number {
  let [sum, scale] = [0, 0];
  for (const [one, other] of pairs) {
    const weight = (one.weight ?? 1) * (other.weight ?? 1);
    sum += weight * ((one.value - other.value) ** 2 - one.chance - other.chance);
    scale += weight * 2 * ((one.value + other.value) / 2) ** 2;
  }
  return Math.max(spreadMin ** 2, scale === 0 ? 0 : sum / scale);
}

/** The variance of single orders relative to the square of their mean, from the means of days: single orders are not stored. */
function orderVariance(days: readonly Counts[]): number {
  const withOrders = days.filter(({ orders }) => orders > 0);
  const [orders, revenue] = [sumOf(withOrders, 'orders'), sumOf(withOrders, 'revenue')];
  if (withOrders.length < DAYS_WITH_ORDERS_MIN || revenue === 0) return 1;
  const mean = revenue / orders;
  const squares = withOrders.reduce((sum, day) => sum + day.orders * (day.revenue / day.orders - mean) ** 2, 0);
  return squares / (withOrders.length - 1) / mean ** 2;
}

const DAYS_WITH_ORDERS_MIN = 10;

function sumOf(days: readonly Counts[], name: keyof Counts): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}

function weekdayOf(day: number): number {
  return day - startOfWeek(day);
}
