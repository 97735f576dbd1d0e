/**
 * Attribution: which campaigns a visitor had touched before an order, and what each of them gets of it by several models at once.
 *
 * Of several touches in the same second, the first one by `compareTouched` is the first and the last one: the answer does not depend on
 * which runs the events are in, and `last` credits an order as it was credited when it came, unless a touch came later. Equal parts of an
 * order are whole 1/10,000: what is left by the division goes to the campaigns with the smallest ids, one each, so that the parts add up to
 * the order. Nobody's events are no touches: nobody's orders are credited to nothing.
 */
import { scaleToTotal } from '../../../foundation/statistics/scale-shares.ts';
import { SUBJECT_KIND } from '../../catalog/subject.ts';
import type { Counts } from '../../rollups/counts.ts';
import { METRIC } from '../../rollups/metric.ts';
import { type EventKind, isInside, type LogQuestion, type Visitor } from '../counting/log-question.ts';
import { type LogSubject, RESTATED_ORDER } from '../format/log-event.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionAnswer,
  type AttributionModel,
  type AttributionQuestion,
  type Credit,
  type Credits,
  ORDER_PARTS,
} from './attribution-question.ts';
import { CreditTally, type Order, type Touch } from './credit-tally.ts';
import { compareTouched } from './touch-order.ts';
import { creditManyOrders } from './touched-campaigns.ts';

/** What an event is to attribution: a touch of something that belongs to a campaign, or an order. */
type Meaning = { readonly campaignId: number; readonly subject: LogSubject } | { readonly isRestated: boolean };

/**
 * The credits of all models but `any` add up to the orders and the revenue that the rollups have of the website, also those of a sample;
 * and those of `any` are scaled by the same factor.
 */
export function attribution(asked: AttributionQuestion): LogQuestion<AttributionAnswer, AttributionAnswer> {
  const { window, touchesFrom } = asked;
  return {
    reads: { windows: [{ firstDay: touchesFrom, lastDay: window.lastDay }], dimensions: [], needsTimes: true },
    count(log) {
      const tally = new CreditTally();
      log.visitors((kind) => meaningOf(kind, asked)).each((visitor) => countVisitor(tally, visitor, asked));
      return { models: tally.models, sampled: log.sampled };
    },
    rollups: (_, websiteId) => [
      { websiteId, kind: SUBJECT_KIND.website, subjectIds: [websiteId], windows: [window], countType: 'total' },
    ],
    answer({ models, sampled }, [rollups]) {
      const [[whole]] = [...rollups!.values()] as [[Counts]];
      const scale = scaledTo({ orders: whole.orders * ORDER_PARTS, revenue: whole.revenue }, sumOf(models.last));
      const scaled = ATTRIBUTION_MODELS.map((model) => [model, scale(models[model], model)]);
      return { models: Object.fromEntries(scaled) as Record<AttributionModel, Credits>, sampled };
    },
  };
}

function meaningOf({ type, subject }: EventKind, { touchTypes }: AttributionQuestion): Meaning | undefined {
  if (type === METRIC.orders || type === RESTATED_ORDER) return { isRestated: type === RESTATED_ORDER };
  const campaignId = touchTypes.includes(type) ? touchedCampaign(subject) : undefined;
  return campaignId === undefined ? undefined : { campaignId, subject };
}

/** A view of a later step is a touch, too, although it is no view of the campaign. Who was shown nothing has touched nothing. */
function touchedCampaign(subject: LogSubject): number | undefined {
  for (let place: LogSubject | null = subject; place; place = place.parent) {
    if (place.isHoldout) return undefined;
    if (place.kind === SUBJECT_KIND.campaign) return place.id;
  }
  return undefined;
}

/** More comparisons of orders with touches take longer than the way of `creditManyOrders`. */
const COMPARED_MAX = 1_000;

function countVisitor(
  tally: CreditTally,
  { isNobody, events }: Visitor<Meaning>,
  { window, creditDays }: AttributionQuestion,
): void {
  const orders: Order[] = [];
  for (const { day, time, revenue, meaning } of events) {
    if ('campaignId' in meaning || !isInside(day, window)) continue;
    // See `RESTATED_ORDER`.
    const sign = meaning.isRestated && revenue <= 0 ? -1 : 1;
    orders.push({ day, time, sign, revenue: Math.abs(revenue) });
  }
  // Most visitors have none.
  if (orders.length === 0) return;
  const touches: Touch[] = [];
  for (const { day, time, meaning } of isNobody ? [] : events) {
    if ('campaignId' in meaning) touches.push({ day, time, ...meaning });
  }
  touches.sort((a, b) => a.time - b.time || compareTouched(a.subject, b.subject));
  const credit = orders.length * touches.length > COMPARED_MAX ? creditManyOrders : creditOrders;
  credit(tally, orders, touches, creditDays);
}

/** The plain form. Touches are in the order of time, then of `compareTouched`. */
export function creditOrders(
  tally: CreditTally,
  orders: readonly Order[],
  touches: readonly Touch[],
  creditDays: number,
): void {
  for (const order of orders) {
    const before = touches.filter(({ day, time }) => time <= order.time && day >= order.day - creditDays);
    const [first] = before;
    if (!first) {
      for (const model of ATTRIBUTION_MODELS) tally.addOrder(model, null, order);
      continue;
    }
    const last = before.find(({ time }) => time === before.at(-1)!.time)!;
    tally.addOrder('last', last.campaignId, order);
    tally.addOrder('first', first.campaignId, order);
    const ids = [...new Set(before.map(({ campaignId }) => campaignId))].sort((a, b) => a - b);
    for (const [place, id] of ids.entries()) {
      const part = (whole: number) => Math.floor(whole / ids.length) + (place < whole % ids.length ? 1 : 0);
      tally.addOrder('any', id, order);
      tally.add('linear', id, { orders: part(ORDER_PARTS), revenue: part(order.revenue) }, order.sign);
    }
  }
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
  return (credits: Credits, model: AttributionModel): Credits => {
    if (whole.orders === counted.orders && whole.revenue === counted.revenue) return credits;
    // No touches are known of orders that the log does not have.
    const ids = [...new Set([...credits.keys(), null])];
    const scaled = (name: keyof Credit, unit: number) => {
      const numbers = ids.map((id) => (credits.get(id)?.[name] ?? 0) / unit);
      if (model === 'any')
        return numbers.map((number) => Math.round((number * whole[name]) / (counted[name] || 1)) * unit);
      const parts =
        scaleToTotal(numbers, whole[name] / unit) ?? ids.map((id) => (id === null ? whole[name] / unit : 0));
      return parts.map((part) => part * unit);
    };
    // Only equal parts are fractions of orders.
    const orders = scaled('orders', model === 'linear' ? 1 : ORDER_PARTS);
    const revenue = scaled('revenue', 1);
    return new Map(ids.map((id, index) => [id, { orders: orders[index]!, revenue: revenue[index]! }]));
  };
}
