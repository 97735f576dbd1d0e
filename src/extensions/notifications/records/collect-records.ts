// Puts messages about new contacts, orders and refunds into the outbox, for the webhooks that are told of them. Each webhook has its own
// place in the contacts of its website and in the website's order feed, and moves on in the transaction that stores the messages: so each
// record is told once, in its order, and nothing is lost or repeated when a process is killed. Several nodes may do it at the same time.
//
// Only so many messages of a webhook wait. What a slow receiver has not taken waits where it is anyway, and costs nothing: a burst of
// orders or an import of contacts floods neither the outbox nor the receiver, and no personal data pile up here.
// Why: docs/decisions/notifications.md, "Webhooks read what is new from where it is stored".
import { setImmediate as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  type FeedEntry,
  lastFeedPlaces,
  openOrderFeed,
  readOrderFeed,
} from '../../../core/engine/rollups/order-feed.ts';
import type { Database, Queries } from '../../../core/foundation/database/database.ts';
import { startRepeatedJob } from '../../../core/foundation/jobs/repeated-job.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { NewMessage } from '../outbox/message.ts';
import { addToOutbox, countWaitingOf } from '../outbox/outbox.ts';
import { afterQuietHours } from '../subscriptions/quiet-hours.ts';
import { wantsContacts, wantsOrders } from '../subscriptions/subscription-store.ts';
import type { RecordTopic } from '../subscriptions/topics.ts';
import {
  isToBegin,
  lastContactPlaces,
  lockRecordSubscription,
  type RecordSubscription,
  recordSubscription,
  recordSubscriptions,
  writePlaces,
} from './record-subscriptions.ts';

/** How many messages of a webhook wait at most because of new records. */
export const RECORDS_WAITING_MAX = 100;
const EVERY_TWO_SECONDS = '1-59/2 * * * * *';

interface RecordsJob {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Returns the function that stops the job. */
export function startRecordsJob(job: RecordsJob): () => Promise<void> {
  return startRepeatedJob({
    name: 'collecting new contacts and orders for webhooks',
    schedule: EVERY_TWO_SECONDS,
    logger: job.logger,
    run: (signal) => collectRecords(job, signal),
  });
}

/** A failure for one webhook does not affect the others. */
export async function collectRecords({ database, clock, logger }: RecordsJob, signal?: AbortSignal): Promise<void> {
  const all = await recordSubscriptions(database);
  // Usually there are none, and no shard has to be asked.
  if (all.length === 0) return;
  // A worker of a cluster that does not answer does not stop it for the others.
  const away = await database.unreachable(all.map(({ websiteId }) => websiteId));
  const subscriptions = all.filter(({ websiteId }) => !away.has(websiteId));
  const last = await readLastPlaces(database, subscriptions);
  for (const subscription of subscriptions) {
    if (signal?.aborted) return;
    try {
      await collectOf(database, subscription, last, clock);
    } catch (error) {
      const { id, websiteId } = subscription;
      logger.error({ err: error, websiteId, subscriptionId: id }, 'new records could not be collected for a webhook');
    }
    // On SQLite, requests run in between.
    await pause();
  }
}

interface LastPlaces {
  readonly contacts: ReadonlyMap<number, number>;
  readonly orders: ReadonlyMap<number, number>;
}

async function readLastPlaces(
  database: Pick<Database, 'query'>,
  subscriptions: readonly RecordSubscription[],
): Promise<LastPlaces> {
  const idsOf = (some: readonly RecordSubscription[]) => [...new Set(some.map(({ websiteId }) => websiteId))];
  const [contacts, orders] = await Promise.all([
    lastContactPlaces(database, idsOf(subscriptions.filter(wantsContacts))),
    lastFeedPlaces(database, idsOf(subscriptions.filter(wantsOrders))),
  ]);
  return { contacts, orders };
}

async function collectOf(
  database: Database,
  subscription: RecordSubscription,
  last: LastPlaces,
  clock: Clock,
): Promise<void> {
  const { websiteId, contactPlace, orderPlace } = subscription;
  const feed = last.orders.get(websiteId);
  const begins = isToBegin(subscription, feed);
  if (begins.contacts || begins.orders) {
    await beginWith(database, subscription.id);
    return;
  }
  const isBehind = (place: number | null, end: number | undefined) => place !== null && place < (end ?? 0);
  const hasMore = isBehind(contactPlace, last.contacts.get(websiteId)) || isBehind(orderPlace, feed);
  if (hasMore) await database.transaction((tx) => addMessages(tx, subscription.id, clock()));
}

/** From now on the webhook is told of what is new. Does nothing where it has begun. */
export async function beginWith(database: Database, subscriptionId: number): Promise<void> {
  const of = await recordSubscription(database, subscriptionId);
  if (!of) return;
  const { websiteId } = of;
  const { orders, contacts } = isToBegin(of, (await lastFeedPlaces(database, [websiteId])).get(websiteId));
  // In a transaction of its own: it is on the shard of the website. From its end on, orders are noted.
  const orderPlace = orders ? await database.transaction((tx) => openOrderFeed(tx, websiteId)) : of.orderPlace;
  const contactPlace = contacts
    ? ((await lastContactPlaces(database, [websiteId])).get(websiteId) ?? 0)
    : of.contactPlace;
  await database.transaction(async (tx) => {
    const now = await lockRecordSubscription(tx, subscriptionId);
    if (!now) return;
    // Another node may have begun before, and with an earlier place.
    await writePlaces(tx, {
      id: subscriptionId,
      contactPlace: now.contactPlace === of.contactPlace ? contactPlace : now.contactPlace,
      orderPlace: now.orderPlace === of.orderPlace ? (orderPlace ?? null) : now.orderPlace,
    });
  });
}

async function addMessages(tx: Queries, subscriptionId: number, now: Date): Promise<void> {
  const subscription = await lockRecordSubscription(tx, subscriptionId);
  if (!subscription) return;
  const { websiteId, contactPlace, orderPlace } = subscription;
  const room = RECORDS_WAITING_MAX - ((await countWaitingOf(tx, [subscriptionId])).get(subscriptionId) ?? 0);
  if (room <= 0) return;
  // First, because a contact usually comes before its order.
  const contacts =
    contactPlace === null ? [] : await contactsAfter(tx, websiteId, { after: contactPlace, limit: room });
  const entries =
    orderPlace === null || contacts.length === room
      ? []
      : await readOrderFeed(tx, websiteId, { after: orderPlace, limit: room - contacts.length });
  const told = entries.filter(({ isRefund }) => subscription.topics.includes(topicOf({ isRefund })));
  const messages = [...contacts.map((contact) => aboutContact(contact)), ...told.map((entry) => aboutOrder(entry))];
  await addToOutbox(
    tx,
    messages.map((message) => messageOf(subscription, message, now)),
    now,
  );
  await writePlaces(tx, {
    id: subscriptionId,
    contactPlace: contacts.at(-1)?.place ?? contactPlace,
    orderPlace: entries.at(-1)?.place ?? orderPlace,
  });
}

interface PlacedContact {
  readonly id: number;
  readonly place: number;
  readonly created_at: string;
}

/** Oldest first: a new contact comes last. */
function contactsAfter(
  tx: Queries,
  websiteId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PlacedContact[]> {
  return tx.query<PlacedContact>(
    'SELECT id, place, created_at FROM contacts WHERE website_id = $1 AND place > $2 ORDER BY place LIMIT $3',
    [websiteId, after, limit],
  );
}

interface AboutRecord {
  readonly topic: RecordTopic;
  readonly recordId: string;
  /** No other record of the website has it, also after a restore from a backup. */
  readonly key: string;
}

function aboutContact({ id, created_at: createdAt }: PlacedContact): AboutRecord {
  return { topic: 'new_contact', recordId: String(id), key: `${id}:${createdAt}` };
}

function topicOf({ isRefund }: Pick<FeedEntry, 'isRefund'>): RecordTopic {
  return isRefund ? 'refund' : 'order';
}

/** An order counts once, but may have several refunds. */
function aboutOrder({ orderId, isRefund, place, countedAtMs }: FeedEntry): AboutRecord {
  const key = isRefund ? `${orderId}:${place}:${countedAtMs}` : orderId;
  return { topic: topicOf({ isRefund }), recordId: orderId, key };
}

function messageOf(
  { id: subscriptionId, websiteId, accountId, url, quietHours }: RecordSubscription,
  { topic, recordId, key }: AboutRecord,
  now: Date,
): NewMessage {
  return {
    key: `${topic}:${subscriptionId}:${websiteId}:${key}`,
    ...{ subscriptionId, websiteId, accountId, topic },
    delivery: { channel: 'webhook', url: url!, recordId },
    notBefore: afterQuietHours(now, quietHours),
  };
}
