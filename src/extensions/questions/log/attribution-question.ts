// What can be asked of the event log about the touches before orders, and its answer.

import type { Sampled } from '../../../core/engine/event-log/counting/log-question.ts';
import type { LogEventType } from '../../../core/engine/event-log/format/log-event.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { StoredDimension } from '../../../core/foundation/dimensions/dimension.ts';

/**
 * Which of the campaigns, or of the values of a dimension, that a visitor touched before an order get the credit for it: that of the last
 * touch, that of the first touch, all of them in equal parts, or each of them for the whole order.
 */
export const ATTRIBUTION_MODELS = ['last', 'first', 'linear', 'any'] as const;
export type AttributionModel = (typeof ATTRIBUTION_MODELS)[number];

/** `stored`: the order counts for its own value. */
export const CREDIT_NAMES = ['stored', ...ATTRIBUTION_MODELS] as const;
export type CreditName = (typeof CREDIT_NAMES)[number];

/** What was touched: the id of a campaign, or a value of a dimension. */
export type Touched = number | string;

export interface AttributionQuestion {
  /** The days of the orders. */
  readonly window: Window;
  /** The first day of touches: a day of the window or before it. */
  readonly touchesFrom: number;
  /**
   * A touch of a campaign is an event of one of these types for it or anything below it, unless that belongs to a holdout. A touch of a
   * value is an event of one of these types that has the value, whoever was shown what.
   */
  readonly touchTypes: readonly LogEventType[];
  /** Its day is at most so many days before that of the order. It may have the second of the order. */
  readonly creditDays: number;
  /** Default: campaigns get the credit. */
  readonly values?: CreditedValues;
  /** Whether the conversions of the window are credited, too. Each is also its own touch, if it is one. */
  readonly withConversions?: boolean;
}

export interface CreditedValues {
  readonly by: StoredDimension;
  /** How many values, those with the most revenue by this model, are credited one by one. All others are `(other)` together. */
  readonly valuesMax: number;
  readonly rankedBy: AttributionModel;
  /** These are credited one by one, too, whatever their revenue is. */
  readonly alwaysShown?: readonly string[];
}

/** How many parts of an order are counted, because a model may divide it. */
export const ORDER_PARTS = 10_000;

export interface Credit {
  /** The number is in 1/10,000. */
  readonly orders: number;
  /** The amount is in 1/10,000 of a currency unit. */
  readonly revenue: number;
}

/** The credit of each campaign or value. null: orders without touches; of `stored`, orders without a value. */
export type Credits = ReadonlyMap<Touched | null, Credit>;

/** All but `any` add up to the same. Of campaigns, `stored` is empty: the rollups have it. */
export type CreditsByName = Readonly<Record<CreditName, Credits>>;

export interface AttributionAnswer {
  readonly credits: CreditsByName;
  /** They are credited as orders without revenue: `orders` is their number. Empty unless they are asked for. */
  readonly conversions: CreditsByName;
  readonly sampled: Sampled;
}

/** Which touch of a second gets the credit: of campaigns the one with the smallest id, of values the first one in the order of text. */
export function compareIdsOrTexts(a: Touched, b: Touched): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
