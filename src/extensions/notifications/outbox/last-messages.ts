// What became of messages, for people, for as long as results are kept: the newest message to each user who has subscribed, or to each
// recipient of reports, and the list of those of a webhook.
import type { Sentence } from '../../../../languages/sentence.ts';
import { type Database, placeholders } from '../../../core/foundation/database/database.ts';
import { HALTED_TOPIC } from './message.ts';
import { readError } from './queue.ts';

export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const;

export interface LastMessage {
  readonly state: (typeof MESSAGE_STATES)[number];
  /** When it was sent or given up; if it waits, when it was written. */
  readonly at: string;
  /** Why the last attempt failed. */
  readonly error: Sentence | null;
}

interface Row {
  readonly result: 'sent' | 'failed' | null;
  readonly channel: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly last_error: string | null;
}

const COLUMNS = 'result, channel, created_at, finished_at, last_error';
const IS_WANTED = "(result IS NULL OR result <> 'unwanted')";
/** What was sent by a subscription: not what people were told about it. */
const OF_SUBSCRIPTION = `subscription_id = $1 AND recipient_id IS NULL AND topic <> '${HALTED_TOPIC}' AND ${IS_WANTED}`;

/** The last message of each. */
export async function readLastMessages(
  database: Pick<Database, 'query'>,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, LastMessage>> {
  const last = new Map<number, LastMessage>();
  // One by one, because each may have very many: so only one row of each is read.
  for (const id of subscriptionIds) {
    const [newest] = await readOne(database, id, 'ORDER BY place DESC');
    if (!newest) continue;
    // The first one that waits holds back the others, and says why.
    const isHeld = newest.result === null && newest.channel === 'webhook';
    const [first] = isHeld ? await readOne(database, id, 'AND result IS NULL ORDER BY place') : [];
    last.set(id, lastMessageOf(first ?? newest));
  }
  return last;
}

function readOne(database: Pick<Database, 'query'>, subscriptionId: number, order: string): Promise<Row[]> {
  return database.query<Row>(`SELECT ${COLUMNS} FROM outbox_messages WHERE ${OF_SUBSCRIPTION} ${order} LIMIT 1`, [
    subscriptionId,
  ]);
}

/** The last message to each. */
export async function readLastMessagesTo(
  database: Pick<Database, 'query'>,
  recipientIds: readonly number[],
): Promise<ReadonlyMap<number, LastMessage>> {
  if (recipientIds.length === 0) return new Map();
  const rows = await database.query<Row & { readonly recipient_id: number }>(
    `SELECT recipient_id, ${COLUMNS} FROM outbox_messages
     WHERE recipient_id IN (${placeholders(recipientIds.length)}) AND ${IS_WANTED} ORDER BY created_at, id`,
    recipientIds,
  );
  // The newest of each is the last one.
  return new Map(rows.map((row) => [row.recipient_id, lastMessageOf(row)]));
}

function lastMessageOf(row: Row): LastMessage {
  const { result, created_at: createdAt, finished_at: finishedAt, last_error: error } = row;
  return { state: result ?? 'waiting', at: finishedAt ?? createdAt, error: error === null ? null : readError(error) };
}

/** A message of a webhook in the list of its deliveries. */
export interface ListedDelivery extends LastMessage {
  /** The webhook-id. */
  readonly id: string;
  readonly place: number;
  readonly topic: string;
  /** The id of the contact or order that it is about. null: it is about something else. */
  readonly recordId: string | null;
  readonly createdAt: string;
  /** Attempts that were begun. */
  readonly attempts: number;
  /** null: it does not wait. */
  readonly nextAttemptAt: string | null;
}

/** The messages of a subscription, newest first. `before`: only those with a smaller place. */
export async function listDeliveries(
  database: Pick<Database, 'query'>,
  subscriptionId: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<ListedDelivery[]> {
  type DeliveryRow = Row & {
    readonly id: string;
    readonly place: number;
    readonly topic: string;
    readonly record_id: string | null;
    readonly attempts: number;
    readonly due_at: string;
  };
  const rows = await database.query<DeliveryRow>(
    `SELECT ${COLUMNS}, id, place, topic, record_id, attempts, due_at FROM outbox_messages
     WHERE ${OF_SUBSCRIPTION} AND place < $2 ORDER BY place DESC LIMIT $3`,
    [subscriptionId, before, limit],
  );
  return rows.map((row) => ({
    ...lastMessageOf(row),
    ...{ id: row.id, place: row.place, topic: row.topic, recordId: row.record_id, createdAt: row.created_at },
    ...{ attempts: row.attempts, nextAttemptAt: row.result === null ? row.due_at : null },
  }));
}
