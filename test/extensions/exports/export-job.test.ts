// The scheduled export: when it runs, who runs it, and what `doctor` says about it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { Lease } from '../../../src/core/foundation/database/lease.ts';
import { exportCheck } from '../../../src/extensions/exports/export-check.ts';
import { type ExportObserver, exportIfDue } from '../../../src/extensions/exports/export-job.ts';
import { ExportStates, scheduleOf } from '../../../src/extensions/exports/export-state.ts';
import { DirectExporter, type Exporter, ExportThread } from '../../../src/extensions/exports/exporter.ts';
import { eventWith } from '../../support/events.ts';
import { filesIn } from '../../support/exported.ts';
import { HOUR_MS } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

let ingestion: TestIngestion;
let folder: string;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'funnel-scheduled-'));
});
beforeEach(async () => {
  await ingestion.reset();
  await ingestion.count(eventWith({ at: '2025-03-09T10:00:00Z' }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await ingestion?.dispose();
});

const scheduled = (to = folder) => ({
  ...{ to, format: 'ndjson' as const, s3: undefined, websiteIds: [1, 99], everyHours: 24 },
});
const dataOf = (to?: string) => ({ databaseUrl: ingestion.url, scheduled: scheduled(to), bounds: NO_BOUNDS });

function runWith(exporter: Exporter, observer?: ExportObserver) {
  const { database, clock } = ingestion;
  return exportIfDue({
    database,
    clock: clock.now,
    exporter,
    schedule: scheduleOf(scheduled()),
    logger: pino({ level: 'silent' }),
    observer,
  });
}

function observed() {
  const seen: unknown[] = [];
  const observer: ExportObserver = {
    run: (result) => seen.push(result),
    complete: (_at, { files }) => seen.push(files > 0),
  };
  return { seen, observer };
}

const check = () => exportCheck(ingestion.database, ingestion.clock.now(), scheduled());

test('it runs when it is due, goes on with what is there, and leaves out websites that do not exist', async () => {
  const { seen, observer } = observed();
  expect(await check()).toMatchObject({
    ok: true,
    warning: true,
    detail: expect.stringContaining('there was none yet'),
  });
  await runWith(new DirectExporter(dataOf()), observer);
  expect([seen, filesIn(folder).length > 5]).toEqual([['done', true], true]);
  expect(await check()).toEqual({
    name: 'scheduled export',
    ok: true,
    detail: `to ${folder}, last at 2025-03-10T12:00:00.000Z`,
  });
  await runWith(new DirectExporter(dataOf()), observer);
  expect(seen).toHaveLength(2);
  ingestion.clock.offsetMs += 24 * HOUR_MS;
  await runWith(new DirectExporter(dataOf()), observer);
  expect(seen.slice(2)).toEqual(['done', false]);
  ingestion.clock.offsetMs += 27 * HOUR_MS;
  expect(await check()).toMatchObject({ ok: true, warning: true, detail: expect.stringContaining('is late') });
});

test('it runs at once after a run that a clock ahead has dated, by more than clocks of nodes differ', async () => {
  const { seen, observer } = observed();
  const { clock, database } = ingestion;
  const runAgain = () => runWith(new DirectExporter(dataOf(join(folder, 'ahead'))), observer);
  clock.offsetMs = HOUR_MS;
  await runAgain();
  clock.offsetMs = 0;
  await runAgain();
  expect(seen).toEqual(['done', true]);
  clock.offsetMs = -1;
  expect(await new ExportStates(database, clock.now).read()).toMatchObject({ dueAt: clock.now(), isLate: false });
  await runAgain();
  expect(seen).toEqual(['done', true, 'done', expect.any(Boolean)]);
  expect(await new ExportStates(database, clock.now).read()).toMatchObject({ lastAt: clock.now() });
  await runAgain();
  expect(seen).toHaveLength(4);
});

test('in a thread of its own', async () => {
  const exporter = new ExportThread(dataOf(join(folder, 'by-a-thread')));
  const { seen, observer } = observed();
  await runWith(exporter, observer);
  expect(seen).toEqual(['done', true]);
});

test('while another node has the lease, it does nothing; a run that fails stays due', async () => {
  const { database, clock } = ingestion;
  const { seen, observer } = observed();
  const lease = await Lease.take(database, clock.now, 'export');
  await runWith(new DirectExporter(dataOf()), observer);
  expect(seen).toEqual([]);
  await lease!.release();
  const failing: Exporter = { run: () => Promise.reject(new Error('the storage is full')), stop: async () => {} };
  await expect(runWith(failing, observer)).rejects.toThrow('the storage is full');
  await runWith(new DirectExporter(dataOf(join(folder, 'later'))), observer);
  expect(seen).toEqual(['failed', 'done', true]);
});

test('nothing is checked that is not configured', async () => {
  expect(await exportCheck(ingestion.database, ingestion.clock.now(), undefined)).toMatchObject({
    detail: 'not configured (EXPORT_TO)',
  });
});
