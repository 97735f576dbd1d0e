// What can be asked of the event log about the touches before orders, and its answer.
import type { Window } from '../../rollups/window.ts';
import type { Sampled } from '../counting/log-question.ts';
import type { LogEventType } from '../format/log-event.ts';

/**
 * Which of the campaigns that a visitor touched before an order get the credit for it: the one of the last touch, the one of the first
 * touch, all of them in equal parts, or each of them for the whole order.
 */
export const ATTRIBUTION_MODELS = ['last', 'first', 'linear', 'any'] as const;
export type AttributionModel = (typeof ATTRIBUTION_MODELS)[number];

export interface AttributionQuestion {
  /** The days of the orders. */
  readonly window: Window;
  /** The first day of touches: a day of the window or before it. */
  readonly touchesFrom: number;
  /** A touch is an event of one of these types for a campaign or anything below it, unless that belongs to a holdout. */
  readonly touchTypes: readonly LogEventType[];
  /** Its day is at most so many days before that of the order. It may have the second of the order. */
  readonly creditDays: number;
}

/** How many parts of an order are counted, because a model may divide it. */
export const ORDER_PARTS = 10_000;

export interface Credit {
  /** The number is in 1/10,000. */
  readonly orders: number;
  /** The amount is in 1/10,000 of a currency unit. */
  readonly revenue: number;
}

/** The credit of each campaign, by its id. null: orders without touches. */
export type Credits = ReadonlyMap<number | null, Credit>;

export interface AttributionAnswer {
  /** Those of all models but `any` add up to the same orders and revenue. */
  readonly models: Readonly<Record<AttributionModel, Credits>>;
  readonly sampled: Sampled;
}
