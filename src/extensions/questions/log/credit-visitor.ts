// What the orders of one visitor give to the visitor's touches.

import { isInside, type Visitor, type VisitorColumns } from '../../../core/engine/event-log/counting/log-question.ts';
import { compareTouched } from '../../../core/engine/event-log/counting/touch-order.ts';
import { type LogEventType, type LogSubject, RESTATED_ORDER } from '../../../core/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../core/engine/rollups/metric.ts';
import { type AttributionQuestion, ORDER_PARTS } from './attribution-question.ts';
import { type CreditTally, NOTHING, type Order, type Touch } from './credit-tally.ts';
import { creditManyOrders } from './many-orders.ts';

/** What an event is to attribution: a touch, something that touches get the credit for, or both. */
export interface Meaning {
  /** What it touches; `NOTHING`: it is no touch. */
  readonly target: number;
  /** Where a campaign is touched; undefined: values are touched. */
  readonly subject: LogSubject | undefined;
  readonly credited: Credited | undefined;
}

interface Credited {
  readonly type: LogEventType;
  /** `NOTHING`: it has no value of its own. */
  readonly own: number;
}

/** The events of a visitor, some of which are touches, in the order of time. */
export type TouchColumns = Omit<VisitorColumns<Pick<Meaning, 'target' | 'subject'>>, 'revenues'>;

export interface Tallies {
  readonly orders: CreditTally;
  readonly conversions: CreditTally;
}

/** More comparisons of orders with events take longer than the way of `creditManyOrders`. */
const COMPARED_MAX = 1_000;

export function creditVisitor(
  tallies: Tallies,
  { isNobody, columns }: Visitor<Meaning>,
  { window, creditDays, values }: AttributionQuestion,
): void {
  const { first, end, days, times, revenues, places, meanings } = columns;
  // Most visitors have one order: a list that grows from nothing would have room for many.
  let orders: TalliedOrder[] | undefined;
  for (let place = first; place < end; place++) {
    const { credited } = meanings[places[place]!]!;
    if (!credited || !isInside(days[place]!, window)) continue;
    const revenue = revenues[place]!;
    // See `RESTATED_ORDER`.
    const sign = credited.type === RESTATED_ORDER && revenue <= 0 ? -1 : 1;
    const tally = credited.type === METRIC.conversions ? tallies.conversions : tallies.orders;
    const order: TalliedOrder = { day: days[place]!, time: times[place]!, sign, revenue: Math.abs(revenue), tally };
    if (values) tally.stored.addOrder(credited.own, order);
    if (orders) orders.push(order);
    else orders = [order];
  }
  // Nobody's events are no touches.
  if (orders) credit(orders, isNobody ? { ...columns, end: first } : columns, creditDays);
}

/** An order, and the tally that it is credited in. */
interface TalliedOrder extends Order {
  readonly tally: CreditTally;
}

function credit(orders: readonly TalliedOrder[], touches: TouchColumns, creditDays: number): void {
  if (orders.length * (touches.end - touches.first) <= COMPARED_MAX) {
    for (const order of orders) creditOrder(order.tally, order, touches, creditDays);
    return;
  }
  for (const [tally, own] of Map.groupBy(orders, (order) => order.tally)) {
    creditManyOrders(tally, own, touchesOf(touches, tally), creditDays);
  }
}

/** The plain form: compares the order with all events. */
export function creditOrder(tally: CreditTally, order: Order, events: TouchColumns, creditDays: number): void {
  const { first: firstEvent, end, days, times, places, meanings } = events;
  const { day: ofOrder, time: until } = order;
  let [first, last] = [-1, -1];
  let [lastTime, lastTarget] = [0, NOTHING];
  let targets: number[] | undefined;
  for (let place = firstEvent; place < end; place++) {
    const time = times[place]!;
    if (time > until) break;
    const { target } = meanings[places[place]!]!;
    if (target === NOTHING || days[place]! < ofOrder - creditDays) continue;
    if (first < 0 || (time === times[first] && isInFront(place, first, events, tally))) first = place;
    if (last < 0 || time > lastTime || isInFront(place, last, events, tally)) last = place;
    lastTime = time;
    if (target === lastTarget) continue;
    lastTarget = target;
    if (!targets) targets = [target];
    else if (!targets.includes(target)) targets.push(target);
  }
  if (!targets || targets.length === 1) {
    tally.addOrderToAll(targets?.[0] ?? NOTHING, order);
    return;
  }
  tally.last.addOrder(meanings[places[last]!]!.target, order);
  tally.first.addOrder(meanings[places[first]!]!.target, order);
  creditTogether(tally, targets, order);
}

/** By the models in which all that was touched gets something of an order. */
function creditTogether({ any, linear, targets: all }: CreditTally, targets: number[], order: Order): void {
  const { revenue, sign } = order;
  const count = targets.length;
  const parts = Math.floor(ORDER_PARTS / count);
  const amount = Math.floor(revenue / count);
  const moreParts = ORDER_PARTS - parts * count;
  const moreAmount = revenue - amount * count;
  if (moreParts > 0 || moreAmount > 0) targets.sort((a, b) => all.compare(a, b));
  for (let place = 0; place < count; place++) {
    const target = targets[place]!;
    any.addOrder(target, order);
    linear.add(target, sign * (parts + Number(place < moreParts)), sign * (amount + Number(place < moreAmount)));
  }
}

/** Whether the first one of two touches in the same second gets the credit. */
function isInFront(a: number, b: number, { places, meanings }: TouchColumns, tally: CreditTally): boolean {
  return compareInSecond(meanings[places[a]!]!, meanings[places[b]!]!, tally) < 0;
}

type MeantTouch = Pick<Meaning, 'target' | 'subject'>;

/** The one that gets the credit comes first. */
function compareInSecond(a: MeantTouch, b: MeantTouch, { targets }: CreditTally): number {
  return a.subject && b.subject ? compareTouched(a.subject, b.subject) : targets.compare(a.target, b.target);
}

/** Touches come in the order of time; of several in a second, the one that gets the credit comes first. */
function touchesOf({ first, end, days, times, places, meanings }: TouchColumns, tally: CreditTally): Touch[] {
  const touches: (Touch & MeantTouch)[] = [];
  for (let place = first; place < end; place++) {
    const { target, subject } = meanings[places[place]!]!;
    if (target !== NOTHING) touches.push({ target, subject, day: days[place]!, time: times[place]! });
  }
  return touches.sort((a, b) => a.time - b.time || compareInSecond(a, b, tally));
}
