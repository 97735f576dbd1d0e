// Outgoing webhooks for the parts in parts.ts: one with a delivery in each state, and one that was switched off. The script that takes
// screenshots uses it: nothing here may import vitest.
import { type Sentence, sentence } from '../../languages/sentence.ts';
import type { Queries } from '../../src/core/foundation/database/database.ts';
import { isoSeconds } from '../../src/core/foundation/time/clock.ts';
import { InFlight } from '../../src/extensions/notifications/outbox/in-flight.ts';
import { MailsToday } from '../../src/extensions/notifications/outbox/mails-today.ts';
import { addToOutbox } from '../../src/extensions/notifications/outbox/outbox.ts';
import { claimDue, type Outcome, recordOutcome } from '../../src/extensions/notifications/outbox/queue.ts';
import { newWebhookSecret } from '../../src/extensions/notifications/outbox/webhook-signature.ts';
import {
  insertSubscription,
  newUnsubscribeToken,
  nextSubscriptionId,
  type Subscription,
} from '../../src/extensions/notifications/subscriptions/subscription-store.ts';
import type { Topic } from '../../src/extensions/notifications/subscriptions/topics.ts';
import { HOUR_MS } from '../support/test-clock.ts';
import type { DemoService } from './demo-service.ts';

const ACCOUNT_ID = 1;
const WEBSITE_ID = 1;
const URL_OF_FLOW = 'https://flows.agency.customer.example/webhooks/3f1c9d52-7a44-4c1e-9d0e-1b7f2a6c8e90';
const RECORD_TOPICS: readonly Topic[] = ['new_contact', 'order', 'refund'];

interface Sent {
  readonly topic: Topic;
  readonly recordId: string;
  readonly result: 'sent' | 'failed' | 'retry' | 'waiting';
  readonly error?: Sentence;
}

/** They are in the order of time, and the last one waits for the one before. */
const SENT: readonly Sent[] = [
  { topic: 'new_contact', recordId: '140', result: 'sent' },
  { topic: 'order', recordId: 'R-20481', result: 'sent' },
  {
    topic: 'refund',
    recordId: 'R-20317',
    result: 'failed',
    error: sentence('deliveryReceiverStatus', { status: '410' }),
  },
  {
    ...{ topic: 'order', recordId: 'a-very-long-order-number-of-a-shop-2026-000020482', result: 'retry' },
    error: sentence('deliveryReceiverTooSlow'),
  },
  { topic: 'new_contact', recordId: '141', result: 'waiting' },
];

export async function addWebhooks({ database, clock, login }: DemoService): Promise<void> {
  const [user] = await database.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [login.email]);
  const webhook = (topics: readonly Topic[], haltedAt: string | null) => ({
    ...{ userId: user!.id, websiteId: WEBSITE_ID, channel: 'webhook' as const, url: URL_OF_FLOW, haltedAt, topics },
    ...{ secret: newWebhookSecret(), quietHours: null, report: null, unsubscribeToken: newUnsubscribeToken() },
    createdAt: isoSeconds(clock.now()),
  });
  await database.transaction(async (tx) => {
    const add = async (subscription: Omit<Subscription, 'id'>) => {
      const id = await nextSubscriptionId(tx);
      await insertSubscription(tx, { ...subscription, id }, { accountId: ACCOUNT_ID });
      return id;
    };
    await add(webhook(['digest', 'order'], isoSeconds(new Date(clock.nowMs - 20 * HOUR_MS))));
    const subscriptionId = await add(webhook(RECORD_TOPICS, null));
    for (const [index, sent] of SENT.entries()) {
      await send(tx, { ...sent, subscriptionId }, new Date(clock.nowMs - (SENT.length - index) * HOUR_MS));
    }
  });
}

async function send(tx: Queries, sent: Sent & { readonly subscriptionId: number }, at: Date): Promise<void> {
  const { subscriptionId, topic, recordId, result, error } = sent;
  const message = { key: `parts:${recordId}`, subscriptionId, websiteId: WEBSITE_ID, accountId: ACCOUNT_ID, topic };
  const delivery = { channel: 'webhook', url: URL_OF_FLOW, recordId } as const;
  await addToOutbox(tx, [{ ...message, delivery, notBefore: at }], at);
  if (result === 'waiting') return;
  const limits = { inFlight: new InFlight(), mailsToday: new MailsToday(), mailsPerDayMax: 0 };
  const { claimed } = await claimDue(tx, limits, at);
  const outcome = { result, error, at: new Date(at.getTime() + 5 * HOUR_MS) } as Outcome;
  await recordOutcome(tx, claimed.find((one) => one.recordId === recordId)!, outcome, at);
}
