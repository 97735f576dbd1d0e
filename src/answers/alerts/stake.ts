// How much an alert is about, from the numbers of its sentences: what is missing, or came in addition.
import type { Sentence, Value } from '../../../languages/sentence.ts';
import type { AlertKind } from './alert.ts';

export interface Stake {
  readonly of: 'views' | 'conversions' | 'orders';
  readonly count: number;
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
  const { count, expected, noun } = title.values ?? {};
  const of = COUNTED[codeOf(noun)];
  if (typeof count !== 'number' || typeof expected !== 'number' || of === undefined) return undefined;
  return { of, count: Math.abs(expected - count) };
}

function codeOf(value: Value | undefined): string {
  return typeof value === 'object' && 'code' in value ? value.code : '';
}
