// What the orders of one visitor give to the visitor's touches.
import { METRIC } from '../../rollups/metric.ts';
import { isInside, type Visitor, type VisitorColumns } from '../counting/log-question.ts';
import { type LogEventType, type LogSubject, RESTATED_ORDER } from '../format/log-event.ts';
import { ATTRIBUTION_MODELS, type AttributionQuestion, ORDER_PARTS } from './attribution-question.ts';
import { type CreditTally, NOTHING, type Order, type Touch } from './credit-tally.ts';
import { creditManyOrders } from './many-orders.ts';
import { compareTouched } from './touch-order.ts';

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
  const orders: Order[] = [];
  const conversions: Order[] = [];
  for (let place = first; place < end; place++) {
    const { credited } = meanings[places[place]!]!;
    if (!credited || !isInside(days[place]!, window)) continue;
    const revenue = revenues[place]!;
    // See `RESTATED_ORDER`.
    const sign = credited.type === RESTATED_ORDER && revenue <= 0 ? -1 : 1;
    const order: Order = { day: days[place]!, time: times[place]!, sign, revenue: Math.abs(revenue) };
    const isConversion = credited.type === METRIC.conversions;
    if (values) (isConversion ? tallies.conversions : tallies.orders).stored.addOrder(credited.own, order);
    (isConversion ? conversions : orders).push(order);
  }
  // Nobody's events are no touches.
  const touches = isNobody ? { ...columns, end: first } : columns;
  if (orders.length > 0) credit(tallies.orders, orders, touches, creditDays);
  if (conversions.length > 0) credit(tallies.conversions, conversions, touches, creditDays);
}

function credit(tally: CreditTally, orders: readonly Order[], touches: TouchColumns, creditDays: number): void {
  if (orders.length * (touches.end - touches.first) <= COMPARED_MAX) creditOrders(tally, orders, touches, creditDays);
  else creditManyOrders(tally, orders, touchesOf(touches, tally), creditDays);
}

/** The plain form: compares each order with all events. */
export function creditOrders(
  tally: CreditTally,
  orders: readonly Order[],
  events: TouchColumns,
  creditDays: number,
): void {
  const { first: firstEvent, end, days, times, places, meanings } = events;
  for (const order of orders) {
    const { day: ofOrder, time: until, revenue, sign } = order;
    let [first, last] = [-1, -1];
    let [lastTime, lastTarget] = [0, NOTHING];
    const targets: number[] = [];
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
      if (!targets.includes(target)) targets.push(target);
    }
    if (first < 0) {
      for (const model of ATTRIBUTION_MODELS) tally[model].addOrder(NOTHING, order);
      continue;
    }
    tally.last.addOrder(meanings[places[last]!]!.target, order);
    tally.first.addOrder(meanings[places[first]!]!.target, order);
    if (targets.length > 1) targets.sort((a, b) => tally.targets.compare(a, b));
    for (let place = 0; place < targets.length; place++) {
      tally.any.addOrder(targets[place]!, order);
      const parts = partOf(ORDER_PARTS, targets.length, place);
      tally.linear.add(targets[place]!, sign * parts, sign * partOf(revenue, targets.length, place));
    }
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

function partOf(whole: number, count: number, place: number): number {
  return Math.floor(whole / count) + (place < whole % count ? 1 : 0);
}
