// An import's transaction is open for seconds. On PostgreSQL nobody else's events wait for it; those of the same website wait,
// and are then counted once. (SQLite has one writer at a time: there the length of a commit is what others wait.)
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockWebsites } from '../../src/core/engine/rollups/store.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import type { CountEvents } from '../../src/core/intake/commit/count-events.ts';
import type { AcceptedEvent } from '../../src/core/intake/events/event.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { ENGINES } from '../support/databases.ts';
import { batchOf, eventWith, ndjson } from '../support/events.ts';
import { storedTotals } from '../support/stored-days.ts';
import { TestService } from '../support/test-service.ts';
import { TestStages } from '../support/test-stages.ts';

const REQUESTS = 10;

describe.runIf(ENGINES.includes('postgres'))('on PostgreSQL', () => {
  let app: TestService;
  let ingestKey: string;
  let otherKey: string;

  beforeEach(async () => {
    app = await TestService.start('postgres');
    ingestKey = await app.ingestKey(1);
    otherKey = (await createIngestKey(app.database, 2, systemClock))!.key;
  });

  afterEach(() => app.dispose());

  async function views(websiteId: number): Promise<number> {
    return (await storedTotals(app.database, { websiteId, kind: 'website', id: websiteId })).views;
  }

  /** Half with a key, half with an id, so that each could be counted twice. */
  function sendToFirst(number: number) {
    const id = number % 2 === 0 ? {} : { id: `event-${number}` };
    const headers: Record<string, string> = number % 2 === 0 ? { 'idempotency-key': `key-${number}` } : {};
    return app.collect(ingestKey, ndjson([eventWith(id)]), headers);
  }

  async function expectOthersServed(): Promise<void> {
    const before = await views(2);
    for (let number = 0; number < REQUESTS; number++) {
      const body = ndjson([eventWith({ website_id: 2 })]);
      const answer = await app.collect(otherKey, body);
      expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    }
    expect(await views(2)).toBe(before + REQUESTS);
  }

  async function expectCountedOnce(sent: readonly ReturnType<typeof sendToFirst>[]): Promise<void> {
    for (const answer of await Promise.all(sent)) expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    const counted = await views(1);
    for (let number = 0; number < sent.length; number++) expect((await sendToFirst(number)).status).toBe(200);
    expect(await views(1)).toBe(counted);
  }

  test('a transaction that holds the row of one website holds up nobody else', async () => {
    expect((await app.collect(ingestKey, ndjson([eventWith()]))).status).toBe(200);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holding = app.database.transaction(async (tx) => {
      await lockWebsites(tx, [1]);
      locked();
      await released;
    });
    await isLocked;
    const sent = Array.from({ length: REQUESTS }, (_, number) => sendToFirst(number));
    await expectOthersServed();
    expect(await views(1)).toBe(1);
    release();
    await holding;
    await expectCountedOnce(sent);
    expect(await views(1)).toBe(1 + REQUESTS);
  });

  test('nor does the first import into a new website', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    // Where the database decides which events count, they are counted again in the transaction.
    const twice = eventWith({ id: 'imported' });
    const stages = new TestStages(app.database, systemClock, stoppingAt(2, locked, released));
    const importing = stages.commitSent([batchOf([twice, twice])]);
    await isLocked;
    const sent = Array.from({ length: REQUESTS }, (_, number) => sendToFirst(number));
    await expectOthersServed();
    expect(await views(1)).toBe(0);
    release();
    await importing;
    await expectCountedOnce(sent);
    expect(await views(1)).toBe(1 + REQUESTS);
  });
});

describe.each(ENGINES)('on %s', (engine) => {
  test('nobody waits while an import counts events that need no look into the database', async () => {
    const app = await TestService.start(engine);
    const ingestKey = await app.ingestKey(1);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isCounting, resolve: counting } = Promise.withResolvers<void>();
    const stages = new TestStages(app.database, systemClock, stoppingAt(1, counting, released));
    const importing = stages.commitSent([batchOf([eventWith()])]);
    await isCounting;
    expect(await app.collect(ingestKey, ndjson([eventWith()]))).toMatchObject({ status: 200, body: { accepted: 1 } });
    release();
    expect(await importing).toMatchObject([{ accepted: 1 }]);
    const { views } = await storedTotals(app.database, { websiteId: 1, kind: 'website', id: 1 });
    expect(views).toBe(2);
    await app.dispose();
  });
});

/** Stops while it counts for the `nth` time. */
function stoppingAt(nth: number, stopped: () => void, released: Promise<void>) {
  return (count: CountEvents<AcceptedEvent[]>): CountEvents<AcceptedEvent[]> => {
    let times = 0;
    return async function* (batches) {
      if (++times === nth) {
        stopped();
        await released;
      }
      yield* count(batches);
    };
  };
}
