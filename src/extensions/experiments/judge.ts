// The engine: judges an experiment by one metric. Everything that says something about an experiment asks it.
// Why: docs/decisions/insights.md, "One engine judges, and may be asked every day".

import type { Sentence } from '../../../languages/sentence.ts';
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { type ConfidenceInterval, difference, type LiftInterval, lift, type Mean } from './compare.ts';
import {
  daysOf,
  type Experiment,
  hasHoldout,
  type Look,
  rulesOf,
  type TestedExperiment,
  withoutHoldout,
} from './experiment.ts';
import { type HealthFinding, healthOf } from './health.ts';
import { type Incremental, incrementalOf, incrementalSentences } from './incremental.ts';
import { hasEnoughData, levelOfPair, meansOf, rank } from './ranking.ts';
import { type Stake, stakeOf } from './stake.ts';
import { type Verdict, type VerdictQuestion, verdictOf } from './verdict.ts';

export interface Judgement {
  readonly verdict: Verdict;
  readonly health: readonly HealthFinding[];
  /** null: there is not enough data. */
  readonly stake: Stake | null;
  /** A campaign with a holdout has it, but not its segments. */
  readonly incremental?: Incremental & { readonly sentences: readonly Sentence[] };
}

export function judge(experiment: Experiment, question: VerdictQuestion): Judgement {
  const health = healthOf(experiment, question.metric);
  const isApart = health.some(({ kind, severity }) => kind === 'holdout_not_comparable' && severity !== 'alarm');
  const judged = isApart ? withoutHoldout(experiment) : experiment;
  const brought = incrementalOf(experiment);
  return {
    verdict: verdictOf(judged, health, question),
    health,
    stake: health.some(({ severity }) => severity === 'alarm') ? null : stakeAtPresent(judged, question.metric),
    ...(brought && { incremental: { ...brought, sentences: incrementalSentences(experiment, brought) } }),
  };
}

/** What a verdict is about if nobody says. Where nothing is shown, nobody clicks: with a holdout it is about orders, if there are any. */
export function usualMetric(experiment: Experiment): ExperimentMetric {
  const counts = experiment.test?.looks.at(-1)?.counts ?? [];
  return hasHoldout(experiment) && counts.some(({ orders }) => orders > 0) ? 'order_rate' : 'conversion_rate';
}

function stakeAtPresent(experiment: Experiment, metric: ExperimentMetric): Stake | null {
  const { arms, test } = experiment;
  const counts = test?.looks.at(-1)?.counts;
  if (!test || !counts || arms.length < 2) return null;
  const rules = rulesOf(experiment);
  const days = daysOf(test);
  if (rules.budget === 0 || !hasEnoughData(metric, counts, days, rules)) return null;
  const { dailyVisitors } = test;
  return stakeOf(metric, counts, rank(metric, counts, rules), { dailyVisitors, days }, rules);
}

/** A variant against the control, which is the first one. A holdout is always the first one. */
export interface Compared {
  readonly mean: Mean;
  /** null: it is the control, or the interval can't be computed. */
  readonly difference: ConfidenceInterval | null;
  readonly lift: LiftInterval | null;
}

type ArmsOfTest = Pick<TestedExperiment, 'arms' | 'test'>;

/** Compares each variant. The intervals of all variants hold together, and at all looks. */
export function compareArms(experiment: ArmsOfTest, metric: ExperimentMetric, { counts }: Look): Compared[] {
  const rules = rulesOf(experiment);
  const means = meansOf(metric, counts, rules);
  const level = levelOfPair(means.length, rules);
  const control = means[0]!;
  const isComparable = rules.budget > 0 && control.visitors > 0;
  return means.map((mean, arm) => {
    const comparable = isComparable && arm > 0 && mean.visitors > 0;
    return {
      mean,
      difference: comparable ? difference(control, mean, level) : null,
      lift: comparable ? lift(control, mean, level) : null,
    };
  });
}
