// Stripe's webhooks: checkout.session.completed and checkout.session.async_payment_succeeded.
import { isObject } from '../event.ts';
import { attributeFields, textOf } from './order-attributes.ts';
import { type Delivery, ignored, type MappedOrder, NOT_AN_ORDER, type Provider, REFUND } from './provider.ts';
import { isSigned } from './signature.ts';

/** A recorded webhook can't be sent again after that. */
const AGE_SECONDS_MAX = 300;
/** While a secret is being replaced, Stripe signs with the old and the new one. */
const SIGNATURES_MAX = 5;
const SESSION_TYPES: readonly unknown[] = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const REFUND_TYPES = /^(charge\.refund|refund\.)/;

/** Amounts are in the smallest unit of a currency. UGX has none, but Stripe gives two decimals for it. */
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '));

export const stripe: Provider = { isSigned: isSignedNow, mapOrder };

function isSignedNow({ headers, bytes }: Delivery, secret: string, nowMs: number): boolean {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > AGE_SECONDS_MAX) return false;
  const signatures = parts.filter(([name]) => name === 'v1').slice(0, SIGNATURES_MAX);
  return isSigned([`${time}.`, bytes], secret, { texts: signatures.map(([, text]) => text), encoding: 'hex' });
}

function mapOrder(event: unknown): MappedOrder {
  if (!isObject(event)) return NOT_AN_ORDER;
  const { type, created, data } = event;
  if (typeof type === 'string' && REFUND_TYPES.test(type)) return REFUND;
  const session = isObject(data) ? data.object : undefined;
  if (!SESSION_TYPES.includes(type) || !isObject(session)) return NOT_AN_ORDER;
  if (session.payment_status !== 'paid') {
    return ignored('not_paid', 'a checkout is counted when its payment_status is paid');
  }
  const currency = textOf(session.currency)?.toUpperCase();
  const metadata = isObject(session.metadata) ? session.metadata : {};
  return {
    event: {
      type: 'order',
      order_id: textOf(metadata.order_id) ?? textOf(session.id),
      revenue: fromSmallestUnit(session.amount_total, currency),
      currency,
      at: fromUnixSeconds(created),
      visitor: textOf(session.client_reference_id),
      ...attributeFields(new Map(Object.entries(metadata))),
    },
  };
}

/** Returns a decimal string, which is exact. A value that is not an amount stays as it is and is rejected. */
function fromSmallestUnit(amount: unknown, currency = ''): unknown {
  if (!Number.isSafeInteger(amount) || (amount as number) < 0) return amount;
  const decimals = NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function fromUnixSeconds(seconds: unknown): unknown {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? seconds : date.toISOString();
}
