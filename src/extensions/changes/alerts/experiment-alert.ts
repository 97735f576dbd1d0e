// What is to be said about an experiment: it is decided, or its numbers can't be trusted. The engine is right however often one
// looks, so it may be asked every day.

import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import type { NewAlert } from '../../../core/answers/alerts/alert.ts';
import type { ExperimentMetric, VerdictKind } from '../../../core/answers/experiments/experiment-names.ts';
import type { Judgement } from '../../experiments/index.ts';

interface JudgedExperiment {
  readonly websiteId: number;
  readonly campaign: { readonly id: number; readonly name: string };
  readonly day: number;
  /** A change of the shares begins a new test. */
  readonly sharesChangedDay: number | undefined;
  /** What it was judged by. */
  readonly metric: ExperimentMetric;
  readonly judgement: Judgement;
}

/** undefined: there is nothing to say. Each thing is said once per test, because the cause stays the same. */
export function experimentAlert(experiment: JudgedExperiment): NewAlert | undefined {
  const { websiteId, campaign, day, sharesChangedDay, metric, judgement } = experiment;
  const { verdict, health } = judgement;
  const { id, name } = campaign;
  const test = `${id}:${sharesChangedDay ?? 0}`;
  const common = {
    ...{ day, path: `/websites/${websiteId}/campaigns/${id}` },
    experiment: { campaign: { id, name }, metric, verdict: verdict.kind, variantId: verdict.variantId },
  };
  const alarm = health.find(({ severity }) => severity === 'alarm');
  if (alarm) {
    return {
      ...common,
      kind: 'experiment_unhealthy',
      cause: `experiment_unhealthy:${test}:${alarm.kind}`,
      title: sentence('experimentNotTrusted', { name: { name } }),
      text: alarm.sentences,
    };
  }
  const decided = DECIDED[verdict.kind];
  if (!decided) return undefined;
  return {
    ...common,
    kind: 'experiment_decided',
    cause: `experiment_decided:${test}:${verdict.kind}:${verdict.variantId ?? 0}`,
    title: withStake(sentence(decided, { name: { name } }), experiment),
    text: verdict.sentences,
  };
}

const NOUNS: Readonly<Partial<Record<ExperimentMetric, 'visitorsWhoConverted' | 'orders'>>> = {
  conversion_rate: 'visitorsWhoConverted',
  order_rate: 'orders',
};

/** Besides its words, it has what a week of the leader would bring. Where there is no difference, nothing is at stake. */
function withStake(title: Sentence, { metric, judgement: { stake, verdict } }: JudgedExperiment): Sentence {
  const noun = NOUNS[metric];
  if (!stake?.events || !noun || verdict.kind === 'no_difference') return title;
  const worth = stake.revenue && { worthPerWeek: Math.max(0, stake.revenue.estimate) };
  const values = { perWeek: Math.max(0, stake.events.estimate), noun: sentence(noun), ...worth };
  return { ...title, values: { ...title.values, ...values } };
}

type Decided = 'decidedWinner' | 'decidedLoser' | 'decidedHarmful' | 'decidedNoDifference';

const DECIDED: Readonly<Partial<Record<VerdictKind, Decided>>> = {
  winner: 'decidedWinner',
  loser: 'decidedLoser',
  harmful: 'decidedHarmful',
  no_difference: 'decidedNoDifference',
};
