// What became of the newest message to each user who has subscribed, or to each recipient of reports, for as long as results are kept.
import { type Database, placeholders } from '../../foundation/database/database.ts';

export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const;

export interface LastMessage {
  readonly state: (typeof MESSAGE_STATES)[number];
  /** When it was sent or given up; if it waits, when it was written. */
  readonly at: string;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

interface Row {
  readonly receiver_id: number;
  readonly result: 'sent' | 'failed' | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly last_error: string | null;
}

/** The last message of each. `ids`: of subscriptions, or of recipients. */
export async function readLastMessages(
  database: Pick<Database, 'query'>,
  receivers: 'subscriptions' | 'recipients',
  ids: readonly number[],
): Promise<ReadonlyMap<number, LastMessage>> {
  if (ids.length === 0) return new Map();
  const isOne = `IN (${placeholders(ids.length)})`;
  const [column, of] =
    receivers === 'recipients'
      ? ['recipient_id', `recipient_id ${isOne}`]
      : ['subscription_id', `subscription_id ${isOne} AND recipient_id IS NULL`];
  const rows = await database.query<Row>(
    `SELECT ${column} AS receiver_id, result, created_at, finished_at, last_error FROM outbox_messages
     WHERE ${of} AND (result IS NULL OR result <> 'unwanted') ORDER BY created_at, id`,
    ids,
  );
  // The newest of each is the last one.
  return new Map(rows.map((row) => [row.receiver_id, lastMessageOf(row)]));
}

function lastMessageOf({
  result,
  created_at: createdAt,
  finished_at: finishedAt,
  last_error: error,
}: Row): LastMessage {
  return { state: result ?? 'waiting', at: finishedAt ?? createdAt, error };
}
