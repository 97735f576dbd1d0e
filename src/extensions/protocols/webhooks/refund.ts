// The refunds of an order, as the webhooks of shops tell them.
import { REVENUE_SCALE } from '../../../core/engine/rollups/metric.ts';
import type { SentEvent } from '../../../core/intake/events/event.ts';
import { parseRevenue } from '../../../core/intake/events/revenue.ts';
import { textOf } from './order-attributes.ts';

/** Takes back what is left of the order. It has an id of its own, so that it counts once and is no duplicate of the refunds before it. */
export function refundOfTheRest(orderId: unknown, reason: 'cancelled' | 'refunded'): SentEvent {
  const order = textOf(orderId);
  return { type: 'refund', order_id: order, refund_id: order && `${reason}/${order}` };
}

/** Adds amounts exactly. If one is not an amount, it is returned as a text, and the refund is rejected. */
export function sumOfAmounts(amounts: readonly unknown[]): string {
  let sum = 0;
  for (const amount of amounts) {
    const parsed = parseRevenue(amount);
    if (parsed === undefined) return JSON.stringify(amount) ?? 'no amount';
    sum += parsed;
  }
  return (sum / REVENUE_SCALE).toFixed(4);
}

export function isZero(amount: string): boolean {
  return parseRevenue(amount) === 0;
}
