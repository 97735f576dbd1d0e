// What a week of giving all the traffic to the leader would bring.
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import type { ArmCounts } from './arm.ts';
import { type ConfidenceInterval, difference, type Mean } from './compare.ts';
import { hasEnoughData, levelOfPair, meansOf, type Ranking } from './ranking.ts';
import type { Rules } from './rules.ts';

const DAYS_PER_WEEK = 7;
const REVENUE = 'revenue_per_visitor';

export interface Stake {
  /** Conversions, completions, subscribers or orders a week; null for revenue per visitor. */
  readonly events: ConfidenceInterval | null;
  /** Currency units a week; null: it is not decided that the leader brings more of it. */
  readonly revenue: ConfidenceInterval | null;
}

export function stakeOf(
  metric: ExperimentMetric,
  counts: readonly ArmCounts[],
  ranking: Ranking,
  { dailyVisitors, days }: { readonly dailyVisitors: readonly number[]; readonly days: number },
  rules: Rules,
): Stake {
  const level = levelOfPair(counts.length, rules);
  const { leader, rivals } = ranking;
  const overRivals = (means: readonly Mean[]) =>
    rivals.map(({ arm }) => ({ arm, more: difference(means[arm]!, means[leader]!, level) }));
  const perWeek = (differences: ReturnType<typeof overRivals>) =>
    differences
      .map(({ arm, more }) => scaled(more, Math.max(0, dailyVisitors[arm]!) * DAYS_PER_WEEK))
      .reduce((total, one) => ({
        estimate: total.estimate + one.estimate,
        low: total.low + one.low,
        high: total.high + one.high,
      }));
  // Whoever converts more need not spend more: revenue is judged by itself.
  const ofRevenue = overRivals(meansOf(REVENUE, counts, rules));
  const isDecided = ofRevenue.every(({ more }) => more.low > 0) && hasEnoughData(REVENUE, counts, days, rules);
  return {
    events: metric === REVENUE ? null : perWeek(overRivals(ranking.means)),
    revenue: isDecided ? perWeek(ofRevenue) : null,
  };
}

function scaled({ estimate, low, high }: ConfidenceInterval, factor: number): ConfidenceInterval {
  return { estimate: estimate * factor, low: low * factor, high: high * factor };
}
