// What a week of giving all the traffic to the leader would bring.
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';
import { type ArmCounts, type ExperimentMetric, eventsOf } from './arm.ts';
import { type ConfidenceInterval, difference } from './compare.ts';
import { levelOfPair, type Ranking } from './ranking.ts';
import type { Rules } from './rules.ts';

const DAYS_PER_WEEK = 7;

export interface Stake {
  /** Conversions, completions, subscribers or orders a week; null for revenue per visitor. */
  readonly events: ConfidenceInterval | null;
  /** Currency units a week; null: there is no revenue. */
  readonly revenue: ConfidenceInterval | null;
}

export function stakeOf(
  metric: ExperimentMetric,
  counts: readonly ArmCounts[],
  ranking: Ranking,
  dailyVisitors: readonly number[],
  rules: Rules,
): Stake {
  const level = levelOfPair(counts.length, rules);
  const perWeek = ranking.rivals.map(({ arm }) => {
    const visitors = Math.max(0, dailyVisitors[arm]!) * DAYS_PER_WEEK;
    return scaled(difference(ranking.means[arm]!, ranking.means[ranking.leader]!, level), visitors);
  });
  const gained = perWeek.reduce((total, one) => ({
    estimate: total.estimate + one.estimate,
    low: total.low + one.low,
    high: total.high + one.high,
  }));
  if (metric === 'revenue_per_visitor') return { events: null, revenue: gained };
  const events = counts.reduce((total, arm) => total + eventsOf(metric, arm), 0);
  const revenue = counts.reduce((total, arm) => total + arm.revenue, 0) / REVENUE_SCALE;
  return { events: gained, revenue: events > 0 && revenue > 0 ? scaled(gained, revenue / events) : null };
}

function scaled({ estimate, low, high }: ConfidenceInterval, factor: number): ConfidenceInterval {
  return { estimate: estimate * factor, low: low * factor, high: high * factor };
}
