// Stripe's webhooks: how they are signed, and what becomes of them.
import type { Delivery, Provider } from '../webhooks/provider.ts';
import { isSigned } from '../webhooks/signature.ts';
import { mapBody } from './map-body.ts';

/** A recorded webhook can't be sent again after that. */
const AGE_SECONDS_MAX = 300;
/** While a secret is being replaced, Stripe signs with the old and the new one. */
const SIGNATURES_MAX = 5;

export const stripe: Provider = { isSigned: isSignedNow, mapBody };

function isSignedNow({ headers, bytes }: Delivery, secret: string, nowMs: number): boolean {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > AGE_SECONDS_MAX) return false;
  const signatures = parts.filter(([name]) => name === 'v1').slice(0, SIGNATURES_MAX);
  return isSigned([`${time}.`, bytes], secret, { texts: signatures.map(([, text]) => text), encoding: 'hex' });
}
