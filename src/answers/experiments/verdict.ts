// The verdict on an experiment: one of a few kinds, in one or two sentences.
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';
import { money } from '../../engine/rollups/money.ts';
import { counted, percent, signedPercent, variantName } from '../../foundation/text/wording.ts';
import type { ExperimentMetric } from './arm.ts';
import type { LiftInterval } from './compare.ts';
import { daysOf, type Experiment, rulesOf } from './experiment.ts';
import type { HealthFinding } from './health.ts';
import { daysLeft, WAIT_DAYS_MAX } from './outlook.ts';
import { hasEnoughData, isBeaten, isHoldout, lastOf, type Ranking, type Rival, rank, standingOf } from './ranking.ts';
import { eventsMinOf, type Rules } from './rules.ts';

export const VERDICTS = [
  'winner',
  'loser',
  'harmful',
  'no_difference',
  'keep_running',
  'will_not_settle',
  'unhealthy',
  'no_experiment',
] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export interface Verdict {
  readonly kind: VerdictKind;
  /** The winner or the loser, else null. */
  readonly variantId: number | null;
  readonly sentence: string;
  /** Until it is settled, if it goes on; null: it is settled, or will not be. */
  readonly daysLeft: number | null;
}

export interface VerdictQuestion {
  readonly metric: ExperimentMetric;
  /** Smaller lifts are not worth having: 0.1 is 10 %. */
  readonly smallestLift: number;
}

export function verdictOf(
  experiment: Experiment,
  health: readonly HealthFinding[],
  question: VerdictQuestion,
): Verdict {
  const { arms, test } = experiment;
  if (arms.length < 2)
    return verdict('no_experiment', 'Only one variant gets traffic, so there is nothing to compare.');
  const alarm = health.find(({ severity }) => severity === 'alarm');
  if (alarm) return verdict('unhealthy', `Don't act on these numbers. ${alarm.sentence}`);
  if (!test) return verdict('keep_running', 'The test starts on the first day on which every variant has visitors.');
  const { dailyVisitors } = test;
  const rules = rulesOf(experiment);
  if (rules.budget === 0) return notJudged();
  const { counts } = test.looks.at(-1)!;
  const wait = () =>
    experiment.hasEnded ? 0 : daysLeft({ ...question, counts, days: daysOf(test), dailyVisitors, rules });
  const judged = hasEnoughData(question.metric, counts, daysOf(test), rules)
    ? decide({ ...question, experiment, rules, ranking: rank(question.metric, counts, rules), wait })
    : tooEarly(question.metric, rules, wait());
  return experiment.hasEnded ? ended(judged) : withAdvice(judged);
}

/** A verdict whose sentence only has the facts, and what else is said as long as something can be done. */
interface AdvisedVerdict extends Verdict {
  readonly opening?: string;
  readonly advice?: string;
}

function withAdvice({ opening, sentence, advice, ...judged }: AdvisedVerdict): Verdict {
  return { ...judged, sentence: [opening, sentence, advice].filter((part) => part !== undefined).join(' ') };
}

/** Nothing can be done any more, and what was not decided stays so. */
function ended({ opening: _, advice: __, ...judged }: AdvisedVerdict): Verdict {
  const kind = judged.kind === 'keep_running' ? 'will_not_settle' : judged.kind;
  return { ...judged, kind, daysLeft: null };
}

function verdict(kind: VerdictKind, sentence: string, more: Partial<AdvisedVerdict> = {}): AdvisedVerdict {
  return { kind, sentence, variantId: null, daysLeft: null, ...more };
}

interface Case extends VerdictQuestion {
  readonly experiment: Experiment;
  readonly rules: Rules;
  readonly ranking: Ranking;
  wait(): number | undefined;
}

function decide(given: Case): AdvisedVerdict {
  const { ranking, rules } = given;
  switch (standingOf(ranking, given.smallestLift, rules)) {
    case 'no_difference':
      return noDifference(given);
    case 'winner':
      return isHoldout(ranking.leader, rules) ? harmful(given) : winner(given);
    case 'loser':
      return loser(given, lastOf(ranking, rules)!);
    case 'undecided':
      return undecided(given);
  }
}

function winner(given: Case): AdvisedVerdict {
  const { experiment, ranking } = given;
  const [runnerUp] = ranking.rivals;
  const best = experiment.arms[ranking.leader]!;
  const facts =
    `${nameOf(given, ranking.leader)} wins with ${METRIC_WORDS[given.metric]} of ` +
    `${against(given, ranking.leader, runnerUp!.arm)}. The true lift is ${between(runnerUp!.lift)}.`;
  return verdict('winner', facts, { variantId: best.id, advice: adviceOnWinner(given.rules) });
}

function adviceOnWinner({ isSegment, hasHoldout }: Rules): string {
  if (isSegment) return 'Show it to these visitors.';
  return hasHoldout ? 'Show it to everybody, or keep a small holdout to go on measuring.' : 'Give it all the traffic.';
}

/** Visitors who are shown nothing do better than those of every variant. */
function harmful(given: Case): AdvisedVerdict {
  const { ranking } = given;
  const [best] = ranking.rivals;
  const facts =
    `Showing the campaign harms: ${nameOf(given, ranking.leader)} has ${METRIC_WORDS[given.metric]} of ` +
    `${against(given, ranking.leader, best!.arm)}. The true lift of showing nothing is ${between(best!.lift)}.`;
  const advice = given.rules.isSegment ? "Don't show it to these visitors." : 'Stop the campaign.';
  return verdict('harmful', facts, { advice });
}

function loser(given: Case, worst: Rival): AdvisedVerdict {
  const { experiment, ranking } = given;
  const [name, best] = [nameOf(given, worst.arm), nameOf(given, ranking.leader)];
  const facts =
    `${name} loses with ${METRIC_WORDS[given.metric]} of ${against(given, worst.arm, ranking.leader)}. The true lift of ` +
    `${best} over it is ${between(worst.lift)}.`;
  const advice = given.rules.isSegment
    ? `Don't show ${name} to these visitors.`
    : `Stop ${name} and let the others go on.`;
  return verdict('loser', facts, {
    variantId: experiment.arms[worst.arm]!.id,
    daysLeft: given.wait() ?? null,
    advice,
  });
}

function noDifference(given: Case): AdvisedVerdict {
  const { ranking, smallestLift, rules } = given;
  const facts =
    `${rules.hasHoldout ? 'Showing the campaign makes no' : 'There is no'} difference worth having. ${subjectOf(given, ranking.leader)} has ${METRIC_WORDS[given.metric]} of ` +
    `${against(given, ranking.leader, ranking.rivals[0]!.arm)}. The true lift is ${between(widest(ranking))}, and less than ` +
    `${percent(smallestLift)} does not matter here.`;
  const advice = rules.hasHoldout
    ? 'Try something bolder, or stop the campaign.'
    : 'Keep the variant that you like best.';
  return verdict('no_difference', facts, { advice });
}

function undecided(given: Case): AdvisedVerdict {
  const { ranking, rules } = given;
  const [runnerUp] = ranking.rivals;
  const works = ranking.rivals.some((rival) => isHoldout(rival.arm, rules) && isBeaten(rival));
  const facts =
    (works ? 'Showing the campaign works, but which variant is best is open. ' : '') +
    `${subjectOf(given, ranking.leader)} is ahead with ${METRIC_WORDS[given.metric]} of ` +
    `${against(given, ranking.leader, runnerUp!.arm)}, but the true lift may be anything ${range(runnerUp!.lift)}.`;
  const days = given.wait();
  return days === undefined ? notSettling(facts) : keepRunning(facts, days);
}

function keepRunning(facts: string, days: number): AdvisedVerdict {
  return verdict('keep_running', facts, { opening: 'Keep it running.', daysLeft: days, advice: outlook(days) });
}

function notSettling(facts: string): AdvisedVerdict {
  const opening = `This will not be decided with the current traffic: ${WAIT_DAYS_MAX} more days would not be enough.`;
  return verdict('will_not_settle', facts, { opening, advice: 'Try something bolder.' });
}

function notJudged(): Verdict {
  const sentence =
    'Nothing is decided about this segment: it has no views in the weeks of the test that are over. They decide how much ' +
    'evidence a segment needs.';
  return verdict('will_not_settle', sentence);
}

function tooEarly(metric: ExperimentMetric, rules: Rules, days: number | undefined): AdvisedVerdict {
  const needs =
    `every variant needs ${rules.daysMin} days, ${rules.visitorsMin} visitors and about ${eventsMinOf(rules, metric)} ` +
    EVENT_WORDS[metric];
  return days === undefined
    ? notSettling(`To begin with, ${needs}.`)
    : keepRunning(`It is too early to tell: ${needs}.`, days);
}

function outlook(days: number): string {
  return `At the present traffic it takes about ${counted(days, 'more day')} to settle.`;
}

const EVENT_WORDS: Readonly<Record<ExperimentMetric, string>> = {
  conversion_rate: 'conversions',
  completion_rate: 'completions',
  subscribe_rate: 'subscribers',
  order_rate: 'orders',
  revenue_per_visitor: 'orders',
};

const METRIC_WORDS: Readonly<Record<ExperimentMetric, string>> = {
  conversion_rate: 'a conversion rate',
  completion_rate: 'a completion rate',
  subscribe_rate: 'a subscribe rate',
  order_rate: 'an order rate',
  revenue_per_visitor: 'a revenue per visitor',
};

function nameOf({ experiment, rules }: Case, arm: number): string {
  return isHoldout(arm, rules) ? 'the holdout' : variantName(experiment.arms[arm]!);
}

/** At the beginning of a sentence. */
function subjectOf(given: Case, arm: number): string {
  return isHoldout(arm, given.rules) ? 'The holdout' : nameOf(given, arm);
}

/** `6.1% (12,000 visitors) against 5.0% of “Photo” (12,010 visitors)` */
function against(given: Case, arm: number, other: number): string {
  const { metric, experiment, ranking } = given;
  const value = (index: number) => {
    const mean = ranking.means[index]!.value;
    return metric === 'revenue_per_visitor' ? money(mean * REVENUE_SCALE, experiment.currency) : percent(mean);
  };
  const visitors = (index: number) => `(${counted(ranking.means[index]!.visitors, 'visitor')})`;
  return `${value(arm)} ${visitors(arm)} against ${value(other)} of ${nameOf(given, other)} ${visitors(other)}`;
}

/** Beyond that, a lift is no number that says anything: the other variant hardly converts. */
const LIFT_SAID_MAX = 10;

function between({ low, high }: LiftInterval): string {
  return high === null || high > LIFT_SAID_MAX
    ? `at least ${signedPercent(low)}`
    : `between ${signedPercent(low)} and ${signedPercent(high)}`;
}

function range({ low, high }: LiftInterval): string {
  return high === null || high > LIFT_SAID_MAX
    ? `from ${signedPercent(low)} up`
    : `from ${signedPercent(low)} to ${signedPercent(high)}`;
}

/** Over all rivals. They are as good as the leader, so each has an upper bound. */
function widest({ rivals }: Ranking): LiftInterval {
  return {
    estimate: null,
    low: Math.min(...rivals.map(({ lift }) => lift.low)),
    high: Math.max(...rivals.map(({ lift }) => lift.high!)),
  };
}
