// What campaigns or values get of orders, while orders are credited one after the other.
import {
  CREDIT_NAMES,
  type Credit,
  type CreditName,
  type Credits,
  type CreditsByName,
  compareIdsOrTexts,
  ORDER_PARTS,
  type Touched,
} from './attribution-question.ts';

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

  /** `NOTHING` is one of them. */
  get count(): number {
    return this.#touched.length;
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
  readonly #orders: Float64Array;
  readonly #revenue: Float64Array;
  /** 1: something was added, although it may be nothing together. */
  readonly #isCredited: Uint8Array;

  constructor(targetCount: number) {
    this.#orders = new Float64Array(targetCount);
    this.#revenue = new Float64Array(targetCount);
    this.#isCredited = new Uint8Array(targetCount);
  }

  add(target: number, orders: number, revenue: number): void {
    this.#orders[target]! += orders;
    this.#revenue[target]! += revenue;
    this.#isCredited[target] = 1;
  }

  addOrder(target: number, { revenue, sign }: Order): void {
    this.add(target, sign * ORDER_PARTS, sign * revenue);
  }

  /** Has the targets to which something was added. */
  of(targets: Targets): Credits {
    const credits = new Map<Touched | null, Credit>();
    for (const [target, isCredited] of this.#isCredited.entries()) {
      if (isCredited === 0) continue;
      credits.set(targets.touchedOf(target), { orders: this.#orders[target]!, revenue: this.#revenue[target]! });
    }
    return credits;
  }
}

/** There are many orders, and finding one of several sums by its name takes longer than adding to it: each has a field. */
export class CreditTally implements Readonly<Record<CreditName, CreditSums>> {
  readonly targets: Targets;
  readonly stored: CreditSums;
  readonly last: CreditSums;
  readonly first: CreditSums;
  readonly linear: CreditSums;
  readonly any: CreditSums;

  /** All targets have their numbers. */
  constructor(targets: Targets) {
    const sums = () => new CreditSums(targets.count);
    this.targets = targets;
    this.stored = sums();
    this.last = sums();
    this.first = sums();
    this.linear = sums();
    this.any = sums();
  }

  /** The target gets the whole order by every model; by `stored`, an order counts for its own. */
  addOrderToAll(target: number, order: Order): void {
    this.last.addOrder(target, order);
    this.first.addOrder(target, order);
    this.linear.addOrder(target, order);
    this.any.addOrder(target, order);
  }

  get credits(): CreditsByName {
    return Object.fromEntries(CREDIT_NAMES.map((name) => [name, this[name].of(this.targets)])) as Record<
      CreditName,
      Credits
    >;
  }
}
