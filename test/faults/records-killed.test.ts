// The process is killed while an order is counted, and while the message about it is stored: afterwards the order is counted once, and a
// webhook is told of it once. What is killed between sending and recording: test/extensions/notifications/outbox/killed.test.ts.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { beginWith } from '../../src/extensions/notifications/records/collect-records.ts';
import {
  insertSubscription,
  type Subscription,
} from '../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { createUser } from '../support/users.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES } from './fault-rounds.ts';
import { FunnelProcess } from './funnel-process.ts';
import { killAt } from './held-rows.ts';

const PROGRAM = fileURLToPath(new URL('./records-process.ts', import.meta.url));

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;

  beforeAll(async () => {
    database = await createFaultDatabase(engine);
    await database.look(async (opened) => {
      await importCatalog(opened, SAMPLE_CATALOG, systemClock);
      const login = { email: 'ada@example.com', password: 'correct horse battery staple' };
      const { id: userId } = await createUser(opened, { ...login, accountIds: [1] }, systemClock);
      const subscription: Subscription = {
        ...{ id: 1, userId, websiteId: 1, channel: 'webhook', url: 'https://hooks.example', secret: 'whsec_AAAA' },
        ...{ topics: ['order'], quietHours: null, report: null, haltedAt: null, unsubscribeToken: 'a token' },
        createdAt: '2025-03-10T12:00:00Z',
      };
      await opened.transaction((tx) => insertSubscription(tx, subscription, { accountId: 1 }));
      await beginWith(opened, 1);
    });
  });
  afterAll(() => database.dispose());

  const start = (what: 'count' | 'collect') => () =>
    new FunnelProcess([PROGRAM, what], database.url, {}, process.execPath);
  const stored = () =>
    database.look(async (opened) => {
      const count = async (table: string) => (await opened.query(`SELECT 1 FROM ${table}`)).length;
      return {
        orders: await count('seen_orders'),
        noted: await count('order_feed'),
        messages: await count('outbox_messages'),
      };
    });

  async function finish(what: 'count' | 'collect'): Promise<void> {
    await using run = start(what)();
    await run.finish();
  }

  test('an order is counted and noted, or neither, and is told once', async () => {
    const nothing = { orders: 0, noted: 0, messages: 0 };
    await killAt(database.url, { on: 'INSERT', table: 'order_feed', when: 'NEW.website_id = 1' }, start('count'));
    expect(await stored()).toEqual(nothing);
    for (const _ of [1, 2]) await finish('count');
    expect(await stored()).toEqual({ orders: 1, noted: 1, messages: 0 });

    const when = "NEW.topic = 'order'";
    await killAt(database.url, { on: 'INSERT', table: 'outbox_messages', when }, start('collect'));
    expect(await stored()).toMatchObject({ noted: 1, messages: 0 });
    for (const _ of [1, 2]) await finish('collect');
    expect(await stored()).toEqual({ orders: 1, noted: 1, messages: 1 });
  });
});
