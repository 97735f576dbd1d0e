// Webhooks as shops send them: the documented fields of an order and of a refund, and their signatures.
import { createHmac } from 'node:crypto';

export interface SampleWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

export function shopifyOrder(fields: Fields = {}): Fields {
  return {
    id: 5_678_901_234_567,
    admin_graphql_api_id: 'gid://shopify/Order/5678901234567',
    name: '#1001',
    email: 'jane@shop.example',
    created_at: '2025-03-10T06:10:00-05:00',
    processed_at: '2025-03-10T06:10:01-05:00',
    financial_status: 'paid',
    test: false,
    cancelled_at: null,
    currency: 'USD',
    presentment_currency: 'EUR',
    subtotal_price: '99.95',
    total_price: '104.90',
    note_attributes: [
      { name: 'gift', value: 'yes' },
      { name: 'funnel_visitor', value: 'visitor-1' },
      { name: 'funnel_element', value: '10001' },
    ],
    line_items: [
      { id: 1, sku: 'MUG-1', product_id: 7, title: 'Mug', price: '19.99', quantity: 5, total_discount: '0.00' },
      { id: 2, sku: '', product_id: 8, title: 'Card', price: '5.00', quantity: 1, total_discount: '1.50' },
    ],
    refunds: [],
    ...fields,
  };
}

/** The body of refunds/create: a mug of the order above, with its tax and shipping. */
export function shopifyRefund(fields: Fields = {}): Fields {
  return {
    id: 509_562_969,
    admin_graphql_api_id: 'gid://shopify/Refund/509562969',
    order_id: 5_678_901_234_567,
    created_at: '2025-03-11T05:00:00-05:00',
    processed_at: '2025-03-11T05:00:02-05:00',
    note: 'the handle was broken',
    restock: true,
    total_duties_set: moneyOf('0.00'),
    refund_line_items: [
      {
        id: 104_689_539,
        line_item_id: 1,
        quantity: 1,
        restock_type: 'return',
        subtotal: 19.99,
        subtotal_set: moneyOf('19.99'),
        total_tax: 1.6,
        total_tax_set: moneyOf('1.60'),
        line_item: { id: 1, sku: 'MUG-1', product_id: 7, title: 'Mug', price: '19.99', quantity: 5 },
      },
    ],
    refund_shipping_lines: [],
    order_adjustments: [
      {
        id: 4_221,
        refund_id: 509_562_969,
        kind: 'shipping_refund',
        reason: 'Shipping refund',
        amount: '-4.00',
        amount_set: moneyOf('-4.00'),
        tax_amount: '-0.41',
        tax_amount_set: moneyOf('-0.41'),
      },
    ],
    transactions: [shopifyTransaction()],
    ...fields,
  };
}

export function shopifyTransaction(fields: Fields = {}): Fields {
  return {
    id: 1_068_278_509,
    order_id: 5_678_901_234_567,
    parent_id: 801_038_806,
    kind: 'refund',
    gateway: 'shopify_payments',
    status: 'success',
    test: false,
    amount: '26.00',
    currency: 'USD',
    ...fields,
  };
}

function moneyOf(amount: string): Fields {
  return {
    shop_money: { amount, currency_code: 'USD' },
    presentment_money: { amount, currency_code: 'USD' },
  };
}

export function woocommerceOrder(fields: Fields = {}): Fields {
  return {
    id: 727,
    number: '727',
    status: 'processing',
    currency: 'USD',
    date_created_gmt: '2025-03-10T10:58:00',
    date_paid_gmt: '2025-03-10T11:00:08',
    total: '29.35',
    total_tax: '1.35',
    billing: { email: 'jane@shop.example' },
    meta_data: [
      { id: 1, key: '_wc_order_attribution_source_type', value: 'direct' },
      { id: 2, key: 'funnel_visitor', value: 'visitor-2' },
      { id: 3, key: 'funnel_campaign', value: '10' },
    ],
    line_items: [{ id: 315, name: 'Woo Single', product_id: 93, sku: 'WOO-1', quantity: 2, total: '28.00' }],
    refunds: [],
    ...fields,
  };
}

export function stripeEvent(session: Fields = {}, fields: Fields = {}): Fields {
  return {
    id: 'evt_1PgafmB7WZ01zgkW6dKueIc5',
    object: 'event',
    api_version: '2025-02-24.acacia',
    created: Date.parse('2025-03-10T11:30:00Z') / 1000,
    livemode: true,
    type: 'checkout.session.completed',
    data: {
      object: {
        id: 'cs_live_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
        object: 'checkout.session',
        amount_subtotal: 2198,
        amount_total: 2198,
        client_reference_id: 'visitor-3',
        currency: 'usd',
        metadata: { funnel_variant: '101' },
        mode: 'payment',
        payment_intent: 'pi_3PgafmB7WZ01zgkW0cJ8kR5l',
        payment_status: 'paid',
        status: 'complete',
        ...session,
      },
    },
    ...fields,
  };
}

/** Of a charge of 21.98 dollars, of which 5 dollars are refunded for the first time. */
export function stripeRefund(charge: Fields = {}, refundedBefore = 0): Fields {
  return {
    id: 'evt_3PgafmB7WZ01zgkW0dZr6Vqs',
    object: 'event',
    api_version: '2025-02-24.acacia',
    created: Date.parse('2025-03-11T11:30:00Z') / 1000,
    livemode: true,
    type: 'charge.refunded',
    data: {
      object: {
        id: 'ch_3PgafmB7WZ01zgkW0xYt2Lmo',
        object: 'charge',
        amount: 2198,
        amount_captured: 2198,
        amount_refunded: 500,
        currency: 'usd',
        metadata: {},
        paid: true,
        payment_intent: 'pi_3PgafmB7WZ01zgkW0cJ8kR5l',
        refunded: false,
        status: 'succeeded',
        ...charge,
      },
      previous_attributes: { amount_refunded: refundedBefore, receipt_url: 'https://pay.stripe.example/receipt' },
    },
  };
}

export function signedByShopify(order: unknown, secret: string): SampleWebhook {
  const body = JSON.stringify(order);
  return {
    body,
    headers: {
      'x-shopify-topic': 'orders/paid',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
}

export function signedByWoocommerce(order: unknown, secret: string): SampleWebhook {
  const body = JSON.stringify(order);
  return {
    body,
    headers: {
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-delivery-id': '42',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
}

export function signedByStripe(event: unknown, secret: string, signedAtMs: number): SampleWebhook {
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(signedAtMs / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${time},v1=${signature},v0=${'0'.repeat(64)}` } };
}
