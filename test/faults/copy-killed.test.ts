// A copy between engines that is killed again and again, at random points of its way: run once more, it ends equal.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { CopyResult } from '../../src/core/foundation/database/copy/copy-database.ts';
import { COPIED_TABLES } from '../../src/core/foundation/database/copy/tables.ts';
import type { Database, Engine } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { ENGINES } from '../support/databases.ts';
import { contentsOf } from '../support/every-table.ts';
import { fillContacts } from '../support/fill-contacts.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';

const CONTACTS = 2_000 + 500 * FAULT_ROUNDS;
const START_MS_MAX = 1_000;
const KILL_DELAY_MS_MAX = 50;

const WAYS = ENGINES.flatMap((from) => ENGINES.map((to): [Engine, Engine] => [from, to])).filter(
  ([from, to]) => from !== to || ENGINES.length === 1,
);

describe.each(FAULT_ROUNDS > 1 ? WAYS : WAYS.slice(0, 1))('from %s to %s', (from, to) => {
  let source: FaultDatabase;
  let target: FaultDatabase;

  beforeAll(async () => {
    [source, target] = await Promise.all([createFaultDatabase(from), createFaultDatabase(to)]);
    await source.look(async (database) => {
      await importCatalog(database, SAMPLE_CATALOG, systemClock);
      await fillContacts(database, 1, CONTACTS);
    });
  });

  afterAll(async () => {
    await source.dispose();
    await target.dispose();
  });

  test('a copy that was killed goes on, and nothing is lost or there twice', {
    timeout: FAULT_TEST_MS_MAX,
  }, async () => {
    const argv = ['copy', '--from', source.url, '--to', target.url];
    await inRounds(FAULT_ROUNDS, (random) => killCopy(argv, target.url, random));
    const before = await target.look(rowsCopied);
    const result = await runFunnel<CopyResult>(argv, source.url);
    expect(result).toMatchObject({ verified: true, resumed: before > 0 });
    const contents = await contentsOf(source.url, COPIED_TABLES);
    expect(result.copied_rows).toBe(Object.values(contents).flat().length - before);
    expect(await contentsOf(target.url, COPIED_TABLES)).toEqual(contents);
  });
});

/** Lets it go on for some pages, or only begin, and kills it at a random moment. */
async function killCopy(argv: readonly string[], targetUrl: string, random: Random): Promise<void> {
  const more = random.between(0, 1_000);
  const delayMs = random.next() ** 2 * (more === 0 ? START_MS_MAX : KILL_DELAY_MS_MAX);
  const watched = await openDatabase(targetUrl, { connectionsMax: 1 });
  const enough = (await rowsCopied(watched)) + more;
  await using running = new FunnelProcess(argv, targetUrl);
  const isEnough = async () => !running.isRunning || (await rowsCopied(watched)) >= enough;
  await waitUntil(`${enough} rows are copied`, isEnough, { pauseMs: 1 });
  await delay(delayMs);
  await running.kill();
  await watched.close();
}

async function rowsCopied(database: Database): Promise<number> {
  const rows = await database.query<{ rows_copied: number }>('SELECT rows_copied FROM copy_progress');
  return rows.reduce((sum, row) => sum + row.rows_copied, 0);
}
