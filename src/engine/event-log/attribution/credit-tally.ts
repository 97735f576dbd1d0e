// What campaigns or values get of orders, while orders are credited one after the other.
import {
  CREDIT_NAMES,
  type Credit,
  type CreditName,
  type Credits,
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

/** What each target gets by one of the names. */
export class CreditSums {
  readonly #orders: number[] = [];
  readonly #revenue: number[] = [];

  add(target: number, orders: number, revenue: number): void {
    this.#orders[target] = (this.#orders[target] ?? 0) + orders;
    this.#revenue[target] = (this.#revenue[target] ?? 0) + revenue;
  }

  addOrder(target: number, { revenue, sign }: Order): void {
    this.add(target, sign * ORDER_PARTS, sign * revenue);
  }

  /** Has the targets to which something was added. */
  of(targets: Targets): Credits {
    const credits = new Map<Touched | null, Credit>();
    this.#orders.forEach((orders, target) => {
      credits.set(targets.touchedOf(target), { orders, revenue: this.#revenue[target]! });
    });
    return credits;
  }
}

/** There are many orders, and finding one of several sums by its name takes longer than adding to it: each has a field. */
export class CreditTally implements Readonly<Record<CreditName, CreditSums>> {
  readonly targets: Targets;
  readonly stored = new CreditSums();
  readonly last = new CreditSums();
  readonly first = new CreditSums();
  readonly linear = new CreditSums();
  readonly any = new CreditSums();

  constructor(targets: Targets) {
    this.targets = targets;
  }

  get credits(): CreditsByName {
    return Object.fromEntries(CREDIT_NAMES.map((name) => [name, this[name].of(this.targets)])) as Record<
      CreditName,
      Credits
    >;
  }
}
