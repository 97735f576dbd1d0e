// What is to be said about an experiment: it is decided, or its numbers can't be trusted. The engine is right however often one
// looks, so it may be asked every day.

import { quoted } from '../../foundation/text/wording.ts';
import type { Judgement } from '../experiments/judge.ts';
import type { NewAlert } from './alert.ts';

const DECISIONS: readonly string[] = ['winner', 'loser', 'harmful', 'no_difference'];

interface JudgedExperiment {
  readonly websiteId: number;
  readonly campaign: { readonly id: number; readonly name: string };
  readonly day: number;
  /** A change of the shares begins a new test. */
  readonly sharesChangedDay: number | undefined;
  readonly judgement: Judgement;
}

/** undefined: there is nothing to say. Each thing is said once per test, because the cause stays the same. */
export function experimentAlert(experiment: JudgedExperiment): NewAlert | undefined {
  const { websiteId, campaign, day, sharesChangedDay, judgement } = experiment;
  const { verdict, health } = judgement;
  const test = `${campaign.id}:${sharesChangedDay ?? 0}`;
  const common = { day, path: `/websites/${websiteId}/campaigns/${campaign.id}` };
  const alarm = health.find(({ severity }) => severity === 'alarm');
  if (alarm) {
    return {
      ...common,
      kind: 'experiment_unhealthy',
      cause: `experiment_unhealthy:${test}:${alarm.kind}`,
      title: `The numbers of the experiment in ${quoted(campaign.name)} can't be trusted.`,
      text: alarm.sentence,
    };
  }
  if (!DECISIONS.includes(verdict.kind)) return undefined;
  return {
    ...common,
    kind: 'experiment_decided',
    cause: `experiment_decided:${test}:${verdict.kind}:${verdict.variantId ?? 0}`,
    title: `The experiment in ${quoted(campaign.name)} is decided: ${OUTCOMES[verdict.kind as keyof typeof OUTCOMES]}.`,
    text: verdict.sentence,
  };
}

const OUTCOMES = {
  winner: 'there is a winner',
  loser: 'one variant loses',
  harmful: 'showing the campaign harms',
  no_difference: 'there is no difference worth having',
};
