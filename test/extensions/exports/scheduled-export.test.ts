// What an owner is told of the scheduled export, on any node: how it went, and what it has of their websites.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { Lease } from '../../../src/core/foundation/database/lease.ts';
import { forgetWebsite } from '../../../src/core/manage/erasure/forget-website.ts';
import { exportIfDue } from '../../../src/extensions/exports/export-job.ts';
import {
  announce,
  ExportStates,
  recordDone,
  scheduleOf,
  withdraw,
} from '../../../src/extensions/exports/export-state.ts';
import { DirectExporter, ExportThread, type ScheduledExport } from '../../../src/extensions/exports/exporter.ts';
import { getScheduledExport } from '../../../src/extensions/exports/get-scheduled-export.ts';
import { problemOf } from '../../../src/extensions/exports/targets/export-problem.ts';
import { ExportError } from '../../../src/extensions/exports/targets/export-target.ts';
import { REFUSED } from '../../support/as-cluster.ts';
import { ENGINES } from '../../support/databases.ts';
import { eventWith } from '../../support/events.ts';
import { someoneWaits } from '../../support/lock-waits.ts';
import { HOUR_MS } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';
import { readersWithout } from '../../support/unreachable-websites.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        { id: 1, name: 'acme.example' },
        { id: 2, name: 'new.example' },
      ],
    },
    { id: 2, name: 'Rival', websites: [{ id: 3, name: 'rival.example' }] },
  ],
};
const OFF = { state: 'off', is_late: false, schedule: null, last_at: null, due_at: null, failure: null };
const NOTHING = { exported_at: null, files: null, rows: null };

describe.each(ENGINES)('the scheduled export on %s', (engine) => {
  let ingestion: TestIngestion;
  let folder: string;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG);
  });
  beforeEach(async () => {
    await ingestion.reset();
    await withdraw(ingestion.database);
    folder = mkdtempSync(join(tmpdir(), 'funnel-scheduled-'));
    await ingestion.count(eventWith({ at: '2025-03-09T10:00:00Z', website_id: 1 }));
    return () => rmSync(folder, { recursive: true });
  });
  afterAll(() => ingestion?.dispose());

  const scheduled = (change: Partial<ScheduledExport> = {}): ScheduledExport => ({
    ...{ to: folder, format: 'ndjson', s3: undefined, websiteIds: [1, 3], everyHours: 24 },
    ...change,
  });

  function run(
    change?: Partial<ScheduledExport>,
    Exporter: typeof DirectExporter | typeof ExportThread = DirectExporter,
  ) {
    const { database, clock, url } = ingestion;
    const exporter = new Exporter({ databaseUrl: url, scheduled: scheduled(change), bounds: NO_BOUNDS });
    const logger = pino({ level: 'silent' });
    return exportIfDue({ database, clock: clock.now, exporter, schedule: scheduleOf(scheduled(change)), logger });
  }

  /** Nothing but the database is known to whoever answers. */
  async function shownTo(...websiteIds: number[]) {
    const { database, clock } = ingestion;
    const context = { websiteIds, actor: COMMAND_LINE, body: undefined };
    const services = { exportStates: new ExportStates(database, clock.now) };
    const { body } = await getScheduledExport.act({}, context, services);
    return getScheduledExport.output.parse(body);
  }

  it('says that it waits, runs, is done and is late', async () => {
    const { database, clock } = ingestion;
    expect(await shownTo(1)).toEqual({ ...OFF, websites: [{ id: 1, is_included: false, ...NOTHING }] });
    await announce(database, scheduleOf(scheduled()), clock.now());
    const schedule = { target: 'folder', format: 'ndjson', every_hours: 24 };
    const due_at = '2025-03-10T12:00:00Z';
    expect(await shownTo(1)).toMatchObject({ state: 'waiting', is_late: false, schedule, last_at: null, due_at });
    clock.offsetMs += 3 * HOUR_MS;
    expect(await shownTo(1)).toMatchObject({ state: 'waiting', is_late: true });
    const lease = await Lease.take(database, clock.now, 'export');
    expect(await shownTo(1)).toMatchObject({ state: 'running' });
    await lease!.release();
    await run();
    const last_at = '2025-03-10T15:00:00Z';
    const done = await shownTo(1, 2);
    expect(done).toMatchObject({
      state: 'done',
      is_late: false,
      last_at,
      due_at: '2025-03-11T15:00:00Z',
      failure: null,
    });
    expect(done.websites).toEqual([
      { id: 1, is_included: true, exported_at: last_at, files: expect.any(Number), rows: expect.any(Number) },
      { id: 2, is_included: false, ...NOTHING },
    ]);
    expect(done.websites[0]!.rows).toBeGreaterThan(0);
    clock.offsetMs += 26 * HOUR_MS;
    expect(await shownTo(1)).toMatchObject({ state: 'done', is_late: false });
    clock.offsetMs += 1;
    expect(await shownTo(1)).toMatchObject({ state: 'done', is_late: true });
    await run();
    // What has not changed is not written again.
    expect((await shownTo(1)).websites[0]).toMatchObject({ exported_at: '2025-03-11T17:00:00Z', files: 0, rows: 0 });
  });

  it('counts what was written of each website, tells whoever has none in it nothing, and nobody where it goes', async () => {
    const other = Array.from({ length: 5 }, (_, day) =>
      eventWith({ at: `2025-03-0${day + 1}T10:00:00Z`, website_id: 3 }),
    );
    await ingestion.count(...other);
    await run();
    const [one, three] = [await shownTo(1), await shownTo(3)];
    expect(three.websites[0]!.rows).toBeGreaterThan(one.websites[0]!.rows!);
    expect(one.websites.map(({ id }) => id)).toEqual([1]);
    expect(await shownTo(2)).toEqual({ ...OFF, websites: [{ id: 2, is_included: false, ...NOTHING }] });
    expect(JSON.stringify([one, three])).not.toContain('funnel-scheduled');
    const stored = await ingestion.database.query('SELECT * FROM export_schedule');
    expect(JSON.stringify(stored)).not.toContain('funnel-scheduled');
  });

  it('says why it has failed until a run is done, also from a thread', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{}');
    mkdirSync(join(folder, 'state'));
    writeFileSync(join(folder, 'state/export.json'), 'of somebody else');
    await expect(run({}, ExportThread)).rejects.toThrow('is not a file of an export');
    const at = '2025-03-10T12:00:00Z';
    expect(await shownTo(1)).toMatchObject({
      state: 'failed',
      failure: { at, problem: 'damaged_target' },
      last_at: null,
    });
    rmSync(join(folder, 'state'), { recursive: true });
    await run();
    expect(await shownTo(1)).toMatchObject({ state: 'done', failure: null });
  });

  it('goes on without a website that cannot be reached, names it, and retries it with the next run', async () => {
    const lines: Record<string, unknown>[] = [];
    const results: string[] = [];
    const observer = { run: (result: string) => results.push(result), complete: () => results.push('complete') };
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
    const { database, clock, url } = ingestion;
    const runOnce = (openReaders?: ReturnType<typeof readersWithout>) => {
      const exporter = new DirectExporter({ databaseUrl: url, scheduled: scheduled(), bounds: NO_BOUNDS }, openReaders);
      const job = { database, clock: clock.now, exporter, schedule: scheduleOf(scheduled()), logger: log, observer };
      return exportIfDue(job);
    };
    await runOnce();
    clock.offsetMs += 24 * HOUR_MS;
    await ingestion.count(eventWith({ at: '2025-03-10T10:00:00Z', website_id: 3 }));
    await runOnce(readersWithout(1));
    const [before, at] = ['2025-03-10T12:00:00Z', '2025-03-11T12:00:00Z'];
    expect(results).toEqual(['done', 'complete', 'failed']);
    expect(lines).toContainEqual(
      expect.objectContaining({ websiteId: 1, code: 'unreachable', msg: expect.stringContaining(REFUSED) }),
    );
    expect(await shownTo(1)).toMatchObject({
      ...{ state: 'failed', failure: { at, problem: 'unreachable' }, last_at: before },
      websites: [{ exported_at: before }],
    });
    expect(await shownTo(1, 3)).toMatchObject({
      state: 'failed',
      websites: [{ exported_at: before }, { exported_at: at }],
    });
    // For whoever owns the other website alone, it is done.
    expect(await shownTo(3)).toMatchObject({
      ...{ state: 'done', failure: null, last_at: at, due_at: '2025-03-12T12:00:00Z', is_late: false },
      websites: [{ exported_at: at, files: expect.any(Number) }],
    });
    clock.offsetMs += HOUR_MS;
    await runOnce();
    expect(results.slice(3)).toEqual(['done', 'complete']);
    const later = '2025-03-11T13:00:00Z';
    expect(await shownTo(1, 3)).toMatchObject({
      ...{ state: 'done', failure: null, last_at: later },
      websites: [{ exported_at: later }, { exported_at: later, files: 0 }],
    });
  });

  it('is off when it is not configured any more, and forgets what was written', async () => {
    await run({ websiteIds: undefined });
    expect((await shownTo(2)).websites[0]).toMatchObject({ is_included: true, files: expect.any(Number) });
    await withdraw(ingestion.database);
    expect(await shownTo(2)).toEqual({ ...OFF, websites: [{ id: 2, is_included: false, ...NOTHING }] });
  });

  it('lets a website that it has be erased', async () => {
    await importCatalog(ingestion.database, CATALOG, ingestion.clock.now);
    await run();
    await forgetWebsite(ingestion.database, 3, ingestion.clock.now());
    expect(await ingestion.database.query('SELECT website_id FROM exported_websites')).toEqual([{ website_id: 1 }]);
  });

  it('lets a website be erased while the run that has it is recorded', async () => {
    const { database, clock } = ingestion;
    await importCatalog(database, CATALOG, clock.now);
    const [recorded, erasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const recording = database.transaction(async (tx) => {
      await recordDone(tx, { websites: [{ websiteId: 3, files: 1, rows: 1 }], begun: clock.now() });
      recorded.resolve();
      await erasing.promise;
    });
    await recorded.promise;
    const forgetting = forgetWebsite(database, 3, clock.now());
    if (engine === 'postgres') await someoneWaits(database);
    erasing.resolve();
    await Promise.all([recording, forgetting]);
    expect(await database.query('SELECT website_id FROM exported_websites')).toEqual([]);
  });
});

it('names problems by codes, whatever the system says', () => {
  const coded = (code: string) => Object.assign(new Error('/var/exports'), { code });
  expect(
    ['ENOSPC', 'EACCES', '28P01', 'ECONNREFUSED', '57P03', '3D000', 'ESOMETHING'].map((code) => problemOf(coded(code))),
  ).toEqual(['full', 'keys_refused', 'keys_refused', 'unreachable', 'unreachable', 'no_target', 'unexpected']);
  expect([problemOf(new ExportError('s3://bucket', 'busy')), problemOf('text')]).toEqual(['busy', 'unexpected']);
});
