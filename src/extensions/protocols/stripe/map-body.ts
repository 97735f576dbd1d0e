// Stripe's webhooks: checkout.session.completed, checkout.session.async_payment_succeeded and charge.refunded.
import { isObject, type SentEvent } from '../../../core/intake/events/event.ts';
import { attributeFields, textOf } from '../webhooks/order-attributes.ts';
import { ignored, type MappedBody, NOT_AN_ORDER } from '../webhooks/provider.ts';

const SESSION_TYPES: readonly unknown[] = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
/** They are about the same refunds as charge.refunded. */
const OTHER_REFUND_TYPES = /^(charge\.refund\.|refund\.)/;

/** Amounts are in the smallest unit of a currency. UGX has none, but Stripe gives two decimals for it. */
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '));

export function mapBody(event: unknown): MappedBody {
  if (!isObject(event)) return NOT_AN_ORDER;
  const { type, created } = event;
  const data = isObject(event.data) ? event.data : {};
  const { object } = data;
  if (!isObject(object)) return NOT_AN_ORDER;
  if (type === 'charge.refunded') return { events: [refundOf(object, data.previous_attributes, created)] };
  if (typeof type === 'string' && OTHER_REFUND_TYPES.test(type)) {
    return ignored('refund', 'a refund is counted by charge.refunded');
  }
  if (!SESSION_TYPES.includes(type)) return NOT_AN_ORDER;
  if (object.payment_status !== 'paid') {
    return ignored('not_paid', 'a checkout is counted when its payment_status is paid');
  }
  return { events: [orderOf(object, created)] };
}

function orderOf(session: Readonly<Record<string, unknown>>, created: unknown): SentEvent {
  const currency = currencyOf(session);
  const metadata = isObject(session.metadata) ? session.metadata : {};
  return {
    type: 'order',
    order_id: textOf(metadata.order_id) ?? textOf(session.id),
    // A refund knows only the payment.
    payment_id: textOf(session.payment_intent),
    revenue: fromSmallestUnit(session.amount_total, currency),
    currency,
    at: fromUnixSeconds(created),
    visitor: textOf(session.client_reference_id),
    ...attributeFields(new Map(Object.entries(metadata))),
  };
}

/**
 * A charge says how much of it was refunded in all, so a refund is the difference to what was refunded before, and the sum is its id. When
 * all of it is refunded, what is left of the order is taken back, even if a webhook before was lost.
 */
function refundOf(charge: Readonly<Record<string, unknown>>, before: unknown, created: unknown): SentEvent {
  const { id, amount_refunded: inAll, refunded: isAll } = charge;
  const currency = currencyOf(charge);
  const refundedBefore = isObject(before) && isAmount(before.amount_refunded) ? before.amount_refunded : 0;
  return {
    type: 'refund',
    order_id: textOf(charge.payment_intent),
    refund_id: textOf(id) && `${textOf(id)}/${textOf(inAll)}`,
    ...(isAll !== true && {
      revenue: fromSmallestUnit(isAmount(inAll) ? inAll - refundedBefore : 'no amount', currency),
    }),
    currency,
    at: fromUnixSeconds(created),
  };
}

function currencyOf(object: Readonly<Record<string, unknown>>): string | undefined {
  return textOf(object.currency)?.toUpperCase();
}

/** Returns a decimal string, which is exact. A value that is not an amount stays as it is and is rejected. */
function fromSmallestUnit(amount: unknown, currency = ''): unknown {
  if (!isAmount(amount)) return amount;
  const decimals = NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function fromUnixSeconds(seconds: unknown): unknown {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? seconds : date.toISOString();
}
