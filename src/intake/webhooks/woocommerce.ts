// WooCommerce's webhooks: order.updated, or order.created if no refunds shall be counted.
import { randomBytes } from 'node:crypto';
import { PRODUCTS_MAX } from '../accept/steps.ts';
import { isObject, type SentEvent } from '../events/event.ts';
import { attributeFields, attributesOf, isOnElement, objectsOf, textOf } from './order-attributes.ts';
import { type Delivery, ignored, type MappedBody, NOT_AN_ORDER, type Provider } from './provider.ts';
import { isZero, refundOfTheRest, sumOfAmounts } from './refund.ts';
import { isSigned } from './signature.ts';

/** The statuses that WooCommerce treats as paid. */
const PAID_STATUSES: readonly unknown[] = ['processing', 'completed'];
const PING = /^webhook_id=\d{1,20}$/;
const PING_BYTES_MAX = 40;

export const woocommerce: Provider = {
  createSecret: () => randomBytes(32).toString('base64url'),
  isPing,
  isSigned: ({ headers, bytes }, secret) =>
    isSigned([bytes], secret, { texts: [headers['x-wc-webhook-signature']], encoding: 'base64' }),
  mapBody,
};

/** WooCommerce sends a ping when a webhook is saved, and disables a webhook whose pings are not answered with 200. */
function isPing({ headers, bytes }: Delivery): boolean {
  if (headers['x-wc-webhook-signature'] !== undefined || bytes.length > PING_BYTES_MAX) return false;
  return PING.test(Buffer.from(bytes).toString('latin1'));
}

/** WooCommerce sends the whole order with every change, so the order and its refunds are mapped each time. Each counts once. */
function mapBody(order: unknown): MappedBody {
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
