// What a rule finds. A rule reports every test that it makes, also those that come to nothing: only so can the error of
// all of them together be kept small.
import type { Counts } from '../../rollups/counts.ts';
import type { WebsiteWeek } from '../website-week.ts';
import { counted, money } from '../wording.ts';

/** claim: tested, and said only if it holds. fact: certain, and worth acting on. note: worth knowing. */
export type Finding = Claim | Plain<'fact'> | Plain<'note'>;

export interface Claim extends Plain<'claim'> {
  /** How often chance alone would look like this. */
  readonly pValue: number;
  /** Claims that answer one question share its part of the allowed error. */
  readonly question: string;
}

interface Plain<Kind extends string> {
  readonly kind: Kind;
  /** Of two findings that share a key, only the one with the higher precedence is said. */
  readonly about: readonly string[];
  readonly precedence: number;
  readonly stake: Stake;
  say(): string;
}

/** What a week of acting, or of not acting, is about. */
export interface Stake {
  /** In 1/10,000 of a currency unit. */
  readonly revenue: number;
  readonly conversions: number;
}

export type Rule = (week: WebsiteWeek) => Finding[];

/** Where two findings are about the same thing: the cause goes before what follows from it. */
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

/** Conversions with the money that they usually bring. */
export function stakeOf(conversions: number, usual: Counts): Stake {
  const worth = usual.conversions === 0 ? 0 : usual.revenue / usual.conversions;
  return { conversions, revenue: conversions * worth };
}

export function byStake(a: { readonly stake: Stake }, b: { readonly stake: Stake }): number {
  return b.stake.revenue - a.stake.revenue || b.stake.conversions - a.stake.conversions;
}

/** `27 conversions a week, worth about $520` */
export function worth({ conversions, revenue }: Stake, currency: string): string {
  const count = `${counted(Math.max(1, conversions), 'conversion')} a week`;
  return revenue > 0 ? `${count}, worth about ${money(revenue, currency)}` : count;
}
