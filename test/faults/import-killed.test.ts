// A file import that is killed again and again, at random points of its way: nothing is lost, nothing is counted twice.
// FAULT_ROUNDS (see fault-rounds.ts) says how often it is killed on each engine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { switchLog } from '../support/event-log.ts';
import { type ModelEvent, ReferenceModel } from '../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectCounted } from './expect-counted.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_ROUNDS, FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';
import { randomEvent } from './traffic.ts';

/** What `--chunk-mib 1` commits at once, at most. */
const CHUNK_BYTES = 1024 * 1024;
const CHUNKS = 4 + 4 * FAULT_ROUNDS;
/** Long lines make many chunks of few events. */
const PADDING = 'x'.repeat(1_800);
const START_MS_MAX = 1_500;
const KILL_DELAY_MS_MAX = 100;

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
  const path = join(folder, 'events.ndjson');
  const lines = randomLines(new Random(1));
  let database: FaultDatabase;

  beforeAll(async () => {
    writeFileSync(path, lines.join(''));
    database = await createFaultDatabase(engine);
    await database.look(async (opened) => {
      await importCatalog(opened, SAMPLE_CATALOG, systemClock);
      await switchLog(opened, 1, true);
    });
  });

  afterAll(async () => {
    await database.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('what was committed when it was killed is counted once, and the rest when it is run again', {
    timeout: FAULT_TEST_MS_MAX,
  }, async () => {
    const random = new Random(2);
    let before = countedOf(lines, 0);
    for (let round = 0; round < FAULT_ROUNDS; round++) {
      await killImport(path, database.url, random);
      before = await database.look(async (opened) => {
        const counted = countedOf(lines, await committedBytes(opened));
        await expectCounted(opened, counted.model);
        return counted;
      });
    }
    const all = countedOf(lines, Number.POSITIVE_INFINITY);
    const none = { rejected: 0, reasons: {}, samples: [] };
    expect(await runFunnel(['import', 'events', path], database.url)).toEqual({
      accepted: all.accepted - before.accepted,
      duplicates: lines.length - all.accepted + before.accepted,
      ...none,
    });
    await database.look((opened) => expectCounted(opened, all.model));

    expect(await runFunnel(['import', 'events', path], database.url)).toEqual({
      accepted: 0,
      duplicates: lines.length,
      ...none,
    });
    await database.look((opened) => expectCounted(opened, all.model));
  });
});

/** Some events have an id, and some of these come twice. */
function randomLines(random: Random): string[] {
  const lines: string[] = [];
  for (let bytes = 0; bytes < CHUNKS * CHUNK_BYTES; ) {
    const number = random.chance(0.05) ? random.between(0, lines.length) : lines.length;
    const event = randomEvent(random, number, random.chance(0.3));
    const line = `${JSON.stringify({ ...event, properties: { note: PADDING } })}\n`;
    lines.push(line);
    bytes += line.length;
  }
  return lines;
}

/** Counts the lines that the first bytes of the file hold. */
function countedOf(lines: readonly string[], bytes: number): { model: ReferenceModel; accepted: number } {
  const model = new ReferenceModel(SAMPLE_CATALOG);
  let accepted = 0;
  let offset = 0;
  for (const line of lines) {
    offset += line.length;
    if (offset > bytes) break;
    if (model.add(JSON.parse(line) as ModelEvent, 0) === 'accepted') accepted++;
  }
  return { model, accepted };
}

/** Lets an import go on for a few chunks, or only begin, and kills it at a random moment. */
async function killImport(path: string, url: string, random: Random): Promise<void> {
  const more = random.between(0, 3);
  const delayMs = random.next() ** 2 * (more === 0 ? START_MS_MAX : KILL_DELAY_MS_MAX);
  const watched = await openDatabase(url, { connectionsMax: 1 });
  const enough = (await committedBytes(watched)) + (more - 1) * CHUNK_BYTES;
  await using running = new FunnelProcess(['import', 'events', path, '--chunk-mib', '1'], url);
  const isEnough = async () => more === 0 || !running.isRunning || (await committedBytes(watched)) > enough;
  await waitUntil(`more than ${enough} bytes are imported`, isEnough, { pauseMs: 1 });
  await delay(delayMs);
  await running.kill();
  await watched.close();
}

/** Chunks commit in the order of the file. */
async function committedBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ end: number | null }>('SELECT MAX(end_offset) AS "end" FROM import_chunks');
  return row?.end ?? 0;
}
