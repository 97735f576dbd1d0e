// What campaigns or values get of orders, while orders are credited one after the other.
import type { SubjectReference } from '../../catalog/subject.ts';
import {
  CREDIT_NAMES,
  type CreditName,
  type CreditsByName,
  ORDER_PARTS,
  type Touched,
} from './attribution-question.ts';

export interface Touch {
  readonly day: number;
  /** The time in seconds since 1970. */
  readonly time: number;
  readonly subject: SubjectReference;
  readonly touched: Touched;
}

/** Or a conversion, which is credited as an order without revenue. */
export interface Order {
  readonly day: number;
  readonly time: number;
  readonly revenue: number;
  /** -1: it takes an order of the same visitor and second back. Its touches are the same ones, so its credits cancel those of the order. */
  readonly sign: 1 | -1;
}

export class CreditTally {
  readonly #credits = Object.fromEntries(CREDIT_NAMES.map((name) => [name, new Map()])) as Record<
    CreditName,
    Map<Touched | null, { orders: number; revenue: number }>
  >;

  get credits(): CreditsByName {
    return this.#credits;
  }

  add(name: CreditName, touched: Touched | null, orders: number, revenue: number): void {
    const credits = this.#credits[name];
    let credit = credits.get(touched);
    if (!credit) {
      credit = { orders: 0, revenue: 0 };
      credits.set(touched, credit);
    }
    credit.orders += orders;
    credit.revenue += revenue;
  }

  addOrder(name: CreditName, touched: Touched | null, { revenue, sign }: Order): void {
    this.add(name, touched, sign * ORDER_PARTS, sign * revenue);
  }
}
