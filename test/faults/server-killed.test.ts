// The whole service, killed again and again under a mixed load: what it has acknowledged is there, once; what it has not
// is there as a whole or not at all; and all reports agree. FAULT_ROUNDS (see fault-rounds.ts) says how often.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectServed } from './expect-served.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import { MixedLoad } from './mixed-load.ts';
import { summarize } from './summarize.ts';

const ANSWERS_PER_ROUND_MAX = 200;
const KILL_DELAY_MS_MAX = 30;

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;
  let service: FaultService;

  beforeAll(async () => {
    database = await createFaultDatabase(engine);
    service = await database.look((opened) => FaultService.prepare(opened, database.url));
  });

  afterAll(() => database.dispose());

  test('nothing that was acknowledged is lost or doubled, and nothing is half-written', {
    timeout: FAULT_TEST_MS_MAX,
  }, async () => {
    const { ledger, client, access, authorizations } = service;
    await inRounds(FAULT_ROUNDS, async (random) => {
      await using server = await service.start();
      await expectServed(ledger, client, access, random);
      await authorizations.prepare(ledger);
      const load = new MixedLoad({ ...service, random });
      load.start();
      await load.until('answers', random.between(1, ANSWERS_PER_ROUND_MAX));
      await delay(random.next() * KILL_DELAY_MS_MAX);
      load.tolerates = 'broken connections';
      await server.kill();
      await load.stop();
      await database.look((opened) => ledger.expectStored(opened));
    });

    await inRounds(1, async (random) => {
      await using server = await service.start();
      await expectServed(ledger, client, access, random);
      await server.stop();
    });
    summarize(`killed under mixed load on ${engine}`, { rounds: FAULT_ROUNDS, kills: FAULT_ROUNDS }, service);
  });
});
