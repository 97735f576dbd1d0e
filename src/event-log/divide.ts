// Divides the counts of a window by the values of a dimension. What is a sum adds up exactly, whatever the log has counted.
import { NO_VALUE } from '../dimensions/dimension.ts';
import type { Counts } from '../rollups/counts.ts';
import type { CountType } from '../rollups/read-counts.ts';
import type { WindowAnswer } from './question.ts';

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
  // Of events that the rollups have and the log does not, because they were committed between two reads, no value is known.
  const isMissing = (metric: keyof Counts) => isSum(metric) && whole[metric] > 0 && all.total[metric] === 0;
  const names = [...new Set([...values.keys(), ...(metrics.some(isMissing) ? [NO_VALUE] : [])])];
  const parts = metrics.map((metric) => {
    if (isMissing(metric)) return names.map((name) => (name === NO_VALUE ? whole[metric] : 0));
    if (isSum(metric))
      return divide(
        whole[metric],
        names.map((name) => values.get(name)?.total[metric] ?? 0),
      );
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

/** Whole numbers in the ratio of the weights that add up to `whole`, by largest remainders. Not all weights are 0, unless `whole` is. */
export function divide(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === whole) return [...weights];
  // Products of revenues are larger than the safe integers.
  const exact = weights.map((weight) => BigInt(whole) * BigInt(weight));
  const parts = exact.map((product) => Number(product / BigInt(sum)));
  const left = whole - parts.reduce((total, part) => total + part, 0);
  // Equal remainders stay in their order, so the same question always gets the same answer.
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % BigInt(sum) }))
    .sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, left)) parts[index]!++;
  return parts;
}
