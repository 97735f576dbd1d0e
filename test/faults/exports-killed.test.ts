// Scheduled exports of a real service that is killed again and again, at random moments of a run, while events come in. After each kill,
// all that readers find is complete, no event is there twice, and none that was there is gone. In the end, a run that is left alone makes
// the target equal to the database. FAULT_ROUNDS (see fault-rounds.ts) says how often the export to a folder is killed; storages and
// databases are killed a tenth as often.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import type { ExportResult } from '../../src/extensions/exports/run-export.ts';
import { EXPORT_TABLES } from '../../src/extensions/exports/targets/export-tables.ts';
import { switchLog } from '../support/event-log.ts';
import { batchOf } from '../support/events.ts';
import type { ExportedRow } from '../support/exported.ts';
import { IS_LONG } from '../support/long.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { TestStages } from '../support/test-stages.ts';
import { waitUntil } from '../support/wait-until.ts';
import { databaseTarget, type FaultTarget, folderTarget, storageTarget } from './export-targets.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';
import { NumberedEvents } from './numbered-events.ts';

/** One kill or two would say little: what a run leaves behind wherever it ends is tested without a process, in run-export.test.ts. */
const isRun = IS_LONG || FAULT_ROUNDS > 1;
const BATCHES_PER_ROUND_MAX = 40;
/** A kill comes at most so many times as late as the first run has ended: some come after the end. */
const LATEST_KILL = 1.3;
/** It takes little of a run, so half of the kills wait for it. */
const PUTTING_MS_MAX = 100;
/** Contacts are not in a scheduled export. */
const TABLES = Object.keys(EXPORT_TABLES).filter((table) => table !== 'contacts');

const TARGETS = [
  { name: 'a folder', open: folderTarget, kills: FAULT_ROUNDS, isTested: true },
  { name: 'a storage', open: storageTarget, kills: Math.ceil(FAULT_ROUNDS / 10), isTested: true },
  {
    name: 'a database',
    open: databaseTarget,
    kills: Math.ceil(FAULT_ROUNDS / 10),
    isTested: inject('postgresUrl') !== '',
  },
].filter(({ isTested }) => isTested);

describe.runIf(isRun).each(FAULT_ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;
  let ingestKey: string;

  beforeEach(async () => {
    database = await createFaultDatabase(engine);
    ingestKey = await database.look(async (opened) => {
      await importCatalog(opened, SAMPLE_CATALOG, systemClock);
      await switchLog(opened, 1, true);
      return (await createIngestKey(opened, 1, systemClock))!.key;
    });
  });
  afterEach(() => database.dispose());

  const start = ({ to, variables }: FaultTarget) =>
    new FunnelProcess(['serve', '--only', 'collect,jobs'], database.url, {
      ...variables,
      ...{ EXPORT_TO: to, EXPORT_WEBSITES: '1' },
    });

  /** The lease of the killed process runs out in half a minute, and the next export would be due in a day. */
  const makeDue = () =>
    database.look((opened) =>
      opened.transaction((tx) => tx.query("UPDATE job_leases SET holder = NULL, done_at_ms = 0 WHERE job = 'export'")),
    );

  const isDone = () =>
    database.look(async (opened) => {
      const [row] = await opened.query<{ done_at_ms: number }>(
        "SELECT done_at_ms FROM job_leases WHERE job = 'export'",
      );
      return Number(row!.done_at_ms) > 0;
    });

  const run = (target: FaultTarget, to: string, ...options: string[]) =>
    runFunnel<ExportResult>(['export', '--website', '1', '--to', to, ...options], database.url, target.variables);

  test.each(TARGETS)(
    'killed exports to $name leave no gap and no double',
    { timeout: FAULT_TEST_MS_MAX },
    async ({ name, open, kills }) => {
      await using target = await open();
      const events = new NumberedEvents();
      const hits = { 'before anything was put in place': 0, meanwhile: 0, 'after the end': 0 };

      /** Sends so many batches, and what got no answer from a service. */
      const count = (batches: number, random: Random) =>
        database.look(async (opened) => {
          const stages = new TestStages(opened, systemClock);
          await events.send(batches, random, async (batch) => {
            const sent = batch.events.map((event) => ({ ...event }));
            const [outcome] = await stages.commitSent([batchOf(sent)]);
            expect(outcome).toMatchObject({ rejected: 0 });
          });
        });

      /** Waits until a run writes that did not before, or has written already. */
      async function begin(running: FunnelProcess, staged: readonly string[], cursor?: string): Promise<void> {
        const hasBegun = async () =>
          !running.isRunning ||
          !(await target.staged()).every((entry) => staged.includes(entry)) ||
          (await target.cursor()) !== cursor;
        await waitUntil('the run writes', hasBegun, { pauseMs: 1 });
      }

      /** Waits until a run has begun to put files in place, or has ended. */
      async function putsInPlace(running: FunnelProcess, state: string, cursor?: string): Promise<void> {
        const puts = async () =>
          !running.isRunning || (await target.state()) !== state || (await target.cursor()) !== cursor;
        await waitUntil('the run puts files in place', puts, { pauseMs: 1 });
      }

      async function killRound(runMs: number, random: Random): Promise<void> {
        const [before, state, cursor] = [await visibleEvents(target), await target.state(), await target.cursor()];
        await makeDue();
        const staged = await target.staged();
        const batches = random.between(1, BATCHES_PER_ROUND_MAX);
        await using running = start(target);
        // It may be killed before it serves.
        const sending = running.address().then(
          (address) => events.sendTo(address, ingestKey, batches, random),
          () => {},
        );
        await begin(running, staged, cursor);
        if (random.chance(0.5)) await delay(random.next() * LATEST_KILL * runMs);
        else {
          await putsInPlace(running, state, cursor);
          await delay(random.next() ** 2 * PUTTING_MS_MAX);
        }
        await running.kill();
        await sending;
        await target.released();
        if ((await target.cursor()) !== cursor) hits['after the end']++;
        else hits[(await target.state()) === state ? 'before anything was put in place' : 'meanwhile']++;
        const now = new Set(await visibleEvents(target));
        expect(before.filter((page) => !now.has(page))).toEqual([]);
        for (const table of TABLES) await target.rows(table);
      }

      await inRounds(1, (random) => count(BATCHES_PER_ROUND_MAX, random));
      const begun = performance.now();
      const { cursor } = await run(target, target.to);
      const runMs = performance.now() - begun;
      await inRounds(kills, (random) => killRound(runMs, random));
      await inRounds(1, (random) => count(0, random));
      await makeDue();
      {
        await using running = start(target);
        await expect.poll(isDone).toBe(true);
        await running.stop();
      }

      const pages = await visibleEvents(target);
      expect(pages.toSorted()).toEqual(events.pages.toSorted());
      expect(await countedTotals(target)).toEqual(events.totals);
      expect(await target.staged()).toEqual([]);
      // Any cursor of this export is good, and there is nothing left to write, once what the service has merged meanwhile is written again.
      await run(target, target.to, '--since', cursor);
      expect(await run(target, target.to, '--since', cursor)).toMatchObject({ files: 0, rows: 0 });
      await run(target, target.beside);
      for (const table of TABLES) {
        expect(comparable(await target.rows(table))).toEqual(comparable(await target.rows(table, target.beside)));
      }
      console.info(
        `FAULTS exports to ${name} killed on ${engine}: kills ${kills} (${figures(hits)}), events ${pages.length}`,
      );
    },
  );
});

/** The pages of all events that readers find, each once. */
async function visibleEvents(target: FaultTarget): Promise<string[]> {
  const pages = (await target.rows('events')).map(({ page }) => String(page));
  expect(new Set(pages).size).toBe(pages.length);
  return pages;
}

async function countedTotals(target: FaultTarget): Promise<NumberedEvents['totals']> {
  const counters = (await target.rows('counters')).filter(({ subject_kind: kind }) => kind === 'website');
  const sum = (column: string) => counters.reduce((total, row) => total + Number(row[column]), 0);
  const cents = Math.round(100 * sum('revenue'));
  return { views: sum('views'), conversions: sum('conversions'), orders: sum('orders'), cents };
}

/** In any order, and without the names of visitors, which are others in every export. */
function comparable(rows: readonly ExportedRow[]): string[] {
  return rows
    .map(({ visitor: _, ...row }) =>
      JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
    .sort();
}

function figures(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
