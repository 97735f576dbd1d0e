// What is stored of claims and of their outcomes.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { backOffMs } from '../../../../src/extensions/notifications/outbox/back-off.ts';
import { InFlight } from '../../../../src/extensions/notifications/outbox/in-flight.ts';
import { MailsToday } from '../../../../src/extensions/notifications/outbox/mails-today.ts';
import { messageId, type NewMessage } from '../../../../src/extensions/notifications/outbox/message.ts';
import { addToOutbox } from '../../../../src/extensions/notifications/outbox/outbox.ts';
import {
  ATTEMPT_MS_MAX,
  type ClaimedMessage,
  claimDue,
  hasRefusedAll,
  holdDestination,
  type Outcome,
  readWaiting,
  recordOutcome,
} from '../../../../src/extensions/notifications/outbox/queue.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { HOUR_MS, TestClock } from '../../../support/test-clock.ts';
import { messageWith, slackMessage } from './messages.ts';

const BUSY = sentence('deliveryReceiverTooSlow');
const REFUSED = sentence('deliveryReceiverStatus', { status: '404' });

describe.each(ENGINES)('the queue on %s', (engine) => {
  const clock = new TestClock('2026-11-16T06:00:00Z');
  let world: TestDatabase;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, clock.now);
  });
  beforeEach(async () => {
    clock.offsetMs = 0;
    await world.database.transaction((tx) => tx.query('DELETE FROM outbox_messages'));
  });
  afterAll(() => world.dispose());

  const add = (...messages: NewMessage[]) => world.database.transaction((tx) => addToOutbox(tx, messages, clock.now()));
  /** As a node that has just begun to send. */
  async function claim({ inFlight = new InFlight(), mailsPerDayMax = 100 } = {}): Promise<readonly ClaimedMessage[]> {
    const limits = { inFlight, mailsToday: new MailsToday(), mailsPerDayMax };
    return (await world.database.transaction((tx) => claimDue(tx, limits, clock.now()))).claimed;
  }
  const record = (message: ClaimedMessage, outcome: Outcome) =>
    world.database.transaction((tx) => recordOutcome(tx, message, outcome, clock.now()));
  const stored = () => world.database.query('SELECT * FROM outbox_messages ORDER BY subscription_id');
  const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString().replace('.000', '');
  const retryIn = (ms: number): Outcome => ({
    result: 'retry',
    error: BUSY,
    at: new Date(clock.now().getTime() + ms),
  });
  const mail = (key: string) =>
    messageWith({ channel: 'email', to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }, { key });

  test('an attempt has its time before anybody else tries', async () => {
    await add(slackMessage());
    expect(await claim()).toMatchObject([{ attempts: 1 }]);
    expect(await stored()).toMatchObject([{ attempts: 1, due_at: later(ATTEMPT_MS_MAX + backOffMs(1)) }]);
    expect(await claim()).toEqual([]);
  });

  test('a retry is due when the node that attempts the message says', async () => {
    await add(slackMessage());
    const [message] = await claim();
    await record(message!, retryIn(HOUR_MS));
    expect(await stored()).toMatchObject([{ attempts: 1, due_at: later(HOUR_MS), last_error: JSON.stringify(BUSY) }]);
  });

  test('a node that is late does not move a message that another one attempts now', async () => {
    await add(slackMessage());
    const [late] = await claim();
    clock.advance(HOUR_MS);
    const [current] = await claim();
    expect(current!.attempts).toBe(2);
    const before = await stored();
    await record(late!, retryIn(0));
    expect(await stored()).toEqual(before);
    await record(current!, retryIn(HOUR_MS));
    expect(await stored()).toMatchObject([{ due_at: later(HOUR_MS), last_error: JSON.stringify(BUSY) }]);
  });

  test('what was sent stays sent, whatever a late node says', async () => {
    await add(slackMessage());
    const [late] = await claim();
    clock.advance(HOUR_MS);
    const [current] = await claim();
    await record(current!, { result: 'sent' });
    const before = await stored();
    clock.advance(HOUR_MS);
    for (const outcome of [retryIn(0), { result: 'failed', error: REFUSED } as const]) await record(late!, outcome);
    expect(await stored()).toEqual(before);
  });

  test('a receiver that asks for time gets none earlier, not even one that is due much later', async () => {
    const url = 'https://hooks.example/T1';
    await add(
      slackMessage({ url }),
      slackMessage({ url, subscriptionId: 2, notBefore: new Date(later(3 * HOUR_MS)) }),
      slackMessage({ url: 'https://hooks.example/other', subscriptionId: 3 }),
    );
    const before = await stored();
    await world.database.transaction((tx) => holdDestination(tx, url, new Date(later(HOUR_MS))));
    const due = [later(HOUR_MS), later(3 * HOUR_MS), before[2]!.due_at];
    expect((await stored()).map((row) => row.due_at)).toEqual(due);
  });

  test('of the messages of a webhook, the first one that waits is claimed, and nothing is due while it is held back', async () => {
    const webhook = (key: string, subscriptionId = 1) =>
      messageWith(
        { channel: 'webhook', url: 'https://hooks.example', secret: 'whsec_AAAA', body: {} },
        { key, subscriptionId },
      );
    await add(webhook('b'));
    await add(webhook('a'), webhook('c'), webhook('other', 2));
    const claimed = await claim();
    expect(claimed.map(({ id }) => id).toSorted()).toEqual([messageId('b'), messageId('other')].toSorted());
    await record(claimed.find(({ id }) => id === messageId('b'))!, retryIn(HOUR_MS));
    await record(claimed.find(({ id }) => id === messageId('other'))!, { result: 'sent' });
    expect(await claim()).toEqual([]);
    expect(await readWaiting(world.database, clock.now())).toMatchObject({ messages: 3, isAnyDue: false });
    clock.advance(HOUR_MS);
    for (const key of ['b', 'a', 'c']) {
      const [next] = await claim();
      expect(next!.id).toBe(messageId(key));
      await record(next!, { result: 'sent' });
    }
  });

  test('a webhook is dead if it has taken nothing since a message of two days ago that it refused', async () => {
    const webhook = (key: string, subscriptionId = 1) =>
      messageWith(
        { channel: 'webhook', url: `https://hooks.example/${subscriptionId}`, secret: 'whsec_AAAA', body: {} },
        { key, subscriptionId },
      );
    /** Each is sent or refused when it is written. */
    async function attempt(result: 'sent' | 'failed', key: string, subscriptionId = 1) {
      await add(webhook(key, subscriptionId));
      const [message] = await claim();
      await record(message!, result === 'sent' ? { result } : { result, error: REFUSED });
      return hasRefusedAll(world.database, message!, clock.now());
    }
    expect(await attempt('sent', 'first')).toBe(false);
    expect(await attempt('failed', 'of another', 2)).toBe(false);
    expect(await attempt('failed', 'a')).toBe(false);
    clock.advance(24 * HOUR_MS);
    expect(await attempt('sent', 'b')).toBe(false);
    expect(await attempt('failed', 'c')).toBe(false);
    clock.advance(24 * HOUR_MS);
    // Two days after the first one that it refused, and one after the last one that it took.
    expect(await attempt('failed', 'd')).toBe(false);
    expect(await attempt('failed', 'e of another', 2)).toBe(true);
    clock.advance(24 * HOUR_MS - 1_000);
    expect(await attempt('failed', 'e')).toBe(false);
    clock.advance(1_000);
    expect(await attempt('failed', 'f')).toBe(true);
  });

  test('a failure at a URL that was replaced meanwhile changes nothing', async () => {
    await add(slackMessage());
    const [message] = await claim();
    await world.database.transaction((tx) =>
      tx.query("UPDATE outbox_messages SET destination = 'https://new.example'"),
    );
    const before = await stored();
    for (const outcome of [retryIn(HOUR_MS), { result: 'failed', error: REFUSED } as const]) {
      await record(message!, outcome);
    }
    expect(await stored()).toEqual(before);
  });

  describe('the emails of a day', () => {
    test('include those that are being sent', async () => {
      const inFlight = new InFlight();
      inFlight.add({ accountId: 1, destination: 'mail' });
      await add(mail('a'), mail('b'));
      expect(await claim({ inFlight, mailsPerDayMax: 2 })).toHaveLength(1);
    });

    test('include those that were sent before this node began, and no other messages', async () => {
      await add(slackMessage({ key: 'slack' }), mail('a'));
      for (const message of await claim()) await record(message, { result: 'sent' });
      await add(mail('b'), mail('c'));
      expect(await claim({ mailsPerDayMax: 2 })).toHaveLength(1);
    });
  });
});
