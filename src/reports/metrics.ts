// Computes the metrics of a report from raw counts: rates, money, changes. Rounding starts from integers, so that a value
// exactly halfway between two decimals is rounded away from zero (1.005 becomes 1.01).

import type { Counts, VisitorCounts } from '../rollups/counts.ts';
import { REVENUE_SCALE } from '../rollups/metric.ts';

/** Rates are percentages; revenue and aov (average order value) are in currency units. */
export interface MetricsBlock extends VisitorCounts {
  readonly orders: number;
  readonly revenue: number;
  readonly conversion_rate: number;
  readonly completion_rate: number;
  readonly subscribe_rate: number;
  readonly order_rate: number;
  readonly aov: number;
}

/** One point of a timeseries; revenue is in currency units. */
export interface Point extends VisitorCounts {
  readonly date: string;
  readonly orders: number;
  readonly revenue: number;
}

export function metricsOf(counts: Counts): MetricsBlock {
  const { views, conversions, completions, submissions, subscribes, orders, revenue } = counts;
  return {
    views,
    conversions,
    completions,
    submissions,
    subscribes,
    orders,
    revenue: inCurrencyUnits(revenue),
    conversion_rate: percentOf(conversions, views),
    completion_rate: percentOf(completions, views),
    subscribe_rate: percentOf(subscribes, views),
    order_rate: percentOf(orders, views),
    aov: orders === 0 ? 0 : roundedHundredths(revenue / (orders * (REVENUE_SCALE / 100))),
  };
}

export function pointOf(date: string, counts: Counts): Point {
  const { views, conversions, completions, subscribes, submissions, orders, revenue } = counts;
  return {
    date,
    views,
    conversions,
    completions,
    subscribes,
    submissions,
    orders,
    revenue: inCurrencyUnits(revenue),
  };
}

/** The website report's metrics have no submissions. */
export function withoutSubmissions<Metrics extends Readonly<Record<'submissions', unknown>>>(
  metrics: Metrics,
): Omit<Metrics, 'submissions'> {
  const { submissions: _, ...rest } = metrics;
  return rest;
}

/** The percent change of every metric, computed from the rounded values that the report shows. */
export function changesOf<Name extends string>(
  current: Readonly<Record<Name, number>>,
  previous: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number | null>> {
  const names = Object.keys(current) as Name[];
  const changes = names.map((name) => [name, percentChange(current[name], previous[name])]);
  return Object.fromEntries(changes) as Record<Name, number | null>;
}

/** null if the previous value is 0: no percentage describes a rise from zero. */
export function percentChange(current: number, previous: number): number | null {
  // No value has more than four decimals, so both are integers in ten-thousandths.
  const before = Math.round(previous * 10_000);
  const after = Math.round(current * 10_000);
  return before === 0 ? null : percentOf(after - before, before);
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : roundedHundredths((part * 10_000) / whole);
}

/** A single division of integers gives the double that prints as the exact decimal, up to 15 digits. */
function inCurrencyUnits(revenue: number): number {
  return revenue / REVENUE_SCALE;
}

/** Rounds a number of hundredths to a number with two decimals. */
function roundedHundredths(hundredths: number): number {
  // Math.round alone would round -0.5 up, and a tiny negative change to -0.
  const magnitude = Math.round(Math.abs(hundredths)) / 100;
  return hundredths < 0 && magnitude > 0 ? -magnitude : magnitude;
}
