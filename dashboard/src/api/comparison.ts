// Compares two reports of the dashboard's choice in the way the API compares with the previous period: `previous` and `changes` in the
// metrics, and the compared days in the timeframe. So pages need not know who compared.
import type { Metrics, TimeframeBlock } from './types.ts';

interface WithMetrics {
  readonly id: number;
  readonly metrics: Metrics;
}

export function compareMetrics<Block extends Metrics>(metrics: Block, before: Block): Block {
  const changes = Object.entries(before).flatMap(([name, value]) => {
    const current = metrics[name as keyof Block];
    return typeof value === 'number' && typeof current === 'number' ? [[name, percentChange(current, value)]] : [];
  });
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

export function compareTimeframes<Block extends TimeframeBlock>(timeframe: Block, before: TimeframeBlock): Block {
  return { ...timeframe, previous_range_start: before.range_start, previous_range_end: before.range_end };
}

/** null if the previous value is 0: no percentage describes a rise from zero. Rounded to two decimals, as the API does. */
export function percentChange(current: number, previous: number): number | null {
  // No value has more than four decimals, so both are integers in ten-thousandths.
  const before = Math.round(previous * 10_000);
  const hundredths = ((Math.round(current * 10_000) - before) * 10_000) / before;
  if (before === 0) return null;
  const magnitude = Math.round(Math.abs(hundredths)) / 100;
  return hundredths < 0 && magnitude > 0 ? -magnitude : magnitude;
}
