import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { addToOutbox } from '../../../src/extensions/notifications/outbox/outbox.ts';
import { deliverDue } from '../../../src/extensions/notifications/outbox/outbox-job.ts';
import { outboxCheck } from '../../../src/extensions/notifications/outbox-check.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../../support/test-clock.ts';
import { slackMessage } from './outbox/messages.ts';
import { outboxJob } from './outbox/outbox-job-with.ts';
import { Receiver, status } from './outbox/receiver.ts';

describe.each(ENGINES)('what doctor says about the outbox on %s', (engine) => {
  const clock = new TestClock('2026-11-16T06:00:00Z');
  let world: TestDatabase;
  let receiver: Receiver;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, clock.now);
    receiver = await Receiver.start();
  });
  afterEach(() => world.database.transaction((tx) => tx.query('DELETE FROM outbox_messages')));
  afterAll(async () => {
    await receiver?.[Symbol.asyncDispose]();
    await world?.dispose();
  });

  const look = () => outboxCheck(world.database, clock.now());
  const add = (path: string) =>
    world.database.transaction((tx) =>
      addToOutbox(tx, [slackMessage({ url: receiver.url(path), key: path, notBefore: clock.now() })], clock.now()),
    );
  const send = () => deliverDue(outboxJob({ database: world.database, clock: clock.now, host: receiver.host }));

  test('nothing is wrong while nothing waits for long', async () => {
    const detail = '0 notifications waiting; 0 failed in the last day';
    expect(await look()).toEqual({ name: 'outbox', ok: true, detail });
    await add('/a');
    clock.advance(60_000);
    expect(await look()).toEqual({
      name: 'outbox',
      ok: true,
      detail: '1 notification waiting, the oldest for 1 minute; 0 failed in the last day',
    });
  });

  test('no node sends them', async () => {
    await add('/a');
    clock.advance(HOUR_MS);
    expect(await look()).toMatchObject({
      ok: true,
      warning: true,
      detail: expect.stringMatching(/the oldest for 60 minutes; .*: no node sends them; start one with: funnel serve/),
    });
  });

  test('a receiver has not answered for hours, and one has refused', async () => {
    receiver.answers.set('/down', status(503));
    await add('/down');
    await send();
    expect(await look()).not.toHaveProperty('warning');
    clock.advance(3 * HOUR_MS);
    await send();
    expect(await look()).toMatchObject({
      warning: true,
      detail: expect.stringMatching(
        /^1 notification waiting, the oldest for 3 hours; .*the last error was ".*503.*SMTP_URL/,
      ),
    });

    receiver.answers.set('/down', status(404));
    clock.advance(HOUR_MS);
    await send();
    expect(await look()).toMatchObject({
      warning: true,
      detail: expect.stringMatching(/^0 notifications waiting; 1 failed in the last day: the last error was ".*404/),
    });
    clock.advance(DAY_MS + 1000);
    expect(await look()).not.toHaveProperty('warning');
  });
});
