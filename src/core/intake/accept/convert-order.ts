// Converts the amounts of an order from another currency into that of its website, at the exchange rate of its day. The amounts as sent are
// not kept, but the rate is: a refund is converted at the rate of its order, so that refunding all that was paid refunds all that was
// counted.
// Why: docs/decisions/events.md, "Orders are converted when they are accepted".
// Why: docs/decisions/events.md, "A refund is converted at the rate of its order".
import { convertAt } from '../../engine/catalog/exchange-rates.ts';
import type { WebsiteCatalog } from '../../engine/catalog/subject.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';
import { scaleToTotal } from '../../foundation/statistics/scale-shares.ts';
import { type AcceptedEvent, type Rejection, reject } from '../events/event.ts';
import type { AcceptedRefund, OrderPlace, OrderValue } from '../events/order.ts';
import { REVENUE_MAX } from '../events/revenue.ts';

/**
 * The revenue is rounded to 1/10,000, half up. So is the sum of the products, which is then divided by largest remainder: products that
 * were not more than the order are not more than it afterwards.
 */
export function convertOrder(
  event: Pick<AcceptedEvent, 'day' | 'revenue' | 'products' | 'conversion'>,
  currency: unknown,
  website: Pick<WebsiteCatalog, 'currency' | 'rates'>,
): Rejection | undefined {
  const rate = findRate(currency, event.day, website);
  if (typeof rate !== 'number') return rate;
  const { products, revenue: sent } = event;
  const revenue = convertAt(rate, sent);
  const ofProducts = convertAt(
    rate,
    products.reduce((sum, product) => sum + product.revenue, 0),
  );
  if (Math.max(revenue, ofProducts) > REVENUE_MAX * REVENUE_SCALE) {
    return reject('invalid_revenue', `revenue in ${website.currency} must be at most ${REVENUE_MAX}`);
  }
  const parts = scaleToTotal(
    products.map((product) => product.revenue),
    ofProducts,
  )!;
  event.revenue = revenue;
  event.products = products.map(({ value }, index) => ({ value, revenue: parts[index]! }));
  event.conversion = { currency: String(currency), rate, sent };
  return undefined;
}

/** Uses the rate of its own day, because its order is not known yet. Its products are lowered by the same share as the order. */
export function convertRefund(
  event: Pick<AcceptedEvent, 'day' | 'revenue' | 'products' | 'conversion' | 'isOfAllLeft'>,
  currency: unknown,
  website: Pick<WebsiteCatalog, 'currency' | 'rates'>,
): Rejection | undefined {
  const rejection = event.isOfAllLeft ? undefined : convertOrder(event, currency, website);
  if (!rejection) event.products = [];
  return rejection;
}

/** A hundredth of a currency unit. Refunds of parts of an order are rounded one by one. */
const ROUNDING_MAX = REVENUE_SCALE / 100;

/**
 * A refund as it is applied to an order: one in the currency that the order was sent in is converted at the rate of the order, whatever
 * rates the website has now.
 */
export function refundOn<Refund extends Pick<AcceptedRefund, 'revenue' | 'sent'>>(
  refund: Refund,
  { converted }: Pick<OrderPlace, 'converted'>,
  left: OrderValue | null,
): Refund {
  const { sent } = refund;
  if (!sent) return refund;
  const revenue = converted?.currency === sent.currency ? convertAt(converted.rate, sent.sent) : refund.revenue!;
  // A refund of 0 changes nothing, even if what is left could be a rounding difference.
  const isAll = left !== null && sent.sent > 0 && Math.abs(left.revenue - revenue) <= ROUNDING_MAX;
  return { ...refund, revenue: isAll ? undefined : revenue };
}

/** Returns the rate of that day, or why amounts can't be converted. */
function findRate(
  currency: unknown,
  day: number,
  { currency: own, rates }: Pick<WebsiteCatalog, 'currency' | 'rates'>,
): number | Rejection {
  if (typeof currency !== 'string' || !rates.has(currency)) {
    return reject('currency_mismatch', `currency must be ${own}, the website's currency, or be left out`);
  }
  const missing = `currency ${currency} has no exchange rate for ${isoOfDay(day)} or a day before: add one, or send ${own}`;
  return rates.rateOn(currency, day) ?? reject('currency_mismatch', missing);
}
