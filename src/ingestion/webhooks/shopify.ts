// Shopify's webhooks: orders/paid, or orders/create if orders are paid immediately.
import { isObject } from '../event.ts';
import { PRODUCTS_MAX } from '../steps.ts';
import { attributeFields, attributesOf, isOnElement, objectsOf, textOf } from './order-attributes.ts';
import { ignored, type MappedOrder, NOT_AN_ORDER, type Provider, REFUND } from './provider.ts';
import { isSigned } from './signature.ts';

export const shopify: Provider = {
  isSigned: ({ headers, bytes }, secret) =>
    isSigned([bytes], secret, { texts: [headers['x-shopify-hmac-sha256']], encoding: 'base64' }),
  mapOrder,
};

const REFUND_STATUSES: readonly unknown[] = ['refunded', 'partially_refunded'];

/** Uses only the body: the header with the topic is not signed. */
function mapOrder(order: unknown): MappedOrder {
  if (!isObject(order)) return NOT_AN_ORDER;
  const { financial_status: status } = order;
  if ('refund_line_items' in order || REFUND_STATUSES.includes(status)) return REFUND;
  if (status === undefined || !('total_price' in order)) return NOT_AN_ORDER;
  if (order.test === true) return ignored('test_order', 'this is a test order');
  if (status !== 'paid') return ignored('not_paid', 'an order is counted when its financial_status is paid');
  const fields = attributeFields(attributesOf(order.note_attributes, 'name'));
  return {
    event: {
      type: 'order',
      order_id: textOf(order.id),
      revenue: order.total_price,
      currency: order.currency,
      at: order.processed_at ?? order.created_at,
      ...fields,
      ...(isOnElement(fields) && { products: productSales(order.line_items) }),
    },
  };
}

function productSales(lines: unknown): unknown[] {
  return objectsOf(lines)
    .slice(0, PRODUCTS_MAX)
    .map(({ sku, product_id: productId, title, price, quantity, total_discount: discount }) => ({
      value: textOf(sku) ?? textOf(productId) ?? textOf(title) ?? null,
      revenue: Math.max(0, numberOf(price) * numberOf(quantity) - numberOf(discount)),
    }));
}

/** Returns 0 if the value is not a number. */
function numberOf(value: unknown): number {
  return (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0) || 0;
}
