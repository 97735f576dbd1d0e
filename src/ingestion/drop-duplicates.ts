// An event that carries an id is counted once per website within seven days; an order once for ever.
import type { Queries } from '../database/database.ts';
import type { Claim } from './prepare.ts';

export const EVENT_ID_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether each claim holds (1): it is of an event that is new. Remembers them, in the caller's transaction. */
export async function dropDuplicates(tx: Queries, claims: readonly Claim[], nowMs: number): Promise<Uint8Array> {
  const holds = new Uint8Array(claims.length).fill(1);
  // In no order: the websites are locked, so nobody else can be waiting for these keys.
  const withId = placesWhere(claims, ({ id }) => id !== undefined);
  const idsNew = await tx.insertNew({
    into: 'seen_events',
    columns: ['website_id', 'event_id', 'seen_at_ms'],
    rows: withId.map((place) => [claims[place]!.websiteId, claims[place]!.id!, nowMs]),
    key: ['website_id', 'event_id'],
    onConflict: `ON CONFLICT (website_id, event_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms
      WHERE seen_events.seen_at_ms <= excluded.seen_at_ms - ${EVENT_ID_KEPT_MS}`,
  });
  for (const [index, place] of withId.entries()) holds[place] = idsNew[index]!;

  // An event that is a repeat by its id says nothing of its order.
  const withOrder = placesWhere(claims, ({ orderId }, place) => orderId !== undefined && holds[place] === 1);
  const ordersNew = await tx.insertNew({
    into: 'seen_orders',
    columns: ['website_id', 'order_id'],
    rows: withOrder.map((place) => [claims[place]!.websiteId, claims[place]!.orderId!]),
    key: ['website_id', 'order_id'],
    onConflict: 'ON CONFLICT (website_id, order_id) DO NOTHING',
  });
  for (const [index, place] of withOrder.entries()) holds[place] = ordersNew[index]!;
  return holds;
}

function placesWhere(claims: readonly Claim[], test: (claim: Claim, place: number) => boolean): number[] {
  return [...claims.keys()].filter((place) => test(claims[place]!, place));
}
