// A commit to websites on both workers has two phases: each worker prepares it, then each commits what it has prepared. A node is
// killed in between: the commit is whole on both workers, or on neither. `npm run test:citus` runs this.

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../src/core/answers/alerts/alert.ts';
import { COMMAND_LINE } from '../../src/core/contract/access/principal.ts';
import { addWebsiteRows } from '../../src/core/engine/rollups/store.ts';
import { CommitUnknownError, type Database } from '../../src/core/foundation/database/database.ts';
import { Lease } from '../../src/core/foundation/database/lease.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { type ImportedEvents, ImportStoppedError, importEvents } from '../../src/core/intake/bulk/import-events.ts';
import type { BatchOutcome } from '../../src/core/intake/events/batch.ts';
import { CatalogEditor } from '../../src/core/manage/resources/catalog-editor.ts';
import { type Found, storeFound } from '../../src/extensions/changes/alerts/store-alerts.ts';
import type { NewMessage } from '../../src/extensions/notifications/outbox/message.ts';
import { addToOutbox } from '../../src/extensions/notifications/outbox/outbox.ts';
import { type CitusCluster, startCitus } from '../support/citus-cluster.ts';
import { ON_CITUS } from '../support/databases.ts';
import { batchOf, bytesOf, eventWith, ndjson } from '../support/events.ts';
import { canStartCitus, type OwnPostgresServer } from '../support/postgres-server.ts';
import { anySentence } from '../support/said.ts';
import { storedTotals } from '../support/stored-days.ts';
import { TestStages } from '../support/test-stages.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type ClusterWebsite, prepareWebsites } from './citus-load.ts';
import { migratedDatabase } from './fault-database.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';

const POLL_MS = 50;

describe.skipIf(!ON_CITUS || !canStartCitus())('on a Citus cluster', { timeout: FAULT_TEST_MS_MAX }, () => {
  const cleanup = new AsyncDisposableStack();
  let cluster: CitusCluster;
  let database: Database;
  /** They are on different workers. */
  let websites: ClusterWebsite[];

  beforeAll(async () => {
    cluster = await startCitus(2);
    cleanup.defer(() => cluster.stop());
    const migrated = await migratedDatabase(cluster.url, async () => {});
    const ofEachWorker = Map.groupBy(await migrated.look(prepareWebsites), ({ workerPort }) => workerPort).values();
    websites = Array.from(ofEachWorker, ([website]) => website!);
    database = await openDatabase(cluster.url, { connectionsMax: 3 });
    cleanup.defer(() => database.close());
    // As after the first event, without which a website has no alerts.
    const ids = websites.map(({ id }) => id);
    await database.transaction((tx) => addWebsiteRows(tx, ids));
  }, FAULT_TEST_MS_MAX);

  afterAll(() => cleanup.disposeAsync());

  /** One transaction with an event of each website. The same ids give duplicates. */
  function commit(eventId: string, beforeCommit = async () => {}): Promise<BatchOutcome[]> {
    const batches = websites.map(({ id }) => batchOf([eventWith({ website_id: id, id: eventId })]));
    return new TestStages(pausing(secondTime(beforeCommit)), systemClock).commitSent(batches);
  }

  /** The first transaction of a commit only makes sure that the websites have a row to lock. */
  function secondTime(beforeCommit: () => Promise<void>): () => Promise<void> {
    let transactions = 0;
    return async () => (++transactions === 2 ? beforeCommit() : undefined);
  }

  function importFile(text: string, beforeCommit = async () => {}): Promise<ImportedEvents> {
    const stages = new TestStages(pausing(secondTime(beforeCommit)), systemClock);
    return importEvents(database, stages, ReadableStream.from([bytesOf(text)]));
  }

  function pausing(beforeCommit: () => Promise<void>): Database {
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        await beforeCommit();
        return result;
      });
    return { ...database, transaction };
  }

  /** The views of each website. */
  async function countedViews(): Promise<number[]> {
    const totals = await Promise.all(
      websites.map(({ id }) => storedTotals(database, { websiteId: id, kind: 'website', id })),
    );
    return totals.map(({ views }) => views);
  }

  async function connect({ url }: { url: string }): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    // It may be killed.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async function untilPrepared(worker: { url: string }, count: number): Promise<void> {
    const client = await connect(worker);
    for (let found = -1; found !== count; await delay(POLL_MS)) {
      const { rows } = await client.query('SELECT count(*)::int AS found FROM pg_prepared_xacts');
      found = rows[0].found;
    }
    await client.end();
  }

  /** The first worker has prepared the commit, and the second one does not get to it before the node is dead. */
  async function killBetweenPhases(node: OwnPostgresServer, eventId: string): Promise<unknown> {
    const [first, second] = cluster.workers as [OwnPostgresServer, OwnPostgresServer];
    const ended = commit(eventId, () => second.freeze()).catch((error: unknown) => error);
    await untilPrepared(first, 1);
    await node.kill();
    await second.thaw();
    const outcome = await ended;
    await node.resume();
    // Citus looks for transactions that were left every few seconds.
    for (const worker of cluster.workers) await untilPrepared(worker, 0);
    return outcome;
  }

  /** The commit was sent to the worker of the website, and the coordinator dies before it has the answer. */
  async function killDuringCommit(
    { workerPort }: ClusterWebsite,
    write: (beforeCommit: () => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    const worker = cluster.workers.find(({ url }) => new URL(url).port === String(workerPort))!;
    const ended = write(() => worker.freeze()).catch(reasonOf);
    await untilCommitIsSent();
    await cluster.coordinator.kill();
    await worker.thaw();
    expect(await ended).toBeInstanceOf(CommitUnknownError);
    await cluster.coordinator.resume();
    for (const { url } of cluster.workers) await untilPrepared({ url }, 0);
  }

  function reasonOf(error: unknown): unknown {
    return error instanceof ImportStoppedError ? error.cause : error;
  }

  async function untilCommitIsSent(): Promise<void> {
    const client = await connect(cluster.coordinator);
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE query = 'COMMIT' AND state = 'active' AND wait_event IS NOT NULL`;
    await waitUntil('a commit waits', async () => (await client.query(waiting)).rowCount !== 0, { pauseMs: POLL_MS });
    await client.end();
  }

  test('there is a website on each worker', () => expect(websites).toHaveLength(2));

  test('a worker is killed between the phases: the commit is acknowledged, and the worker has it when it is back', async () => {
    const after = (await countedViews()).map((views) => views + 1);
    const outcome = await killBetweenPhases(cluster.workers[0]!, 'worker killed');
    expect(outcome).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    expect(await countedViews()).toEqual(after);
    expect(await commit('worker killed')).toMatchObject([{ duplicates: 1 }, { duplicates: 1 }]);
    expect(await countedViews()).toEqual(after);
  });

  test('the coordinator is killed between the phases: the commit is not acknowledged, and neither worker has it', async () => {
    const before = await countedViews();
    const outcome = await killBetweenPhases(cluster.coordinator, 'coordinator killed');
    expect(outcome).toBeInstanceOf(CommitUnknownError);
    expect(await countedViews()).toEqual(before);
    expect(await commit('coordinator killed')).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    expect(await countedViews()).toEqual(before.map((views) => views + 1));
  });

  test.each([0, 1])(
    'the coordinator is killed while it commits a file of website %i: the chunk is counted and recorded, or neither',
    async (number) => {
      const website = websites[number]!;
      const before = await countedViews();
      // Without an id, nothing else could notice that it was counted before.
      const file = ndjson([eventWith({ website_id: website.id })]);
      await killDuringCommit(website, (beforeCommit) => importFile(file, beforeCommit));
      await importFile(file);
      expect(await countedViews()).toEqual(before.map((views, index) => (index === number ? views + 1 : views)));
    },
  );

  test('the coordinator is killed while it commits a new campaign: a retry can create it, once', async () => {
    const [website] = websites as [ClusterWebsite];
    const create = (beforeCommit = async () => {}) =>
      new CatalogEditor(pausing(beforeCommit), systemClock).create(
        { websiteId: website.id, table: 'campaigns', parentId: website.id },
        { name: 'Spring' },
        COMMAND_LINE,
      );
    await killDuringCommit(website, create);
    const { id } = await create();
    const campaigns = await database.query('SELECT id FROM campaigns WHERE website_id = $1', [website.id]);
    expect(campaigns).toEqual([{ id }]);
  });

  test('the coordinator is killed while it commits an alert: the alert and its message are stored, or neither', async () => {
    const [website] = websites as [ClusterWebsite];
    const lease = (await Lease.take(database, systemClock, 'alerts'))!;
    const store = (beforeCommit = async () => {}) =>
      storeFound(pausing(beforeCommit), lease, foundOn(website.id), {
        listeners: [(tx, alert) => addToOutbox(tx, [messageAbout(alert)], alert.at)],
        now: systemClock(),
      });
    await killDuringCommit(website, store);
    await store();
    const alerts = await database.query('SELECT id FROM alerts WHERE website_id = $1', [website.id]);
    const messages = await database.query('SELECT id FROM outbox_messages WHERE website_id = $1', [website.id]);
    expect([alerts.length, messages.length]).toEqual([1, 1]);
  });
});

function foundOn(websiteId: number): Found {
  const day = 20_000;
  const watch = { judgedDay: day, expected: [20], open: [], usualSilence: { hours: 24, forgottenDay: day } };
  const alert = {
    kind: 'drop',
    cause: 'drop',
    day,
    title: anySentence('Fewer visitors'),
    text: [],
    path: '/',
  } as const;
  return { websiteId, watch, alerts: [alert] };
}

function messageAbout({ id, websiteId, at }: Alert): NewMessage {
  const delivery = { channel: 'slack', url: 'https://chat.example/hook', body: {} } as const;
  return { key: `alert:${id}`, subscriptionId: 1, websiteId, accountId: 1, topic: 'drop', delivery, notBefore: at };
}
