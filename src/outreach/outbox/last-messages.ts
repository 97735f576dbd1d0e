// What became of the newest message of each subscription, for as long as results are kept.
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
  readonly subscription_id: number;
  readonly result: 'sent' | 'failed' | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly last_error: string | null;
}

/** The last messages of each subscription. */
export async function readLastMessages(
  database: Pick<Database, 'query'>,
  subscriptionIds: readonly number[],
): Promise<ReadonlyMap<number, LastMessage>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await database.query<Row>(
    `SELECT subscription_id, result, created_at, finished_at, last_error FROM outbox_messages
     WHERE subscription_id IN (${placeholders(subscriptionIds.length)}) AND (result IS NULL OR result <> 'unwanted')
     ORDER BY created_at, id`,
    subscriptionIds,
  );
  // The newest of each is the last one.
  return new Map(rows.map((row) => [row.subscription_id, lastMessageOf(row)]));
}

function lastMessageOf({
  result,
  created_at: createdAt,
  finished_at: finishedAt,
  last_error: error,
}: Row): LastMessage {
  return { state: result ?? 'waiting', at: finishedAt ?? createdAt, error };
}
