// Compares two reports in the way the API compares with the previous period: `previous` and `changes` in the
// metrics, and the compared days in the timeframe. So pages and files need not know who compared.

import type { MetricName, Metrics } from './metrics.ts';
import { OTHER_VALUES } from './names.ts';

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
function compareRows<Row extends WithMetrics>(rows: readonly Row[], before: readonly Row[], counted = rows): Row[] {
  const metricsOf = (list: readonly Row[]) => new Map(list.map(({ id, metrics }) => [id, metrics]));
  const [earlier, now] = [metricsOf(before), metricsOf(counted)];
  return rows.map((row) => {
    const [metrics, comparable] = [earlier.get(row.id), now.get(row.id)];
    return metrics && comparable ? { ...row, metrics: compareMetrics(row.metrics, metrics, comparable) } : row;
  });
}

interface ByValue<Row> {
  readonly values: readonly (Row & { readonly value: string })[];
}

/**
 * A value that was not listed before may have been among the others, so it has no changes. Nor have the others: they are other ones.
 * `compare`: a row, the one before, and the one that counts.
 */
function compareValues<Row, List extends ByValue<Row>>(
  list: List,
  before: ByValue<Row> | undefined,
  counted: ByValue<Row> | undefined,
  compare: (row: Row, before: Row, counted: Row) => Partial<Row>,
): List {
  const rowsOf = (of: ByValue<Row> | undefined) => new Map(of?.values.map((row) => [row.value, row]));
  const [earlier, now] = [rowsOf(before), rowsOf(counted)];
  earlier.delete(OTHER_VALUES);
  const values = list.values.map((row) => {
    const [rowBefore, comparable] = [earlier.get(row.value), now.get(row.value)];
    return rowBefore && comparable ? { ...row, ...compare(row, rowBefore, comparable) } : row;
  });
  return { ...list, values };
}

interface ReportedFunnelStep {
  readonly step: string;
  readonly visitors: number;
}

type WithSteps = { readonly steps: readonly ReportedFunnelStep[] };
type Breakdown = ByValue<{ readonly metrics: Metrics }> | ByValue<WithSteps>;

/** Whatever of it can be compared. */
interface ReportData extends Partial<WithSteps> {
  readonly metrics?: Metrics;
  readonly campaigns?: readonly WithMetrics[];
  readonly variants?: readonly WithMetrics[];
  readonly funnel_steps?: readonly WithMetrics[];
  readonly elements?: readonly WithMetrics[];
  readonly breakdown?: Breakdown | undefined;
}

export const COMPARED_LISTS = ['campaigns', 'variants', 'funnel_steps', 'elements'] as const;

/** `counted`: the report on those days of the period that are compared. */
export function compareReports<Report extends { readonly data: object }>(
  report: Report,
  before: Report,
  counted = report,
): Report {
  return { ...report, data: { ...report.data, ...comparedData(report.data, before.data, counted.data) } };
}

function comparedData(data: ReportData, before: ReportData, counted: ReportData): ReportData {
  const lists = COMPARED_LISTS.flatMap((name) => {
    const rows = data[name];
    return rows ? [[name, compareRows(rows, before[name] ?? [], counted[name])] as const] : [];
  });
  const { metrics, steps, breakdown } = data;
  return {
    ...(metrics && before.metrics && { metrics: compareMetrics(metrics, before.metrics, counted.metrics) }),
    ...Object.fromEntries(lists),
    ...(steps && { steps: compareSteps(steps, before.steps!, counted.steps!) }),
    ...(breakdown && { breakdown: compareBreakdowns(breakdown, before.breakdown, counted.breakdown) }),
  };
}

function compareBreakdowns(
  breakdown: Breakdown,
  before: Breakdown | undefined,
  counted: Breakdown | undefined,
): Breakdown {
  type OfSteps = ByValue<WithSteps>;
  type OfMetrics = ByValue<{ readonly metrics: Metrics }>;
  const isOfSteps = breakdown.values.some((row) => 'steps' in row);
  return isOfSteps
    ? compareValues<WithSteps, OfSteps>(
        breakdown as OfSteps,
        before as OfSteps,
        counted as OfSteps,
        (row, earlier, now) => ({ steps: compareSteps(row.steps, earlier.steps, now.steps) }),
      )
    : compareValues<{ readonly metrics: Metrics }, OfMetrics>(
        breakdown as OfMetrics,
        before as OfMetrics,
        counted as OfMetrics,
        (row, earlier, now) => ({ metrics: compareMetrics<Metrics>(row.metrics, earlier.metrics, now.metrics) }),
      );
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
