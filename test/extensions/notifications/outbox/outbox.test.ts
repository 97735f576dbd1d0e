import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { messageId, type NewMessage } from '../../../../src/extensions/notifications/outbox/message.ts';
import {
  addToOutbox,
  RESULTS_KEPT_DAYS,
  removeFromOutbox,
  sweepOutbox,
} from '../../../../src/extensions/notifications/outbox/outbox.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { DAY_MS, TestClock } from '../../../support/test-clock.ts';
import { messageWith, slackMessage } from './messages.ts';

test('the id of a message is a UUID that depends on its key alone', () => {
  expect(messageId('digest:1:2:2026-11-09')).toBe('c379b9db-3980-8da1-a789-edd2187a9b86');
  expect(messageId('digest:1:2:2026-11-16')).not.toBe(messageId('digest:1:2:2026-11-09'));
});

describe.each(ENGINES)('the outbox on %s', (engine) => {
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
  const stored = () => world.database.query('SELECT * FROM outbox_messages ORDER BY subscription_id');
  const finish = (subscriptionId: number, finishedAt: string) =>
    world.database.transaction((tx) =>
      tx.query(
        `UPDATE outbox_messages SET result = 'failed', last_error = 'no such mailbox', finished_at = $2
         WHERE subscription_id = $1`,
        [subscriptionId, finishedAt],
      ),
    );

  test('stores one message per key, also of equal ones in one call', async () => {
    const message = slackMessage({ notBefore: new Date('2026-11-16T07:00:00.900Z') });
    await add(message, message);
    await add(slackMessage({ url: 'https://hooks.example/other' }), slackMessage({ subscriptionId: 2 }));
    expect(await stored()).toMatchObject([
      {
        id: messageId(message.key),
        destination: 'https://hooks.example/T1',
        delivery: JSON.stringify(message.delivery),
        created_at: '2026-11-16T06:00:00Z',
        due_at: '2026-11-16T07:00:00Z',
        attempts: 0,
        result: null,
      },
      { subscription_id: 2 },
    ]);
  });

  test('stores nothing if the transaction of the caller fails', async () => {
    const failing = world.database.transaction(async (tx) => {
      await addToOutbox(tx, [slackMessage()], clock.now());
      throw new Error('the alert could not be stored');
    });
    await expect(failing).rejects.toThrow('could not be stored');
    expect(await stored()).toEqual([]);
  });

  test('leaves out websites that are gone, and takes no messages at all', async () => {
    await add();
    await add(slackMessage({ websiteId: 999 }));
    expect(await stored()).toEqual([]);
  });

  test.skipIf(engine === 'sqlite')('does not wait for a catalog import that changes the website', async () => {
    await world.database.transaction(async (importing) => {
      // An import does this. It locks the key of the row too, because api_key has a unique index.
      await importing.query(`INSERT INTO websites SELECT * FROM websites WHERE id = 1
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, api_key = excluded.api_key`);
      await add(slackMessage());
    });
    expect(await stored()).toHaveLength(1);
  });

  test('knows all mail as one destination', async () => {
    await add(messageWith({ channel: 'email', to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }));
    expect(await stored()).toMatchObject([{ channel: 'email', destination: 'mail' }]);
  });

  test('removes the waiting messages of a subscription, and the errors of the others', async () => {
    const finished = slackMessage({ key: 'old' });
    await add(finished);
    await finish(1, '2026-11-15T00:00:00Z');
    await add(slackMessage(), slackMessage({ subscriptionId: 2 }));
    await world.database.transaction((tx) => removeFromOutbox(tx, { subscriptionId: 1 }));
    expect(await stored()).toMatchObject([
      { id: messageId('old'), result: 'failed', last_error: null },
      { subscription_id: 2, result: null },
    ]);
  });

  test('forgets results after 30 days, and no waiting message', async () => {
    await add(...[1, 2, 3].map((subscriptionId) => slackMessage({ subscriptionId })));
    await finish(1, '2026-11-16T05:59:59Z');
    await finish(2, '2026-11-16T06:00:00Z');
    clock.advance(RESULTS_KEPT_DAYS * DAY_MS);
    await sweepOutbox(world.database, clock.now());
    expect((await stored()).map((row) => row.subscription_id)).toEqual([2, 3]);
  });

  test.skipIf(engine === 'sqlite')(
    'does not wait for one that somebody changes, and forgets it the next time',
    async () => {
      await add(slackMessage(), slackMessage({ subscriptionId: 2 }));
      for (const id of [1, 2]) await finish(id, '2026-11-16T05:59:59Z');
      clock.advance(RESULTS_KEPT_DAYS * DAY_MS);
      await world.database.transaction(async (removing) => {
        await removeFromOutbox(removing, { subscriptionId: 2 });
        await sweepOutbox(world.database, clock.now());
      });
      expect((await stored()).map((row) => row.subscription_id)).toEqual([2]);
      await sweepOutbox(world.database, clock.now());
      expect(await stored()).toEqual([]);
    },
  );
});
