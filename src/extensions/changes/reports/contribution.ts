// What a part of the events contributes to the change of a metric between two periods. Plain arithmetic.
//
// The contribution to a count is the difference of the part's own counts. The contribution to a rate R = hits / trials is
//
//   (hits_now − R_before · trials_now) / all trials_now − (hits_before − R_before · trials_before) / all trials_before
//
// It has both that the part's own rate has changed, and that the part has become larger or smaller. Contributions of parts that share no
// visitors add up to the change exactly. A visitor may have several values of a dimension; then they need not.

import { COUNTS_OF_METRICS, type MetricsBlock } from '../../../core/answers/reports/metrics.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { REVENUE_SCALE } from '../../../core/engine/rollups/metric.ts';

/** The counts of the period, and of the one before. */
export type TwoPeriods = readonly [now: Counts, before: Counts];

export interface Contribution {
  /** Has the unit of the metric; that of a rate is percentage points. */
  readonly change: number;
  /** Percent of the change of the whole. null: the whole has not changed. */
  readonly share: number | null;
  /** Percent that the part had before: of the count, or of what a rate is relative to. null: there was nothing. */
  readonly share_before: number | null;
  /** How far the change is from what it would be if all parts had changed alike. */
  readonly excess: number;
}

export function contributionOf(metric: keyof MetricsBlock, own: TwoPeriods, whole: TwoPeriods): Contribution {
  const change = changeOf(metric, own, whole);
  const all = changeOf(metric, whole, whole);
  const [hits, trials = hits] = COUNTS_OF_METRICS[metric];
  const before = whole[1][trials] === 0 ? null : own[1][trials] / whole[1][trials];
  return {
    change: rounded(change, decimalsOf(metric)),
    share: all === 0 ? null : rounded((100 * change) / all, 2),
    share_before: before === null ? null : rounded(100 * before, 2),
    excess: Math.abs(change - (before ?? 0) * all),
  };
}

function changeOf(metric: keyof MetricsBlock, [now, before]: TwoPeriods, [allNow, allBefore]: TwoPeriods): number {
  const [hits, trials] = COUNTS_OF_METRICS[metric];
  const scale = unitOf(metric);
  if (trials === undefined) return (now[hits] - before[hits]) * scale;
  const rateBefore = quotient(allBefore[hits], allBefore[trials]);
  const above = (own: Counts, all: Counts) => quotient(own[hits] - rateBefore * own[trials], all[trials]);
  return (above(now, allNow) - above(before, allBefore)) * scale;
}

function quotient(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Revenue is stored in small units, and rates are percent. */
function unitOf(metric: keyof MetricsBlock): number {
  if (metric === 'revenue' || metric === 'aov') return 1 / REVENUE_SCALE;
  return metric.endsWith('_rate') ? 100 : 1;
}

function decimalsOf(metric: keyof MetricsBlock): number {
  return metric === 'revenue' ? 4 : 2;
}

function rounded(value: number, decimals: number): number {
  // Adding 0 makes 0 of −0.
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}
