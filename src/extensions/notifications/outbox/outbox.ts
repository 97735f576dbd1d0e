// Stores messages to be sent later, in the transaction of what they are about.
// Why: docs/decisions/notifications.md, "Messages wait in an outbox in the database".

import { type Database, placeholders, type Queries } from '../../../core/foundation/database/database.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import { destinationOf, messageId, type NewMessage } from './message.ts';

/** How long a key is known and is not sent again, and people can be told what became of a message. */
export const RESULTS_KEPT_DAYS = 30;
const SWEPT_PER_STEP = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Messages whose key is stored already are left out, as are those of websites that are gone. The transaction must have locked the
 * websites (`lockWebsites`) or the subscriptions: erasing a website then waits until its messages are stored, and erases them too.
 * Messages of one subscription keep their order.
 */
export async function addToOutbox(tx: Queries, messages: readonly NewMessage[], now: Date): Promise<void> {
  const websiteIds = await existingWebsites(tx, new Set(messages.map(({ websiteId }) => websiteId)));
  const nextPlace = await placesAfter(tx, new Set(messages.map(({ subscriptionId }) => subscriptionId)));
  await tx.insertNew({
    into: 'outbox_messages',
    columns: [
      ...['id', 'subscription_id', 'recipient_id', 'website_id', 'account_id', 'place', 'topic', 'record_id'],
      ...['channel', 'destination', 'delivery', 'created_at', 'not_before', 'due_at', 'attempts'],
    ],
    rows: messages
      .filter(({ websiteId }) => websiteIds.has(websiteId))
      .map((message) => rowOf(message, nextPlace(message.subscriptionId), now)),
    key: ['id'],
    onConflict: 'ON CONFLICT (id) DO NOTHING',
  });
}

function rowOf(message: NewMessage, place: number, now: Date) {
  const { key, subscriptionId, recipientId, websiteId, accountId, topic, delivery, notBefore } = message;
  const [recordId, content] = 'recordId' in delivery ? [delivery.recordId, ''] : [null, JSON.stringify(delivery)];
  return [
    ...[messageId(key), subscriptionId, recipientId ?? null, websiteId, accountId, place, topic, recordId],
    ...[delivery.channel, destinationOf(delivery), content],
    ...[isoSeconds(now), isoSeconds(notBefore), isoSeconds(notBefore), 0],
  ];
}

/** Returns a function that gives each message of a subscription the next place. */
async function placesAfter(tx: Queries, subscriptionIds: ReadonlySet<number>): Promise<(id: number) => number> {
  const last = new Map<number, number>();
  if (subscriptionIds.size > 0) {
    const rows = await tx.query<{ subscription_id: number; place: number }>(
      `SELECT subscription_id, MAX(place) AS place FROM outbox_messages
       WHERE subscription_id IN (${placeholders(subscriptionIds.size)}) GROUP BY subscription_id`,
      [...subscriptionIds],
    );
    for (const { subscription_id: id, place } of rows) last.set(id, place);
  }
  return (id) => {
    const place = (last.get(id) ?? 0) + 1;
    last.set(id, place);
    return place;
  };
}

async function existingWebsites(tx: Queries, websiteIds: ReadonlySet<number>): Promise<Set<number>> {
  if (websiteIds.size === 0) return new Set();
  const sql = `SELECT id FROM websites WHERE id IN (${placeholders(websiteIds.size)})`;
  const found = await tx.query<{ id: number }>(sql, [...websiteIds]);
  return new Set(found.map(({ id }) => id));
}

/** Whose messages: those to the user who has subscribed, or to one recipient of the reports. */
type Receiver = { readonly subscriptionId: number } | { readonly recipientId: number };

/** Is called when it was removed. Removes waiting messages, and errors, which may name where they were sent to. */
export async function removeFromOutbox(tx: Queries, receiver: Receiver): Promise<void> {
  const [of, id] =
    'recipientId' in receiver
      ? (['recipient_id = $1', receiver.recipientId] as const)
      : (['subscription_id = $1 AND recipient_id IS NULL', receiver.subscriptionId] as const);
  await tx.query(`DELETE FROM outbox_messages WHERE ${of} AND result IS NULL`, [id]);
  await forgetErrors(tx, of, id);
}

async function forgetErrors(tx: Queries, of: string, id: number): Promise<void> {
  await tx.query(`UPDATE outbox_messages SET last_error = NULL WHERE ${of} AND last_error IS NOT NULL`, [id]);
}

/** Removes the waiting messages of a webhook that is switched off, but for the one that is being recorded. */
export async function dropWaiting(tx: Queries, subscriptionId: number, exceptId: string): Promise<void> {
  await tx.query('DELETE FROM outbox_messages WHERE subscription_id = $1 AND result IS NULL AND id <> $2', [
    subscriptionId,
    exceptId,
  ]);
}

/**
 * Called when where or how messages are sent has changed. Those that were written for what was before are removed; those about records
 * go to where everything goes from now on, at once.
 */
export async function redirectOutbox(tx: Queries, subscriptionId: number, url: string | null): Promise<void> {
  const isWaiting = 'subscription_id = $1 AND recipient_id IS NULL AND result IS NULL';
  await tx.query(`DELETE FROM outbox_messages WHERE ${isWaiting} AND record_id IS NULL`, [subscriptionId]);
  await tx.query(`UPDATE outbox_messages SET destination = $2, due_at = not_before, attempts = 0 WHERE ${isWaiting}`, [
    ...[subscriptionId, url ?? ''],
  ]);
  await forgetErrors(tx, 'subscription_id = $1 AND recipient_id IS NULL', subscriptionId);
}

/** The messages of each subscription that wait. Those without any are left out. */
export async function countWaitingOf(
  tx: Pick<Queries, 'query'>,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await tx.query<{ subscription_id: number; messages: number }>(
    `SELECT subscription_id, COUNT(*) AS messages FROM outbox_messages
     WHERE result IS NULL AND subscription_id IN (${placeholders(subscriptionIds.length)}) GROUP BY subscription_id`,
    subscriptionIds,
  );
  return new Map(rows.map(({ subscription_id: id, messages }) => [id, Number(messages)]));
}

/** Deletes messages that were sent or have failed long ago, without those that are being changed: waiting could end in a deadlock. */
export async function sweepOutbox(database: Database, now: Date): Promise<void> {
  const before = isoSeconds(new Date(now.getTime() - RESULTS_KEPT_DAYS * DAY_MS));
  const old = `SELECT id FROM outbox_messages WHERE result IS NOT NULL AND finished_at < $1 LIMIT ${SWEPT_PER_STEP}`;
  const sql = `DELETE FROM outbox_messages WHERE id IN (${old} FOR UPDATE SKIP LOCKED) RETURNING id`;
  // Usually there is nothing to do, and a transaction would make others wait.
  while ((await database.query(old, [before])).length > 0) {
    const deleted = await database.transaction((tx) => tx.query(sql, [before]));
    if (deleted.length === 0) return;
  }
}
