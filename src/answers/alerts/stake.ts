// How much an alert is about, from the numbers of its sentences: what is missing, or came in addition.
import type { Sentence, Value } from '../../../languages/sentence.ts';
import type { AlertKind } from './alert.ts';

export interface Stake {
  readonly of: 'views' | 'conversions' | 'orders';
  readonly count: number;
  /** What it is worth, in units of the currency, where the alert itself says it. */
  readonly money?: number;
}

const COUNTED: Readonly<Record<string, Stake['of']>> = {
  visitors: 'views',
  visitorsWhoConverted: 'conversions',
  orders: 'orders',
};

/** undefined: nobody knows, as with experiments. */
export function stakeOf(kind: AlertKind, title: Sentence, text: readonly Sentence[]): Stake | undefined {
  if (kind === 'events_stopped') {
    const missed = text.map(({ values }) => values?.visitors).find((value) => typeof value === 'number');
    return missed === undefined ? undefined : { of: 'views', count: missed };
  }
  if (kind === 'goal_at_risk') return stakeOfGoal(title, text);
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

function isMoney(value: Value | undefined): value is Extract<Value, { readonly money: number }> {
  return typeof value === 'object' && 'money' in value;
}

function codeOf(value: Value | undefined): string {
  return typeof value === 'object' && 'code' in value ? value.code : '';
}
