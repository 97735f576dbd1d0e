// The findings of a rule. A rule reports every test that it makes, including those without a result, because the allowed
// error is shared by all of them.
import { type Sentence, sentence, type Value } from '../../../../languages/sentence.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { money } from '../../../core/engine/rollups/money.ts';
import type { Move } from '../segments/move.ts';
import type { WebsiteWeek } from './website-week.ts';

/** claim: tested, shown only if it is significant. fact: certain, worth acting on. note: worth knowing. */
export type Finding = TestedFinding | Plain<'fact'> | Plain<'note'>;

export interface TestedFinding extends Plain<'claim'> {
  /** How often chance alone would produce this. */
  readonly pValue: number;
  /** Claims with the same question divide its share of the allowed error. */
  readonly question: string;
  /** What the event log can be asked about it: which segment explains it. */
  readonly move?: Move;
}

interface Plain<Kind extends string> {
  readonly kind: Kind;
  /** If two findings share a key, only the one with the higher precedence is shown. */
  readonly about: readonly string[];
  /** null: it is about the whole website. */
  readonly campaignId: number | null;
  readonly precedence: number;
  readonly stake: Stake;
  /** If there are several of its kind, they become one item. */
  readonly summary?: Summary;
  sentences(): Sentence[];
}

/** How several findings of one kind are said in one sentence. */
export interface Summary {
  readonly kind: string;
  /** What is said of this one. */
  readonly part: Value;
  sentence(parts: readonly Value[]): Sentence;
}

/** What a week of acting, or not acting, is worth. */
export interface Stake {
  /** The amount is in 1/10,000 of a currency unit. */
  readonly revenue: number;
  readonly conversions: number;
}

export type Rule = (week: WebsiteWeek) => Finding[];

/** Orders findings about the same thing: a cause goes before its effects. */
export const PRECEDENCE = {
  experiment: 7,
  laterStep: 6,
  campaignRate: 5,
  firstStep: 4,
  weakCampaign: 3,
  element: 2,
  revenue: 1,
} as const;

export const NO_STAKE: Stake = { revenue: 0, conversions: 0 };

/** Conversions, with the revenue that they usually bring. */
export function stakeOf(conversions: number, usual: Counts): Stake {
  const worth = usual.conversions === 0 ? 0 : usual.revenue / usual.conversions;
  return { conversions, revenue: conversions * worth };
}

export function byStake(a: { readonly stake: Stake }, b: { readonly stake: Stake }): number {
  return b.stake.revenue - a.stake.revenue || b.stake.conversions - a.stake.conversions;
}

/** What is said of a stake without and with revenue, such as `27 conversions a week, worth about $520`. */
export function worth(
  { conversions, revenue }: Stake,
  currency: string,
  without: 'costsAWeek' | 'bringsAWeek' | 'wouldBring',
  withMoney: 'costsMoneyAWeek' | 'bringsMoneyAWeek' | 'wouldBringMoney',
): Sentence {
  const count = Math.max(1, conversions);
  return revenue > 0 ? sentence(withMoney, { count, money: money(revenue, currency) }) : sentence(without, { count });
}
