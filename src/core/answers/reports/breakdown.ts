// The `breakdown` of a report: its metrics by value of a dimension.

import { compareViews } from '../../engine/event-log/breakdowns/breakdown.ts';
import type { Answer } from '../../engine/event-log/breakdowns/subject-counts.ts';
import { type Counts, NO_COUNTS } from '../../engine/rollups/counts.ts';
import { type Dimension, OTHER_VALUES } from '../../foundation/dimensions/dimension.ts';
import { type MetricsWithComparison, withComparison } from './metrics.ts';
import { type Sampling, samplingOf } from './segment.ts';

/** Values that are listed; all others together are `(other)`. */
export const VALUES_MAX = 50;

export interface Breakdown extends Sampling {
  readonly dimension: Dimension;
  readonly values: { readonly value: string; readonly metrics: MetricsWithComparison }[];
}

/**
 * The counts of each value, in the window and, if there is one, the previous one. A value that only people who were forgotten have may have
 * no counts at all: it is not listed.
 */
export function breakdownOf(
  dimension: Dimension,
  windows: readonly ReadonlyMap<string, Counts>[],
  answer: Pick<Answer, 'sampled'>,
): Breakdown {
  const names = [...new Set(windows.flatMap((counts) => [...counts.keys()]))];
  const values = names
    .map((value) => ({ value, counts: windows.map((counts) => counts.get(value) ?? NO_COUNTS) }))
    .filter(({ counts }) => counts.some((own) => Object.values(own).some((count) => count > 0)));
  values.sort((a, b) => Number(a.value === OTHER_VALUES) - Number(b.value === OTHER_VALUES) || compareValues(a, b));
  return {
    dimension,
    ...samplingOf(answer),
    values: values.map(({ value, counts: [current, previous] }) => ({
      value,
      metrics: withComparison(current!, previous),
    })),
  };
}

interface CountedValue {
  readonly value: string;
  readonly counts: readonly Counts[];
}

function compareValues(a: CountedValue, b: CountedValue): number {
  const viewsOf = ({ counts }: CountedValue) => counts.map(({ views }) => views);
  return compareViews(viewsOf(a), viewsOf(b)) || (a.value < b.value ? -1 : 1);
}
