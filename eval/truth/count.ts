// Plain counting over lists of events: one loop or one set for each word of docs/definitions.md.
import type { Dimension, PlainEvent } from './plain-events.ts';
import { dayAfter } from './windows.ts';

type Events = readonly PlainEvent[];

export function total(events: Events, type: string): number {
  return events.filter((event) => event.type === type).length;
}

/** Different visitors with such an event. */
export function unique(events: Events, type: string): number {
  return visitorsOf(events, type).size;
}

export function visitorsOf(events: Events, type: string): Set<string> {
  return new Set(events.filter((event) => event.type === type).map(({ visitor }) => visitor));
}

/** In percent of the visitors; orders are counted each. */
export function rate(events: Events, type: string): number {
  const part = type === 'order' ? total(events, type) : unique(events, type);
  return percent(part, unique(events, 'view'));
}

export function orders(events: Events): number {
  return total(events, 'order');
}

export function revenue(events: Events): number {
  return events.filter(({ type }) => type === 'order').reduce((sum, { cents }) => sum + cents, 0) / 100;
}

export function averageOrder(events: Events): number {
  return orders(events) === 0 ? 0 : revenue(events) / orders(events);
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

export function change(now: number, before: number): number {
  return (now / before - 1) * 100;
}

export function withVisit(events: Events, values: Readonly<Partial<Record<Dimension, string>>>): PlainEvent[] {
  const wanted = Object.entries(values) as [Dimension, string][];
  return events.filter(({ visit }) => wanted.every(([dimension, value]) => visit[dimension] === value));
}

export function by<Key>(events: Events, key: (event: PlainEvent) => Key): Map<Key, PlainEvent[]> {
  return Map.groupBy(events, key);
}

/** The key with the largest value. */
export function most<Key, Item>(items: ReadonlyMap<Key, Item>, value: (item: Item, key: Key) => number): Key {
  return ranked(items, value)[0]!;
}

/** Keys, the largest value first. */
export function ranked<Key, Item>(items: ReadonlyMap<Key, Item>, value: (item: Item, key: Key) => number): Key[] {
  const values = [...items].map(([key, item]) => ({ key, value: value(item, key) }));
  return values.sort((one, other) => other.value - one.value).map(({ key }) => key);
}

/** How many visitors reach each step: in this order, each with an event of its own, the last at most `withinMs` after the first. */
export function funnel(events: Events, steps: readonly ((event: PlainEvent) => boolean)[], withinMs: number): number[] {
  const reached = new Array<number>(steps.length).fill(0);
  for (const own of by(events, ({ visitor }) => visitor).values()) {
    const sorted = own.toSorted((one, other) => one.atMs - other.atMs);
    const furthest = Math.max(...sorted.map((_, start) => stepsFrom(sorted, start, steps, withinMs)));
    for (let step = 0; step < furthest; step++) reached[step]! += 1;
  }
  return reached;
}

function stepsFrom(
  sorted: Events,
  start: number,
  steps: readonly ((event: PlainEvent) => boolean)[],
  withinMs: number,
): number {
  const taken = new Set<PlainEvent>();
  let atMs = sorted[start]!.atMs;
  const endMs = atMs + withinMs;
  if (!steps[0]!(sorted[start]!)) return 0;
  taken.add(sorted[start]!);
  for (const [index, step] of steps.entries()) {
    if (index === 0) continue;
    const next = sorted.find((event) => event.atMs >= atMs && event.atMs <= endMs && !taken.has(event) && step(event));
    if (!next) return index;
    taken.add(next);
    atMs = next.atMs;
  }
  return steps.length;
}

/** Revenue of each campaign, if the one gets an order that its visitor converted on last, at most `days` days before its day. */
export function revenueByLastTouch(
  orderEvents: Events,
  touches: Events,
  days: number,
): Map<number | undefined, number> {
  const conversions = touches.filter(({ type }) => type === 'conversion');
  return sumsOfRevenue(ordersByLastTouch(orderEvents, conversions, days), (touch) => touch?.place.campaign);
}

const NO_TOUCHES = ['page_view', 'order', 'refunded'];

/** Revenue and number of the orders of each channel, if that of the visitor's last touch gets it. */
export function ordersByLastChannel(orderEvents: Events, events: Events, days: number) {
  const touches = events.filter(({ type }) => !NO_TOUCHES.includes(type));
  const byTouch = ordersByLastTouch(orderEvents, touches, days);
  const channelOf = (touch: PlainEvent | undefined) => touch?.visit.channel;
  return {
    revenue: sumsOfRevenue(byTouch, channelOf),
    orders: new Map(
      [...Map.groupBy(byTouch, ({ last }) => channelOf(last))].map(([name, some]) => [name, some.length]),
    ),
  };
}

interface TouchedOrder {
  readonly cents: number;
  /** undefined: there was none. */
  readonly last: PlainEvent | undefined;
}

function sumsOfRevenue<Key>(orderList: readonly TouchedOrder[], keyOf: (last: PlainEvent | undefined) => Key) {
  const credited = new Map<Key, number>();
  for (const { cents, last } of orderList) credited.set(keyOf(last), (credited.get(keyOf(last)) ?? 0) + cents / 100);
  return credited;
}

function ordersByLastTouch(orderEvents: Events, touches: Events, days: number): TouchedOrder[] {
  const touchesOf = by(touches, ({ visitor }) => visitor);
  return orderEvents
    .filter(({ type }) => type === 'order')
    .map(({ visitor, atMs, day, cents }) => {
      const before = (touchesOf.get(visitor) ?? []).filter((touch) => {
        return touch.atMs <= atMs && touch.day >= dayAfter(day, -days);
      });
      const last = before.reduce<PlainEvent | undefined>(
        (latest, touch) => (latest && latest.atMs > touch.atMs ? latest : touch),
        undefined,
      );
      return { cents, last };
    });
}

/** How many standard errors two shares are apart. */
export function standardErrorsApart(part: number, whole: number, otherPart: number, otherWhole: number): number {
  const pooled = (part + otherPart) / (whole + otherWhole);
  return (otherPart / otherWhole - part / whole) / Math.sqrt(pooled * (1 - pooled) * (1 / whole + 1 / otherWhole));
}
