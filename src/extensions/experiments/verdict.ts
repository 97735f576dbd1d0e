// The verdict on an experiment: one of a few kinds, with the sentences that say it.
// Why: docs/decisions/insights.md, "A holdout is the control, and never wins".

import { type Code, type Sentence, sentence, type Value } from '../../../languages/sentence.ts';
import type { ExperimentMetric, VerdictKind } from '../../core/answers/experiments/experiment-names.ts';
import { variantWords } from '../../core/foundation/text/wording.ts';
import { type LiftInterval, lift } from './compare.ts';
import { beginningOf, daysOf, type Experiment, rulesOf } from './experiment.ts';
import type { HealthFinding } from './health.ts';
import { daysLeft, WAIT_DAYS_MAX } from './outlook.ts';
import {
  hasEnoughData,
  isBeaten,
  isHoldout,
  lastOf,
  levelOfPair,
  type Ranking,
  type Rival,
  rank,
  standingOf,
} from './ranking.ts';
import { eventsMinOf, type Rules } from './rules.ts';

export interface Verdict {
  readonly kind: VerdictKind;
  /** The winner or the loser, else null. */
  readonly variantId: number | null;
  readonly sentences: readonly Sentence[];
  /** How many days are left until it is settled, if it goes on. null: it is settled, or will not be. */
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
  if (arms.length < 2) return verdict('no_experiment', [sentence('onlyOneVariant')]);
  const alarm = health.find(({ severity }) => severity === 'alarm');
  if (alarm) return verdict('unhealthy', [sentence('doNotAct'), ...alarm.sentences]);
  if (!test) return verdict('keep_running', [beginningOf(experiment)]);
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

/** A verdict whose sentences only have the facts, and what else is said as long as something can be done. */
interface AdvisedVerdict extends Verdict {
  readonly opening?: Sentence;
  readonly advice?: Sentence;
}

function withAdvice({ opening, sentences, advice, ...judged }: AdvisedVerdict): Verdict {
  return { ...judged, sentences: [opening, ...sentences, advice].filter((one) => one !== undefined) };
}

/** What is only said while an experiment runs. */
const ADVICE: readonly Code[] = [
  'showToEverybody',
  'giveAllTraffic',
  'stopCampaign',
  'stopVariant',
  'keepFavourite',
  'tryBolderOrStop',
];

/** Leaves out the advice of a decision that was stored while the experiment ran. */
export function withoutAdvice(sentences: readonly Sentence[]): Sentence[] {
  return sentences.filter(({ code }) => !ADVICE.includes(code));
}

/** Nothing can be done any more, and what was not decided stays so. */
function ended({ opening: _, advice: __, ...judged }: AdvisedVerdict): Verdict {
  const kind = judged.kind === 'keep_running' ? 'will_not_settle' : judged.kind;
  return { ...judged, kind, daysLeft: null };
}

function verdict(
  kind: VerdictKind,
  sentences: readonly Sentence[],
  more: Partial<AdvisedVerdict> = {},
): AdvisedVerdict {
  return { kind, sentences, variantId: null, daysLeft: null, ...more };
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
  const facts = [
    sentence('wins', { variant: nameOf(given, ranking.leader), ...against(given, ranking.leader, runnerUp!.arm) }),
    ranking.leader === CONTROL
      ? liftOverIt(given, runnerUp!.arm, liftOverControl(given, runnerUp!))
      : within(runnerUp!.lift),
  ];
  return verdict('winner', facts, { variantId: best.id, advice: adviceOnWinner(given.rules) });
}

function adviceOnWinner({ isSegment, hasHoldout }: Rules): Sentence {
  if (isSegment) return sentence('showToSegment');
  return sentence(hasHoldout ? 'showToEverybody' : 'giveAllTraffic');
}

/** Visitors who are shown nothing do better than those of every variant. */
function harmful(given: Case): AdvisedVerdict {
  const { ranking } = given;
  const [best] = ranking.rivals;
  const facts = [
    sentence('harms', { variant: nameOf(given, ranking.leader), ...against(given, ranking.leader, best!.arm) }),
    liftOverIt(given, best!.arm, liftOverControl(given, best!)),
  ];
  const advice = sentence(given.rules.isSegment ? 'dontShowToSegment' : 'stopCampaign');
  return verdict('harmful', facts, { advice });
}

function loser(given: Case, worst: Rival): AdvisedVerdict {
  const { experiment, ranking } = given;
  const variant = nameOf(given, worst.arm);
  const facts = [
    sentence('loses', { variant, ...against(given, worst.arm, ranking.leader) }),
    ranking.leader === CONTROL ? within(liftOverControl(given, worst)) : liftOverIt(given, ranking.leader, worst.lift),
  ];
  const advice = sentence(given.rules.isSegment ? 'dontShowVariantToSegment' : 'stopVariant', { variant });
  return verdict('loser', facts, {
    variantId: experiment.arms[worst.arm]!.id,
    daysLeft: given.wait() ?? null,
    advice,
  });
}

function noDifference(given: Case): AdvisedVerdict {
  const { ranking, smallestLift, rules } = given;
  const { low, high } = widest(
    ranking.leader === CONTROL
      ? ranking.rivals.map((rival) => liftOverControl(given, rival))
      : ranking.rivals.map((rival) => rival.lift),
  );
  const lift = { low: { change: low }, smallest: { percent: smallestLift } };
  const facts = [
    sentence(rules.hasHoldout ? 'campaignMakesNoDifference' : 'noDifference'),
    sentence('hasRate', {
      variant: subjectOf(given, ranking.leader),
      ...against(given, ranking.leader, ranking.rivals[0]!.arm),
    }),
    sentence('liftTooSmall', { ...lift, high: { change: high! } }),
  ];
  const advice = sentence(rules.hasHoldout ? 'tryBolderOrStop' : 'keepFavourite');
  return verdict('no_difference', facts, { advice });
}

function undecided(given: Case): AdvisedVerdict {
  const { ranking, rules } = given;
  const [runnerUp] = ranking.rivals;
  const isControlAhead = ranking.leader === CONTROL;
  const lift = isControlAhead ? liftOverControl(given, runnerUp!) : runnerUp!.lift;
  const works = ranking.rivals.some((rival) => isHoldout(rival.arm, rules) && isBeaten(rival));
  const ahead = {
    variant: subjectOf(given, ranking.leader),
    ...against(given, ranking.leader, runnerUp!.arm),
    low: { change: lift.low },
  };
  const facts = [
    ...(works ? [sentence('campaignWorks')] : []),
    isBounded(lift)
      ? sentence(isControlAhead ? 'controlAheadBetween' : 'aheadBetween', { ...ahead, high: { change: lift.high! } })
      : sentence(isControlAhead ? 'controlAheadFrom' : 'aheadFrom', ahead),
  ];
  const days = given.wait();
  return days === undefined ? notSettling(facts) : keepRunning(facts, days);
}

function keepRunning(facts: readonly Sentence[], days: number): AdvisedVerdict {
  const advice = sentence('outlook', { days });
  return verdict('keep_running', facts, { opening: sentence('keepRunning'), daysLeft: days, advice });
}

function notSettling(facts: readonly Sentence[]): AdvisedVerdict {
  const opening = sentence('willNotBeDecided', { days: WAIT_DAYS_MAX });
  return verdict('will_not_settle', facts, { opening, advice: sentence('tryBolder') });
}

function notJudged(): Verdict {
  return verdict('will_not_settle', [sentence('segmentNotJudged')]);
}

function tooEarly(metric: ExperimentMetric, rules: Rules, days: number | undefined): AdvisedVerdict {
  const needs = {
    days: rules.daysMin,
    visitors: rules.visitorsMin,
    events: eventsMinOf(rules, metric),
    eventNoun: sentence(EVENT_WORDS[metric]),
  };
  return days === undefined
    ? notSettling([sentence('toBeginWith', needs)])
    : keepRunning([sentence('tooEarly', needs)], days);
}

const EVENT_WORDS = {
  conversion_rate: 'conversions',
  completion_rate: 'completions',
  subscribe_rate: 'subscribers',
  order_rate: 'orders',
  revenue_per_visitor: 'orders',
} as const satisfies Readonly<Record<ExperimentMetric, Code>>;

const METRIC_WORDS = {
  conversion_rate: 'aConversionRate',
  completion_rate: 'aCompletionRate',
  subscribe_rate: 'aSubscribeRate',
  order_rate: 'anOrderRate',
  revenue_per_visitor: 'aRevenuePerVisitor',
} as const satisfies Readonly<Record<ExperimentMetric, Code>>;

function nameOf({ experiment, rules }: Case, arm: number): Value {
  return isHoldout(arm, rules) ? sentence('holdout') : variantWords(experiment.arms[arm]!);
}

/** The name of a variant at the beginning of a sentence. */
function subjectOf(given: Case, arm: number): Value {
  return isHoldout(arm, given.rules) ? sentence('holdoutFirst') : nameOf(given, arm);
}

function rivalOf(given: Case, arm: number): Value {
  return isHoldout(arm, given.rules) ? sentence('rivalHoldout') : nameOf(given, arm);
}

/** `6.1% (12,000 visitors) against 5.0% of “Photo” (12,010 visitors)` */
function against(given: Case, arm: number, other: number) {
  const { metric, experiment, ranking } = given;
  const value = (index: number): Value => {
    const mean = ranking.means[index]!.value;
    return metric === 'revenue_per_visitor' ? { money: mean, currency: experiment.currency } : { percent: mean };
  };
  return {
    metric: sentence(METRIC_WORDS[metric]),
    rate: value(arm),
    visitors: ranking.means[arm]!.visitors,
    rivalRate: value(other),
    rival: rivalOf(given, other),
    rivalVisitors: ranking.means[other]!.visitors,
  };
}

/** A lift beyond that is no number that says anything: the other variant hardly converts. */
const LIFT_SAID_MAX = 10;

function isBounded({ high }: LiftInterval): boolean {
  return high !== null && high <= LIFT_SAID_MAX;
}

function within(lift: LiftInterval): Sentence {
  const low = { change: lift.low };
  return isBounded(lift)
    ? sentence('liftBetween', { low, high: { change: lift.high! } })
    : sentence('liftAtLeast', { low });
}

/** The lift of a variant over the one that the sentence before is about. */
function liftOverIt(given: Case, arm: number, lift: LiftInterval): Sentence {
  const values = { rival: rivalOf(given, arm), low: { change: lift.low } };
  return isBounded(lift)
    ? sentence('liftOverItBetween', { ...values, high: { change: lift.high! } })
    : sentence('liftOverItAtLeast', values);
}

/** The interval that covers all of them. The variants are as good as the leader, so each has an upper bound. */
function widest(lifts: readonly LiftInterval[]): LiftInterval {
  return {
    estimate: null,
    low: Math.min(...lifts.map(({ low }) => low)),
    high: Math.max(...lifts.map(({ high }) => high!)),
  };
}

/** The first variant. The fields of the report have the lift of every other one over it, so the sentences have the same. */
const CONTROL = 0;

function liftOverControl({ ranking: { means }, rules }: Case, { arm }: Rival): LiftInterval {
  return lift(means[CONTROL]!, means[arm]!, levelOfPair(means.length, rules));
}
