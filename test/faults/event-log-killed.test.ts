// Merges and erasures of the event log, killed again and again beside commits: the log has what was counted, and nothing twice. Commits and
// imports are killed elsewhere, where expect-counted.ts looks at the log, too. FAULT_ROUNDS (see fault-rounds.ts) says how often.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Random } from '../../src/demo/random.ts';
import { checkLog } from '../../src/event-log/check-log.ts';
import { dayOfTimestampMs, isoOfDay } from '../../src/rollups/calendar.ts';
import { ENGINES } from '../support/databases.ts';
import { logSize, switchLog } from '../support/event-log.ts';
import { batchOf } from '../support/events.ts';
import { randomCatalog } from '../support/random-catalog.ts';
import { RandomStream } from '../support/random-events.ts';
import { TestStages } from '../support/test-stages.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FunnelProcess } from './funnel-process.ts';

const COMMITS = 60;
const EVENTS_PER_COMMIT = 20;
const KILL_DELAY_MS_MAX = 200;
/** By then, the command is at work. */
const START_MS_MAX = 1_500;

const catalog = randomCatalog(5, { accounts: 1, websites: 1, campaigns: 3 });
const websiteId = catalog.accounts[0]!.websites[0]!.id;
const today = dayOfTimestampMs(Date.now());
const dates = Array.from({ length: 20 }, (_, back) => isoOfDay(today - back));

describe.each(ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;
  let accepted = 0;

  beforeAll(async () => {
    database = await createFaultDatabase(engine);
    await database.look(async (opened) => {
      await importCatalog(opened, catalog, systemClock);
      await switchLog(opened, websiteId, true);
    });
  });

  afterAll(() => database.dispose());

  async function commit(opened: Database, stream: RandomStream): Promise<void> {
    const stages = new TestStages(opened, systemClock);
    for (let commits = 0; commits < COMMITS; commits++) {
      const events = Array.from({ length: EVENTS_PER_COMMIT }, () => ({ ...stream.next().event }));
      accepted += (await stages.commitSent([batchOf(events)]))[0]!.accepted;
    }
  }

  async function expectLogged(): Promise<void> {
    await database.look(async (opened) => {
      expect((await checkLog(opened)).differences).toEqual([]);
      expect((await logSize(opened, websiteId)).events).toBe(accepted);
      // The lease of the killed process runs out in half a minute.
      await opened.transaction((tx) =>
        tx.query('UPDATE insights_lease SET holder = NULL, done_at_ms = 0 WHERE id = 6'),
      );
    });
  }

  /** Kills the service while it merges what others commit. */
  async function killMerging(stream: RandomStream, random: Random): Promise<void> {
    const opened = await openDatabase(database.url, { connectionsMax: 2 });
    try {
      await commit(opened, stream);
      await using service = new FunnelProcess(['serve', '--only', 'jobs'], database.url);
      await service.address();
      const kill = delay(random.next() * KILL_DELAY_MS_MAX).then(() => service.kill());
      await Promise.all([kill, commit(opened, stream)]);
    } finally {
      await opened.close();
    }
  }

  /** Kills the command that erases a visitor; sometimes before it has begun. */
  async function killErasing(random: Random): Promise<void> {
    const args = ['forget', 'visitor', '--website', String(websiteId), '--visitor', 'visitor-1', '--yes'];
    await using forget = new FunnelProcess(args, database.url);
    await delay(random.next() * START_MS_MAX);
    await forget.kill();
  }

  test('nothing is lost or doubled', { timeout: FAULT_TEST_MS_MAX }, async () => {
    await inRounds(Math.max(FAULT_ROUNDS, 2), async (random, round) => {
      await killMerging(new RandomStream(catalog, { seed: round + 1, visitors: 5, dates }), random);
      await expectLogged();
      await killErasing(random);
      await expectLogged();
    });
  });
});
