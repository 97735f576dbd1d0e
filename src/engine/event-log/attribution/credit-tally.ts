// What campaigns or values get of orders, while orders are credited one after the other.
import {
  CREDIT_NAMES,
  type Credit,
  type CreditName,
  type CreditsByName,
  ORDER_PARTS,
  type Touched,
} from './attribution-question.ts';
import { compareIdsOrTexts } from './touch-order.ts';

/** What can be touched, campaigns or values, by numbers from 1 on: sums are added to arrays. */
export class Targets {
  readonly #touched: (Touched | null)[] = [null];
  readonly #numbers = new Map<Touched | null, number>([[null, NOTHING]]);

  numberOf(touched: Touched | null): number {
    let number = this.#numbers.get(touched);
    if (number === undefined) {
      number = this.#touched.push(touched) - 1;
      this.#numbers.set(touched, number);
    }
    return number;
  }

  touchedOf(target: number): Touched | null {
    return this.#touched[target]!;
  }

  /** Which one comes first, of targets but `NOTHING`. */
  compare(a: number, b: number): number {
    return compareIdsOrTexts(this.#touched[a]!, this.#touched[b]!);
  }
}

/** The number of no target: an order without touches. */
export const NOTHING = 0;

export interface Touch {
  readonly day: number;
  /** The time in seconds since 1970. */
  readonly time: number;
  readonly target: number;
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
  readonly targets: Targets;
  readonly #sums = Object.fromEntries(CREDIT_NAMES.map((name) => [name, { orders: [], revenue: [] }])) as unknown as {
    readonly [name in CreditName]: { readonly orders: number[]; readonly revenue: number[] };
  };

  constructor(targets: Targets) {
    this.targets = targets;
  }

  /** Only of targets to which something was added. */
  get credits(): CreditsByName {
    return Object.fromEntries(
      CREDIT_NAMES.map((name) => {
        const credits = new Map<Touched | null, Credit>();
        const { orders, revenue } = this.#sums[name];
        orders.forEach((sum, target) => {
          credits.set(this.targets.touchedOf(target), { orders: sum, revenue: revenue[target]! });
        });
        return [name, credits];
      }),
    ) as unknown as CreditsByName;
  }

  add(name: CreditName, target: number, orders: number, revenue: number): void {
    const sums = this.#sums[name];
    sums.orders[target] = (sums.orders[target] ?? 0) + orders;
    sums.revenue[target] = (sums.revenue[target] ?? 0) + revenue;
  }

  addOrder(name: CreditName, target: number, { revenue, sign }: Order): void {
    this.add(name, target, sign * ORDER_PARTS, sign * revenue);
  }
}
