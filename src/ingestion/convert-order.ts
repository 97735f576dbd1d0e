// Converts the amounts of an order from another currency into that of its website, at the exchange rate of its day. The amounts as sent are not kept.
// A refund is converted at the rate of its order's day, so that refunding all that was paid refunds all that was counted.
import type { WebsiteCatalog } from '../catalog/subject.ts';
import { scaleToTotal } from '../event-log/scale-shares.ts';
import { isoOfDay } from '../rollups/calendar.ts';
import { REVENUE_SCALE } from '../rollups/metric.ts';
import { type AcceptedEvent, type Rejection, reject } from './event.ts';
import type { AcceptedRefund, OrderValue } from './order.ts';
import { REVENUE_MAX } from './revenue.ts';

/**
 * The revenue is rounded to 1/10,000, half up. So is the sum of the products, which is then divided by largest remainder: products that were not
 * more than the order are not more than it afterwards.
 */
export function convertOrder(
  event: Pick<AcceptedEvent, 'day' | 'revenue' | 'products'>,
  currency: unknown,
  website: Pick<WebsiteCatalog, 'currency' | 'rates'>,
): Rejection | undefined {
  const convert = findConverter(currency, event.day, website);
  if (typeof convert !== 'function') return convert;
  const { products } = event;
  const revenue = convert(event.revenue);
  const ofProducts = convert(products.reduce((sum, product) => sum + product.revenue, 0));
  if (Math.max(revenue, ofProducts) > REVENUE_MAX * REVENUE_SCALE) {
    return reject('invalid_revenue', `revenue in ${website.currency} must be at most ${REVENUE_MAX}`);
  }
  const parts = scaleToTotal(
    products.map((product) => product.revenue),
    ofProducts,
  )!;
  event.revenue = revenue;
  event.products = products.map(({ value }, index) => ({ value, revenue: parts[index]! }));
  return undefined;
}

/** Its order is not known yet, so it gets what it is worth by any day. Its products are lowered by the same share as the order. */
export function convertRefund(
  event: Pick<AcceptedEvent, 'day' | 'revenue' | 'products' | 'worths' | 'isOfAllLeft'>,
  currency: unknown,
  website: Pick<WebsiteCatalog, 'currency' | 'rates'>,
): Rejection | undefined {
  const { revenue } = event;
  if (event.isOfAllLeft) event.products = [];
  else {
    const rejection = convertOrder(event, currency, website);
    if (rejection) return rejection;
    event.products = [];
    event.worths = website.rates.worths(String(currency), revenue);
  }
  return undefined;
}

/** A hundredth of a currency unit. Refunds of parts of an order are rounded one by one. */
const ROUNDING_MAX = REVENUE_SCALE / 100;

/** A refund as it is applied to an order of that day. One that waits for its order longer than its commit keeps the rate of its own day. */
export function refundOn<Refund extends Pick<AcceptedRefund, 'revenue' | 'worths'>>(
  refund: Refund,
  orderDay: number,
  left: OrderValue | null,
): Refund {
  if (refund.worths === undefined) return refund;
  const revenue = refund.worths.find(([day]) => day <= orderDay)?.[1] ?? refund.revenue!;
  const isAll = left !== null && Math.abs(left.revenue - revenue) <= ROUNDING_MAX;
  return { ...refund, revenue: isAll ? undefined : revenue };
}

/** Returns what converts amounts of that day, or why they can't be. */
function findConverter(
  currency: unknown,
  day: number,
  { currency: own, rates }: Pick<WebsiteCatalog, 'currency' | 'rates'>,
): ((amount: number) => number) | Rejection {
  if (typeof currency !== 'string' || !rates.has(currency)) {
    return reject('currency_mismatch', `currency must be ${own}, the website's currency, or be left out`);
  }
  const missing = `currency ${currency} has no exchange rate for ${isoOfDay(day)} or a day before: add one, or send ${own}`;
  return rates.converter(currency, day) ?? reject('currency_mismatch', missing);
}
