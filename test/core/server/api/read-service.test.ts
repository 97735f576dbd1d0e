// When a result may come from the cache, and when the report must run again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { StoredTokenVerifier } from '../../../../src/core/contract/access/stored-tokens.ts';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { markCatalogChanged, nextCatalogChange } from '../../../../src/core/engine/catalog/catalog-changes.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { parseCall } from '../../../../src/core/server/api/parse-input.ts';
import { QueuedRunner } from '../../../../src/core/server/api/queued-runner.ts';
import {
  DirectReadRunner,
  type ReadAnswer,
  type ReadOptions,
  type ReadRequest,
  type ReadRunner,
} from '../../../../src/core/server/api/read-runner.ts';
import { ReadService } from '../../../../src/core/server/api/read-service.ts';
import { RecentTenants } from '../../../../src/core/server/api/recent-tenants.ts';
import { ENGINES, ON_CITUS } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import { type LateDatabase, lateDatabase } from '../../../support/late-database.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { waitUntil } from '../../../support/wait-until.ts';

/** Runs operations in this thread, counts them, and can delay the result after the run. */
class CountingRunner implements ReadRunner {
  runs = 0;
  readonly options: ReadOptions[] = [];
  readonly requests: ReadRequest[] = [];
  release: Promise<void> = Promise.resolve();
  readonly #runner: ReadRunner;

  constructor(runner: ReadRunner) {
    this.#runner = runner;
  }

  async run(request: ReadRequest, options: ReadOptions): Promise<ReadAnswer> {
    this.runs += 1;
    this.options.push(options);
    this.requests.push(request);
    const { release } = this;
    const answer = await this.#runner.run(request, options);
    await release;
    return answer;
  }
}

const TODAY = 20_000;
/** One for the catalog and one for the website. */
const STATEMENTS_PER_VERSION = 2;

function callOf(websiteId: number, countType = 'total') {
  const { query, queryKey } = parseCall(websiteReport, { timeframe: 'today', count_type: countType }, TODAY);
  return { operation: websiteReport, query, queryKey, websites: { websiteId } };
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  let runner: CountingRunner;
  let service: ReadService;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    runner = new CountingRunner(new DirectReadRunner(ingestion.database, READ_OPERATIONS));
    service = new ReadService(ingestion.database, runner, ingestion.clock.now);
  });

  afterAll(() => ingestion.dispose());

  async function viewsNow(call = callOf(1)): Promise<number> {
    const { json } = await service.read(call);
    return websiteReport.output.parse(JSON.parse(json)).data.metrics.views;
  }

  test('the same query runs once', async () => {
    const first = await service.read(callOf(1));
    const second = await service.read(callOf(1));
    expect(second).toEqual(first);
    expect(runner.runs).toBe(1);
  });

  test('readers with a link share what is kept with each other alone', async () => {
    for (const isForLink of [false, true, true, false]) await service.read({ ...callOf(1), isForLink });
    expect(runner.requests.map(({ isForLink }) => isForLink)).toEqual([false, true]);
  });

  test('another query, another website or another day runs again', async () => {
    await viewsNow();
    await viewsNow(callOf(1, 'distinct'));
    await viewsNow(callOf(2));
    ingestion.clock.advance(DAY_MS);
    await viewsNow();
    expect(runner.runs).toBe(4);
  });

  test('events of the website make it run again, those of another website do not', async () => {
    expect(await viewsNow()).toBe(0);
    await ingestion.count(eventWith());
    expect(await viewsNow()).toBe(1);
    await ingestion.count(eventWith({ website_id: 2 }));
    expect(await viewsNow()).toBe(1);
    expect(runner.runs).toBe(2);
  });

  test('a change to the catalog makes it run again', async () => {
    await viewsNow();
    await importCatalog(ingestion.database, SAMPLE_CATALOG, ingestion.clock.now);
    await viewsNow();
    expect(runner.runs).toBe(2);
  });

  test('a result that was overtaken by events is not used for later requests', async () => {
    let release = () => {};
    runner.release = new Promise((resolve) => {
      release = resolve;
    });
    const overtaken = viewsNow();
    await waitUntil('a report runs', () => runner.runs > 0, { pauseMs: 0 });
    // The report has read its numbers before the event, and returns them after it.
    await new Promise(setImmediate);
    runner.release = Promise.resolve();
    await ingestion.count(eventWith());
    expect(await viewsNow()).toBe(1);
    release();
    await overtaken;
    expect(await viewsNow()).toBe(1);
  });

  test('an acknowledged event shows, also while an earlier request looks up whether anything changed', async () => {
    const late = lateDatabase(ingestion.database);
    service = new ReadService(late.database, runner, ingestion.clock.now);
    expect(await viewsNow()).toBe(0);
    const { queriesRun } = late;
    // A write, so that SQLite has to look as well.
    await ingestion.count(eventWith({ website_id: 2 }));
    const held = late.hold();
    const early = viewsNow();
    const lookedUp = (times: number) => () => late.queriesRun >= queriesRun + times * STATEMENTS_PER_VERSION;
    await waitUntil('the first request looks up the version', lookedUp(1), { pauseMs: 0 });
    await ingestion.count(eventWith());
    const next = viewsNow();
    await waitUntil('the second request looks it up', lookedUp(2), { pauseMs: 0 });
    held.release();
    expect(await next).toBe(1);
    await early;
  });

  describe('with a token', () => {
    let verifier: StoredTokenVerifier;
    let counted: LateDatabase;
    let secret: string;

    beforeEach(async () => {
      counted = lateDatabase(ingestion.database);
      service = new ReadService(counted.database, runner, ingestion.clock.now);
      verifier = new StoredTokenVerifier(counted.database, ingestion.clock.now);
      const request = { websiteIds: [1, 2], scopes: ['reports'], audience: 'rest' } as const;
      ({ token: secret } = await createToken(ingestion.database, request, ingestion.clock.now));
    });

    async function callWithToken() {
      const { dataVersions, versionsCounter } = (await verifier.verify(secret, 'rest'))!;
      return { ...callOf(1), ...(dataVersions && { dataVersions, versionsCounter }) };
    }

    async function viewsWithToken(): Promise<number> {
      return viewsNow(await callWithToken());
    }

    const isOnShards = ON_CITUS && engine === 'postgres';
    const statements = isOnShards ? 'two statements, one of them for the shard' : 'one statement';
    test(`a cached report takes ${statements} after a write`, async () => {
      await viewsWithToken();
      await ingestion.count(eventWith({ website_id: 2 }));
      const { queriesRun } = counted;
      await viewsWithToken();
      expect(counted.queriesRun).toBe(queriesRun + (isOnShards ? 2 : 1));
      expect(runner.runs).toBe(1);
    });

    test.runIf(engine === 'sqlite')('versions from before a write are looked up again', async () => {
      const call = await callWithToken();
      expect(await viewsNow(call)).toBe(0);
      await ingestion.count(eventWith());
      expect(await viewsNow(call)).toBe(1);
    });

    test('a website that was deleted and imported again gets no result from before', async () => {
      await ingestion.count(eventWith());
      expect(await viewsWithToken()).toBe(1);
      // Deletes its version, and raises that of the catalog.
      await ingestion.reset();
      expect(await viewsWithToken()).toBe(0);
    });

    test('events and changes to the catalog make it run again', async () => {
      expect(await viewsWithToken()).toBe(0);
      await ingestion.count(eventWith());
      expect(await viewsWithToken()).toBe(1);
      await importCatalog(ingestion.database, SAMPLE_CATALOG, ingestion.clock.now);
      await viewsWithToken();
      expect(runner.runs).toBe(3);
      await ingestion.database.transaction(async (tx) => markCatalogChanged(tx, 1, await nextCatalogChange(tx)));
      await viewsWithToken();
      expect(runner.runs).toBe(4);
      await viewsWithToken();
      expect(runner.runs).toBe(4);
    });
  });

  test('100 equal concurrent requests run once', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    runner.release = promise;
    const requests = Array.from({ length: 100 }, () => viewsNow());
    await waitUntil('a report runs', () => runner.runs > 0, { pauseMs: 0 });
    release();
    expect(new Set(await Promise.all(requests))).toEqual(new Set([0]));
    expect(runner.runs).toBe(1);
  });

  test('the websites of an account are one tenant', async () => {
    for (const websiteId of [1, 2, 3]) await viewsNow(callOf(websiteId));
    const [one, sibling, stranger] = runner.options.map(({ tenant }) => tenant);
    expect(sibling).toBe(one);
    expect(stranger).not.toBe(one);
  });

  test('whoever has a share link takes turns with the account, and all links of an account are one tenant', async () => {
    await service.read(callOf(1));
    for (const id of [1, 2]) await service.read({ ...callOf(id, 'distinct'), isForLink: true });
    const [people, link, otherLink] = runner.options.map(({ tenant }) => tenant);
    expect(link).not.toBe(people);
    expect(otherLink).toBe(link);
  });

  test('a tenant whose reports come from memory is a recent one', async () => {
    const recent = new RecentTenants(ingestion.clock.now);
    service = new ReadService(ingestion.database, runner, ingestion.clock.now, recent);
    await viewsNow(callOf(3));
    ingestion.clock.advance(60_000);
    await viewsNow(callOf(1));
    const [, { tenant }] = runner.options as [ReadOptions, ReadOptions];
    expect(recent.isAlone(tenant)).toBe(true);
    await viewsNow(callOf(3));
    expect(runner.runs).toBe(2);
    expect(recent.isAlone(tenant)).toBe(false);
  });

  describe('when clients disconnect', () => {
    /** A queue whose only slot is taken. */
    async function fullQueue() {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      runner.release = promise;
      service = new ReadService(
        ingestion.database,
        new QueuedRunner(ingestion.database, READ_OPERATIONS, runner, 1),
        ingestion.clock.now,
      );
      const first = viewsNow();
      await waitUntil('a report runs', () => runner.runs > 0, { pauseMs: 0 });
      return { first, release };
    }

    function ask(client: AbortController) {
      return service.read({ ...callOf(1, 'distinct'), disconnected: () => client.signal });
    }

    test('a report that no client waits for any more is not run', async () => {
      const { first, release } = await fullQueue();
      const clients = [new AbortController(), new AbortController()];
      const outcomes = Promise.allSettled(clients.map(ask));
      await new Promise(setImmediate);
      for (const client of clients) client.abort(new Error('disconnected'));
      for (const { status } of await outcomes) expect(status).toBe('rejected');
      release();
      await first;
      await viewsNow(callOf(3));
      expect(runner.runs).toBe(2);
    });

    test('a report that another client waits for is run', async () => {
      const { first, release } = await fullQueue();
      const client = new AbortController();
      const outcome = expect(ask(client)).rejects.toThrow('disconnected');
      const staying = ask(new AbortController());
      await new Promise(setImmediate);
      client.abort(new Error('disconnected'));
      await outcome;
      release();
      await first;
      expect((await staying).json).toContain('"report":"website"');
      expect(runner.runs).toBe(2);
    });
  });

  test('a failure is not cached', async () => {
    const failing: ReadRunner = { run: () => Promise.reject(new Error('failed')) };
    const flaky = new ReadService(ingestion.database, failing, ingestion.clock.now);
    await expect(flaky.read(callOf(1))).rejects.toThrow('failed');
    await expect(flaky.read(callOf(1))).rejects.toThrow('failed');
  });
});
