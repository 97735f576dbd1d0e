// Converts the amounts of an order from another currency into that of its website, at the exchange rate of its day. The amounts as sent are not kept.
import type { WebsiteCatalog } from '../catalog/subject.ts';
import { scaleToTotal } from '../event-log/scale-shares.ts';
import { isoOfDay } from '../rollups/calendar.ts';
import { REVENUE_SCALE } from '../rollups/metric.ts';
import { type AcceptedEvent, type Rejection, reject } from './event.ts';
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
