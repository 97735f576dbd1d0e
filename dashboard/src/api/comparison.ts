// Compares two reports of the dashboard's choice in the way the API compares with the previous period: `previous` and `changes` in the
// metrics, and the compared days in the timeframe. So pages need not know who compared.
import { OTHER_VALUES } from '../routing/filters.ts';
import type { Breakdown, MetricName, Metrics, TimeframeBlock } from './types.ts';

interface WithMetrics {
  readonly id: number;
  readonly metrics: Metrics;
}

export function compareMetrics<Block extends Metrics>(metrics: Block, before: Block): Block {
  const names = Object.keys(before).filter(
    (name): name is MetricName => typeof before[name as MetricName] === 'number',
  );
  const changes = names.map((name) => [name, changeBetween(quotientOf(metrics, name), quotientOf(before, name))]);
  return { ...metrics, previous: before, changes: Object.fromEntries(changes) };
}

/** A row that was not there before is compared with nothing, and has no changes. */
export function compareRows<Row extends WithMetrics>(rows: readonly Row[], before: readonly Row[]): Row[] {
  const byId = new Map(before.map((row) => [row.id, row.metrics]));
  return rows.map((row) => {
    const metrics = byId.get(row.id);
    return metrics ? { ...row, metrics: compareMetrics(row.metrics, metrics) } : row;
  });
}

/** A value that was not listed before may have been among the others, so it has no changes. Nor have the others: they are other ones. */
export function compareBreakdowns(breakdown: Breakdown, before: Breakdown): Breakdown {
  const byValue = new Map<string, Metrics>(before.values.map(({ value, metrics }) => [value, metrics]));
  byValue.delete(OTHER_VALUES);
  const values = breakdown.values.map((row) => {
    const metrics = byValue.get(row.value);
    return metrics ? { ...row, metrics: compareMetrics<Metrics>(row.metrics, metrics) } : row;
  });
  return { ...breakdown, values } as Breakdown;
}

export function compareTimeframes<Block extends TimeframeBlock>(timeframe: Block, before: TimeframeBlock): Block {
  return { ...timeframe, previous_range_start: before.range_start, previous_range_end: before.range_end };
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
