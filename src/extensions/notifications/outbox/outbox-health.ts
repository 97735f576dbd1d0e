// Whether the messages of the outbox reach their receivers, for operators.

import type { Database } from '../../../core/foundation/database/database.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import { IS_NEXT, readError, readWaiting } from './queue.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface OutboxHealth {
  readonly waiting: number;
  /** How long the oldest that is not held back by quiet hours has been waiting. */
  readonly oldestMs: number;
  /** How long a message has been due that nobody has attempted. 0: there is none. */
  readonly untriedMs: number;
  readonly failedInLastDay: number;
  /** The error of the newest message that could not be sent, or not yet. */
  readonly lastError: string | null;
}

export async function readOutboxHealth(database: Pick<Database, 'query'>, now: Date): Promise<OutboxHealth> {
  const { messages, oldest } = await readWaiting(database, now);
  const [untried] = await database.query<{ since: string | null }>(
    `SELECT MIN(due_at) AS since FROM outbox_messages
     WHERE result IS NULL AND attempts = 0 AND due_at <= $1 AND ${IS_NEXT}`,
    [isoSeconds(now)],
  );
  const [failed] = await database.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM outbox_messages WHERE result = 'failed' AND finished_at >= $1",
    [isoSeconds(new Date(now.getTime() - DAY_MS))],
  );
  const [error] = await database.query<{ last_error: string }>(
    `SELECT last_error FROM outbox_messages
     WHERE last_error IS NOT NULL AND (result IS NULL OR result = 'failed') ORDER BY created_at DESC LIMIT 1`,
  );
  const ageMs = (time: Date | string | null | undefined) => (time ? now.getTime() - new Date(time).getTime() : 0);
  return {
    waiting: messages,
    oldestMs: ageMs(oldest),
    untriedMs: ageMs(untried?.since),
    failedInLastDay: Number(failed!.count),
    lastError: error ? wordsIn()(readError(error.last_error)) : null,
  };
}
