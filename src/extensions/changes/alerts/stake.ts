// How much an alert is about, from the numbers of its sentences: what is missing, came in addition, or could come.
import type { Sentence, Value } from '../../../../languages/sentence.ts';
import type { AlertKind } from '../../../core/answers/alerts/alert.ts';

export interface Stake {
  readonly of: 'views' | 'conversions' | 'completions' | 'subscribes' | 'orders';
  readonly count: number;
  /** What it is worth, in units of the currency, where the alert itself says it. */
  readonly money?: number;
}

const COUNTED: Readonly<Record<string, Stake['of']>> = {
  visitors: 'views',
  visitorsWhoConverted: 'conversions',
  completions: 'completions',
  subscribers: 'subscribes',
  orders: 'orders',
};

/** undefined: nobody knows, as with an experiment whose numbers can't be trusted. */
export function stakeOf(kind: AlertKind, title: Sentence, text: readonly Sentence[]): Stake | undefined {
  if (kind === 'events_stopped') {
    const missed = text.map(({ values }) => values?.visitors).find((value) => typeof value === 'number');
    return missed === undefined ? undefined : { of: 'views', count: missed };
  }
  if (kind === 'goal_at_risk') return stakeOfGoal(title, text);
  if (kind === 'experiment_decided') return stakeOfExperiment(title);
  const { count, expected, noun } = title.values ?? {};
  const of = COUNTED[codeOf(noun)];
  if (typeof count !== 'number' || typeof expected !== 'number' || of === undefined) return undefined;
  return { of, count: Math.abs(expected - count) };
}

/** What the forecast says that the goal will lack. */
function stakeOfGoal(title: Sentence, text: readonly Sentence[]): Stake | undefined {
  const { target, forecast } = text.find(({ code }) => code === 'goalOnCourse')?.values ?? {};
  if (isMoney(target) && isMoney(forecast)) return { of: 'orders', count: 0, money: target.money - forecast.money };
  const of = COUNTED[codeOf(title.values?.noun)];
  if (typeof target !== 'number' || typeof forecast !== 'number' || of === undefined) return undefined;
  return { of, count: target - forecast };
}

/** What a week of the leading variant alone would bring in addition. Revenue that is not decided is not guessed from its conversions. */
function stakeOfExperiment({ values }: Sentence): Stake | undefined {
  const { perWeek, worthPerWeek, noun } = values ?? {};
  const of = COUNTED[codeOf(noun)];
  if (typeof perWeek !== 'number' || of === undefined) return undefined;
  return { of, count: perWeek, money: typeof worthPerWeek === 'number' ? worthPerWeek : 0 };
}

function isMoney(value: Value | undefined): value is Extract<Value, { readonly money: number }> {
  return typeof value === 'object' && 'money' in value;
}

function codeOf(value: Value | undefined): string {
  return typeof value === 'object' && 'code' in value ? value.code : '';
}
