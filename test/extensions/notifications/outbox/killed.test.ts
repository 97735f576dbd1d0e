// The process is killed (kill -9) after the receiver has the message and before that is recorded: the message is sent once more,
// with the same id.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { LEASE_MS } from '../../../../src/core/foundation/database/lease.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { messageId } from '../../../../src/extensions/notifications/outbox/message.ts';
import { addToOutbox } from '../../../../src/extensions/notifications/outbox/outbox.ts';
import { deliverDue } from '../../../../src/extensions/notifications/outbox/outbox-job.ts';
import { ANY_ENGINE, createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { MailServer } from '../../../support/mail-server.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { messageWith } from './messages.ts';
import { outboxJob } from './outbox-job-with.ts';
import { Receiver } from './receiver.ts';

const NODE = fileURLToPath(new URL('outbox-node.ts', import.meta.url));
const CLAIMS_ENDED_MS = 10 * 60_000;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let world: TestDatabase;
  let receiver: Receiver;
  let mailServer: MailServer;
  let child: ChildProcess;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, systemClock);
    receiver = await Receiver.start();
    mailServer = await MailServer.start({ onReceived: () => killed() });
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await receiver[Symbol.asyncDispose]();
    await mailServer.close();
    await world.dispose();
  });

  let isKilling = true;
  /** Nothing of the process is left when this resolves. */
  async function killed(): Promise<void> {
    if (!isKilling) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async function runUntilKilled(): Promise<void> {
    const args = [NODE, world.url, receiver.host, mailServer.url()];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  }

  /** Another node would do this. */
  const runLater = (ms: number) =>
    deliverDue(
      outboxJob({
        database: world.database,
        clock: () => new Date(Date.now() + ms),
        host: receiver.host,
        smtpUrl: mailServer.url(),
      }),
    );

  test.each(['webhook', 'email'] as const)('a %s is repeated once, with the same id', async (channel) => {
    isKilling = true;
    const delivery =
      channel === 'webhook'
        ? ({ channel, url: receiver.url('/a'), secret: 'whsec_AAAA', body: {} } as const)
        : ({ channel, to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' } as const);
    const key = `digest:${channel}`;
    await world.database.transaction((tx) => addToOutbox(tx, [messageWith(delivery, { key })], new Date()));
    // It has the whole message when it kills the process, and would accept it.
    receiver.answers.set('/a', (response) => void killed().then(() => response.end()));
    await runUntilKilled();

    isKilling = false;
    // The claim of the killed process holds, although its lease is over.
    await runLater(LEASE_MS + 10_000);
    await runLater(CLAIMS_ENDED_MS);
    await runLater(2 * CLAIMS_ENDED_MS);
    const ids =
      channel === 'webhook'
        ? receiver.received.map(({ headers }) => headers['webhook-id'])
        : mailServer.received.map(({ email }) => email.messageId);
    const id = channel === 'webhook' ? messageId(key) : `<${messageId(key)}@example.com>`;
    expect(ids).toEqual([id, id]);
    const stored = await world.database.query('SELECT result, attempts FROM outbox_messages WHERE id = $1', [
      messageId(key),
    ]);
    expect(stored).toMatchObject([{ result: 'sent', attempts: 2 }]);
  });
});
