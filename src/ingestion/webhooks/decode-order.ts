// Decodes the signed body of a shop's webhook to the event of its order.
import type { Batch, ShopWebhook } from '../batch.ts';
import type { Rejection, SentEvent } from '../event.ts';
import type { MappedEvent } from '../mapped-event.ts';
import { parseExactJson } from '../parse-json.ts';
import { providerOf } from './providers.ts';

/** Throws a problem of status 400 or 413 if the body can't be read at all. */
export function decodeOrder(
  { bytes, onlyWebsiteId }: Pick<Batch, 'bytes' | 'onlyWebsiteId'>,
  { provider }: ShopWebhook,
): MappedEvent[] {
  const mapped = providerOf(provider).mapOrder(parseExactJson(bytes));
  if ('ignored' in mapped) return [{ ...mapped, type: 'order' }];
  const rejection = missingField(mapped.event);
  return [rejection ? { rejection, type: 'order' } : { event: { ...mapped.event, website_id: onlyWebsiteId } }];
}

/** Both fields are optional for other senders. Without them, a replay would count twice, or an order would count no revenue. */
function missingField({ order_id: orderId, revenue }: SentEvent): Rejection | undefined {
  if (orderId === undefined) return { code: 'order_id_required', message: 'the order has no id' };
  if (revenue === undefined || revenue === null) return { code: 'revenue_required', message: 'the order has no total' };
  return undefined;
}
