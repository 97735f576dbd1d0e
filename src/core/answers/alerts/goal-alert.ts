// Whether a goal of the month will hardly be reached any more. Early in a month nothing is said: there is time left.
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { NewAlert } from './alert.ts';
import { type GoalFields, type GoalProgress, goalSentence, type MonthOfGoals } from './goal-progress.ts';

const OVER_MIN = 0.25;
/** Somebody looks every day, so one day of a month in which the range is too low is no news: the alert's own range is wider. */
const WIDER = 1.5;

interface JudgedGoals extends MonthOfGoals {
  readonly websiteId: number;
  readonly currency: string;
  /** The last whole day. */
  readonly day: number;
}

/** Each goal is said once in a month, because the cause stays the same. */
export function goalAlerts({ websiteId, currency, day, over, goals }: JudgedGoals): NewAlert[] {
  if (over < OVER_MIN) return [];
  return goals.filter(isAtRisk).map((progress) => ({
    kind: 'goal_at_risk',
    cause: `goal_at_risk:${progress.goal.id}:${isoOfDay(day).slice(0, 7)}`,
    day,
    title: titleOf(progress.goal),
    text: [goalSentence(progress, currency), sentence('checkGoal')],
    path: `/websites/${websiteId}`,
  }));
}

/** Besides its words, it has what is counted, for what is at stake. */
function titleOf({ name, metric }: GoalProgress['goal']): Sentence {
  const noun = NOUNS[metric];
  const title = sentence('goalAtRisk', { name: { name } });
  return noun ? { ...title, values: { ...title.values, noun: sentence(noun) } } : title;
}

const NOUNS = {
  views: 'visitors',
  conversions: 'visitorsWhoConverted',
  completions: 'completions',
  subscribes: 'subscribers',
  orders: 'orders',
  revenue: undefined,
} as const satisfies Record<GoalFields['metric'], string | undefined>;

function isAtRisk({ goal: { target }, forecast }: GoalProgress): boolean {
  return forecast !== undefined && forecast.value + WIDER * (forecast.high - forecast.value) < target;
}
