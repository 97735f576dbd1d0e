// The background job that sends the messages of the outbox. One node does it at a time. A message is claimed before it is sent,
// and what became of it is recorded right after: a process that is killed in between causes one repeat, with the same id.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import type { Database, Queries } from '../../../core/foundation/database/database.ts';
import { Lease, LeaseLostError } from '../../../core/foundation/database/lease.ts';
import { startRepeatedJob } from '../../../core/foundation/jobs/repeated-job.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import { ATTEMPTS_MAX, boundedRetryAfterMs, retryDelayMs } from './back-off.ts';
import type { Deliver } from './deliver.ts';
import { DeliveryError } from './delivery-error.ts';
import { InFlight } from './in-flight.ts';
import { MailsToday } from './mails-today.ts';
import type { Channel, Delivery } from './message.ts';
import {
  ATTEMPT_MS_MAX,
  type ClaimedMessage,
  claimDue,
  hasRefusedAll,
  holdDestination,
  type Outcome,
  readWaiting,
  recordOutcome,
} from './queue.ts';

const EVERY_TWO_SECONDS = '*/2 * * * * *';
/** While messages are delivered, new ones are claimed and what waits is counted this often. */
const LOOK_EVERY_MS = 2_000;
/** Attempts in progress get this time when the service stops. */
const STOP_MS_MAX = 5_000;

export interface OutboxObserver {
  attempted(channel: Channel, result: Outcome['result']): void;
  waiting(messages: number, oldestSeconds: number): void;
  /** Emails that have to wait until the next day. */
  limited(messages: number): void;
}

/** A message about a record. */
export type RecordMessage = ClaimedMessage & { readonly recordId: string };

export interface OutboxJob {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly deliver: Deliver;
  /** Asked before each attempt: the subscription, the user or the role may be gone. */
  readonly isWanted: (
    message: Pick<ClaimedMessage, 'subscriptionId' | 'recipientId' | 'websiteId'>,
  ) => Promise<boolean>;
  /** Puts together what a webhook is told about a record, at each attempt. undefined: it is gone, or nobody is to be told any more. */
  readonly deliveryAbout: (message: RecordMessage) => Promise<Delivery | undefined>;
  /** Switches a webhook off that takes nothing any more, in the transaction that records it. */
  readonly switchOff: (tx: Queries, message: ClaimedMessage, reason: Sentence) => Promise<void>;
  /** Emails that an account may send on a UTC day. */
  readonly mailsPerDayMax: number;
  readonly observer?: OutboxObserver | undefined;
  /** Returns a number from 0 to 1. */
  readonly random?: () => number;
}

/** Returns the function that stops the job after the attempts in progress. */
export function startOutboxJob(job: OutboxJob): () => Promise<void> {
  return startRepeatedJob({
    name: 'sending notifications',
    schedule: EVERY_TWO_SECONDS,
    logger: job.logger,
    run: (signal) => deliverDue(job, signal),
  });
}

/** Sends what is due, unless another node does. */
export async function deliverDue(job: OutboxJob, signal?: AbortSignal): Promise<void> {
  const { isAnyDue } = await observeWaiting(job);
  if (!isAnyDue || signal?.aborted) return;
  const lease = await Lease.take(job.database, job.clock, 'outbox');
  if (!lease) return;
  try {
    await new OutboxDelivery(job, lease).run(signal);
  } finally {
    await lease.release();
    await observeWaiting(job);
  }
}

async function observeWaiting({ database, clock, observer }: OutboxJob): Promise<{ readonly isAnyDue: boolean }> {
  const now = clock();
  const { messages, oldest, isAnyDue } = await readWaiting(database, now);
  observer?.waiting(messages, oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0);
  return { isAnyDue };
}

interface Finished {
  readonly message: ClaimedMessage;
  readonly outcome: Outcome;
}

class OutboxDelivery {
  readonly #job: OutboxJob;
  readonly #lease: Lease;
  readonly #inFlight = new InFlight();
  readonly #mailsToday = new MailsToday();
  readonly #attempts = new Set<Promise<void>>();
  /** Kept until they are recorded, also if the database cannot be reached for a while. */
  readonly #finished: Finished[] = [];
  #claims = true;
  #observedMs = performance.now();

  constructor(job: OutboxJob, lease: Lease) {
    this.#job = job;
    this.#lease = lease;
  }

  async run(signal: AbortSignal | undefined): Promise<void> {
    let stopMs: number | undefined;
    for (;;) {
      const isRecorded = await this.#try(() => this.#record());
      await this.#try(() => this.#observe());
      if (signal?.aborted) stopMs ??= performance.now() + STOP_MS_MAX;
      else if (this.#claims) await this.#try(() => this.#claim());
      if (this.#attempts.size === 0 && this.#finished.length === 0) return;
      if (stopMs !== undefined && performance.now() > stopMs) return;
      // Others may have finished meanwhile.
      if (!isRecorded || this.#finished.length === 0) await this.#wait();
    }
  }

  /** Returns whether it succeeded. */
  async #try(step: () => Promise<void>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (error instanceof LeaseLostError) this.#claims = false;
      else this.#job.logger.error({ err: error }, 'the outbox could not be used; it is tried again');
      return false;
    }
  }

  /** Records even where the lease was lost: what was sent was sent. Goes one by one, so that nobody waits for several locks. */
  async #record(): Promise<void> {
    const { database, observer } = this.#job;
    for (let next = this.#finished[0]; next; next = this.#finished[0]) {
      const { message, outcome } = next;
      await database.transaction((tx) => this.#recordOne(tx, message, outcome));
      this.#finished.shift();
      observer?.attempted(message.channel, outcome.result);
      const holdUntil = outcome.result === 'retry' ? outcome.holdUntil : undefined;
      if (holdUntil) await database.transaction((tx) => holdDestination(tx, message.destination, holdUntil));
    }
  }

  async #recordOne(tx: Queries, message: ClaimedMessage, outcome: Outcome): Promise<void> {
    const now = this.#job.clock();
    const isDead =
      outcome.result === 'failed' &&
      message.channel === 'webhook' &&
      (outcome.isDead || (await hasRefusedAll(tx, message, now)));
    // First, because it locks the subscription, as everybody does before messages of it.
    if (isDead) await this.#job.switchOff(tx, message, outcome.error);
    await recordOutcome(tx, message, outcome, now);
  }

  async #claim(): Promise<void> {
    const { database, clock, mailsPerDayMax, observer, logger } = this.#job;
    const limits = { inFlight: this.#inFlight, mailsToday: this.#mailsToday, mailsPerDayMax };
    const { claimed, limited } = await database.transaction(async (tx) => {
      await this.#lease.renew(tx);
      return claimDue(tx, limits, clock());
    });
    for (const message of claimed) this.#start(message);
    for (const { accountId, emails } of limited) {
      observer?.limited(emails);
      logger.warn(
        { accountId, emails, mailsPerDayMax },
        'emails wait until tomorrow: their account has sent as many as it may',
      );
    }
  }

  #start(message: ClaimedMessage): void {
    this.#inFlight.add(message);
    const attempt = outcomeOf(this.#job, message).then((outcome) => {
      this.#finished.push({ message, outcome });
      this.#inFlight.remove(message);
      if (outcome.result === 'sent' && message.channel === 'email') this.#mailsToday.add(message.accountId);
      this.#attempts.delete(attempt);
    });
    this.#attempts.add(attempt);
  }

  async #observe(): Promise<void> {
    if (performance.now() - this.#observedMs < LOOK_EVERY_MS) return;
    this.#observedMs = performance.now();
    await observeWaiting(this.#job);
  }

  /** Waits until an attempt has finished, but not for so long that new messages would have to wait or the lease would expire. */
  async #wait(): Promise<void> {
    const waking = new AbortController();
    const timeout = sleep(LOOK_EVERY_MS, undefined, { signal: waking.signal }).catch(() => {});
    await Promise.race([...this.#attempts, timeout]);
    waking.abort();
  }
}

async function outcomeOf(job: OutboxJob, message: ClaimedMessage): Promise<Outcome> {
  const { id, attempts, channel, websiteId } = message;
  try {
    if (attempts > ATTEMPTS_MAX) throw new DeliveryError(sentence('deliveryAttemptInterrupted'), { permanent: true });
    const delivery = await deliveryOf(job, message);
    if (!delivery) return { result: 'unwanted' };
    await inTime(job.deliver(id, delivery));
    return { result: 'sent' };
  } catch (error) {
    const failure = failureOf(error as Error);
    const isReceivers = error instanceof DeliveryError;
    const outcome = afterFailure(job, { attempts, failure, isReceivers });
    const what = outcome.result === 'failed' ? 'could not be sent' : 'could not be sent yet';
    job.logger.warn(
      { id, channel, websiteId, attempts, reason: failure.message, cause: failure.causeText },
      `a notification ${what}`,
    );
    return outcome;
  }
}

async function deliveryOf(job: OutboxJob, message: ClaimedMessage): Promise<Delivery | undefined> {
  const { recordId } = message;
  if (recordId !== null) return job.deliveryAbout({ ...message, recordId });
  return (await job.isWanted(message)) ? readDelivery(message.delivery) : undefined;
}

/** People see the reason. The message of another error may be about the database. */
function failureOf(error: Error): DeliveryError {
  return error instanceof DeliveryError
    ? error
    : new DeliveryError(sentence('deliveryServiceCouldNotSend'), { cause: error });
}

/** Here and not when it is claimed, so that one that cannot be read stops no others. */
function readDelivery(stored: string): Delivery {
  try {
    return JSON.parse(stored) as Delivery;
  } catch {
    // The cause is left out, because it would quote the message.
    throw new DeliveryError(sentence('deliveryStoredMessageUnreadable'), { permanent: true });
  }
}

interface Failed {
  readonly attempts: number;
  readonly failure: DeliveryError;
  /** It is not the service itself that failed. */
  readonly isReceivers: boolean;
}

function afterFailure({ clock, random = Math.random }: OutboxJob, { attempts, failure, isReceivers }: Failed) {
  const { reason, permanent, gone, retryAfterMs } = failure;
  if (permanent || attempts >= ATTEMPTS_MAX) {
    return { result: 'failed', error: reason, isDead: gone || (isReceivers && !permanent) } as const;
  }
  const nowMs = clock().getTime();
  const at = new Date(nowMs + retryDelayMs(attempts, random(), retryAfterMs));
  const holdUntil = retryAfterMs === undefined ? undefined : new Date(nowMs + boundedRetryAfterMs(retryAfterMs));
  return { result: 'retry', error: reason, at, holdUntil } as const;
}

async function inTime(delivered: Promise<void>): Promise<void> {
  const done = new AbortController();
  const timeout = sleep(ATTEMPT_MS_MAX, undefined, { signal: done.signal }).then(
    () => {
      throw new DeliveryError(sentence('deliveryAttemptTooLong'));
    },
    () => {},
  );
  try {
    await Promise.race([delivered, timeout]);
  } finally {
    done.abort();
  }
}
