// The engine: judges an experiment by one metric. Everything that says something about an experiment asks it.
import { type ExperimentMetric, meanOf } from './arm.ts';
import { type ConfidenceInterval, difference, type LiftInterval, lift, type Mean } from './compare.ts';
import type { Experiment, Look, ObservedTest } from './experiment.ts';
import { type HealthFinding, healthOf, knowsVariation } from './health.ts';
import { hasEnoughData, levelOfPair, rank } from './ranking.ts';
import { WHOLE_TEST } from './rules.ts';
import { type Stake, stakeOf } from './stake.ts';
import { daysOf, type Verdict, type VerdictQuestion, verdictOf } from './verdict.ts';

export interface Judgement {
  readonly verdict: Verdict;
  readonly health: readonly HealthFinding[];
  /** null: there is not enough data. */
  readonly stake: Stake | null;
}

export function judge(experiment: Experiment, question: VerdictQuestion): Judgement {
  const health = healthOf(experiment, question.metric);
  return {
    verdict: verdictOf(experiment, health, question),
    health,
    stake: health.some(({ severity }) => severity === 'alarm') ? null : stakeAtPresent(experiment, question.metric),
  };
}

function stakeAtPresent({ arms, test }: Experiment, metric: ExperimentMetric): Stake | null {
  const counts = test?.looks.at(-1)?.counts;
  if (!test || !counts || arms.length < 2) return null;
  const { rules = WHOLE_TEST } = test;
  if (rules.budget === 0 || !hasEnoughData(metric, counts, daysOf(test), rules)) return null;
  return stakeOf(metric, counts, rank(metric, counts, rules), test.dailyVisitors, rules);
}

/** A variant against the control, which is the first one. */
export interface Compared {
  readonly mean: Mean;
  /** null: it is the control, or the interval can't be computed. */
  readonly difference: ConfidenceInterval | null;
  readonly lift: LiftInterval | null;
}

/** By variant. The intervals of all variants hold together, and at all looks. */
export function compareArms(test: ObservedTest, metric: ExperimentMetric, { counts }: Look): Compared[] {
  const means = counts.map((arm) => meanOf(metric, arm));
  const { rules = WHOLE_TEST } = test;
  const level = levelOfPair(means.length, rules);
  const control = means[0]!;
  const isComparable = rules.budget > 0 && knowsVariation(test, metric) && control.visitors > 0;
  return means.map((mean, arm) => {
    const comparable = isComparable && arm > 0 && mean.visitors > 0;
    return {
      mean,
      difference: comparable ? difference(control, mean, level) : null,
      lift: comparable ? lift(control, mean, level) : null,
    };
  });
}
