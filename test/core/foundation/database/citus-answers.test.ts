// Thousands of random questions: a cluster gives the same answers as SQLite, byte for byte, with data that were copied to it and with
// what was counted there since; and what is copied back is the same, row by row.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayFromIso, dayOfTimestampMs, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { copyDatabase } from '../../../../src/core/foundation/database/copy/copy-database.ts';
import { COPIED_TABLES } from '../../../../src/core/foundation/database/copy/tables.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { DirectReadRunner } from '../../../../src/core/server/api/read-runner.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { createEmptyDatabase, ON_CITUS } from '../../../support/databases.ts';
import { batchOf, type SentEvent } from '../../../support/events.ts';
import { contentsOf } from '../../../support/every-table.ts';
import { allWebsites } from '../../../support/expected-reports.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { randomCatalog } from '../../../support/random-catalog.ts';
import { RandomStream } from '../../../support/random-events.ts';
import { Questions } from '../../../support/random-questions.ts';
import { randomRequest } from '../../../support/random-requests.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestStages } from '../../../support/test-stages.ts';

const SEED = 43;
const NOW = '2025-03-12T12:00:00Z';
const EVENTS = 4_000;
const QUESTIONS = 1_500;
const QUESTIONS_AT_ONCE = 4;
const SILENT = { resumed: () => {}, copied: () => {}, verified: () => {} };

describe.skipIf(!ON_CITUS)('a Citus cluster and SQLite', () => {
  const clock = new TestClock(NOW);
  const catalog = randomCatalog(SEED, { accounts: 2, websites: 3, campaigns: 4 });
  const websites = allWebsites(catalog);
  const firstDay = dayFromIso('2023-11-15')!;
  const dates = Array.from({ length: 480 }, (_, index) => isoOfDay(firstDay + index));
  const stream = new RandomStream(catalog, { seed: SEED, visitors: 2_500, dates });
  const questions = new Questions(SEED);
  const cleanup = new AsyncDisposableStack();
  let sqlite: TestIngestion;
  let cluster: Database;
  let clusterUrl: string;

  beforeAll(async () => {
    sqlite = await createTestIngestion('sqlite', catalog, clock);
    cleanup.defer(sqlite.dispose);
    await sqlite.count(...randomEvents());
    await buildIntervals(sqlite.database, clock);
    clusterUrl = await emptyDatabase('postgres');
    await copy(sqlite.url, clusterUrl);
    cluster = await openDatabase(clusterUrl, { connectionsMax: QUESTIONS_AT_ONCE });
    cleanup.defer(() => cluster.close());
  });

  afterAll(() => cleanup.disposeAsync());

  async function emptyDatabase(engine: 'sqlite' | 'postgres'): Promise<string> {
    const { url, dispose } = await createEmptyDatabase(engine);
    cleanup.defer(dispose);
    return url;
  }

  async function copy(from: string, to: string): Promise<void> {
    expect(await copyDatabase({ from, to, now: clock.now() }, SILENT)).toMatchObject({ verified: true });
  }

  function randomEvents(): SentEvent[] {
    return Array.from({ length: EVENTS }, () => stream.next()).flatMap((made) =>
      made.rejection === undefined ? { ...made.event } : [],
    );
  }

  async function expectSameAnswers(): Promise<void> {
    const [expected, runner] = [
      new DirectReadRunner(sqlite.database, READ_OPERATIONS),
      new DirectReadRunner(cluster, READ_OPERATIONS),
    ];
    const answers = new Set<string>();
    for (let asked = 0; asked < QUESTIONS; asked += QUESTIONS_AT_ONCE) {
      const requests = Array.from({ length: QUESTIONS_AT_ONCE }, () =>
        randomRequest(questions, websites, dayOfTimestampMs(clock.nowMs)),
      );
      await Promise.all(
        requests.map(async (request) => {
          const answer = await expected.run(request);
          expect(await runner.run(request), JSON.stringify(request)).toEqual(answer);
          answers.add(answer.json);
        }),
      );
    }
    expect(answers.size).toBeGreaterThan(QUESTIONS / 2);
  }

  test('websites are on more than one worker', async () => {
    const nodes = await cluster.query(
      `SELECT DISTINCT nodeport FROM citus_shards WHERE shardid IN (
         SELECT get_shard_id_for_distribution_column('website_activity', website_id) FROM website_activity
       )`,
    );
    expect(nodes.length).toBeGreaterThan(1);
  });

  test('give the same answers after a copy', expectSameAnswers);

  test('give the same answers after both have counted more, late events too, and have built intervals', async () => {
    const events = randomEvents();
    const onCluster = await new TestStages(cluster, clock.now).commitSent([batchOf(events)]);
    expect(onCluster).toEqual([await sqlite.count(...events)]);
    await buildIntervals(cluster, clock);
    await buildIntervals(sqlite.database, clock);
    await expectSameAnswers();
  });

  test('have the same rows after a copy back', async () => {
    const back = await emptyDatabase('sqlite');
    await copy(clusterUrl, back);
    const copied = await contentsOf(back, COPIED_TABLES);
    expect(copied).toEqual(await contentsOf(clusterUrl, COPIED_TABLES));
    expect(copied.rollup_counters!.length).toBeGreaterThan(EVENTS / 4);
    // Which of two transactions came first shows in the version alone.
    const { website_activity: _, ...same } = await contentsOf(sqlite.url, COPIED_TABLES);
    expect(copied).toMatchObject(same);
  });
});
