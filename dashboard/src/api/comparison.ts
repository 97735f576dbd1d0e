// Compares two reports in the way the API compares with the previous period: `previous` and `changes` in the
// metrics, and the compared days in the timeframe. So pages need not know who compared.

import type { MetricName, Metrics } from '@funnel/report-files/metrics.ts';
import { OTHER_VALUES } from '@funnel/report-files/names.ts';
import type { Breakdown, FunnelReport, ReportedFunnelStep } from './types.ts';

interface WithMetrics {
  readonly id: number;
  readonly metrics: Metrics;
}

/** `counted`: the metrics that are compared, if `metrics` also count a day that is not over. */
export function compareMetrics<Block extends Metrics>(metrics: Block, before: Block, counted = metrics): Block {
  const names = Object.keys(before).filter(
    (name): name is MetricName => typeof before[name as MetricName] === 'number',
  );
  const changes = names.map((name) => [name, changeBetween(quotientOf(counted, name), quotientOf(before, name))]);
  return { ...metrics, previous: before, changes: Object.fromEntries(changes) };
}

/** A row that was not there before is compared with nothing, and has no changes. */
export function compareRows<Row extends WithMetrics>(
  rows: readonly Row[],
  before: readonly Row[],
  counted = rows,
): Row[] {
  const metricsOf = (list: readonly Row[]) => new Map(list.map(({ id, metrics }) => [id, metrics]));
  const [earlier, now] = [metricsOf(before), metricsOf(counted)];
  return rows.map((row) => {
    const [metrics, comparable] = [earlier.get(row.id), now.get(row.id)];
    return metrics && comparable ? { ...row, metrics: compareMetrics(row.metrics, metrics, comparable) } : row;
  });
}

/** A value that was not listed before may have been among the others, so it has no changes. Nor have the others: they are other ones. */
export function compareBreakdowns(breakdown: Breakdown, before: Breakdown, counted = breakdown): Breakdown {
  const metricsOf = (list: Breakdown) =>
    new Map<string, Metrics>(list.values.map(({ value, metrics }) => [value, metrics]));
  const [earlier, now] = [metricsOf(before), metricsOf(counted)];
  earlier.delete(OTHER_VALUES);
  const values = breakdown.values.map((row) => {
    const [metrics, comparable] = [earlier.get(row.value), now.get(row.value)];
    return metrics && comparable ? { ...row, metrics: compareMetrics<Metrics>(row.metrics, metrics, comparable) } : row;
  });
  return { ...breakdown, values } as Breakdown;
}

export function compareFunnels(report: FunnelReport, before: FunnelReport, counted = report): FunnelReport {
  const { steps, breakdown } = report.data;
  return {
    ...report,
    data: {
      ...report.data,
      steps: compareSteps(steps, before.data.steps, counted.data.steps),
      ...(breakdown && { breakdown: compareFunnelValues(breakdown, before.data.breakdown, counted.data.breakdown) }),
    },
  };
}

type FunnelBreakdown = NonNullable<FunnelReport['data']['breakdown']>;

/** The rule of `compareBreakdowns` says which values have changes. */
function compareFunnelValues(
  breakdown: FunnelBreakdown,
  before: FunnelBreakdown | undefined,
  counted: FunnelBreakdown | undefined,
): FunnelBreakdown {
  const stepsOf = (list: FunnelBreakdown | undefined) =>
    new Map(list?.values.map(({ value, steps }) => [value, steps]));
  const [earlier, now] = [stepsOf(before), stepsOf(counted)];
  earlier.delete(OTHER_VALUES);
  const values = breakdown.values.map(({ value, steps }) => {
    const [stepsBefore, comparable] = [earlier.get(value), now.get(value)];
    return { value, steps: stepsBefore && comparable ? compareSteps(steps, stepsBefore, comparable) : steps };
  });
  return { ...breakdown, values };
}

function compareSteps(
  steps: readonly ReportedFunnelStep[],
  before: readonly ReportedFunnelStep[],
  counted: readonly ReportedFunnelStep[],
): ReportedFunnelStep[] {
  return steps.map((step, index) => {
    const { step: _, ...previous } = before[index]!;
    const changes = {
      visitors: percentChange(counted[index]!.visitors, previous.visitors),
      rate: changeBetween(reachedAt(counted, index), reachedAt(before, index)),
      drop_off: changeBetween(lostAt(counted, index), lostAt(before, index)),
    };
    return { ...step, previous, changes };
  });
}

/** The share of the visitors of the first step. */
function reachedAt(steps: readonly ReportedFunnelStep[], index: number): Quotient {
  return shareOf(steps[index]!.visitors, steps[0]!.visitors);
}

/** The share of the visitors of the step before. */
function lostAt(steps: readonly ReportedFunnelStep[], index: number): Quotient {
  const before = steps[Math.max(0, index - 1)]!.visitors;
  return shareOf(before - steps[index]!.visitors, before);
}

function shareOf(part: number, whole: number): Quotient {
  return whole === 0 ? [0n, 1n] : [BigInt(part), BigInt(whole)];
}

/** The numbers that rates and the order value are computed from. A report rounds rates, but not these numbers. */
const PARTS_OF_RATES: Partial<Record<MetricName, readonly [part: MetricName, whole: MetricName]>> = {
  conversion_rate: ['conversions', 'views'],
  completion_rate: ['completions', 'views'],
  subscribe_rate: ['subscribes', 'views'],
  order_rate: ['orders', 'views'],
  aov: ['revenue', 'orders'],
};

/** The percent change between two counts or two amounts of money. */
export function percentChange(current: number, previous: number): number | null {
  return changeBetween([exact(current), 1n], [exact(previous), 1n]);
}

type Quotient = readonly [part: bigint, whole: bigint];

function quotientOf(metrics: Metrics, name: MetricName): Quotient {
  const [part, whole] = PARTS_OF_RATES[name] ?? [name];
  if (whole === undefined) return [exact(metrics[part] ?? 0), 1n];
  return metrics[whole] ? [exact(metrics[part] ?? 0), exact(metrics[whole])] : [0n, 1n];
}

/** No count or amount has more than four decimals, so it is an integer in ten-thousandths. */
function exact(value: number): bigint {
  return BigInt(Math.round(value * 10_000));
}

/** null if the previous value is 0: no percentage describes a rise from zero. Rounded to two decimals, as the API does. */
function changeBetween([part, whole]: Quotient, [partBefore, wholeBefore]: Quotient): number | null {
  const [after, before] = [part * wholeBefore, partBefore * whole];
  if (before === 0n) return null;
  const [sign, size] = after < before ? [-1, before - after] : [1, after - before];
  const magnitude = Number((2n * size * 10_000n + before) / (2n * before)) / 100;
  return magnitude === 0 ? 0 : sign * magnitude;
}
