/**
 * Attribution: which campaigns, or which values of a dimension, a visitor had touched before an order, and what each of them gets of it by
 * several models at once. Conversions are credited in the same way, if they are asked for.
 *
 * Of several touches in the same second, the first one by `compareTouched` is the first and the last one: the answer does not depend on
 * which runs the events are in, and `last` credits an order as it was credited when it came, unless a touch came later. Of values, it is
 * the first one by text. Equal parts of an order are whole 1/10,000: what is left by the division goes to the campaigns with the smallest
 * ids, or to the first values by text, one each, so that the parts add up to the order. Nobody's events are no touches: nobody's orders are
 * credited to nothing.
 */
import { NO_VALUE, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import { scaleToTotal } from '../../../foundation/statistics/scale-shares.ts';
import { SUBJECT_KIND } from '../../catalog/subject.ts';
import type { Counts } from '../../rollups/counts.ts';
import { METRIC } from '../../rollups/metric.ts';
import {
  campaignShown,
  EARLIER_ON_LATER_DAYS_MAX,
  type EventKind,
  isInside,
  type LogEvents,
  type LogQuestion,
  type NeededVisitors,
  type Visitor,
  type VisitorEvent,
} from '../counting/log-question.ts';
import { type LogEventType, RESTATED_ORDER } from '../format/log-event.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionAnswer,
  type AttributionQuestion,
  CREDIT_NAMES,
  type Credit,
  type CreditedValues,
  type CreditName,
  type Credits,
  type CreditsByName,
  ORDER_PARTS,
  type Touched,
} from './attribution-question.ts';
import { CreditTally, type Order, type Touch } from './credit-tally.ts';
import { creditManyOrders } from './many-orders.ts';
import { compareIdsOrTexts, compareTouched } from './touch-order.ts';

/** What an event is to attribution: a touch, something that touches get the credit for, or both. */
interface Meaning {
  readonly touch: Pick<Touch, 'touched' | 'subject'> | undefined;
  readonly credited: Credited | undefined;
}

interface Credited {
  readonly type: LogEventType;
  readonly own: Touched | null;
}

/**
 * The credits of all models but `any` add up to the orders, the revenue and the conversions that the rollups have of the website, also
 * those of a sample; and those of `any` are scaled by the same factor.
 */
export function attribution(asked: AttributionQuestion): LogQuestion<AttributionAnswer, AttributionAnswer> {
  const { window, touchesFrom, values } = asked;
  return {
    reads: {
      windows: [{ firstDay: touchesFrom, lastDay: window.lastDay + EARLIER_ON_LATER_DAYS_MAX }],
      dimensions: values ? [values.by] : [],
      needsTimes: true,
    },
    count: (log) => ({ ...countCredits(log, asked), sampled: log.sampled }),
    rollups: (_, websiteId) => [
      { websiteId, kind: SUBJECT_KIND.website, subjectIds: [websiteId], windows: [window], countType: 'total' },
    ],
    answer({ credits, conversions, sampled }, [rollups]) {
      const [[whole]] = [...rollups!.values()] as [[Counts]];
      const scaled = (counted: CreditsByName, total: Credit) => {
        const scale = scaledTo(total, sumOf(counted.last));
        const isAsked = (name: CreditName) => name !== 'stored' || values !== undefined;
        return byName((name) => (isAsked(name) ? scale(counted[name], name) : counted[name]));
      };
      return {
        credits: scaled(credits, { orders: whole.orders * ORDER_PARTS, revenue: whole.revenue }),
        conversions: asked.withConversions
          ? scaled(conversions, { orders: whole.conversions * ORDER_PARTS, revenue: 0 })
          : conversions,
        sampled,
      };
    },
  };
}

function byName(creditsOf: (name: CreditName) => Credits): CreditsByName {
  return Object.fromEntries(CREDIT_NAMES.map((name) => [name, creditsOf(name)])) as Record<CreditName, Credits>;
}

type CountedCredits = Pick<AttributionAnswer, 'credits' | 'conversions'>;

function countCredits(log: LogEvents, asked: AttributionQuestion): CountedCredits {
  const counted = tallyCredits(log, asked);
  const shown = asked.values && shownValues(counted, asked.values);
  if (!shown) return counted;
  // An order with touches of several of the other values is one order of `(other)`: so these are counted again, together.
  const together = tallyCredits(log, asked, shown);
  const grouped = (of: keyof CountedCredits) =>
    byName((name) => (name === 'any' ? together[of].any : withOthers(counted[of][name], shown)));
  return { credits: grouped('credits'), conversions: grouped('conversions') };
}

/** `shown`: all other values are `(other)`. */
function tallyCredits(log: LogEvents, asked: AttributionQuestion, shown?: ReadonlySet<Touched>): CountedCredits {
  const [orders, conversions] = [new CreditTally(), new CreditTally()];
  const needed: NeededVisitors<Meaning> = {
    types: [METRIC.orders, RESTATED_ORDER, ...(asked.withConversions ? [METRIC.conversions] : [])],
    isNeededFor: ({ credited }) => credited !== undefined,
    days: { before: asked.creditDays, after: EARLIER_ON_LATER_DAYS_MAX },
  };
  log
    .visitors((kind) => meaningOf(kind, asked, shown), { needed })
    .each((visitor) => countVisitor({ orders, conversions }, visitor, asked));
  return { credits: orders.credits, conversions: conversions.credits };
}

/** undefined: there are not more than may be shown. */
function shownValues(
  { credits, conversions }: CountedCredits,
  { valuesMax, rankedBy, alwaysShown = [] }: CreditedValues,
): ReadonlySet<Touched> | undefined {
  // Nothing is left of a value whose orders were all taken back.
  const isLeft = (own: Credits) => [...own].flatMap(([value, { orders }]) => (orders ? [value] : []));
  const all = new Set(
    [credits, conversions].flatMap((counted) => CREDIT_NAMES.flatMap((name) => isLeft(counted[name]))),
  );
  const values = [...all].filter((value) => value !== null && value !== OTHER_VALUES) as string[];
  if (values.length <= valuesMax) return undefined;
  const compare = (name: CreditName, a: string, b: string) =>
    (credits[name].get(b)?.revenue ?? 0) - (credits[name].get(a)?.revenue ?? 0);
  const compareConversions = (name: CreditName, a: string, b: string) =>
    (conversions[name].get(b)?.orders ?? 0) - (conversions[name].get(a)?.orders ?? 0);
  values.sort(
    (a, b) =>
      compare(rankedBy, a, b) ||
      compare('stored', a, b) ||
      compareConversions(rankedBy, a, b) ||
      compareConversions('stored', a, b) ||
      compareIdsOrTexts(a, b),
  );
  return new Set([...values.slice(0, valuesMax), ...alwaysShown]);
}

function withOthers(credits: Credits, shown: ReadonlySet<Touched>): Credits {
  const grouped = new Map<Touched | null, Credit>();
  for (const [value, credit] of credits) {
    const name = value === null || shown.has(value) ? value : OTHER_VALUES;
    const { orders, revenue } = grouped.get(name) ?? { orders: 0, revenue: 0 };
    grouped.set(name, { orders: orders + credit.orders, revenue: revenue + credit.revenue });
  }
  return grouped;
}

function meaningOf(
  kind: EventKind,
  { touchTypes, values, withConversions }: AttributionQuestion,
  shown?: ReadonlySet<Touched>,
): Meaning | undefined {
  const { type, subject } = kind;
  const isOrder = type === METRIC.orders || type === RESTATED_ORDER;
  const isCredited = isOrder || (type === METRIC.conversions && withConversions);
  const isTouch = touchTypes.includes(type);
  if (!isCredited && !isTouch) return undefined;
  const keptValue = ({ by }: CreditedValues) => {
    const value = kind.valueOf(by);
    if (value === NO_VALUE) return null;
    return shown && !shown.has(value) ? OTHER_VALUES : value;
  };
  const own = values ? keptValue(values) : null;
  const touched = values ? own : campaignShown(subject);
  const touch = isTouch && touched !== null ? { touched, subject } : undefined;
  const credited = isCredited ? { type, own } : undefined;
  return touch || credited ? { touch, credited } : undefined;
}

/** More comparisons of orders with touches take longer than the way of `creditManyOrders`. */
const COMPARED_MAX = 1_000;

interface Tallies {
  readonly orders: CreditTally;
  readonly conversions: CreditTally;
}

function countVisitor(
  tallies: Tallies,
  { isNobody, events }: Visitor<Meaning>,
  { window, creditDays, values }: AttributionQuestion,
): void {
  const credited = { orders: [] as Order[], conversions: [] as Order[] };
  for (const { day, time, revenue, meaning } of events) {
    if (!meaning.credited || !isInside(day, window)) continue;
    const { type, own } = meaning.credited;
    // See `RESTATED_ORDER`.
    const sign = type === RESTATED_ORDER && revenue <= 0 ? -1 : 1;
    const order: Order = { day, time, sign, revenue: Math.abs(revenue) };
    const name = type === METRIC.conversions ? 'conversions' : 'orders';
    credited[name].push(order);
    if (values) tallies[name].addOrder('stored', own, order);
  }
  // Most visitors have none.
  if (credited.orders.length + credited.conversions.length === 0) return;
  const touches = isNobody ? [] : touchesOf(events, values !== undefined);
  for (const name of ['orders', 'conversions'] as const) {
    const orders = credited[name];
    if (orders.length === 0) continue;
    const credit = orders.length * touches.length > COMPARED_MAX ? creditManyOrders : creditOrders;
    credit(tallies[name], orders, touches, creditDays);
  }
}

/** Touches come in the order of time; of several in a second, the one that gets the credit comes first. */
function touchesOf(events: readonly VisitorEvent<Meaning>[], areValues: boolean): Touch[] {
  const touches: Touch[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let hasTies = false;
  for (const { day, time, meaning } of events) {
    if (!meaning.touch) continue;
    hasTies ||= time === last;
    last = time;
    touches.push({ day, time, subject: meaning.touch.subject, touched: meaning.touch.touched });
  }
  if (!hasTies) return touches;
  const compareInSecond = (a: Touch, b: Touch) =>
    areValues ? compareIdsOrTexts(a.touched, b.touched) : compareTouched(a.subject, b.subject);
  return touches.sort((a, b) => a.time - b.time || compareInSecond(a, b));
}

/** The plain form. Touches are in the order of time; of several in a second, the one that gets the credit comes first. */
export function creditOrders(
  tally: CreditTally,
  orders: readonly Order[],
  touches: readonly Touch[],
  creditDays: number,
): void {
  for (const order of orders) {
    const { day: ofOrder, time: until, revenue, sign } = order;
    let first: Touch | undefined;
    let last: Touch | undefined;
    const touched: Touched[] = [];
    for (const touch of touches) {
      if (touch.time > until) break;
      if (touch.day < ofOrder - creditDays) continue;
      first ??= touch;
      if (!last || touch.time > last.time) last = touch;
      if (!touched.includes(touch.touched)) touched.push(touch.touched);
    }
    if (!first || !last) {
      for (const model of ATTRIBUTION_MODELS) tally.addOrder(model, null, order);
      continue;
    }
    tally.addOrder('last', last.touched, order);
    tally.addOrder('first', first.touched, order);
    if (touched.length > 1) touched.sort(compareIdsOrTexts);
    for (let place = 0; place < touched.length; place++) {
      tally.addOrder('any', touched[place]!, order);
      const parts = partOf(ORDER_PARTS, touched.length, place);
      tally.add('linear', touched[place]!, sign * parts, sign * partOf(revenue, touched.length, place));
    }
  }
}

function partOf(whole: number, count: number, place: number): number {
  return Math.floor(whole / count) + (place < whole % count ? 1 : 0);
}

function sumOf(credits: Credits): Credit {
  let [orders, revenue] = [0, 0];
  for (const credit of credits.values()) {
    orders += credit.orders;
    revenue += credit.revenue;
  }
  return { orders, revenue };
}

function scaledTo(whole: Credit, counted: Credit) {
  return (credits: Credits, creditName: CreditName): Credits => {
    const hasNegative = [...credits.values()].some(({ orders, revenue }) => orders < 0 || revenue < 0);
    if (whole.orders === counted.orders && whole.revenue === counted.revenue && !hasNegative) return credits;
    // Nothing is known about orders that the log does not have.
    const all = [...new Set([...credits.keys(), null])];
    const scaled = (name: keyof Credit, unit: number) => {
      // Less than 0: the value of an order was given up for `(other)`, and a refund of it still has the value.
      const numbers = all.map((touched) => Math.max(0, credits.get(touched)?.[name] ?? 0) / unit);
      if (creditName === 'any')
        return numbers.map((number) => Math.round((number * whole[name]) / (counted[name] || 1)) * unit);
      const parts =
        scaleToTotal(numbers, whole[name] / unit) ?? all.map((touched) => (touched === null ? whole[name] / unit : 0));
      return parts.map((part) => part * unit);
    };
    // Only equal parts are fractions of orders.
    const orders = scaled('orders', creditName === 'linear' ? 1 : ORDER_PARTS);
    const revenue = scaled('revenue', 1);
    return new Map(all.map((touched, index) => [touched, { orders: orders[index]!, revenue: revenue[index]! }]));
  };
}
