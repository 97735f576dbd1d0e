// The engine: judges an experiment by one metric. Everything that says something about an experiment asks it.
import { type ExperimentMetric, meanOf } from './arm.ts';
import { type ConfidenceInterval, difference, type LiftInterval, lift, type Mean } from './compare.ts';
import type { Experiment, Look, ObservedTest } from './experiment.ts';
import { type HealthFinding, healthOf, knowsVariation } from './health.ts';
import { alphaOfPair, hasEnoughData, rank } from './ranking.ts';
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
  if (!test || !counts || arms.length < 2 || !hasEnoughData(metric, counts, daysOf(test))) return null;
  const dailyVisitors = test.dailyVisitors.map((visitors) => visitors / (test.sampleRate ?? 1));
  return stakeOf(metric, counts, rank(metric, counts), dailyVisitors);
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
  const alpha = alphaOfPair(means.length);
  const control = means[0]!;
  return means.map((mean, arm) => {
    const comparable = arm > 0 && knowsVariation(test, metric) && control.visitors > 0 && mean.visitors > 0;
    return {
      mean,
      difference: comparable ? difference(control, mean, alpha) : null,
      lift: comparable ? lift(control, mean, alpha) : null,
    };
  });
}
