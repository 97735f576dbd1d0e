// What campaigns get of orders, while orders are credited one after the other.
import type { SubjectReference } from '../../catalog/subject.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionModel,
  type Credit,
  type Credits,
  ORDER_PARTS,
} from './attribution-question.ts';

export interface Touch {
  readonly day: number;
  /** The time in seconds since 1970. */
  readonly time: number;
  readonly subject: SubjectReference;
  readonly campaignId: number;
}

export interface Order {
  readonly day: number;
  readonly time: number;
  readonly revenue: number;
  /** -1: it takes an order of the same visitor and second back. Its touches are the same ones, so its credits cancel those of the order. */
  readonly sign: 1 | -1;
}

export class CreditTally {
  readonly #models = Object.fromEntries(ATTRIBUTION_MODELS.map((model) => [model, new Map()])) as Record<
    AttributionModel,
    Map<number | null, { orders: number; revenue: number }>
  >;

  get models(): Readonly<Record<AttributionModel, Credits>> {
    return this.#models;
  }

  add(model: AttributionModel, campaignId: number | null, { orders, revenue }: Credit, sign: 1 | -1 = 1): void {
    const credits = this.#models[model];
    let credit = credits.get(campaignId);
    if (!credit) {
      credit = { orders: 0, revenue: 0 };
      credits.set(campaignId, credit);
    }
    credit.orders += sign * orders;
    credit.revenue += sign * revenue;
  }

  /** The whole order by one model. */
  addOrder(model: AttributionModel, campaignId: number | null, { revenue, sign }: Order): void {
    this.add(model, campaignId, { orders: ORDER_PARTS, revenue }, sign);
  }
}
