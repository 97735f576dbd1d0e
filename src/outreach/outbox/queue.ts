// The waiting messages in the database: which are due, who attempts them, and what became of an attempt.

import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { number } from '../../foundation/text/wording.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import { backOffMs } from './back-off.ts';
import type { InFlight } from './in-flight.ts';
import { type MailsToday, startOfNextDay } from './mails-today.ts';
import { type Channel, MAIL } from './message.ts';

/** An attempt that takes longer has failed. */
export const ATTEMPT_MS_MAX = 45_000;
const ERROR_LENGTH_MAX = 500;

/** A message that this node attempts now. */
export interface ClaimedMessage {
  readonly id: string;
  readonly subscriptionId: number;
  /** null: it is for the user who has subscribed. */
  readonly recipientId: number | null;
  readonly websiteId: number;
  readonly accountId: number;
  readonly channel: Channel;
  readonly destination: string;
  /** JSON, as it is stored. */
  readonly delivery: string;
  /** Including this one. */
  readonly attempts: number;
}

export type Outcome =
  | { readonly result: 'sent' | 'unwanted' }
  | { readonly result: 'failed'; readonly error: string }
  | {
      readonly result: 'retry';
      readonly error: string;
      readonly at: Date;
      /** Until when the receiver has asked to be left alone. */
      readonly holdUntil?: Date | undefined;
    };

export interface Waiting {
  readonly messages: number;
  /** When the oldest that could be sent already became due for the first time. */
  readonly oldest: Date | undefined;
  readonly isAnyDue: boolean;
}

export async function readWaiting(database: Pick<Database, 'query'>, now: Date): Promise<Waiting> {
  const [row] = await database.query<{ messages: number; oldest: string | null; first_due: string | null }>(
    `SELECT COUNT(*) AS messages, MIN(CASE WHEN not_before <= $1 THEN not_before END) AS oldest, MIN(due_at) AS first_due
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
       account_id AS "accountId", channel, destination, delivery, attempts`,
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
      `The account may send ${number(mailsPerDayMax)} emails a day. This one is sent tomorrow.`,
    ],
  );
  return postponed.length;
}

export async function recordOutcome(tx: Queries, message: ClaimedMessage, outcome: Outcome, now: Date): Promise<void> {
  const { id, attempts } = message;
  if (outcome.result === 'retry') {
    // Another node may have attempted it since: then nothing changes.
    await tx.query(
      'UPDATE outbox_messages SET due_at = $3, last_error = $4 WHERE id = $1 AND attempts = $2 AND result IS NULL',
      [id, attempts, isoSeconds(outcome.at), storedError(outcome.error)],
    );
    return;
  }
  const error = outcome.result === 'failed' ? storedError(outcome.error) : null;
  await tx.query(
    `UPDATE outbox_messages SET result = $2, finished_at = $3, last_error = $4, destination = '', delivery = ''
     WHERE id = $1 AND result IS NULL`,
    [id, outcome.result, isoSeconds(now), error],
  );
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

/** Removes control characters, which a receiver may send and PostgreSQL may not store. */
function storedError(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, ERROR_LENGTH_MAX);
}
