// What people are told became of their messages.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listDeliveries,
  readLastMessages,
  readLastMessagesTo,
} from '../../../../src/extensions/notifications/outbox/last-messages.ts';
import { HALTED_TOPIC } from '../../../../src/extensions/notifications/outbox/message.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';

const AT = '2026-06-01T12:00:00Z';

interface Stored {
  readonly subscription: number;
  readonly place: number;
  readonly recipient?: number;
  readonly topic?: string;
  readonly result: string | null;
}

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
  });
  beforeEach(() => world.database.transaction((tx) => tx.query('DELETE FROM outbox_messages')));
  afterAll(() => world.dispose());

  const store = (...messages: Stored[]) =>
    world.database.transaction((tx) =>
      tx.insertMany({
        into: 'outbox_messages',
        columns: [
          ...['id', 'subscription_id', 'recipient_id', 'website_id', 'account_id', 'place', 'topic', 'channel'],
          ...['destination', 'delivery', 'created_at', 'not_before', 'due_at', 'attempts', 'result', 'finished_at'],
        ],
        rows: messages.map(({ subscription, place, recipient = null, topic = 'digest', result }) => [
          ...[`${subscription}-${place}`, subscription, recipient, 1, 1, place, topic, 'email', '', ''],
          ...[AT, AT, AT, 1, result, result && AT],
        ]),
      }),
    );
  const states = (messages: ReadonlyMap<number, { readonly state: string }>) =>
    [...messages].map(([id, { state }]) => [id, state]);

  test('mails to recipients are none of the subscriber, nor the other way round', async () => {
    await store(
      { subscription: 1, place: 1, result: 'sent' },
      { subscription: 1, place: 2, recipient: 11, result: 'failed' },
      { subscription: 1, place: 3, recipient: 12, result: 'sent' },
      { subscription: 2, place: 1, result: null },
      { subscription: 2, place: 2, recipient: 21, result: 'sent' },
    );
    expect(states(await readLastMessages(world.database, [1, 2, 3]))).toEqual([
      [1, 'sent'],
      [2, 'waiting'],
    ]);
    expect(states(await readLastMessagesTo(world.database, [11, 12, 21, 22]))).toEqual([
      [11, 'failed'],
      [12, 'sent'],
      [21, 'sent'],
    ]);
    expect(await listDeliveries(world.database, 1, { before: 100, limit: 10 })).toMatchObject([{ place: 1 }]);
  });

  test('what nobody wanted, and that a webhook was switched off, are no messages of it', async () => {
    await store(
      { subscription: 1, place: 1, result: 'failed' },
      { subscription: 1, place: 2, result: 'unwanted' },
      { subscription: 1, place: 3, topic: HALTED_TOPIC, result: 'sent' },
    );
    expect(states(await readLastMessages(world.database, [1]))).toEqual([[1, 'failed']]);
  });

  test('deliveries are listed newest first, so many at a time, before a place', async () => {
    await store(...[1, 2, 3, 4].map((place) => ({ subscription: 1, place, result: 'sent' })));
    const places = async (before: number) =>
      (await listDeliveries(world.database, 1, { before, limit: 2 })).map(({ place }) => place);
    expect([await places(5), await places(3), await places(1)]).toEqual([[4, 3], [2, 1], []]);
  });
});
