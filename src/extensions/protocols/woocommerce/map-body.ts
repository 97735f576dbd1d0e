// WooCommerce's webhooks: order.updated, or order.created if no refunds shall be counted.
import { isObject, PRODUCTS_MAX, type SentEvent } from '../../../core/intake/events/event.ts';
import { attributeFields, attributesOf, isOnElement, objectsOf, textOf } from '../webhooks/order-attributes.ts';
import { ignored, type MappedBody, NOT_AN_ORDER } from '../webhooks/provider.ts';
import { isZero, refundOfTheRest, sumOfAmounts } from '../webhooks/refund.ts';

/** The statuses that WooCommerce treats as paid. */
const PAID_STATUSES: readonly unknown[] = ['processing', 'completed'];

/** WooCommerce sends the whole order with every change, so the order and its refunds are mapped each time. Each counts once. */
export function mapBody(order: unknown): MappedBody {
  if (!isObject(order) || !('total' in order && 'line_items' in order)) return NOT_AN_ORDER;
  const { status, id } = order;
  if (PAID_STATUSES.includes(status)) return { events: [orderOf(order), ...refundsOf(order)] };
  // Most cancelled orders were never paid.
  const wasPaid = textOf(order.date_paid_gmt) !== undefined;
  if (status === 'refunded' || (status === 'cancelled' && wasPaid)) {
    return { events: [...refundsOf(order), refundOfTheRest(id, status)] };
  }
  return ignored('not_paid', `an order is counted when its status is ${PAID_STATUSES.join(' or ')}`);
}

function orderOf(order: Readonly<Record<string, unknown>>): SentEvent {
  const fields = attributeFields(attributesOf(order.meta_data, 'key'));
  return {
    type: 'order',
    order_id: textOf(order.id),
    revenue: order.total,
    currency: order.currency,
    // These times are in UTC, without an offset.
    at: order.date_paid_gmt ?? order.date_created_gmt,
    ...fields,
    ...(isOnElement(fields) && { products: productSales(order.line_items) }),
  };
}

/** Their totals are negative. A refund of nothing only puts things back into stock. */
function refundsOf(order: Readonly<Record<string, unknown>>): SentEvent[] {
  return objectsOf(order.refunds)
    .map(({ id, total }) => ({
      type: 'refund',
      order_id: textOf(order.id),
      refund_id: textOf(id),
      revenue: sumOfAmounts([textOf(total)?.replace(/^-/, '')]),
      currency: order.currency,
    }))
    .filter(({ revenue }) => !isZero(revenue));
}

function productSales(lines: unknown): unknown[] {
  return objectsOf(lines)
    .slice(0, PRODUCTS_MAX)
    .map(({ sku, product_id: productId, name, total }) => ({
      value: textOf(sku) ?? textOf(productId) ?? textOf(name) ?? null,
      revenue: total,
    }));
}
