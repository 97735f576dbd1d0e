// The waiting messages in the database: which are due, who attempts them, and what became of an attempt.
// Why: docs/decisions/notifications.md, "Webhooks get their messages in order, and end when they are dead".

import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { type Database, placeholders, type Queries } from '../../../core/foundation/database/database.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import { backOffMs } from './back-off.ts';
import type { InFlight } from './in-flight.ts';
import { type MailsToday, startOfNextDay } from './mails-today.ts';
import { type Channel, MAIL } from './message.ts';

/** An attempt that takes longer has failed. */
export const ATTEMPT_MS_MAX = 45_000;

/** A message that this node attempts now. */
export interface ClaimedMessage {
  readonly id: string;
  readonly subscriptionId: number;
  /** null: it is for the user who has subscribed. */
  readonly recipientId: number | null;
  readonly websiteId: number;
  readonly accountId: number;
  readonly topic: string;
  /** null: the message is ready. Otherwise it is put together now. */
  readonly recordId: string | null;
  readonly createdAt: string;
  readonly channel: Channel;
  readonly destination: string;
  /** JSON, as it is stored. Empty if there is a record. */
  readonly delivery: string;
  /** Including this one. */
  readonly attempts: number;
}

export type Outcome =
  | { readonly result: 'sent' | 'unwanted' }
  | {
      readonly result: 'failed';
      readonly error: Sentence;
      /** The receiver takes nothing any more. */
      readonly isDead?: boolean;
    }
  | {
      readonly result: 'retry';
      readonly error: Sentence;
      readonly at: Date;
      /** Until when the receiver has asked to be left alone. */
      readonly holdUntil?: Date | undefined;
    };

/**
 * SQL for a message that none before it holds back. Of the messages of a webhook that is the first one that waits: one that fails holds
 * back those after it, so that all arrive in their order.
 */
export const IS_NEXT = `(channel <> 'webhook' OR NOT EXISTS (
    SELECT 1 FROM outbox_messages AS earlier
    WHERE earlier.subscription_id = outbox_messages.subscription_id AND earlier.result IS NULL
      AND earlier.channel = 'webhook' AND earlier.place < outbox_messages.place
  ))`;

export interface Waiting {
  readonly messages: number;
  /** When the oldest that could be sent already became due for the first time. */
  readonly oldest: Date | undefined;
  readonly isAnyDue: boolean;
}

export async function readWaiting(database: Pick<Database, 'query'>, now: Date): Promise<Waiting> {
  const [row] = await database.query<{ messages: number; oldest: string | null; first_due: string | null }>(
    `SELECT COUNT(*) AS messages, MIN(CASE WHEN not_before <= $1 THEN not_before END) AS oldest, 
       MIN(CASE WHEN ${IS_NEXT} THEN due_at END) AS first_due
     FROM outbox_messages WHERE result IS NULL`,
    [isoSeconds(now)],
  );
  const { messages, oldest, first_due: firstDue } = row!;
  return {
    messages: Number(messages),
    oldest: oldest === null ? undefined : new Date(oldest),
    isAnyDue: firstDue !== null && firstDue <= isoSeconds(now),
  };
}

export interface ClaimedMessages {
  readonly claimed: readonly ClaimedMessage[];
  readonly limited: readonly LimitedAccount[];
}

/** An account that has sent as many emails today as it may, and how many have to wait until the next day. */
interface LimitedAccount {
  readonly accountId: number;
  readonly emails: number;
}

interface SendingLimits {
  readonly inFlight: InFlight;
  readonly mailsToday: MailsToday;
  /** How many mails an account can send. */
  readonly mailsPerDayMax: number;
}

/**
 * Claims due messages, the oldest first, as far as there is room for them beside those in flight. A claim counts as an attempt
 * and postpones the next one, so that nobody else sends the message in the meantime, and one that kills the process ends too.
 */
export async function claimDue(tx: Queries, limits: SendingLimits, now: Date): Promise<ClaimedMessages> {
  const { mailsToday, mailsPerDayMax } = limits;
  const claimed: ClaimedMessage[] = [];
  const limited: LimitedAccount[] = [];
  await mailsToday.update(tx, now);
  // A copy, because the transaction may fail.
  const inFlight = limits.inFlight.copy();
  for (let due = await readDue(tx, inFlight, now); due.length > 0; due = await readDue(tx, inFlight, now)) {
    for (const message of due) {
      const { accountId, destination } = message;
      const isLimited =
        destination === MAIL && mailsToday.of(accountId) + inFlight.mailsOf(accountId) >= mailsPerDayMax;
      if (isLimited) {
        const emails = await postponeMails(tx, accountId, mailsPerDayMax, now);
        // 0: they were postponed with one before.
        if (emails > 0) limited.push({ accountId, emails });
      } else if (inFlight.add(message)) claimed.push(await claim(tx, message, now));
    }
  }
  return { claimed, limited };
}

interface DueMessage {
  readonly id: string;
  readonly accountId: number;
  readonly destination: string;
  readonly attempts: number;
}

/** Leaves out those that have to wait for others: the first one can be attempted. Those that are being removed are skipped. */
async function readDue(tx: Queries, inFlight: InFlight, now: Date): Promise<DueMessage[]> {
  if (inFlight.free === 0) return [];
  const { fullAccounts, fullDestinations } = inFlight;
  return tx.query<DueMessage>(
    `SELECT id, account_id AS "accountId", destination, attempts FROM outbox_messages
     WHERE result IS NULL AND due_at <= $1
       ${notIn('account_id', fullAccounts.length, 1)} ${notIn('destination', fullDestinations.length, 1 + fullAccounts.length)}
       AND ${IS_NEXT}
     ORDER BY due_at, id LIMIT ${inFlight.free} FOR UPDATE SKIP LOCKED`,
    [isoSeconds(now), ...fullAccounts, ...fullDestinations],
  );
}

function notIn(column: string, count: number, offset: number): string {
  return count === 0 ? '' : `AND ${column} NOT IN (${placeholders(count, offset)})`;
}

async function claim(tx: Queries, { id, attempts }: DueMessage, now: Date): Promise<ClaimedMessage> {
  const next = new Date(now.getTime() + ATTEMPT_MS_MAX + backOffMs(attempts + 1));
  const [row] = await tx.query<ClaimedMessage>(
    `UPDATE outbox_messages SET attempts = attempts + 1, due_at = $2 WHERE id = $1
     RETURNING id, subscription_id AS "subscriptionId", recipient_id AS "recipientId", website_id AS "websiteId",
       account_id AS "accountId", topic, record_id AS "recordId", created_at AS "createdAt", channel, destination, delivery,
       attempts`,
    [id, isoSeconds(next)],
  );
  return row!;
}

/** Those of the account that are due, without those that are being removed: waiting for them could end in a deadlock. It is no attempt. */
async function postponeMails(tx: Queries, accountId: number, mailsPerDayMax: number, now: Date): Promise<number> {
  const postponed = await tx.query(
    `UPDATE outbox_messages SET due_at = $4, last_error = $5 WHERE id IN (
       SELECT id FROM outbox_messages WHERE result IS NULL AND due_at <= $3 AND account_id = $1 AND destination = $2
       FOR UPDATE SKIP LOCKED
     ) RETURNING id`,
    [
      ...[accountId, MAIL, isoSeconds(now), isoSeconds(startOfNextDay(now))],
      storedError(sentence('deliveryMailsOfDaySent', { count: mailsPerDayMax })),
    ],
  );
  return postponed.length;
}

export async function recordOutcome(tx: Queries, message: ClaimedMessage, outcome: Outcome, now: Date): Promise<void> {
  const { id, attempts, destination } = message;
  // Another node may have attempted it since, or it may go to another URL now: then a failure changes nothing.
  const isSame = 'id = $1 AND result IS NULL AND attempts = $2 AND destination = $3';
  if (outcome.result === 'retry') {
    await tx.query(`UPDATE outbox_messages SET last_error = $4, due_at = $5 WHERE ${isSame}`, [
      ...[id, attempts, destination, storedError(outcome.error), isoSeconds(outcome.at)],
    ]);
  } else if (outcome.result === 'failed') {
    await tx.query(
      `UPDATE outbox_messages SET last_error = $4, result = $5, finished_at = $6, destination = '', delivery = ''
       WHERE ${isSame}`,
      [id, attempts, destination, storedError(outcome.error), outcome.result, isoSeconds(now)],
    );
  } else {
    await tx.query(
      `UPDATE outbox_messages SET last_error = NULL, result = $2, finished_at = $3, destination = '', delivery = ''
       WHERE id = $1 AND result IS NULL`,
      [id, outcome.result, isoSeconds(now)],
    );
  }
}

/** A webhook that has refused everything for so long is dead. */
const REFUSED_MS_MAX = 2 * 24 * 60 * 60 * 1000;

/** Whether the webhook of a message that it refuses has taken none since the first that it refused, which is long ago. */
export async function hasRefusedAll(
  tx: Pick<Queries, 'query'>,
  { subscriptionId }: ClaimedMessage,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ first: string | null }>(
    `SELECT MIN(created_at) AS first FROM outbox_messages
     WHERE subscription_id = $1 AND channel = 'webhook' AND result = 'failed' AND place > COALESCE((
       SELECT MAX(place) FROM outbox_messages WHERE subscription_id = $1 AND channel = 'webhook' AND result = 'sent'
     ), 0)`,
    [subscriptionId],
  );
  return row?.first != null && new Date(row.first).getTime() <= now.getTime() - REFUSED_MS_MAX;
}

/** The receiver has asked to be left alone: no other message is sent to it before. Skips those that are being removed, as above. */
export async function holdDestination(tx: Queries, destination: string, until: Date): Promise<void> {
  await tx.query(
    `UPDATE outbox_messages SET due_at = $2 WHERE id IN (
       SELECT id FROM outbox_messages WHERE result IS NULL AND due_at < $2 AND destination = $1 FOR UPDATE SKIP LOCKED
     )`,
    [destination, isoSeconds(until)],
  );
}

/** JSON without control characters, which a receiver may send and PostgreSQL may not store. */
function storedError(reason: Sentence): string {
  return JSON.stringify(reason, (_key, value) =>
    typeof value === 'string' ? value.replaceAll(/\p{Cc}+/gu, ' ') : value,
  );
}

/** The reason that `storedError` has stored. */
export function readError(stored: string): Sentence {
  return JSON.parse(stored) as Sentence;
}
