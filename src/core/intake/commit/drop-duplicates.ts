// Events with the same id are counted once per website within seven days, orders with the same order_id only once, and refunds of an order
// with the same refund_id only once.

import { dayOfTimestampMs } from '../../engine/rollups/calendar.ts';
import { type NewRowsInsert, placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import type { Claim } from '../accept/accept-batch.ts';
import type { AcceptedRefund } from '../events/order.ts';
import { addPayments, ORDER_COLUMNS, orderColumns } from '../orders/order-rows.ts';

export const EVENT_ID_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns for each claim whether its event is new (1). Stores the claims in the caller's transaction. */
export async function dropDuplicates(tx: Queries, claims: readonly Claim[], nowMs: number): Promise<Uint8Array> {
  const areNew = new Uint8Array(claims.length).fill(1);
  await remember(tx, claims, areNew, {
    keyOf: ({ id }) => id,
    rowOf: ({ websiteId, id }) => [websiteId, id!, nowMs],
    into: 'seen_events',
    columns: ['website_id', 'event_id', 'seen_at_ms'],
    key: ['website_id', 'event_id'],
    onConflict: `ON CONFLICT (website_id, event_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms
      WHERE seen_events.seen_at_ms <= excluded.seen_at_ms - ${EVENT_ID_KEPT_MS}`,
  });
  // Orders and refunds come after ids: if the id of an event is a duplicate, its order is not stored.
  await remember(tx, claims, areNew, {
    keyOf: ({ refund }) => refund?.refundId && `${refund.orderId} ${refund.refundId}`,
    rowOf: ({ websiteId, refund }) => [websiteId, refund!.orderId, refund!.refundId!, dayOfTimestampMs(nowMs)],
    into: 'seen_refunds',
    columns: ['website_id', 'order_id', 'refund_id', 'seen_day'],
    key: ['website_id', 'order_id', 'refund_id'],
    onConflict: 'ON CONFLICT (website_id, order_id, refund_id) DO NOTHING',
  });
  await remember(tx, claims, areNew, {
    keyOf: ({ orderId }) => orderId,
    rowOf: ({ websiteId, orderId, order }) => [websiteId, orderId!, dayOfTimestampMs(nowMs), ...orderColumns(order!)],
    into: 'seen_orders',
    columns: ['website_id', 'order_id', 'seen_day', ...ORDER_COLUMNS],
    key: ['website_id', 'order_id'],
    onConflict: 'ON CONFLICT (website_id, order_id) DO NOTHING',
  });
  // Orders that were counted before get theirs, too: the one who sent the order first may not have known its payment.
  await addPayments(tx, claims, dayOfTimestampMs(nowMs));
  return areNew;
}

/**
 * Forgets refunds of a website that were stored by `dropDuplicates` in the same transaction. They were rejected, so they may be sent again.
 */
export async function releaseRefunds(tx: Queries, websiteId: number, claims: readonly Claim[]): Promise<void> {
  for (const ids of piecesOf(claims.flatMap(({ id }) => id ?? []))) {
    await tx.query(`DELETE FROM seen_events WHERE website_id = $1 AND event_id IN (${placeholders(ids.length, 1)})`, [
      websiteId,
      ...ids,
    ]);
  }
  await forgetRefunds(
    tx,
    websiteId,
    claims.flatMap(({ refund }) => refund ?? []),
  );
}

/** Those without a refund_id are not stored. */
export async function forgetRefunds(
  tx: Queries,
  websiteId: number,
  refunds: readonly Pick<AcceptedRefund, 'orderId' | 'refundId'>[],
): Promise<void> {
  for (const some of piecesOf(refunds.filter(({ refundId }) => refundId !== undefined))) {
    const each = some.map((_, index) => `(order_id = $${2 * index + 2} AND refund_id = $${2 * index + 3})`);
    const ids = some.flatMap(({ orderId, refundId }) => [orderId, refundId!]);
    await tx.query(`DELETE FROM seen_refunds WHERE website_id = $1 AND (${each.join(' OR ')})`, [websiteId, ...ids]);
  }
}

/** A statement with more alternatives than a thousand is too deep for SQLite. */
const PIECE_LENGTH = 250;

function* piecesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += PIECE_LENGTH) yield items.slice(start, start + PIECE_LENGTH);
}

interface Memory extends Omit<NewRowsInsert, 'rows'> {
  keyOf(claim: Claim): string | undefined;
  rowOf(claim: Claim): SqlValue[];
}

/** Stores the keys of new events. Clears the flag of events whose key was stored before or occurs twice. */
async function remember(tx: Queries, claims: readonly Claim[], areNew: Uint8Array, memory: Memory): Promise<void> {
  const { keyOf, rowOf, ...insert } = memory;
  const places = [...claims.keys()].filter((place) => areNew[place] === 1 && keyOf(claims[place]!) !== undefined);
  // Rows have the order of the index, so that each page of the index is read and written once although ids are random. The sort is stable:
  // of two equal keys, the first stays first.
  places.sort((a, b) => compare(claims[a]!, claims[b]!, keyOf));
  const rows = places.map((place) => rowOf(claims[place]!));
  const inserted = await tx.insertNew({ ...insert, rows });
  for (const [index, place] of places.entries()) areNew[place] = inserted[index]!;
}

function compare(a: Claim, b: Claim, keyOf: Memory['keyOf']): number {
  if (a.websiteId !== b.websiteId) return a.websiteId - b.websiteId;
  const keyA = keyOf(a)!;
  const keyB = keyOf(b)!;
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}
