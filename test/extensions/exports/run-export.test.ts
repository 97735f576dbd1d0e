// Exports to a folder: what is in them, and what a repeated one writes.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { ContactStore } from '../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { forgetDay } from '../../../src/core/manage/erasure/forget-day.ts';
import { forgetWebsite } from '../../../src/core/manage/erasure/forget-website.ts';
import {
  type ExportRequest,
  type ExportSource,
  type MissingWebsite,
  runExport,
} from '../../../src/extensions/exports/run-export.ts';
import type { ExportFormat } from '../../../src/extensions/exports/targets/export-format.ts';
import { problemOf } from '../../../src/extensions/exports/targets/export-problem.ts';
import { FileTarget } from '../../../src/extensions/exports/targets/file-target.ts';
import { FolderStore } from '../../../src/extensions/exports/targets/folder-store.ts';
import { REFUSED } from '../../support/as-cluster.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith, refundWith, selectionWith } from '../../support/events.ts';
import { type ExportedRow, filesIn, readTable } from '../../support/exported.ts';
import { restoreOf } from '../../support/restore.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';
import { readersUntil, readersWithout } from '../../support/unreachable-websites.ts';

const [FEBRUARY, MARCH, TODAY] = ['2025-02-28T10:00:00Z', '2025-03-09T10:00:00Z', '2025-03-10T10:00:00Z'];
const EVENTS = [
  eventWith({ at: FEBRUARY, visitor: 'ada', country: 'NL', page: '/a' }),
  eventWith({ at: MARCH, visitor: 'ada', variant_id: 100, campaign_id: 10 }),
  eventWith({ at: MARCH, visitor: 'ben', campaign_id: 10, variant_id: 100, step_id: 1001 }),
  eventWith({ at: MARCH, visitor: 'ben', type: 'conversion', campaign_id: 10, variant_id: 101 }),
  orderWith({ at: MARCH, visitor: 'ben', order_id: 'o1', campaign_id: 10, revenue: 12.34 }),
  selectionWith({ at: MARCH, visitor: 'ben', field: 'color', value: 'red' }),
];

/** Ends before one of its steps, as if the process was killed: what was staged stays there. */
class KilledStore extends FolderStore {
  #stepsLeft: number;

  constructor(folder: string, steps: number) {
    super(folder);
    this.#stepsLeft = steps;
  }

  #step(): void {
    if (this.#stepsLeft-- <= 0) throw new Error('killed');
  }

  override async put(name: string, path: string): Promise<void> {
    this.#step();
    await super.put(name, path);
  }

  override async remove(name: string): Promise<void> {
    this.#step();
    await super.remove(name);
  }

  override async close(): Promise<void> {}
}

/** Something else happens while the export runs: after its first file, which names the websites, and before it reads any of them. */
class InterruptedStore extends FolderStore {
  #meanwhile: (() => Promise<void>) | undefined;

  constructor(folder: string, meanwhile: () => Promise<void>) {
    super(folder);
    this.#meanwhile = meanwhile;
  }

  override async put(name: string, path: string): Promise<void> {
    await super.put(name, path);
    const meanwhile = this.#meanwhile;
    this.#meanwhile = undefined;
    await meanwhile?.();
  }
}

function cpCopy(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'funnel-export-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

describe.each(ENGINES)('an export of %s', (engine) => {
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let ingestion: TestIngestion;
  let restore: () => Promise<void>;
  let folder: string;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
    await ingestion.count(...EVENTS);
    await mergeLog(ingestion.database, ingestion.clock);
    await ingestion.count(
      refundWith({ at: TODAY, order_id: 'o1', revenue: 2 }),
      eventWith({ website_id: 2, at: MARCH }),
    );
    await new ContactStore(ingestion.database, ingestion.clock.now).upsert(
      1,
      readChanges({ email: 'ada@example.com' }),
    );
    restore = await restoreOf(ingestion.database);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'funnel-export-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await restore();
  });
  afterAll(() => ingestion?.dispose());

  function run(
    options: Partial<ExportRequest> &
      Pick<ExportSource, 'onDamage' | 'onMissing' | 'openReaders'> & {
        readonly format?: ExportFormat;
        readonly store?: FolderStore;
      } = {},
  ) {
    const {
      format = 'parquet',
      store = new FolderStore(folder),
      onDamage,
      onMissing,
      openReaders,
      ...request
    } = options;
    const source = {
      ...{ databaseUrl: ingestion.url, now: ingestion.clock.now(), bounds: NO_BOUNDS },
      ...(onDamage && { onDamage }),
      ...(onMissing && { onMissing }),
      ...(openReaders && { openReaders }),
    };
    const target = new FileTarget(store, format);
    return runExport(source, { websiteIds: [1], hasStableVisitors: false, hasContacts: false, ...request }, target);
  }

  const digestsOf = (id = 1) => JSON.parse(readFileSync(join(folder, `state/website-${id}.json`), 'utf8'));

  it('has the events with their subjects, visitors, times and dimensions', async () => {
    await run({ format: 'ndjson', hasStableVisitors: true });
    const events = await readTable(folder, 'events');
    const [ada, ben] = [events[0]!.visitor, events.find(({ type }) => type === 'conversion')!.visitor];
    expect(ada).not.toBe(ben);
    const about = ({ day, type, visitor, campaign_id, variant_id, step_id, counts_from, revenue }: ExportedRow) => [
      ...[day, type, visitor === ada ? 'ada' : visitor === ben ? 'ben' : visitor],
      ...[campaign_id, variant_id, step_id, counts_from, revenue],
    ];
    expect(events.map(about).sort()).toEqual(
      [
        ['2025-02-28', 'view', 'ada', undefined, undefined, undefined, 1, 0],
        ['2025-03-09', 'view', 'ada', 10, 100, undefined, 1, 0],
        // The second step of a variant: its views count for itself alone.
        ['2025-03-09', 'view', 'ben', 10, 100, 1001, 4, 0],
        ['2025-03-09', 'conversion', 'ben', 10, 101, undefined, 1, 0],
        ['2025-03-09', 'order', 'ben', 10, undefined, undefined, 1, 12.34],
        ['2025-03-09', 'restated_order', 'ben', 10, undefined, undefined, 1, -12.34],
        ['2025-03-09', 'restated_order', 'ben', 10, undefined, undefined, 1, 10.34],
        ['2025-03-09', 'selection', 'ben', 10, 100, 1000, 1, 0],
      ].sort(),
    );
    expect(events[0]).toMatchObject({ happened_at: FEBRUARY, country: 'NL', page: '/a', device: '(none)' });
    // The others, restated orders included, say nothing of their visit and have no channel.
    expect(events.map(({ channel }) => channel)).toEqual(
      events.map(({ page }) => (page === '/a' ? 'direct' : '(none)')),
    );
  });

  it('has the same rows as Parquet: catalog, counters, sketches, choices, order sources and experiments', async () => {
    const { rows, files } = await run({ hasContacts: true });
    const tables = new Map<string, ExportedRow[]>();
    for (const table of new Set(filesIn(folder).map((file) => file.split('/')[0]!))) {
      tables.set(table, await readTable(folder, table));
    }
    expect(filesIn(folder)).toHaveLength(files);
    expect([...tables.values()].flat()).toHaveLength(rows);
    expect(tables.get('campaigns')!.map(({ id }) => id)).toEqual([10n, 11n]);
    expect(tables.get('counters')).toContainEqual(
      expect.objectContaining({ website_id: 1n, day: new Date('2025-03-09'), views: 1n, orders: 1n, revenue: 10.34 }),
    );
    const [sketch] = tables
      .get('visitors')!
      .filter(({ subject_id: id, day }) => id === 1n && Number(day) < Date.parse(MARCH) - 9e7);
    expect([...(sketch!.sketch as Uint8Array).slice(0, 3)]).toEqual([0x12, 0x8e, 0x7f]);
    expect(tables.get('choices')).toEqual([expect.objectContaining({ element_id: 10_000n, selections: 1n })]);
    expect(tables.get('order_sources')).toContainEqual(expect.objectContaining({ refunded_revenue: 2 }));
    expect(tables.get('experiments')!.map(({ campaign_id: id, variant_id: variant }) => [id, variant])).toEqual([
      [10n, 100n],
      [10n, 101n],
    ]);
    expect(tables.get('contacts')).toHaveLength(1);
    expect(tables.get('websites')).toHaveLength(1);
  });

  itOnce('names visitors by a key of the export, the same in all its runs, and never two alike', async () => {
    const visitors = async () => (await readTable(folder, 'events')).map(({ visitor }) => visitor);
    const { cursor } = await run({ format: 'ndjson' });
    const names = await visitors();
    await ingestion.count(eventWith({ at: TODAY, visitor: 'ada' }));
    await run({ format: 'ndjson', since: cursor });
    const [ada] = names;
    expect((await visitors()).filter((name) => name === ada)).toHaveLength(
      names.filter((name) => name === ada).length + 1,
    );
    await run({ format: 'ndjson' });
    expect(new Set([...(await visitors()), ...names]).size).toBe(2 * new Set(names).size);
  });

  it('writes nothing again that has not changed, and of what has changed its day and its month', async () => {
    const first = await run();
    const files = filesIn(folder);
    const second = await run({ since: first.cursor });
    expect([second.files, second.rows, filesIn(folder)]).toEqual([0, 0, files]);
    await ingestion.count(eventWith({ at: FEBRUARY, visitor: 'cal' }));
    const before = digestsOf();
    const third = await run({ since: second.cursor });
    const changed = Object.entries(digestsOf()).filter(([name, digest]) => before[name] !== digest);
    expect(changed.map(([name]) => name).sort()).toEqual([
      'counters/website-1/2025-02.parquet',
      'events/website-1/2025-02-28.parquet',
      'visitors/website-1/2025-02.parquet',
    ]);
    expect(third.files).toBe(3);
    // A cursor that was kept longer is as good: the folder knows what it has.
    expect((await run({ since: first.cursor })).files).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({
      format: 'parquet',
      website_ids: [1],
    });
  });

  it('removes what was erased, and websites that are not chosen any more', async () => {
    const { cursor } = await run({ websiteIds: [1, 2] });
    expect(filesIn(folder)).toContain('events/website-1/2025-02-28.parquet');
    await forgetDay(ingestion.database, 1, Date.parse('2025-02-28') / 86_400_000);
    const { cursor: next } = await run({ websiteIds: [1, 2], since: cursor });
    expect(filesIn(folder).filter((file) => /2025-02/.test(file))).toEqual([]);
    await run({ since: next });
    expect(filesIn(folder).filter((file) => file.includes('website-2'))).toEqual([]);
  });

  it('notices a database that was restored from a backup, although the versions of its data are those of before', async () => {
    await ingestion.count(eventWith({ at: TODAY, visitor: 'lost' }));
    const { cursor } = await run({ format: 'ndjson', hasStableVisitors: true });
    await restore();
    await ingestion.count(eventWith({ at: TODAY, visitor: 'new', country: 'FR' }));
    await run({ format: 'ndjson', hasStableVisitors: true, since: cursor });
    const today = (await readTable(folder, 'events')).filter(({ happened_at: at }) => at === TODAY);
    expect(today.map(({ country }) => country)).toEqual(['FR']);
  });

  itOnce(
    'writes again what was being replaced when a run ended, even if the digest of the data is the old one again',
    async () => {
      const { cursor } = await run();
      const state = join(folder, 'state/website-1.json');
      const name = 'events/website-1/2025-02-28.parquet';
      writeFileSync(state, JSON.stringify({ ...digestsOf(), [name]: '' }));
      writeFileSync(join(folder, name), 'half of it');
      expect((await run({ since: cursor })).files).toBe(1);
      expect(await readTable(folder, 'events')).toHaveLength(8);
    },
  );

  itOnce('has no gap and no double wherever a run is killed', async () => {
    const { cursor } = await run({ format: 'ndjson', hasStableVisitors: true });
    await ingestion.count(eventWith({ at: FEBRUARY, visitor: 'cal' }), eventWith({ at: TODAY, visitor: 'cal' }));
    await forgetDay(ingestion.database, 1, Date.parse('2025-03-09') / 86_400_000);
    const before = cpCopy(folder);
    for (let steps = 0, isDone = false; !isDone; steps++) {
      rmSync(folder, { recursive: true });
      cpSync(before, folder, { recursive: true });
      const store = new KilledStore(folder, steps);
      isDone = await run({ format: 'ndjson', hasStableVisitors: true, since: cursor, store }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
      await run({ format: 'ndjson', hasStableVisitors: true, since: cursor });
      const found = (await readTable(folder, 'events')).map(({ day, type }) => [day, type]);
      expect([steps, found]).toEqual([
        steps,
        [
          ['2025-02-28', 'view'],
          ['2025-02-28', 'view'],
          ['2025-03-10', 'view'],
        ],
      ]);
      expect(steps).toBeLessThan(100);
    }
    rmSync(before, { recursive: true });
  });

  it('has a day with more revenue than a number holds exactly: otherwise it would fail for all websites', async () => {
    const orders = Array.from({ length: 1_000 }, (_, place) =>
      orderWith({ website_id: 2, currency: 'EUR', at: TODAY, order_id: `large-${place}`, revenue: 1_000_000_000 }),
    );
    await ingestion.count(...orders);
    await run({ format: 'ndjson', websiteIds: [1, 2] });
    const counters = await readTable(folder, 'counters');
    const ofDay = counters.find(({ website_id, day }) => website_id === 2 && day === '2025-03-10');
    expect(ofDay).toMatchObject({ orders: 1_000, revenue: 1_000_000_000_000 });
  });

  it('by a schedule goes on without a website that is erased meanwhile, and removes what it had of it', async () => {
    await run({ websiteIds: [1, 2], isScheduled: true });
    await ingestion.count(eventWith({ at: TODAY, visitor: 'cal' }));
    const erase = () => forgetWebsite(ingestion.database, 2, ingestion.clock.now());
    const store = new InterruptedStore(folder, erase);
    const { files } = await run({ websiteIds: [1, 2], isScheduled: true, store });
    expect(files).toBeGreaterThan(0);
    expect(filesIn(folder).filter((name) => name.includes('website-2'))).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).website_ids).toEqual([1]);
  });

  it('by a schedule exports the others if the events of a website are damaged, of which the target keeps what it has', async () => {
    await run({ websiteIds: [1, 2], isScheduled: true });
    const before = filesIn(folder).filter((name) => name.includes('website-1'));
    await ingestion.count(eventWith({ website_id: 2, at: TODAY }), eventWith({ at: TODAY, visitor: 'dan' }));
    await ingestion.database.transaction((tx) =>
      tx.query('UPDATE event_log_pending SET checksum = checksum + 1 WHERE website_id = 1'),
    );
    await expect(run({ websiteIds: [1, 2] })).rejects.toThrow('are damaged');
    const damaged: number[] = [];
    const { files } = await run({ websiteIds: [1, 2], isScheduled: true, onDamage: (id) => damaged.push(id) });
    expect([damaged, files > 0]).toEqual([[1], true]);
    expect(filesIn(folder).filter((name) => name.includes('website-1'))).toEqual(before);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).website_ids).toEqual([1, 2]);
  });

  describe('if the worker that has one of the websites does not answer', () => {
    const missed: MissingWebsite[] = [];
    const onMissing = (website: MissingWebsite) => missed.push(website);
    const missing = [{ websiteId: 1, code: 'unreachable', reason: REFUSED }];
    const of1 = () => filesIn(folder).filter((name) => name.includes('website-1'));
    const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    beforeEach(() => {
      missed.length = 0;
    });

    it.each([
      ['by a schedule', true],
      ['by a command', false],
    ])('%s the others are exported, and it is retried', async (_name, isScheduled) => {
      const first = await run({ websiteIds: [2, 1], isScheduled });
      const before = of1();
      await ingestion.count(eventWith({ website_id: 2, at: TODAY }), eventWith({ at: TODAY, visitor: 'dan' }));
      const since = isScheduled ? {} : { since: first.cursor };
      const openReaders = readersWithout(1);
      const second = await run({ websiteIds: [2, 1], isScheduled, onMissing, openReaders, ...since });
      expect([missed, second.missing, second.files > 0]).toEqual([missing, [1], true]);
      expect([of1(), manifest().website_ids]).toEqual([before, [1, 2]]);
      const again = isScheduled ? {} : { since: second.cursor };
      const third = await run({ websiteIds: [2, 1], isScheduled, onMissing, ...again });
      expect([third.missing, third.files > 0, missed.length]).toEqual([undefined, true, 1]);
      expect(of1().length).toBeGreaterThan(before.length);
    });

    it.each([1, 2])('website %i is left out of a new export, and comes with the next run', async (away) => {
      const { cursor } = await run({ websiteIds: [1, 2], onMissing, openReaders: readersWithout(away) });
      expect([missed.map(({ websiteId }) => websiteId), manifest().website_ids]).toEqual([[away], [3 - away]]);
      await run({ websiteIds: [1, 2], since: cursor });
      expect(manifest().website_ids).toEqual([1, 2]);
    });

    it('while it is read, nothing of it is published', async () => {
      await run({ websiteIds: [1, 2] });
      await ingestion.count(eventWith({ at: TODAY, visitor: 'dan' }));
      const before = digestsOf();
      await run({
        websiteIds: [1, 2],
        isScheduled: true,
        onMissing,
        openReaders: readersUntil('event_log_pending', 1),
      });
      expect([missed, digestsOf()]).toEqual([missing, before]);
    });

    it('and there is no other one, the run fails and its problem is unreachable', async () => {
      const failure = await run({ onMissing, openReaders: readersWithout(1) }).catch((error: unknown) => error);
      expect([problemOf(failure), missed]).toEqual(['unreachable', missing]);
      expect(manifestExists()).toBe(false);
    });

    const manifestExists = () => filesIn(folder).includes('manifest.json');
  });

  itOnce('refuses cursors of other exports, unknown websites, and a state that names other files', async () => {
    await expect(run({ since: 'abc' })).rejects.toThrow('not a cursor');
    await expect(run({ since: `${'0'.repeat(16)}-1` })).rejects.toThrow('no export that could be continued');
    const { cursor } = await run();
    await expect(run({ since: `${'0'.repeat(16)}-1` })).rejects.toThrow('another export');
    await expect(run({ since: cursor, websiteIds: [99] })).rejects.toThrow('Website 99 does not exist');
    writeFileSync(join(folder, 'state/website-1.json'), JSON.stringify({ 'events/website-1/../../../x': 'digest' }));
    await expect(run({ since: cursor })).rejects.toThrow('which no export has written');
  });
});
