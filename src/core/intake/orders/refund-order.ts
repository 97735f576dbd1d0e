// What is left of an order after a refund.
// Why: docs/decisions/events.md, "A refund restates its order on the order's own day".
import { scaleToTotal } from '../../foundation/statistics/scale-shares.ts';
import type { ProductSale } from '../events/event.ts';
import type { AcceptedRefund, OrderRefund, OrderValue } from '../events/order.ts';

export const EXCEEDS = 'exceeds';

/**
 * Returns what is left. null: nothing is left, and the order does not count any more. A refund of more than what is left, of the order or
 * of one of its products, changes nothing. Nor does a refund of 0: an order of 0 stays an order.
 *
 * A refund that names products lowers these. Otherwise it lowers all products by the same share as the order: rounded down to 1/10,000 all
 * together, and then divided by the largest remainder.
 */
export function refundOrder(
  left: OrderValue | null,
  { revenue: asked, products }: Pick<AcceptedRefund, 'revenue' | 'products'>,
): OrderValue | null | typeof EXCEEDS {
  if (left === null) return isOfNothing(asked, products) ? null : EXCEEDS;
  const revenue = left.revenue - (asked ?? left.revenue);
  if (revenue < 0) return EXCEEDS;
  const productsLeft = products.length > 0 ? without(left.products, products) : scaled(left, revenue);
  if (productsLeft === EXCEEDS) return EXCEEDS;
  return revenue === 0 && left.revenue > 0 ? null : { revenue, products: productsLeft };
}

/** A shop may tell that an order is cancelled after it has told that all of it was refunded. */
function isOfNothing(asked: number | undefined, products: readonly ProductSale[]): boolean {
  return (asked ?? 0) === 0 && products.every(({ revenue }) => revenue === 0);
}

/** Whether a refund has changed nothing: its amounts are 0, or nothing was left before. */
export function isSameValue(before: OrderValue | null, after: OrderValue | null): boolean {
  if (before === null || after === null) return before === after;
  const [products, left] = [before.products, after.products];
  const areSame = products.length === left.length && products.every(({ revenue }, at) => revenue === left[at]!.revenue);
  return areSame && before.revenue === after.revenue;
}

const REFUNDS_KEPT_MAX = 100;

/** If an order has too many refunds, the two oldest become one, so that their sum stays. */
export function withRefund(refunds: readonly OrderRefund[], refund: OrderRefund): readonly OrderRefund[] {
  if (refund.revenue === 0) return refunds;
  if (refunds.length < REFUNDS_KEPT_MAX) return [...refunds, refund];
  const [oldest, second, ...others] = refunds;
  return [{ time: oldest!.time, revenue: oldest!.revenue + second!.revenue }, ...others, refund];
}

/** A product of which nothing is left leaves the order. */
function without(
  products: readonly ProductSale[],
  refunded: readonly ProductSale[],
): readonly ProductSale[] | typeof EXCEEDS {
  const toRefund = new Map<string | null, number>();
  for (const { value, revenue } of refunded) toRefund.set(value, (toRefund.get(value) ?? 0) + revenue);
  const left = products.flatMap(({ value, revenue }) => {
    const asked = toRefund.get(value);
    if (asked === undefined) return [{ value, revenue }];
    const taken = Math.min(asked, revenue);
    toRefund.set(value, asked - taken);
    return taken === revenue ? [] : [{ value, revenue: revenue - taken }];
  });
  const isKnown = refunded.every(({ value }) => products.some((product) => product.value === value));
  return isKnown && [...toRefund.values()].every((rest) => rest === 0) ? left : EXCEEDS;
}

function scaled({ revenue: before, products }: OrderValue, after: number): readonly ProductSale[] {
  if (before === after) return products;
  const sum = products.reduce((all, { revenue }) => all + BigInt(revenue), 0n);
  const amounts = scaleToTotal(
    products.map(({ revenue }) => revenue),
    Number((sum * BigInt(after)) / BigInt(before)),
  )!;
  return products.map(({ value }, index) => ({ value, revenue: amounts[index]! }));
}
