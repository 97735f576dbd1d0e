// WooCommerce's webhooks: order.updated or order.created.
import { randomBytes } from 'node:crypto';
import { isObject } from '../event.ts';
import { PRODUCTS_MAX } from '../steps.ts';
import { attributeFields, attributesOf, isOnElement, objectsOf, textOf } from './order-attributes.ts';
import { type Delivery, ignored, type MappedOrder, NOT_AN_ORDER, type Provider, REFUND } from './provider.ts';
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
  mapOrder,
};

/** WooCommerce sends a ping when a webhook is saved, and disables a webhook whose pings are not answered with 200. */
function isPing({ headers, bytes }: Delivery): boolean {
  if (headers['x-wc-webhook-signature'] !== undefined || bytes.length > PING_BYTES_MAX) return false;
  return PING.test(Buffer.from(bytes).toString('latin1'));
}

function mapOrder(order: unknown): MappedOrder {
  if (!isObject(order) || !('total' in order && 'line_items' in order)) return NOT_AN_ORDER;
  if (order.status === 'refunded') return REFUND;
  if (!PAID_STATUSES.includes(order.status)) {
    return ignored('not_paid', `an order is counted when its status is ${PAID_STATUSES.join(' or ')}`);
  }
  const fields = attributeFields(attributesOf(order.meta_data, 'key'));
  return {
    event: {
      type: 'order',
      order_id: textOf(order.id),
      revenue: order.total,
      currency: order.currency,
      // These times are in UTC, without an offset.
      at: order.date_paid_gmt ?? order.date_created_gmt,
      ...fields,
      ...(isOnElement(fields) && { products: productSales(order.line_items) }),
    },
  };
}

function productSales(lines: unknown): unknown[] {
  return objectsOf(lines)
    .slice(0, PRODUCTS_MAX)
    .map(({ sku, product_id: productId, name, total }) => ({
      value: textOf(sku) ?? textOf(productId) ?? textOf(name) ?? null,
      revenue: total,
    }));
}
