// Shopify's webhooks: orders/paid (or orders/create if orders are paid immediately), refunds/create and orders/cancelled.
import { isObject, PRODUCTS_MAX, type SentEvent } from '../../../core/intake/events/event.ts';
import { attributeFields, attributesOf, isOnElement, objectsOf, textOf } from '../webhooks/order-attributes.ts';
import { ignored, type MappedBody, NOT_AN_ORDER } from '../webhooks/provider.ts';
import { isZero, refundOfTheRest, sumOfAmounts } from '../webhooks/refund.ts';

type Fields = Readonly<Record<string, unknown>>;

const WERE_PAID: readonly unknown[] = ['paid', 'partially_refunded', 'refunded'];

/** Uses only the body: the header with the topic is not signed. */
export function mapBody(body: unknown): MappedBody {
  if (!isObject(body)) return NOT_AN_ORDER;
  if ('refund_line_items' in body) return mapRefund(body);
  const { financial_status: status, cancelled_at: cancelledAt } = body;
  if (status === undefined || !('total_price' in body)) return NOT_AN_ORDER;
  if (body.test === true) return ignored('test_order', 'this is a test order');
  if (!WERE_PAID.includes(status)) {
    return ignored('not_paid', 'an order is counted when its financial_status is paid');
  }
  const isCancelled = cancelledAt !== undefined && cancelledAt !== null;
  if (status === 'paid' && !isCancelled) return { events: [orderOf(body)] };
  const events = objectsOf(body.refunds).flatMap((refund) => refundEvents(refund, body.id));
  if (isCancelled) events.push(refundOfTheRest(body.id, 'cancelled'));
  else if (status === 'refunded') events.push(refundOfTheRest(body.id, 'refunded'));
  return events.length > 0 ? { events } : ignored('refund', 'this order does not say what was refunded');
}

function orderOf(order: Fields): SentEvent {
  const fields = attributeFields(attributesOf(order.note_attributes, 'name'));
  return {
    type: 'order',
    order_id: textOf(order.id),
    revenue: order.total_price,
    currency: order.currency,
    at: order.processed_at ?? order.created_at,
    ...fields,
    ...(isOnElement(fields) && { products: productSales(order.line_items) }),
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

function mapRefund(refund: Fields): MappedBody {
  const events = refundEvents(refund, refund.order_id);
  if (events.length > 0) return { events };
  if (transactionsOf(refund).some(({ test }) => test === true)) return ignored('test_order', 'this is a test order');
  return ignored('refund', 'no money was given back');
}

/** Returns no event if no money was given back, such as when things are only put back into stock. */
function refundEvents(refund: Fields, orderId: unknown): SentEvent[] {
  const transactions = transactionsOf(refund).filter(({ test }) => test !== true);
  const paidBack = sumOfAmounts(transactions.map(({ amount }) => amount));
  if (isZero(paidBack)) return [];
  const currency = transactions[0]!.currency;
  const shopCurrency = currencyOfShop(refund);
  // The order was counted in the currency of the shop. The customer may have paid in another one.
  const isConverted = shopCurrency !== undefined && currency !== undefined && currency !== shopCurrency;
  return [
    {
      type: 'refund',
      order_id: textOf(orderId),
      refund_id: textOf(refund.id),
      revenue: isConverted ? amountInShopCurrency(refund) : paidBack,
      currency: isConverted ? shopCurrency : currency,
      at: refund.processed_at ?? refund.created_at,
    },
  ];
}

/** What was given back, or is on its way. */
function transactionsOf(refund: Fields): Fields[] {
  const isRefund = ({ kind, status }: Fields) => kind === 'refund' && (status === 'success' || status === 'pending');
  return objectsOf(refund.transactions).filter(isRefund);
}

function currencyOfShop(refund: Fields): string | undefined {
  const sets = [refund.total_duties_set, ...objectsOf(refund.refund_line_items).map((line) => line.subtotal_set)];
  return sets.map((set) => textOf(shopMoney(set).currency_code)).find((code) => code !== undefined);
}

/** Lines and shipping with their taxes. Adjustments have the opposite sign: a shipping refund is negative. */
function amountInShopCurrency(refund: Fields): string {
  const lines = objectsOf(refund.refund_line_items).flatMap((line) => [line.subtotal_set, line.total_tax_set]);
  const shipping = objectsOf(refund.refund_shipping_lines).map((line) => line.subtotal_amount_set);
  const adjustments = objectsOf(refund.order_adjustments)
    .filter(({ kind }) => shipping.length === 0 || kind !== 'shipping_refund')
    .flatMap((adjustment) => [adjustment.amount_set, adjustment.tax_amount_set]);
  const sumOf = (sets: readonly unknown[]) =>
    sets.reduce<number>((sum, set) => sum + numberOf(shopMoney(set).amount), 0);
  return (sumOf([...lines, ...shipping]) - sumOf(adjustments)).toFixed(4);
}

function shopMoney(set: unknown): Fields {
  return isObject(set) && isObject(set.shop_money) ? set.shop_money : {};
}
