// The job over real HTTP, on both engines. Time passes only where a test lets it.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { LEASE_MS, Lease } from '../../../../src/core/foundation/database/lease.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { ATTEMPTS_MAX } from '../../../../src/extensions/notifications/outbox/back-off.ts';
import { DeliveryError } from '../../../../src/extensions/notifications/outbox/delivery-error.ts';
import { messageId, type NewMessage } from '../../../../src/extensions/notifications/outbox/message.ts';
import { addToOutbox, removeFromOutbox } from '../../../../src/extensions/notifications/outbox/outbox.ts';
import {
  deliverDue,
  type OutboxJob,
  startOutboxJob,
} from '../../../../src/extensions/notifications/outbox/outbox-job.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { MailServer } from '../../../support/mail-server.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../../../support/test-clock.ts';
import { messageWith, slackMessage } from './messages.ts';
import { outboxJob } from './outbox-job-with.ts';
import { type Answer, Receiver, status } from './receiver.ts';

const START = '2026-11-16T06:00:00Z';
const TOMORROW = '2026-11-17T00:00:00Z';
const MINUTE_MS = 60_000;

describe.each(ENGINES)('the outbox job on %s', (engine) => {
  let clock: TestClock;
  let world: TestDatabase;
  let receiver: Receiver;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, () => new Date(START));
  });
  beforeEach(async () => {
    clock = new TestClock(START);
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await receiver[Symbol.asyncDispose]();
    await world.database.transaction(async (tx) => {
      await tx.query('DELETE FROM outbox_messages');
      await tx.query('UPDATE job_leases SET holder = NULL');
    });
  });
  afterAll(() => world.dispose());

  function job(given: Partial<OutboxJob> = {}): OutboxJob {
    const { database } = world;
    return { ...outboxJob({ database, clock: clock.now, host: receiver.host }), ...given };
  }

  const add = (...messages: NewMessage[]) => world.database.transaction((tx) => addToOutbox(tx, messages, clock.now()));
  const to = (path: string, given: Partial<Omit<NewMessage, 'delivery'>> = {}) =>
    slackMessage({ key: `${path} ${given.key ?? ''}`, ...given, url: receiver.url(path) });
  const mail = (key: string, accountId = 1) =>
    messageWith(
      { channel: 'email', to: `${key}@example.com`, subject: key, text: key, html: key },
      { key, accountId, notBefore: clock.now() },
    );
  const several = (count: number, path: string, given: Partial<Omit<NewMessage, 'delivery'>> = {}) =>
    Array.from({ length: count }, (_, number) => to(path, { ...given, key: `${path} ${number}` }));
  const stored = (columns = 'result, attempts, due_at, last_error') =>
    world.database.query(`SELECT ${columns} FROM outbox_messages ORDER BY id`);
  /** Requests to these paths are not answered before the returned function is called. */
  function stall(...paths: string[]): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer: Answer = (response) => void promise.then(() => response.end());
    for (const path of paths) receiver.answers.set(path, answer);
    return resolve;
  }

  test('a message that cannot be read is given up, and the others are sent', async () => {
    await add(to('/broken'), to('/b'), to('/c', { accountId: 2 }));
    await world.database.transaction((tx) =>
      tx.query('UPDATE outbox_messages SET delivery = \'{"secret":"whsec_x"\' WHERE id = $1', [messageId('/broken ')]),
    );
    await deliverDue(job());
    expect(receiver.paths().toSorted()).toEqual(['/b', '/c']);
    const rows = await world.database.query('SELECT last_error FROM outbox_messages WHERE result = $1', ['failed']);
    expect(rows).toEqual([{ last_error: '{"code":"deliveryStoredMessageUnreadable"}' }]);
  });

  test('sends a message once, when its time has come, and keeps no content of it', async () => {
    const key = 'digest:1:1:2026-11-09';
    await add(to('/a', { key, notBefore: new Date('2026-11-16T07:00:00Z') }));
    await deliverDue(job());
    expect(receiver.received).toEqual([]);
    clock.advance(HOUR_MS);
    await deliverDue(job());
    await deliverDue(job());
    expect(receiver.received.map(({ headers }) => headers['x-message-id'])).toEqual([messageId(key)]);
    const columns = 'result, attempts, finished_at, destination, delivery';
    expect(await stored(columns)).toMatchObject([
      { result: 'sent', attempts: 1, finished_at: '2026-11-16T07:00:00Z', destination: '', delivery: '' },
    ]);
    // The key is still known.
    await add(to('/a', { key }));
    await deliverDue(job());
    expect(receiver.received).toHaveLength(1);
  });

  test('a receiver that fails gets the message again after a while, with the same id', async () => {
    receiver.answers.set('/a', status(500));
    await add(to('/a'));
    await deliverDue(job());
    expect(await stored()).toMatchObject([
      { result: null, attempts: 1, due_at: '2026-11-16T06:01:00Z', last_error: expect.stringContaining('500') },
    ]);
    clock.advance(MINUTE_MS - 1000);
    await deliverDue(job());
    expect(receiver.received).toHaveLength(1);
    clock.advance(1000);
    receiver.answers.set('/a', (response) => response.destroy());
    await deliverDue(job());
    receiver.answers.clear();
    clock.advance(2 * MINUTE_MS);
    await deliverDue(job());
    expect(new Set(receiver.received.map(({ headers }) => headers['x-message-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(3);
    expect(await stored()).toMatchObject([{ result: 'sent', attempts: 3, last_error: null }]);
  });

  test('is given up after 15 attempts in about two days', async () => {
    receiver.answers.set('/a', status(503));
    await add(to('/a'));
    while ((await stored())[0]!.result === null) {
      await deliverDue(job());
      clock.nowMs = Math.max(clock.nowMs, Date.parse(String((await stored())[0]!.due_at)));
    }
    expect(receiver.received).toHaveLength(ATTEMPTS_MAX);
    const [message] = await stored('result, last_error, delivery, finished_at');
    expect(message).toMatchObject({ result: 'failed', delivery: '', last_error: expect.stringContaining('503') });
    const days = (Date.parse(String(message!.finished_at)) - Date.parse(START)) / DAY_MS;
    expect(days).toBeGreaterThan(1.5);
    expect(days).toBeLessThan(2.5);
  });

  test('is given up at once if the receiver refuses it, or there is no mail server', async () => {
    receiver.answers.set('/a', status(404));
    const email = { channel: 'email', to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' } as const;
    await add(to('/a'), messageWith(email));
    await deliverDue(job());
    for (const row of await stored()) expect(row).toMatchObject({ result: 'failed', attempts: 1 });
    const errors = (await stored()).map((row) => row.last_error).sort();
    expect(errors).toEqual([expect.stringContaining('deliveryNoMailServer'), expect.stringContaining('404')]);
  });

  test('a receiver that asks for time gets no other message before', async () => {
    receiver.answers.set('/busy', status(429, { 'retry-after': '7200' }));
    await add(...several(5, '/busy'), to('/free'));
    await deliverDue(job());
    const before = receiver.paths();
    // As many as are sent to one receiver at the same time.
    expect(before.filter((path) => path === '/busy')).toHaveLength(2);
    expect(before).toContain('/free');
    receiver.answers.clear();
    clock.advance(2 * HOUR_MS - 1000);
    await deliverDue(job());
    expect(receiver.received).toHaveLength(before.length);
    clock.advance(1000);
    await deliverDue(job());
    expect((await stored()).map((row) => row.result)).toEqual(Array.from({ length: 6 }, () => 'sent'));
  });

  test.skipIf(engine === 'sqlite')('a receiver can ask for time while a message to it is being removed', async () => {
    receiver.answers.set('/busy', status(429, { 'retry-after': '7200' }));
    await add(...several(5, '/busy'));
    await world.database.transaction(async (removing) => {
      await removing.query('DELETE FROM outbox_messages WHERE id = $1', [messageId('/busy 4')]);
      await deliverDue(job());
    });
    expect(await stored('due_at')).toEqual(Array.from({ length: 4 }, () => ({ due_at: '2026-11-16T08:00:00Z' })));
  });

  test('stores nothing of an error of the service itself, because people see what is stored', async () => {
    await add(to('/a'));
    const isWanted = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.5:5432');
    };
    await deliverDue(job({ isWanted }));
    expect(await stored()).toMatchObject([{ result: null, last_error: '{"code":"deliveryServiceCouldNotSend"}' }]);
  });

  test('a message that is no longer wanted is not sent', async () => {
    await add(to('/a', { subscriptionId: 1 }), to('/b', { subscriptionId: 2 }));
    await deliverDue(
      job({ isWanted: async ({ subscriptionId, websiteId }) => subscriptionId === 2 && websiteId === 1 }),
    );
    expect(receiver.paths()).toEqual(['/b']);
    expect(await stored('subscription_id, result, delivery')).toContainEqual(
      expect.objectContaining({ subscription_id: 1, result: 'unwanted', delivery: '' }),
    );
  });

  test('a slow receiver holds up no other', async () => {
    const release = stall('/stalled');
    await add(...several(20, '/stalled', { notBefore: new Date(0) }), to('/other', { notBefore: clock.now() }));
    const delivering = deliverDue(job());
    await receiver.until(3);
    expect(receiver.paths().sort()).toEqual(['/other', '/stalled', '/stalled']);
    release();
    await delivering;
    expect(receiver.received).toHaveLength(21);
  });

  test('one account holds up no other, however many of its receivers are slow', async () => {
    const slow = Array.from({ length: 12 }, (_, number) => `/slow-${number}`);
    const release = stall(...slow);
    const early = new Date(0);
    await add(
      ...slow.map((path) => to(path, { notBefore: early })),
      to('/other', { accountId: 2, notBefore: clock.now() }),
    );
    const delivering = deliverDue(job());
    while (!receiver.paths().includes('/other')) await receiver.until(receiver.received.length + 1);
    expect(receiver.received.length).toBeLessThanOrEqual(9);
    release();
    await delivering;
    expect(receiver.received).toHaveLength(13);
  });

  test('two nodes: each message is sent once', async () => {
    const other = await openDatabase(world.url, { connectionsMax: 2 });
    try {
      await add(...Array.from({ length: 40 }, (_, number) => to(`/${number % 20}`, { key: `${number}` })));
      await Promise.all([deliverDue(job()), deliverDue(job({ database: other })), deliverDue(job())]);
      const ids = receiver.received.map(({ headers }) => headers['x-message-id']);
      expect(ids).toHaveLength(40);
      expect(new Set(ids).size).toBe(40);
    } finally {
      await other.close();
    }
  });

  test('a node that has lost the lease records what it was sending, and starts nothing new', async () => {
    const release = stall('/a');
    await add(to('/a'));
    const first = deliverDue(job());
    await receiver.until(1);
    clock.advance(LEASE_MS);
    // Nobody else sends it meanwhile.
    await deliverDue(job());
    const lease = await Lease.take(world.database, clock.now, 'outbox');
    await add(to('/b'));
    release();
    await first;
    expect(receiver.paths()).toEqual(['/a']);
    expect((await stored()).map(({ result, attempts }) => `${result} ${attempts}`).sort()).toEqual([
      'null 0',
      'sent 1',
    ]);
    await lease!.release();
    await deliverDue(job());
    expect(receiver.paths()).toEqual(['/a', '/b']);
  });

  test('a message that is removed while it is sent stays removed', async () => {
    const release = stall('/a');
    await add(to('/a'));
    const delivering = deliverDue(job());
    await receiver.until(1);
    await world.database.transaction((tx) => removeFromOutbox(tx, { subscriptionId: 1 }));
    release();
    await delivering;
    expect(await stored()).toEqual([]);
  });

  test.skipIf(engine !== 'sqlite')(
    'a message that was sent is not repeated because the database was away',
    async () => {
      let failures = 0;
      const away: Database = {
        ...world.database,
        query: (sql, params) => world.database.query(sql, params),
        transaction: (work) => {
          if (receiver.received.length === 0 || failures > 0) return world.database.transaction(work);
          failures++;
          return Promise.reject(new Error('the connection broke'));
        },
      };
      await add(to('/a'));
      await deliverDue(job({ database: away }));
      expect(failures).toBe(1);
      expect(await stored()).toMatchObject([{ result: 'sent', attempts: 1 }]);
      expect(receiver.received).toHaveLength(1);
    },
  );

  test('a message whose last attempt was interrupted is given up', async () => {
    await add(to('/a'));
    await world.database.transaction((tx) => tx.query('UPDATE outbox_messages SET attempts = $1', [ATTEMPTS_MAX]));
    await deliverDue(job());
    expect(receiver.received).toEqual([]);
    expect(await stored()).toMatchObject([
      { result: 'failed', last_error: expect.stringContaining('deliveryAttemptInterrupted') },
    ]);
  });

  test('says how many wait, for how long, and what became of them', async () => {
    const seen: unknown[] = [];
    const observer: OutboxJob['observer'] = {
      attempted: (...attempt) => seen.push(attempt),
      waiting: (...waiting) => seen.push(waiting),
      limited: (messages) => seen.push({ limited: messages }),
    };
    receiver.answers.set('/a', status(500));
    await add(to('/a', { notBefore: clock.now() }), to('/later', { notBefore: new Date(clock.nowMs + HOUR_MS) }));
    clock.advance(5 * MINUTE_MS);
    await deliverDue(job({ observer }));
    expect(seen).toEqual([
      [2, 300],
      ['slack', 'retry'],
      [2, 300],
    ]);
  });

  test('an account sends so many emails a day, and the others the next day; nothing else has to wait', async () => {
    const mailServer = await MailServer.start();
    const limited: number[] = [];
    const warnings: { accountId: number; emails: number }[] = [];
    const limitedJob = (): OutboxJob => ({
      ...outboxJob({ ...world, clock: clock.now, host: receiver.host, smtpUrl: mailServer.url() }),
      mailsPerDayMax: 2,
      logger: pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line)) }),
      observer: { attempted: () => {}, waiting: () => {}, limited: (emails) => limited.push(emails) },
    });
    try {
      const sent = () => mailServer.received.flatMap(({ to: addresses }) => addresses).toSorted();
      await add(mail('a'), mail('b'), mail('c'), mail('d'), mail('e'), mail('other', 2), to('/slack'));
      await deliverDue(limitedJob());
      expect(sent()).toHaveLength(3);
      expect(sent()).toContain('other@example.com');
      expect(receiver.paths()).toEqual(['/slack']);
      expect(limited).toEqual([3]);
      expect(warnings).toMatchObject([{ accountId: 1, emails: 3 }]);
      const waiting = await world.database.query(
        'SELECT attempts, due_at, last_error FROM outbox_messages WHERE result IS NULL',
      );
      const last_error = '{"code":"deliveryMailsOfDaySent","values":{"count":2}}';
      expect(waiting).toEqual(Array.from({ length: 3 }, () => ({ attempts: 0, due_at: TOMORROW, last_error })));

      // Also one that comes later, after a restart.
      clock.advance(HOUR_MS);
      await add(mail('f'));
      await deliverDue(limitedJob());
      expect(sent()).toHaveLength(3);

      clock.advance(Date.parse(TOMORROW) - clock.nowMs);
      await deliverDue(limitedJob());
      expect(sent()).toHaveLength(5);
      clock.advance(DAY_MS);
      await deliverDue(limitedJob());
      const all = ['a', 'b', 'c', 'd', 'e', 'f', 'other'].map((name) => `${name}@example.com`);
      expect(sent()).toEqual(all);
      expect(limited).toEqual([3, 1, 2]);
    } finally {
      await mailServer.close();
    }
  });

  test('an email that is refused is none of those that an account may send on a day', async () => {
    const sent: string[] = [];
    const accounts = new Map(Object.entries({ a: 1, b: 1, c: 1, d: 2, e: 2, f: 2 }));
    const refusing = job({
      mailsPerDayMax: 2,
      deliver: async (_, delivery) => {
        const address = delivery.channel === 'email' ? delivery.to : '';
        if (address === 'refused@example.com') {
          // They come while the same node goes on sending.
          await add(...Array.from(accounts, ([name, accountId]) => mail(name, accountId)));
          throw new DeliveryError(sentence('deliveryAttemptTooLong'), { permanent: true });
        }
        sent.push(address.split('@')[0]!);
      },
    });
    await add(mail('refused'));
    await deliverDue(refusing);
    expect(sent.map((name) => accounts.get(name)).toSorted()).toEqual([1, 1, 2, 2]);
  });

  test.skipIf(engine === 'sqlite')('postponing emails does not wait for one that is being removed', async () => {
    await add(mail('removed'), mail('postponed'));
    await world.database.transaction(async (removing) => {
      await removing.query('DELETE FROM outbox_messages WHERE id = $1', [messageId('removed')]);
      await deliverDue(job({ mailsPerDayMax: 0 }));
    });
    expect(await stored('due_at')).toEqual([{ due_at: TOMORROW }]);
  });

  test('stops after the attempts in progress', async () => {
    const release = stall('/a');
    await add(to('/a'));
    const stop = startOutboxJob(job());
    await receiver.until(1);
    await add(to('/b'));
    const stopped = stop();
    release();
    await stopped;
    expect(receiver.paths()).toEqual(['/a']);
    expect(await stored('result')).toContainEqual({ result: 'sent' });
  });
});
