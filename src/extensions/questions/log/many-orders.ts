// What a visitor has touched within the days before an order, campaigns or values, and what these get of orders by the models `linear` and
// `any`. In the comments here, a target is either of them.
//
// A visitor can have any number of orders, and touch all campaigns of a website: going through the targets for each order would take
// hours. So the sums over all orders are kept, and a target gets the difference between the sums at its end and at its beginning. Equal
// parts differ by 1/10,000: what is left by the division goes to the first touched targets by `Targets.compare`. Which one is the last of
// them, and how often a target was one of them, are sums over places, which take a few steps each.
import { type Credit, ORDER_PARTS } from './attribution-question.ts';
import { type CreditTally, NOTHING, type Order, type Targets, type Touch } from './credit-tally.ts';

/** The same as `creditOrder` for each of them, for visitors with many orders and touches. Both are in the order of time. */
export function creditManyOrders(
  tally: CreditTally,
  orders: readonly Order[],
  touches: readonly Touch[],
  creditDays: number,
): void {
  if (daysOnlyGrow(orders) && daysOnlyGrow(touches)) {
    creditInOrder(tally, orders, touches, creditDays);
    return;
  }
  // The time zone of the website was changed, and a later event may be of an earlier day. The orders of one day have the same touches.
  for (const [day, ofDay] of Map.groupBy(orders, (order) => order.day)) {
    const within = touches.filter((touch) => touch.day >= day - creditDays);
    creditInOrder(tally, ofDay, within, Number.POSITIVE_INFINITY);
  }
}

function daysOnlyGrow(some: readonly { readonly day: number }[]): boolean {
  return some.every(({ day }, place) => place === 0 || day >= some[place - 1]!.day);
}

/**
 * The days of orders and of touches are in the order of time, too. So the touches that are within the days before an order are a part of
 * the list that only moves on: each touch enters and leaves it once.
 */
function creditInOrder(
  tally: CreditTally,
  orders: readonly Order[],
  touches: readonly Touch[],
  creditDays: number,
): void {
  const targets = new TouchedTargets(tally.targets, touches, (target, part, whole) => {
    tally.linear.add(target, part.orders, part.revenue);
    tally.any.add(target, whole.orders, whole.revenue);
  });
  let [start, end] = [0, 0];
  let lastTouch = 0;
  for (const order of orders) {
    for (; end < touches.length && touches[end]!.time <= order.time; end++) {
      if (end === 0 || touches[lastTouch]!.time < touches[end]!.time) lastTouch = end;
      targets.addTouch(touches[end]!.target);
    }
    for (; start < end && touches[start]!.day < order.day - creditDays; start++) {
      targets.removeTouch(touches[start]!.target);
    }
    if (start === end) {
      tally.addOrderToAll(NOTHING, order);
      continue;
    }
    tally.last.addOrder(touches[lastTouch]!.target, order);
    tally.first.addOrder(touches[start]!.target, order);
    targets.credit(order);
  }
  targets.end();
}

/** Sums over all orders up to now. */
interface Sums {
  /** How many orders, whatever their signs. */
  readonly credited: number;
  readonly linear: Credit;
  readonly any: Credit;
}

class TouchedTargets {
  readonly #targets: readonly number[];
  readonly #places: ReadonlyMap<number, number>;
  readonly #touches: Int32Array;
  /** 1 for each place that has touches. */
  readonly #touched: PlaceSums;
  /** The sign of each order, at the last place that gets one part more. */
  readonly #moreOrders: PlaceSums;
  readonly #moreRevenue: PlaceSums;
  /** What every touched target gets by `linear`, and by `any`. */
  #part = { orders: 0, revenue: 0 };
  #whole = { orders: 0, revenue: 0 };
  #credited = 0;
  readonly #begun: Sums[] = [];
  readonly #add: (target: number, linear: Credit, any: Credit) => void;

  /** `add` is called with what a target gets, when it has no touches any more. It may be called several times for a target. */
  constructor(all: Targets, touches: readonly Touch[], add: (target: number, linear: Credit, any: Credit) => void) {
    this.#targets = [...new Set(touches.map(({ target }) => target))].sort((a, b) => all.compare(a, b));
    this.#places = new Map(this.#targets.map((target, place) => [target, place]));
    this.#touches = new Int32Array(this.#targets.length);
    this.#touched = new PlaceSums(this.#targets.length);
    this.#moreOrders = new PlaceSums(this.#targets.length);
    this.#moreRevenue = new PlaceSums(this.#targets.length);
    this.#add = add;
  }

  addTouch(target: number): void {
    const place = this.#places.get(target)!;
    if (this.#touches[place]!++ > 0) return;
    this.#touched.add(place, 1);
    this.#begun[place] = this.#sumsOf(place);
  }

  removeTouch(target: number): void {
    const place = this.#places.get(target)!;
    if (--this.#touches[place]! > 0) return;
    this.#touched.add(place, -1);
    this.#end(place);
  }

  /** Some target must have touches. */
  credit({ revenue, sign }: Order): void {
    this.#credited++;
    this.#whole.orders += sign * ORDER_PARTS;
    this.#whole.revenue += sign * revenue;
    this.#part.orders += sign * this.#divide(ORDER_PARTS, this.#moreOrders, sign);
    this.#part.revenue += sign * this.#divide(revenue, this.#moreRevenue, sign);
  }

  /** Is called after the last order. */
  end(): void {
    for (const [place, touches] of this.#touches.entries()) if (touches > 0) this.#end(place);
  }

  #divide(amount: number, more: PlaceSums, sign: 1 | -1): number {
    const count = this.#touched.total;
    const rest = amount % count;
    if (rest > 0) more.add(this.#touched.placeOf(rest), sign);
    return Math.floor(amount / count);
  }

  #end(place: number): void {
    const [begin, end] = [this.#begun[place]!, this.#sumsOf(place)];
    if (end.credited === begin.credited) return;
    this.#add(this.#targets[place]!, difference(end.linear, begin.linear), difference(end.any, begin.any));
  }

  #sumsOf(place: number): Sums {
    const orders = this.#part.orders + this.#moreOrders.sumFrom(place);
    const revenue = this.#part.revenue + this.#moreRevenue.sumFrom(place);
    return { credited: this.#credited, linear: { orders, revenue }, any: { ...this.#whole } };
  }
}

function difference(a: Credit, b: Credit): Credit {
  return { orders: a.orders - b.orders, revenue: a.revenue - b.revenue };
}

/** A number for each place, and their sums: a Fenwick tree. */
class PlaceSums {
  total = 0;
  /** The number at `i`, from 1 on, is the sum of as many places up to it as the lowest bit of `i` says. */
  readonly #tree: Int32Array;

  constructor(length: number) {
    this.#tree = new Int32Array(length + 1);
  }

  add(place: number, number: number): void {
    const tree = this.#tree;
    this.total += number;
    for (let i = place + 1; i < tree.length; i += i & -i) tree[i]! += number;
  }

  /** The sum of this place and all later ones. */
  sumFrom(place: number): number {
    let sum = this.total;
    for (let i = place; i > 0; i -= i & -i) sum -= this.#tree[i]!;
    return sum;
  }

  /** The first place up to which the sum is at least so much. No number may be negative. */
  placeOf(sum: number): number {
    const tree = this.#tree;
    let place = 0;
    let left = sum;
    for (let step = 2 ** Math.floor(Math.log2(tree.length - 1)); step >= 1; step /= 2) {
      if (place + step >= tree.length || tree[place + step]! >= left) continue;
      place += step;
      left -= tree[place]!;
    }
    return place;
  }
}
