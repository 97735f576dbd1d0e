// Stores messages to be sent later, in the transaction of what they are about.
// Why: docs/decisions/notifications.md, "Messages wait in an outbox in the database".

import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import { destinationOf, messageId, type NewMessage } from './message.ts';

/** How long a key is known and is not sent again, and people can be told what became of a message. */
export const RESULTS_KEPT_DAYS = 30;
const SWEPT_PER_STEP = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Messages whose key is stored already are left out, as are those of websites that are gone. The transaction must have locked the
 * websites (`lockWebsites`): erasing one then waits until its messages are stored, and erases them too.
 */
export async function addToOutbox(tx: Queries, messages: readonly NewMessage[], now: Date): Promise<void> {
  const websiteIds = await existingWebsites(tx, new Set(messages.map(({ websiteId }) => websiteId)));
  await tx.insertNew({
    into: 'outbox_messages',
    columns: [
      ...['id', 'subscription_id', 'recipient_id', 'website_id', 'account_id', 'channel', 'destination', 'delivery'],
      ...['created_at', 'not_before', 'due_at', 'attempts'],
    ],
    rows: messages.filter(({ websiteId }) => websiteIds.has(websiteId)).map((message) => rowOf(message, now)),
    key: ['id'],
    onConflict: 'ON CONFLICT (id) DO NOTHING',
  });
}

function rowOf({ key, subscriptionId, recipientId, websiteId, accountId, delivery, notBefore }: NewMessage, now: Date) {
  return [
    ...[messageId(key), subscriptionId, recipientId ?? null, websiteId, accountId],
    ...[delivery.channel, destinationOf(delivery), JSON.stringify(delivery)],
    ...[isoSeconds(now), isoSeconds(notBefore), isoSeconds(notBefore), 0],
  ];
}

async function existingWebsites(tx: Queries, websiteIds: ReadonlySet<number>): Promise<Set<number>> {
  if (websiteIds.size === 0) return new Set();
  const sql = `SELECT id FROM websites WHERE id IN (${placeholders(websiteIds.size)})`;
  const found = await tx.query<{ id: number }>(sql, [...websiteIds]);
  return new Set(found.map(({ id }) => id));
}

/** Whose messages: those to the user who has subscribed, or to one recipient of the reports. */
type Receiver = { readonly subscriptionId: number } | { readonly recipientId: number };

/** Called when it was changed or removed. Removes waiting messages, and errors, which may name where they were sent to. */
export async function removeFromOutbox(tx: Queries, receiver: Receiver): Promise<void> {
  const [of, id] =
    'recipientId' in receiver
      ? (['recipient_id = $1', receiver.recipientId] as const)
      : (['subscription_id = $1 AND recipient_id IS NULL', receiver.subscriptionId] as const);
  await tx.query(`DELETE FROM outbox_messages WHERE ${of} AND result IS NULL`, [id]);
  await tx.query(`UPDATE outbox_messages SET last_error = NULL WHERE ${of} AND last_error IS NOT NULL`, [id]);
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
