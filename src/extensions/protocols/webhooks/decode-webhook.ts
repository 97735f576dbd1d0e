// Decodes the signed body of a shop's webhook to the events of its order: the order, or its refunds, or both.
// Why: docs/decisions/events.md, "Orders of shops keep their ids, and the body decides".
// Why: docs/decisions/events.md, "One webhook becomes several events".
import type { ProtocolBody, ProtocolFormat } from '../../../core/intake/events/batch.ts';
import type { MappedEvent, Rejection, SentEvent } from '../../../core/intake/events/event.ts';
import { parseExactJson } from '../../../core/intake/events/parse-json.ts';
import type { Provider, ProviderName } from './provider.ts';

export interface WebhookFormat extends ProtocolFormat {
  readonly protocol: 'webhook';
  readonly provider: ProviderName;
}

/** Throws a problem of status 400 or 413 if the body can't be read at all. */
export function decodeWebhook(
  { bytes, onlyWebsiteId }: ProtocolBody,
  { mapBody }: Pick<Provider, 'mapBody'>,
): MappedEvent[] {
  const mapped = mapBody(parseExactJson(bytes));
  if ('ignored' in mapped) return [{ ...mapped, type: 'order' }];
  return mapped.events.map((event) => {
    const rejection = missingField(event);
    return rejection
      ? { rejection, type: event.type === 'refund' ? 'refund' : 'order' }
      : { event: { ...event, website_id: onlyWebsiteId } };
  });
}

/** These fields are optional for other senders. Without them, a replay would count twice, or an order would count no revenue. */
function missingField({ type, order_id: orderId, refund_id: refundId, revenue }: SentEvent): Rejection | undefined {
  if (orderId === undefined) return { code: 'order_id_required', message: 'the order has no id' };
  if (type === 'refund') {
    return refundId === undefined ? { code: 'refund_id_required', message: 'the refund has no id' } : undefined;
  }
  if (revenue === undefined || revenue === null) return { code: 'revenue_required', message: 'the order has no total' };
  return undefined;
}
