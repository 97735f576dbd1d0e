// What webhooks are told about new contacts, orders and refunds, on both engines: each once, in order, and nothing that was erased.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { lastFeedPlaces, sweepOrderFeed } from '../../../../src/core/engine/rollups/order-feed.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { readChanges } from '../../../../src/core/manage/contacts/read-changes.ts';
import { ContactErasure } from '../../../../src/core/manage/erasure/forget-contact.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { deliverDue } from '../../../../src/extensions/notifications/outbox/outbox-job.ts';
import { RECORDS_WAITING_MAX } from '../../../../src/extensions/notifications/records/collect-records.ts';
import { placeNeeded } from '../../../../src/extensions/notifications/records/record-subscriptions.ts';
import { ContactData } from '../../../../src/extensions/privacy/contact-data.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith, orderWith, refundWith, type SentEvent } from '../../../support/events.ts';
import { DAY_MS, HOUR_MS } from '../../../support/test-clock.ts';
import { status } from '../outbox/receiver.ts';
import { BASE_URL, RecordsWorld } from './records-world.ts';

const sweepFeed = sweepOrderFeed([placeNeeded]);
const ORDER = { order_id: 'A-1', visitor: 'v', campaign_id: 10, revenue: 29.35, at: '2025-03-10T11:59:00Z' };

describe.each(ENGINES)('records on %s', (engine) => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start(engine);
  });
  beforeEach(() => world.reset());
  afterAll(() => world?.[Symbol.asyncDispose]());

  const count = (...events: SentEvent[]) => world.ingestion.count(...events);
  const feed = () => world.database.query('SELECT order_id, is_refund FROM order_feed ORDER BY website_id, place');
  const messages = () => world.database.query('SELECT topic, record_id, result FROM outbox_messages ORDER BY place');
  const ordersTold = (path: string) => world.told(path).map(({ type, data }) => `${type} ${data.order_id}`);

  describe('an order', () => {
    test('is told once, signed, with what it counts for, however often it is sent', async () => {
      await world.subscribe('/hook');
      await count(orderWith(ORDER));
      await count(orderWith(ORDER), orderWith({ ...ORDER, revenue: 5 }));
      await world.run();
      await world.run();
      const url = `${BASE_URL}/websites/1/campaigns/10`;
      expect(world.told('/hook')).toEqual([
        {
          type: 'order',
          timestamp: '2025-03-10T12:00:00Z',
          data: {
            website: { id: 1, name: 'acme.example', currency: 'USD' },
            ...{ order_id: 'A-1', at: '2025-03-10T11:59:00Z', day: '2025-03-10', revenue: 29.35, refunded: 0 },
            campaign: { id: 10, name: 'Spring popup', url },
            ...{ variant: null, step: null, element: null, is_credited: false, products: [], dimensions: {}, url },
          },
        },
      ]);
      expect(await messages()).toEqual([{ topic: 'order', record_id: 'A-1', result: 'sent' }]);
    });

    test('has the campaign that it was credited to, its path and its products', async () => {
      await changeWebsiteSettings(
        world.database,
        1,
        { credit_window_days: 7, event_log: true },
        world.ingestion.clock.now,
      );
      await world.subscribe('/hook');
      await count(eventWith({ type: 'conversion', element_id: 10000, visitor: 'v', at: '2025-03-10T11:00:00Z' }));
      await count(
        orderWith({ order_id: 'credited', visitor: 'v', utm_source: 'news' }),
        orderWith({ order_id: 'none' }),
        orderWith({ order_id: 'products', element_id: 10001, products: [{ value: 'sku', revenue: 7.5 }] }),
      );
      await world.run();
      const byId = new Map(world.told('/hook').map(({ data }) => [data.order_id, data]));
      expect(byId.get('credited')).toMatchObject({
        is_credited: true,
        campaign: { id: 10, name: 'Spring popup' },
        ...{ variant: { id: 100 }, step: { id: 1000, name: 'Step 1' }, element: { id: 10000, name: 'form' } },
        dimensions: { utm_source: 'news', channel: expect.any(String) },
      });
      expect(byId.get('none')).toMatchObject({ campaign: null, is_credited: false, url: `${BASE_URL}/websites/1` });
      expect(byId.get('products')).toMatchObject({ products: [{ value: 'sku', revenue: 7.5 }] });
    });

    test('is followed by its refunds, each with what is left', async () => {
      await world.subscribe('/hook');
      await count(orderWith(ORDER));
      await world.run();
      await count(refundWith({ order_id: 'A-1', refund_id: 'r1', revenue: 9.35 }));
      await count(refundWith({ order_id: 'A-1', refund_id: 'r1', revenue: 9.35 }));
      await world.run();
      await count(refundWith({ order_id: 'A-1' }), refundWith({ order_id: 'A-1', revenue: 100 }));
      await world.run();
      expect(world.told('/hook').map(({ type, data }) => [type, data.revenue, data.refunded])).toEqual([
        ['order', 29.35, 0],
        ['refund', 20, 9.35],
        ['refund', 0, 29.35],
      ]);
    });

    test('that a refund has waited for comes before it, both with what is left', async () => {
      await world.subscribe('/hook');
      await count(refundWith({ order_id: 'A-1', revenue: 9.35 }));
      expect(await feed()).toEqual([]);
      await count(orderWith(ORDER));
      await world.run();
      expect(world.told('/hook').map(({ type, data }) => [type, data.revenue])).toEqual([
        ['order', 20],
        ['refund', 20],
      ]);
    });

    test('of an imported file, and one of long ago, is not told, nor is its refund', async () => {
      await world.subscribe('/hook');
      const file = batchOf([orderWith(ORDER), refundWith({ order_id: 'A-1', revenue: 1 })], { importId: 'file' });
      await world.ingestion.stages.commitSent([file]);
      await count(
        orderWith({ order_id: 'old', at: '2025-03-03T11:59:59Z' }),
        orderWith({ order_id: 'new', at: '2025-03-03T12:00:00Z' }),
        refundWith({ order_id: 'old', revenue: 1, at: '2025-03-03T11:59:59Z' }),
      );
      await world.run();
      expect(ordersTold('/hook')).toEqual(['order new']);
    });

    test('is not noted where no webhook wants it', async () => {
      await world.subscribe('/other', { websiteId: 3 });
      await world.subscribe('/contacts', { topics: ['new_contact'] });
      await count(orderWith(ORDER), orderWith({ ...ORDER, order_id: 'B-1', website_id: 2, campaign_id: 20 }));
      expect(await feed()).toEqual([]);
      await count(orderWith({ order_id: 'C-1', website_id: 3 }));
      expect(await feed()).toEqual([{ order_id: 'C-1', is_refund: 0 }]);
      await world.run();
      expect(ordersTold('/other')).toEqual(['order C-1']);
      expect(world.told('/contacts')).toEqual([]);
    });

    test('whose day was erased meanwhile is not told', async () => {
      await world.subscribe('/hook');
      await count(orderWith(ORDER));
      await world.collect();
      await world.database.transaction((tx) => tx.query('UPDATE seen_orders SET day = NULL'));
      await deliverDue(world.job());
      expect(world.told('/hook')).toEqual([]);
      expect(await messages()).toMatchObject([{ result: 'unwanted' }]);
    });
  });

  describe('a contact', () => {
    test('is told once, with all its fields, as it is when it is sent', async () => {
      const before = await world.addContact('before@example.com');
      await world.subscribe('/hook');
      const id = await world.addContact('ada@example.com');
      await world.collect();
      await world.contacts.upsert(1, readChanges({ email: 'ada@example.com', city: 'Berlin' }));
      await deliverDue(world.job());
      await world.run();
      expect(world.told('/hook')).toMatchObject([
        { type: 'new_contact', data: { contact: { id, email: 'ada@example.com', name: 'Ada', city: 'Berlin' } } },
      ]);
      expect(before).not.toBe(id);
      // The person may ask who got it.
      const { database, clock } = world.ingestion;
      const data = new ContactData({ database, clock: clock.now, queryEventsMax: 1_000 });
      const webhooksOf = async (contactId: number) =>
        (await data.read({ websiteId: 1, contactId, actor: COMMAND_LINE }))!.webhooks;
      expect(await webhooksOf(id)).toEqual([{ at: '2025-03-10T12:00:00Z', host: world.receiver.host }]);
      expect(await webhooksOf(before)).toEqual([]);
    });

    test('that is forgotten is not told, and nothing of the person has waited', async () => {
      const { database, clock } = world.ingestion;
      await world.subscribe('/hook');
      const id = await world.addContact('forget-me@example.com');
      await world.addContact('stay@example.com');
      world.receiver.answers.set('/hook', status(503));
      await world.run();
      expect(world.receiver.received).toHaveLength(1);
      expect(JSON.stringify(await database.query('SELECT * FROM outbox_messages'))).not.toContain('example.com"');
      const filter = { id };
      await new ContactErasure(database, clock.now).forget({
        websiteId: 1,
        filter,
        actor: COMMAND_LINE,
        isErasing: true,
      });
      // Not even that it waits.
      expect(await messages()).toMatchObject([{ result: null }]);
      world.receiver.answers.clear();
      world.receiver.received.length = 0;
      clock.advance(HOUR_MS);
      await world.run();
      await world.run();
      expect(world.told('/hook').map(({ data }) => data.contact.email)).toEqual(['stay@example.com']);
    });

    test('comes before its order, and those of other websites do not come', async () => {
      await world.subscribe('/hook');
      await world.addContact('other@example.com', 2);
      await count(orderWith(ORDER));
      await world.addContact('ada@example.com');
      await world.run();
      expect(world.told('/hook').map(({ type }) => type)).toEqual(['new_contact', 'order']);
    });
  });

  describe('a webhook', () => {
    test('gets its messages in order: one that fails holds back those after it, and no other webhook', async () => {
      await world.subscribe('/a', { topics: ['order'] });
      await world.subscribe('/b', { topics: ['order'] });
      for (const order_id of ['1', '2', '3']) await count(orderWith({ order_id }));
      world.receiver.answers.set('/a', status(500));
      await world.run();
      expect(world.receiver.paths().filter((path) => path === '/a')).toHaveLength(1);
      expect(ordersTold('/b')).toEqual(['order 1', 'order 2', 'order 3']);
      await count(orderWith({ order_id: '4' }));
      world.receiver.answers.clear();
      world.receiver.received.length = 0;
      await world.run();
      expect(ordersTold('/a')).toEqual([]);
      world.ingestion.clock.advance(60_000);
      await world.run();
      expect(ordersTold('/a')).toEqual(['order 1', 'order 2', 'order 3', 'order 4']);
    });

    test('that refuses a message gets the next one', async () => {
      await world.subscribe('/a', { topics: ['order'] });
      for (const order_id of ['1', '2']) await count(orderWith({ order_id }));
      world.receiver.answers.set('/a', (response, { body }) => {
        response.writeHead(JSON.parse(body).data.order_id === '1' ? 422 : 200).end();
      });
      await world.run();
      expect(ordersTold('/a')).toEqual(['order 1', 'order 2']);
      expect(await messages()).toMatchObject([{ result: 'failed' }, { result: 'sent' }]);
    });

    test('has few messages that wait, and gets all of them', async () => {
      await world.subscribe('/a', { topics: ['order'] });
      const ids = Array.from({ length: RECORDS_WAITING_MAX + 5 }, (_, number) => `n${1_000 + number}`);
      await count(...ids.map((order_id) => orderWith({ order_id })));
      await world.collect();
      await world.collect();
      expect(await messages()).toHaveLength(RECORDS_WAITING_MAX);
      await deliverDue(world.job());
      await world.run();
      expect(world.told('/a').map(({ data }) => data.order_id)).toEqual(ids);
    });

    test('gets what it asks for, from when it asks for it', async () => {
      await count(orderWith({ order_id: 'before' }));
      await world.addContact('before@example.com');
      await world.subscribe('/refunds', { topics: ['refund'] });
      await count(orderWith(ORDER), refundWith({ order_id: 'A-1', revenue: 1 }));
      await world.addContact('after@example.com');
      await world.run();
      expect(ordersTold('/refunds')).toEqual(['refund A-1']);
    });

    test('goes on after more entries than may wait of which it is told none', async () => {
      await world.subscribe('/orders', { topics: ['order'] });
      await world.subscribe('/refunds', { topics: ['refund'] });
      const ids = Array.from({ length: RECORDS_WAITING_MAX + 1 }, (_, number) => `n${1_000 + number}`);
      await count(...ids.map((order_id) => orderWith({ order_id })));
      await count(refundWith({ order_id: ids[5], revenue: 1 }));
      for (let time = 0; time < 2; time++) await world.run();
      expect(ordersTold('/refunds')).toEqual([`refund ${ids[5]}`]);
      expect(ordersTold('/orders')).toEqual(ids.map((id) => `order ${id}`));
    });

    test('gets nothing while its user is no owner, and goes on from then on', async () => {
      await world.subscribe('/a');
      await count(orderWith({ order_id: '1' }));
      await world.collect();
      await world.setRole('editor');
      await count(orderWith({ order_id: '2' }));
      await world.addContact('ada@example.com');
      await world.run();
      expect(world.receiver.received).toEqual([]);
      await sweepFeed(world.database, 1);
      expect((await lastFeedPlaces(world.database, [1])).size).toBe(0);
      await world.setRole('owner');
      await world.run();
      await count(orderWith({ order_id: '3' }));
      await world.run();
      expect(ordersTold('/a').filter((told) => told.startsWith('order'))).toEqual(['order 3']);
    });
  });

  test('nothing is lost or told twice if a process dies at any of its commits', async () => {
    await world.subscribe('/a');
    for (const number of [1, 2, 3]) {
      await count(orderWith({ order_id: `o${number}` }));
      await world.addContact(`c${number}@example.com`);
      // Everything of the transaction is written, and none of it is committed.
      await world.collect(dyingAt(world.database, 1));
      expect(await messages()).toHaveLength(2 * (number - 1));
      await world.collect();
    }
    await deliverDue(world.job());
    expect(world.told('/a').map(({ type }) => type)).toEqual([1, 2, 3].flatMap(() => ['new_contact', 'order']));
  });

  test('two nodes collect at the same time: each record is told once', async () => {
    const other = await openDatabase(world.ingestion.url, { connectionsMax: 3 });
    try {
      await world.subscribe('/a', { topics: ['order'] });
      const ids = Array.from({ length: 20 }, (_, number) => `o${10 + number}`);
      await count(...ids.map((order_id) => orderWith({ order_id })));
      await Promise.all([world.collect(), world.collect(other), world.collect()]);
      await deliverDue(world.job());
      expect(world.told('/a').map(({ data }) => data.order_id)).toEqual(ids);
    } finally {
      await other.close();
    }
  });

  test('the feed has only what somebody still needs, and nothing of a website that is erased', async () => {
    await world.subscribe('/a', { topics: ['order'] });
    await world.subscribe('/b', { topics: ['order'], quietHours: null });
    await count(orderWith({ order_id: '1' }));
    await world.collect();
    await count(orderWith({ order_id: '2' }));
    await sweepFeed(world.database, 1);
    expect(await feed()).toEqual([{ order_id: '2', is_refund: 0 }]);
    await world.database.transaction((tx) => tx.query('DELETE FROM notification_subscriptions'));
    await sweepFeed(world.database, 1);
    expect(await feed()).toEqual([]);
    await count(orderWith({ order_id: '3' }));
    expect(await feed()).toEqual([]);

    await world.subscribe('/c', { topics: ['order'] });
    await count(orderWith({ order_id: '4' }));
    await forgetWebsite(world.database, 1, world.ingestion.clock.now());
    expect(await feed()).toEqual([]);
    await world.collect();
    expect(await messages()).toEqual([]);
  });

  describe('a webhook that takes nothing', () => {
    const halted = async () =>
      (await world.database.query('SELECT halted_at FROM notification_subscriptions'))[0]!.halted_at;

    test('is switched off at once if it says that it is gone, its owner is told, and the audit log has it', async () => {
      await world.subscribe('/a', { topics: ['order', 'new_contact'] });
      world.receiver.answers.set('/a', status(410));
      for (const order_id of ['1', '2']) await count(orderWith({ order_id }));
      await world.run();
      expect(await halted()).toBe('2025-03-10T12:00:00Z');
      expect(world.receiver.received).toHaveLength(1);
      expect(world.mails).toHaveLength(1);
      expect(world.mails[0]).toMatchObject({
        to: 'owner@example.com',
        subject: 'acme.example: a webhook was switched off',
        text: expect.stringContaining('The receiver answered with status 410.'),
      });
      const log = await world.database.query("SELECT via, subject FROM audit_log WHERE action = 'subscription_halted'");
      expect(log).toMatchObject([{ via: 'service', subject: expect.stringContaining('webhookWithContactsAt') }]);
      // What happens from now on is for nobody.
      await count(orderWith({ order_id: '3' }));
      await world.run();
      expect(world.receiver.received).toHaveLength(1);
    });

    test('is switched off when a message was given up after two days', async () => {
      await world.subscribe('/a', { topics: ['order'] });
      world.receiver.answers.set('/a', status(404));
      await count(orderWith({ order_id: '1' }), orderWith({ order_id: '2' }));
      const begunMs = world.ingestion.clock.now().getTime();
      for (let runs = 0; (await halted()) === null; runs++) {
        await world.run();
        expect(runs).toBeLessThan(20);
        world.ingestion.clock.advance(8 * HOUR_MS);
      }
      expect(world.ingestion.clock.now().getTime() - begunMs).toBeGreaterThan(2 * DAY_MS);
      expect(world.mails).toHaveLength(1);
      expect(new Set(ordersTold('/a'))).toEqual(new Set(['order 1']));
    });

    test('is switched off when it has refused everything for two days, and not before', async () => {
      await world.subscribe('/a', { topics: ['order'] });
      world.receiver.answers.set('/a', status(400));
      for (const [order_id, days] of [
        ['1', 1],
        ['2', 1],
        ['3', 0],
      ] as const) {
        await count(orderWith({ order_id }));
        expect(await halted()).toBeNull();
        await world.run();
        world.ingestion.clock.advance(days * DAY_MS);
      }
      expect(await halted()).not.toBeNull();
    });
  });

  /** Rolls back the transaction of this number. */
  function dyingAt(database: Database, number: number): Database {
    let transactions = 0;
    return {
      ...database,
      query: (sql, params) => database.query(sql, params),
      transaction: (work, options) =>
        database.transaction(async (tx) => {
          const result = await work(tx);
          transactions++;
          if (transactions === number) throw new Error('killed');
          return result;
        }, options),
    };
  }
});
