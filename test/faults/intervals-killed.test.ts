// The service is killed again and again while it builds intervals and another process counts late events: nothing is lost or
// doubled, and each interval that reports read is the union of its days. FAULT_ROUNDS (see fault-rounds.ts) says how often.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { dayOfTimestampMs, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { buildIntervals } from '../support/build-intervals.ts';
import { batchOf } from '../support/events.ts';
import { randomCatalog } from '../support/random-catalog.ts';
import { RandomStream } from '../support/random-events.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { intervalState, intervalsAndTheirDays } from '../support/stored-days.ts';
import { TestStages } from '../support/test-stages.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectCounted } from './expect-counted.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FunnelProcess } from './funnel-process.ts';

const EVENTS = 1_000;
const DAYS = 600;
const KILL_DELAY_MS_MAX = 150;
/** One kill as soon as a build has begun, and one at a random moment. If neither comes in the middle of a build, more are tried. */
const ROUNDS_MIN = Math.max(FAULT_ROUNDS, 2);
const ROUNDS = ROUNDS_MIN + 4;

const catalog = randomCatalog(7, { accounts: 1, websites: ROUNDS, campaigns: 3 });
const websites = catalog.accounts.flatMap((account) => account.websites);
const today = dayOfTimestampMs(Date.now());
const dates = Array.from({ length: DAYS }, (_, back) => isoOfDay(today - 2 - back));

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  const model = new ReferenceModel(catalog);
  let database: FaultDatabase;

  beforeAll(async () => {
    database = await createFaultDatabase(engine);
    await database.look((opened) => importCatalog(opened, catalog, systemClock));
  });

  afterAll(() => database.dispose());

  async function countEvents(opened: Database, stream: RandomStream, count: number): Promise<void> {
    const stages = new TestStages(opened, systemClock);
    const events = Array.from({ length: count }, () => stream.next()).flatMap((made) =>
      made.rejection === undefined ? [made.event] : [],
    );
    for (const event of events) model.add(event, Date.now());
    await stages.commitSent([batchOf(events.map((event) => ({ ...event })))]);
  }

  /** Kills the service when a build has begun, and sometimes later. */
  async function killWhileBuilding(opened: Database, stream: RandomStream, websiteId: number, random: Random) {
    await using service = new FunnelProcess(['serve', '--only', 'jobs'], database.url);
    await service.address();
    await waitUntil(
      'a build has begun',
      async () => !service.isRunning || (await intervalState(opened, websiteId)).begun > 0,
      {
        pauseMs: 1,
      },
    );
    if (websiteId !== websites[0]!.id) {
      await countEvents(opened, stream, 20);
      await delay(random.next() * KILL_DELAY_MS_MAX);
    }
    await service.kill();
  }

  // A step that is cut off, and events that come before, while and after, are tested in build-intervals.test.ts.
  test.runIf(FAULT_ROUNDS > 1)(
    'intervals are complete or not read, and late events are in them',
    { timeout: FAULT_TEST_MS_MAX },
    async () => {
      let killedHalfway = 0;
      await inRounds(ROUNDS, async (random, round) => {
        if (round >= ROUNDS_MIN && killedHalfway > 0) return;
        const website = websites[round]!;
        const only = { accounts: [{ websites: [website] }] };
        const stream = new RandomStream(only, { seed: round + 1, visitors: 900, dates });
        const opened = await openDatabase(database.url, { connectionsMax: 2 });
        try {
          await countEvents(opened, stream, EVENTS);
          await killWhileBuilding(opened, stream, website.id, random);
        } finally {
          await opened.close();
        }
        await database.look(async (later) => {
          await expectCounted(later, model);
          const { begun, through } = await intervalState(later, website.id);
          if (through < today - 8 || begun > through) killedHalfway++;
          await countEvents(later, stream, 20);
          // The lease of the killed process runs out in half a minute.
          await later.transaction((tx) => tx.query("UPDATE job_leases SET holder = NULL WHERE job = 'intervals'"));
        });
      });
      expect(killedHalfway).toBeGreaterThan(0);
      await database.look(async (later) => {
        await buildIntervals(later, { now: systemClock });
        await expectCounted(later, model);
        const { stored, days } = await intervalsAndTheirDays(later);
        expect(stored).toEqual(days);
        expect(stored.size).toBeGreaterThan(500);
      });
    },
  );
});
