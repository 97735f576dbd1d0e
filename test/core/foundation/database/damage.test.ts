// Damage in what is stored: whichever bit changes, and wherever it is cut, nothing is answered from it, and the deep check names it.

import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { COLUMN_NUMBERS } from '../../../../src/core/engine/event-log/format/stored-numbers.ts';
import { askLog } from '../../../../src/core/engine/event-log/questions/ask-log.ts';
import { KeptRuns } from '../../../../src/core/engine/event-log/storage/kept-runs.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { countVisitorInLog } from '../../../../src/core/engine/event-log/upkeep/erase.ts';
import { mergeDay } from '../../../../src/core/engine/event-log/upkeep/merge.ts';
import { mergeHere } from '../../../../src/core/engine/event-log/upkeep/merge-thread.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { checkIntervals, repairIntervals } from '../../../../src/core/engine/rollups/check-intervals.ts';
import { readCounts } from '../../../../src/core/engine/rollups/read-counts.ts';
import { readWebsiteCounts } from '../../../../src/core/engine/rollups/read-website-counts.ts';
import { lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import { rebuildIntervals } from '../../../../src/core/engine/rollups/store-intervals.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { copyDatabase } from '../../../../src/core/foundation/database/copy/copy-database.ts';
import type { SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase, sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { DamagedDataError } from '../../../../src/core/foundation/problem/damaged-data.ts';
import { visitorText } from '../../../../src/core/foundation/sketches/visitor-text.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { touchList } from '../../../../src/core/intake/orders/touch-list.ts';
import {
  addTouches,
  findDamagedTouches,
  forgetTouches,
  readTouches,
  removeDamagedTouches,
  sweepTouches,
} from '../../../../src/core/intake/orders/touch-runs.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { createEmptyDatabase, ENGINES, ON_CITUS } from '../../../support/databases.ts';
import { ALL_DAYS, allRuns, mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const TODAY = dayFromIso('2025-03-10')!;
const DAMAGES = 24;

/** Flipped bits at places all over the bytes, and cuts: of the first byte, the last one, and in between. */
function damagesOf(bytes: Uint8Array, random: Random): Uint8Array[] {
  const flipped = Array.from({ length: DAMAGES }, (_, place) => {
    const at = Math.floor((place * bytes.length) / DAMAGES);
    return bytes.with(at, bytes[at]! ^ (1 << random.between(0, 7)));
  });
  const cuts = [0, 1, Math.floor(bytes.length / 2), bytes.length - 1];
  return [...flipped, ...cuts.map((length) => bytes.slice(0, length)), bytes.slice(1)];
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());

  afterAll(() => ingestion.dispose());

  const change = (sql: string, params: SqlValue[] = []) =>
    ingestion.database.transaction((tx) => tx.query(sql, params));

  /** A sketch, without the check of the type's input function. */
  const bytes = engine === 'sqlite' ? '$1' : 'CAST(CAST($1 AS bytea) AS hll)';

  describe('of the event log', () => {
    const problem = {
      status: 503,
      options: { code: 'damaged_data' },
      message: expect.stringContaining('The stored events of website 1 on 2025-03-10 are damaged'),
    };
    const found = [{ websiteId: 1, day: TODAY, problem: 'damaged' }];

    beforeEach(async () => {
      await switchLog(ingestion.database, 1, true);
      const devices = ['mobile', 'desktop', 'tablet'];
      const views = Array.from({ length: 30 }, (_, visitor) =>
        eventWith({ visitor: `visitor-${visitor}`, device: devices[visitor % 3]!, page: `/page-${visitor}` }),
      );
      await ingestion.count(...views, eventWith({ at: '2025-03-09T12:00:00Z' }), orderWith());
    });

    const byDevice = (keptRuns?: KeptRuns) =>
      askLog(
        ingestion.database,
        { websiteId: 1, firstDay: 0, eventsMax: 1_000_000, keptRuns },
        breakdown({
          subjects: [{ kind: SUBJECT_KIND.website, id: 1 }],
          windows: [ALL_DAYS],
          filters: [],
          countType: 'total',
          breakDown: { by: 'device', windows: 1, valuesMax: 10 },
        }),
      );

    test('a pending row', async () => {
      const sql = `SELECT content FROM event_log_pending WHERE day = ${TODAY}`;
      const [row] = await ingestion.database.query<{ content: Uint8Array }>(sql);
      for (const damaged of damagesOf(row!.content, new Random(5))) {
        await change(`UPDATE event_log_pending SET content = $1 WHERE day = ${TODAY}`, [damaged]);
        await expect(byDevice()).rejects.toMatchObject(problem);
        await expect(byDevice(new KeptRuns(2 ** 25))).rejects.toMatchObject(problem);
      }
      expect((await checkLog(ingestion.database)).differences).toEqual(found);
      await change(`UPDATE event_log_pending SET content = $1, event_count = 30 WHERE day = ${TODAY}`, [row!.content]);
      await expect(byDevice()).rejects.toMatchObject(problem);
      // It is neither merged nor taken for one without a visitor.
      const merge = () => mergeDay(ingestion.database, { websiteId: 1, day: TODAY }, mergeHere, { isPast: false });
      await expect(merge()).rejects.toMatchObject(problem);
      const visitor = { websiteId: 1, visitorLow: 1, visitorHigh: 1 };
      await expect(countVisitorInLog(ingestion.database, visitor)).rejects.toMatchObject(problem);
    });

    test('each column of a run, and the numbers beside it', async () => {
      await mergeLog(ingestion.database, ingestion.clock);
      const rows = await ingestion.database.query<{ column_number: number; content: Uint8Array }>(
        `SELECT column_number, content FROM event_log_runs WHERE day = ${TODAY} ORDER BY column_number`,
      );
      expect(rows.length).toBeGreaterThan(4);
      const right = await byDevice();
      const random = new Random(6);
      for (const { column_number: column, content } of rows) {
        const where = `WHERE day = ${TODAY} AND column_number = ${column}`;
        const asked = [COLUMN_NUMBERS.visitor, COLUMN_NUMBERS.action, COLUMN_NUMBERS.device].some(
          (number) => number === column,
        );
        for (const damaged of damagesOf(content, random)) {
          await change(`UPDATE event_log_runs SET content = $1 ${where}`, [damaged]);
          await expect(allRuns(ingestion.database)).rejects.toMatchObject(problem);
        }
        if (asked) {
          await expect(byDevice()).rejects.toMatchObject(problem);
          await expect(byDevice(new KeptRuns(2 ** 25))).rejects.toMatchObject(problem);
        } else expect(await byDevice()).toEqual(right);
        expect((await checkLog(ingestion.database)).differences).toEqual(found);
        await change(`UPDATE event_log_runs SET content = $1 ${where}`, [content]);
        for (const number of ['event_count', 'threshold']) {
          await change(`UPDATE event_log_runs SET ${number} = ${number} - 1 ${where}`);
          await expect(allRuns(ingestion.database)).rejects.toMatchObject(problem);
          await change(`UPDATE event_log_runs SET ${number} = ${number} + 1 ${where}`);
        }
      }
      expect((await checkLog(ingestion.database)).differences).toEqual([]);
      expect(await byDevice()).toEqual(right);
    });

    test('a column that is lost', async () => {
      await mergeLog(ingestion.database, ingestion.clock);
      await change(`DELETE FROM event_log_runs WHERE day = ${TODAY} AND column_number = ${COLUMN_NUMBERS.action}`);
      await expect(byDevice()).rejects.toMatchObject({ status: 503, options: { code: 'damaged_data' } });
      expect((await checkLog(ingestion.database)).differences).toEqual(found);
    });
  });

  describe('of sketches', () => {
    const window = { firstDay: TODAY - 90, lastDay: TODAY };
    const visitors = async () => {
      const query = { websiteId: 1, kind: SUBJECT_KIND.website, subjectIds: [1], windows: [window] };
      return (await readCounts(ingestion.database, { ...query, countType: 'distinct' })).get(1)![0]!.views;
    };
    const problem = {
      status: 503,
      options: { code: 'damaged_data' },
      message: expect.stringContaining('unique visitors of website 1 between 2024-12-10 and 2025-03-10 are damaged'),
    };

    beforeEach(async () => {
      const days = Array.from({ length: 80 }, (_, back) => `${isoOfDay(TODAY - back)}T12:00:00Z`);
      await ingestion.count(...days.map((at, visitor) => eventWith({ visitor: `visitor-${visitor}`, at })));
      await buildIntervals(ingestion.database, ingestion.clock);
    });

    const ofViews = 'website_id = 1 AND subject_kind = 1 AND metric = 0';

    test('a day that can not be read is named, and no interval is built from it', async () => {
      await change(
        `UPDATE rollup_visitors SET sketch = ${bytes} WHERE ${ofViews} AND period_kind = 0 AND period = ${TODAY}`,
        [new Uint8Array([18, 142, 127, 1])],
      );
      await expect(visitors()).rejects.toMatchObject(problem);
      expect((await checkIntervals(ingestion.database)).differences).toMatchObject([
        { websiteId: 1, subject: 'website', metric: 'views', problem: 'damaged', canBeBuilt: false },
      ]);
    });

    test('a day that lost visitors is found, and no interval is built from it', async () => {
      const next = TODAY - 32 - (TODAY % 16);
      const day = next + 5;
      await ingestion.count(eventWith({ visitor: 'another', at: `${isoOfDay(day)}T12:00:00Z` }));
      const own = `${ofViews} AND period_kind = 0 AND period = ${day}`;
      const [row] = await ingestion.database.query<{ sketch: Uint8Array }>(
        `SELECT sketch FROM rollup_visitors WHERE ${own}`,
      );
      await change(`UPDATE rollup_visitors SET sketch = ${bytes} WHERE ${own}`, [row!.sketch.slice(0, 11)]);
      const damaged = { window: { firstDay: next + 4, lastDay: next + 7 }, problem: 'damaged', canBeBuilt: false };
      expect((await checkIntervals(ingestion.database)).differences).toMatchObject([damaged]);
      // Another metric is built together with this one, so it has to wait.
      await change(
        `INSERT INTO rollup_visitors (website_id, subject_kind, subject_id, metric, period_kind, period, sketch)
         SELECT website_id, subject_kind, subject_id, 4, period_kind, period, sketch FROM rollup_visitors
         WHERE ${ofViews} AND period_kind = 16 AND period = ${next}`,
      );
      expect((await checkIntervals(ingestion.database)).differences).toMatchObject([
        damaged,
        { metric: 'subscribes', problem: 'unexpected', canBeBuilt: false },
      ]);
      await change('DELETE FROM rollup_visitors WHERE website_id = 1 AND metric = 4');
      // Visitors that only the shortest interval has are damage of this interval.
      await change(`UPDATE rollup_visitors SET sketch = ${bytes} WHERE ${own}`, [row!.sketch]);
      const shortest = `${ofViews} AND period_kind = 4 AND period = ${next + 4}`;
      await change(
        `UPDATE rollup_visitors SET sketch = hll_union(sketch, (SELECT sketch FROM rollup_visitors
           WHERE ${ofViews} AND period_kind = 16 AND period = ${next - 16})) WHERE ${shortest}`,
      );
      const different = { window: damaged.window, problem: 'different', canBeBuilt: true };
      expect((await checkIntervals(ingestion.database)).differences).toMatchObject([different]);
    });
  });

  // The database computes the checksum of whatever it writes, so the damage is done behind its back.
  describe('of sketches that still can be read', () => {
    const last90Days = { firstDay: TODAY - 90, lastDay: TODAY };
    const day = TODAY - 40;
    const intervalOfDay = day - (day % 16);
    const at = `${isoOfDay(day)}T12:00:00Z`;
    const ofViews = 'website_id = 1 AND subject_kind = 1 AND metric = 0';
    const ofDay = `${ofViews} AND period_kind = 0 AND period = ${day}`;
    const ofInterval = `${ofViews} AND period_kind = 16 AND period = ${intervalOfDay}`;
    let own: TestIngestion;

    beforeEach(async () => {
      own = await createTestIngestion(engine);
      const events = Array.from({ length: 80 }, (_, back) => `${isoOfDay(TODAY - back)}T12:00:00Z`);
      await own.count(...events.map((time, visitor) => eventWith({ visitor: `visitor-${visitor}`, at: time })));
      await own.count(...Array.from({ length: 20 }, (_, visitor) => eventWith({ visitor: `other-${visitor}`, at })));
      await buildIntervals(own.database, own.clock);
      expect(await views()).toBe(100);
    });

    afterEach(() => own.dispose());

    const problemOf = ({ firstDay, lastDay }: Window) => {
      const days = `between ${isoOfDay(firstDay)} and ${isoOfDay(lastDay)}`;
      return {
        status: 503,
        options: { code: 'damaged_data' },
        message: expect.stringContaining(`unique visitors of website 1 ${days} are damaged`),
      };
    };
    const views = async (window: Window = last90Days) => {
      const query = { websiteId: 1, kind: SUBJECT_KIND.website, subjectIds: [1], windows: [window] };
      return (await readCounts(own.database, { ...query, countType: 'distinct' })).get(1)![0]!.views;
    };
    const viewsOfAccount = (window: Window) => {
      const query = { websiteIds: [1], windows: [window], visitorMetrics: ['views'], totals: [] } as const;
      return readWebsiteCounts(own.database, query);
    };
    const damagedIn = async ({ database }: Pick<TestIngestion, 'database'>) =>
      (await checkIntervals(database)).differences.map(({ problem }) => problem);
    const sketchOf = async (where: string) => {
      const sql = `SELECT sketch FROM rollup_visitors WHERE ${where}`;
      return (await own.database.query<{ sketch: Uint8Array }>(sql))[0]!.sketch;
    };
    const write = (where: string, sketch: Uint8Array) =>
      own.database.transaction((tx) =>
        tx.query(`UPDATE rollup_visitors SET sketch = ${bytes} WHERE ${where}`, [sketch]),
      );
    /** As a disk would: the last visitor becomes another one. */
    const flipBit = async (where: string) => {
      const sketch = await sketchOf(where);
      await keepChecksums(own, true);
      await write(where, sketch.with(-1, sketch.at(-1)! ^ 1));
      await keepChecksums(own, false);
    };

    test.skipIf(ON_CITUS).each([
      ['a day', ofDay, { firstDay: day, lastDay: day }],
      ['an interval', ofInterval, { firstDay: intervalOfDay, lastDay: intervalOfDay + 15 }],
    ])(
      'no report uses %s, whichever bit changes and wherever it is cut, and the deep check names it',
      async (_, where, window) => {
        const sketch = await sketchOf(where);
        const right = await views(window);
        await keepChecksums(own, true);
        for (const damaged of [...damagesOf(sketch, new Random(8)), sketch.slice(0, -8)]) {
          await write(where, damaged);
          await expect(views(window)).rejects.toMatchObject(problemOf(window));
          await expect(viewsOfAccount(window)).rejects.toMatchObject(problemOf(window));
          expect((await checkIntervals(own.database)).differences).toMatchObject([{ window, problem: 'damaged' }]);
        }
        await write(where, sketch);
        expect([await views(window), await damagedIn(own)]).toEqual([right, []]);
      },
    );

    test.skipIf(ON_CITUS)('late events do not hide that of an interval, and the deep check mends it', async () => {
      await flipBit(ofInterval);
      await own.count(eventWith({ visitor: 'late', at }));
      await expect(views()).rejects.toMatchObject(problemOf(last90Days));
      const { differences } = await checkIntervals(own.database);
      expect(differences).toMatchObject([{ problem: 'damaged', canBeBuilt: true }]);
      await repairIntervals(own.database, differences[0]!);
      expect([await views(), await damagedIn(own)]).toEqual([101, []]);
    });

    test.skipIf(ON_CITUS)('what is built of a damaged day is damaged, too', async () => {
      await flipBit(ofDay);
      await own.database.transaction((tx) =>
        rebuildIntervals(tx, { websiteId: 1, kind: SUBJECT_KIND.website, ids: [1] }, { firstDay: day, lastDay: day }),
      );
      await expect(views()).rejects.toMatchObject(problemOf(last90Days));
      const { differences } = await checkIntervals(own.database);
      expect(differences[0]).toMatchObject({ window: { firstDay: day, lastDay: day }, canBeBuilt: false });
    });

    test.skipIf(ON_CITUS)('a copy of the database has the same damage', async () => {
      await flipBit(ofInterval);
      const target = await createEmptyDatabase(engine);
      const silent = { resumed: () => {}, copied: () => {}, verified: () => {} };
      const copied = await copyDatabase({ from: own.url, to: target.url, now: own.clock.now() }, silent);
      const database = await openDatabase(target.url, { connectionsMax: 1 });
      expect([copied.differences, await damagedIn({ database })]).toEqual([[], ['damaged']]);
      await database.close();
      await target.dispose();
    });
  });

  describe('of the touches', () => {
    const touch = { visitorLow: 3, visitorHigh: 9, day: TODAY, second: 40, kind: SUBJECT_KIND.campaign, id: 10 };
    const visitor = visitorText(3, 9);
    const problem = {
      status: 503,
      options: { code: 'damaged_data' },
      message: expect.stringContaining('touches of website 1 since 2025-03-10'),
    };

    const commit = (count: number) =>
      ingestion.database.transaction(async (tx) => {
        const { version } = (await lockWebsites(tx, [1])).get(1)!;
        const touches = Array.from({ length: count }, (_, place) => ({ ...touch, visitorLow: 3 + place }));
        await addTouches(tx, { websiteId: 1, version, nowMs: ingestion.clock.nowMs }, touchList(touches));
      });

    const touchesOfVisitor = () => readTouches(ingestion.database, 1, [visitor], ingestion.clock.nowMs);

    beforeEach(async () => {
      await changeWebsiteSettings(
        ingestion.database,
        1,
        { credit_window_days: 5, credit_by: 'view' },
        ingestion.clock.now,
      );
      await commit(3);
    });

    test('a run', async () => {
      const [run] = await ingestion.database.query<{ touches: Uint8Array }>('SELECT touches FROM touch_runs');
      for (const damaged of damagesOf(run!.touches, new Random(7))) {
        await change('UPDATE touch_runs SET touches = $1', [damaged]);
        await expect(touchesOfVisitor()).rejects.toMatchObject(problem);
      }
      const forget = { websiteId: 1, visitorLow: 3, visitorHigh: 9, isErasing: true };
      await expect(forgetTouches(ingestion.database, forget)).rejects.toMatchObject(problem);
      await change('UPDATE touch_runs SET touches = $1, first_day = 2000000000', [run!.touches]);
      await expect(touchesOfVisitor()).rejects.toThrow('since an unknown day');
      await change(`UPDATE touch_runs SET first_day = ${TODAY}`);
      expect((await touchesOfVisitor()).get(visitor)).toHaveLength(1);
    });

    test('a damaged run does not stop commits and sweeps, and the deep check removes it', async () => {
      await change('UPDATE touch_runs SET touches = $1', [new Uint8Array(72)]);
      // That is enough to empty the root, again and again.
      for (let round = 0; round < 3; round++) await commit(5_000);
      await sweepTouches(ingestion.database, 1, new Date('2026-03-10T12:00:00Z'), '');
      await expect(touchesOfVisitor()).rejects.toBeInstanceOf(DamagedDataError);
      for (let round = 0; round < 2; round++) await commit(5_000);
      const { damaged } = await findDamagedTouches(ingestion.database);
      expect(damaged).toMatchObject([{ websiteId: 1, since: '2025-03-10' }]);
      await removeDamagedTouches(ingestion.database, damaged);
      expect((await touchesOfVisitor()).get(visitor)).toHaveLength(1);
      expect((await findDamagedTouches(ingestion.database)).damaged).toEqual([]);
    });
  });
});

const GENERATED = 'GENERATED ALWAYS AS (hll_hash_bytea(sketch)) STORED';

/**
 * Whether the database keeps the checksums of sketches as they are, whatever is written. A generated column is stored as others are, so it
 * can become one of them for a while.
 */
async function keepChecksums({ database, url }: TestIngestion, areKept: boolean): Promise<void> {
  if (database.engine === 'sqlite') return changeSchema(url, areKept ? [GENERATED, ''] : ['', GENERATED]);
  await database.transaction((tx) =>
    tx.query(
      "UPDATE pg_attribute SET attgenerated = $1 WHERE attrelid = 'rollup_visitors'::regclass AND attname = 'sketch_checksum'",
      [areKept ? '' : 's'],
    ),
  );
}

function changeSchema(url: string, [from, to]: readonly string[]): void {
  const connection = new DatabaseSync(sqlitePath(url), { defensive: false });
  connection.exec('PRAGMA writable_schema = ON');
  connection
    .prepare(
      `UPDATE sqlite_schema SET sql = replace(sql, 'sketch_checksum integer ' || ?, 'sketch_checksum integer ' || ?)
        WHERE name = 'rollup_visitors'`,
    )
    .run(from!, to!);
  const { schema_version: version } = connection.prepare('PRAGMA schema_version').get() as { schema_version: number };
  connection.exec(`PRAGMA schema_version = ${version + 1}; PRAGMA writable_schema = RESET`);
  connection.close();
}
