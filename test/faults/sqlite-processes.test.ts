// Several processes on one SQLite file, with threads that end while events come in: locks must outlive the threads. Each
// round two services take events, the insights thread of one of them ends, and commands come and go beside them. Then no
// process may have died, the file must be sound, and every acknowledged event must be in it. FAULT_ROUNDS (see
// fault-rounds.ts) says how often.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOfTimestampMs } from '../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { storedTotals } from '../support/stored-days.ts';
import { waitUntil } from '../support/wait-until.ts';
import { EventStream } from './event-stream.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import { FunnelProcess } from './funnel-process.ts';

const COMMANDS = FAULT_ROUNDS > 1 ? 2 : 1;
const POLL_MS = 20;
const TOKEN_CREATE = ['token', 'create', '--website', '1', '--scope', 'reports', '--json'];

let database: FaultDatabase;
let service: FaultService;

beforeAll(async () => {
  database = await createFaultDatabase('sqlite');
  service = await database.look((opened) => FaultService.prepare(opened, database.url));
});

afterAll(() => database.dispose());

test('two services, threads that end and other commands on one file lose nothing and damage nothing', {
  timeout: FAULT_TEST_MS_MAX,
}, async () => {
  let acknowledged = 0;
  await inRounds(FAULT_ROUNDS, async (_random, round) => {
    const name = `round-${round}`;
    const ids = await streamBesideOthers(name);
    acknowledged += ids.length;
    expectSoundFile();
    await database.look(async (opened) => {
      expect(await storedIds(opened, name)).toEqual(new Set(ids));
      expect((await storedTotals(opened, { websiteId: 1, kind: 'website', id: 1 })).views).toBe(acknowledged);
    });
  });
  console.info(
    `FAULTS several processes on one SQLite file: rounds ${FAULT_ROUNDS}; acknowledged events ${acknowledged}; ` +
      'lost 0, damaged files 0, processes that died 0',
  );
});

/** Gives the ids of all acknowledged events. */
async function streamBesideOthers(name: string): Promise<string[]> {
  const key = service.access.ingestKeys.get(1)!;
  await giveInsightsJobWork();
  await using whole = await service.start();
  const first = new EventStream(service.client.address, key, `${name}-first`);
  await insightsThreadEnded();
  // While no other process has the file open: each of these is the first to come and the last to go.
  await runCommands();
  await using collector = new FunnelProcess(['serve', '--only', 'collect'], database.url);
  const second = new EventStream(await collector.address(), key, `${name}-second`);
  await runCommands();
  await Promise.all([first.stop(), second.stop()]);
  await Promise.all([whole.stop(), collector.stop()]);
  return [...first.acknowledgedIds, ...second.acknowledgedIds];
}

async function runCommands(): Promise<void> {
  for (let command = 0; command < COMMANDS; command++) await new FunnelProcess(TOKEN_CREATE, database.url).finish();
}

/** A website that has been active before this week, and has no snapshot yet. */
async function giveInsightsJobWork(): Promise<void> {
  const firstDay = dayOfTimestampMs(Date.now()) - 10;
  await database.look((opened) =>
    opened.transaction((tx) =>
      tx.runScript(`DELETE FROM insights_snapshots;
        INSERT INTO website_activity (website_id, version, first_day, last_day) VALUES (2, 1, ${firstDay}, ${firstDay})
        ON CONFLICT DO NOTHING`),
    ),
  );
}

/** The job says that it is done after it has ended its thread. */
async function insightsThreadEnded(): Promise<void> {
  const done = /^funnel_insights_last_success_timestamp_seconds [1-9]/m;
  const metrics = async () => (await fetch(`${service.client.address}/metrics`)).text();
  await waitUntil('the insights are written', async () => done.test(await metrics()), { pauseMs: POLL_MS });
}

function expectSoundFile(): void {
  const file = new DatabaseSync(sqlitePath(database.url));
  expect(file.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  file.close();
}

async function storedIds(opened: Database, name: string): Promise<Set<string>> {
  const rows = await opened.query<{ event_id: string }>(
    'SELECT event_id FROM seen_events WHERE website_id = 1 AND event_id > $1 AND event_id < $2',
    [`${name}-`, `${name}.`],
  );
  return new Set(rows.map((row) => row.event_id));
}
