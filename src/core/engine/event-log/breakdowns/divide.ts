// Divides the counts of a window by the values of a dimension. What is a sum adds up exactly, whatever the log has counted.
// Why: docs/decisions/reports.md, "A breakdown changes no number that was there without it".
import { NO_VALUE } from '../../../foundation/dimensions/dimension.ts';
import { scaleToTotal } from '../../../foundation/statistics/scale-shares.ts';
import type { Counts } from '../../rollups/counts.ts';
import type { CountType } from '../../rollups/read-counts.ts';
import type { WindowAnswer } from './subject-counts.ts';

interface DivideOptions {
  readonly countType: CountType;
  readonly isSampled: boolean;
}

/**
 * The counts of each value, if `whole` are the counts of all of them.
 *
 * - Sums (orders, revenue, and with `total` everything) are shares of `whole` that add up to it. Where the log has counted as
 *   much as `whole`, they are what the log has counted.
 * - Unique visitors are what the log has counted, exactly. Of a sample, they are shares of `whole`. They don't add up in
 *   either case, because a visitor may have several values.
 */
export function divideByValue(
  whole: Counts,
  { all, values }: WindowAnswer,
  { countType, isSampled }: DivideOptions,
): Map<string, Counts> {
  const metrics = Object.keys(whole) as (keyof Counts)[];
  const isSum = (metric: keyof Counts) => countType === 'total' || metric === 'orders' || metric === 'revenue';
  // No value is known of events that the rollups have and the log does not, because they were committed between two reads.
  const isMissing = (metric: keyof Counts) => isSum(metric) && whole[metric] > 0 && all.total[metric] === 0;
  // Sorted: which of equal values gets what can't be divided does not depend on the runs in which they were found.
  const names = [...new Set([...values.keys(), ...(metrics.some(isMissing) ? [NO_VALUE] : [])])].sort();
  const parts = metrics.map((metric) => {
    if (isSum(metric)) {
      // Less than 0: the value of an order was given up for `(other)`, and a refund of it still has the value.
      const counted = names.map((name) => Math.max(0, values.get(name)?.total[metric] ?? 0));
      return scaleToTotal(counted, whole[metric]) ?? names.map((name) => (name === NO_VALUE ? whole[metric] : 0));
    }
    const visitors = names.map((name) => values.get(name)?.distinct[metric] ?? 0);
    return isSampled ? visitors.map((count) => shareOf(whole[metric], count, all.distinct[metric])) : visitors;
  });
  return new Map(
    names.map((name, value) => {
      const counts = metrics.map((metric, index) => [metric, parts[index]![value]]);
      return [name, Object.fromEntries(counts) as unknown as Counts];
    }),
  );
}

/** The part of `whole` that `part` is of `all`, rounded. */
export function shareOf(whole: number, part: number, all: number): number {
  if (part === 0) return 0;
  return part === all ? whole : Math.round((whole / all) * part);
}
