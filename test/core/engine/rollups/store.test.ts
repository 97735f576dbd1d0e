// What commits leave in the database, case by case; store-random-streams.test.ts does it at random.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { Fold } from '../../../../src/core/engine/rollups/fold.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { rowsOf } from '../../../../src/core/engine/rollups/rows.ts';
import { lockWebsites, storeRows } from '../../../../src/core/engine/rollups/store.ts';
import { estimateBytes } from '../../../../src/core/foundation/sketches/packed-sketches.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith, orderWith, selectionWith } from '../../../support/events.ts';
import { recordingDatabase } from '../../../support/recording-database.ts';
import { allStoredTotals, distinctByDays, storedTotals, storedValues } from '../../../support/stored-days.ts';
import { subjectLine } from '../../../support/subjects.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestStages } from '../../../support/test-stages.ts';

const WEBSITE = { websiteId: 1, kind: 'website', id: 1 } as const;

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  async function activity() {
    const rows = await ingestion.database.query(
      'SELECT website_id, version, first_day, last_day FROM website_activity ORDER BY website_id',
    );
    return rows.map((row) => ({ ...row }));
  }

  test('kinds of subjects and metrics are stored as these numbers, which never change', async () => {
    const types = ['view', 'conversion', 'completion', 'submission', 'subscribe'];
    for (const [index, type] of types.entries()) {
      const visitors = Array.from({ length: index + 1 }, (_, visitor) => `${type} ${visitor}`);
      await ingestion.count(...visitors.map((visitor) => eventWith({ type, visitor, element_id: 10000 })));
    }
    const counters = await ingestion.database.query(
      'SELECT subject_kind, conversions FROM rollup_counters ORDER BY subject_kind',
    );
    expect(counters.map((row) => ({ ...row }))).toEqual(
      [1, 2, 3, 4, 5].map((kind) => ({ subject_kind: kind, conversions: 2 })),
    );
    const sketches = await ingestion.database.query<{ metric: number; period_kind: number; sketch: Uint8Array }>(
      `SELECT metric, period_kind, ${ingestion.database.engine === 'sqlite' ? 'sketch' : 'hll_send(sketch) AS sketch'}
       FROM rollup_visitors WHERE subject_kind = 5 ORDER BY metric`,
    );
    expect(sketches.map(({ metric, period_kind, sketch }) => [metric, period_kind, estimateBytes(sketch)])).toEqual([
      [0, 0, 1],
      [1, 0, 2],
      [2, 0, 3],
      [3, 0, 4],
      [4, 0, 5],
    ]);
  });

  test('later commits add to the days that are there', async () => {
    for (const visitor of ['a', 'b', 'a']) await ingestion.count(eventWith({ visitor }), orderWith({ revenue: '0.3' }));
    expect(await storedTotals(ingestion.database, WEBSITE)).toMatchObject({ views: 3, orders: 3, revenue: 9_000 });
    expect(await distinctByDays(ingestion.database, WEBSITE)).toMatchObject({ views: 2, conversions: 0 });
  });

  test('money adds up exactly where floating point would not', async () => {
    const prices = [0.1, 0.2, '0.0001', 999_999_999.9999, '1000000000', 1.1, 2.2];
    await ingestion.count(...prices.map((revenue) => orderWith({ revenue })));
    expect((await storedTotals(ingestion.database, WEBSITE)).revenue).toBe(20_000_000_036_000);
  });

  test('a transaction that fails leaves nothing behind', async () => {
    const fold = new Fold();
    fold.count(subjectLine().website, 20_000, METRIC.views, 1, 1);
    const failing = ingestion.database.transaction(async (tx) => {
      await storeRows(tx, rowsOf(fold), await lockWebsites(tx, [1]), new Set());
      throw new Error('too bad');
    });
    await expect(failing).rejects.toThrow('too bad');
    expect((await allStoredTotals(ingestion.database)).size).toBe(0);
    expect(await activity()).toEqual([]);
  });

  describe('the activity of a website', () => {
    test('has a version that each commit raises, for the websites in it alone', async () => {
      await ingestion.count(eventWith(), eventWith({ website_id: 2 }));
      await ingestion.count(eventWith());
      expect(await activity()).toMatchObject([
        { website_id: 1, version: 2 },
        { website_id: 2, version: 1 },
      ]);
    });

    test('is not touched by a batch that counts nothing', async () => {
      await ingestion.count(eventWith({ visitor: '' }));
      expect(await activity()).toEqual([]);
    });

    test('spans the first and the last day that was counted', async () => {
      for (const at of ['2024-05-05T00:00:00Z', '2023-01-01T00:00:00Z', '2024-02-29T00:00:00Z']) {
        await ingestion.count(eventWith({ at }));
      }
      expect(await activity()).toMatchObject([
        { first_day: dayFromIso('2023-01-01'), last_day: dayFromIso('2024-05-05') },
      ]);
    });

    test('is written once by a commit that adds no day, because commits are many', async () => {
      await ingestion.count(eventWith());
      const { database, statements } = recordingDatabase(ingestion.database);
      const stages = new TestStages(database, ingestion.clock.now);
      await stages.groupCommit().ingest(batchOf([eventWith()], { onlyWebsiteId: 1 }));
      expect([...statements].filter((sql) => /(UPDATE|INTO|FROM) website_activity/.test(sql))).toEqual([
        expect.stringMatching(/^INSERT INTO website_activity /),
      ]);
      expect(await activity()).toMatchObject([{ website_id: 1, version: 2 }]);
    });

    test('spans the days of chosen values as well', async () => {
      await ingestion.count(eventWith({ at: '2024-05-05T00:00:00Z' }));
      await ingestion.count(selectionWith({ product: 'sku', at: '2023-01-01T00:00:00Z' }));
      expect(await activity()).toMatchObject([{ first_day: dayFromIso('2023-01-01') }]);
    });
  });

  describe('of the fields of an element and day', () => {
    const fields = (from: number, to: number, more = {}) =>
      Array.from({ length: to - from + 1 }, (_, index) =>
        selectionWith({ field: `field-${from + index}`, value: 'x', ...more }),
      );

    async function counts() {
      const stored = await storedValues(ingestion.database, 1, 10000);
      return new Map(stored.fields.map(({ name, values }) => [name, values]));
    }

    test('the first 50 are kept and the rest counted as one, in one commit and over several', async () => {
      await ingestion.count(...fields(1, 40), selectionWith({ product: 'sku' }));
      await ingestion.count(...fields(31, 60), ...fields(60, 60));
      await ingestion.count(...fields(1, 1), ...fields(50, 51));
      const kept = await counts();
      expect(kept.size).toBe(51);
      expect(kept.get('field-1')).toEqual([{ value: 'x', count: 2 }]);
      expect(kept.get('field-50')).toEqual([{ value: 'x', count: 2 }]);
      expect(kept.get('(other fields)')).toEqual([{ value: null, count: 12 }]);
      expect(kept.has('field-51')).toBe(false);
    });

    test('far more than one statement can hold', async () => {
      await ingestion.count(...fields(1, 1_700));
      const kept = await counts();
      expect(kept.size).toBe(51);
      expect(kept.get('(other fields)')).toEqual([{ value: null, count: 1_650 }]);
    });

    test('a field that has that name keeps its values', async () => {
      const own = (value: string | null) => selectionWith({ field: '(other fields)', value });
      await ingestion.count(own('mine'), own(null), ...fields(1, 52), own('mine'));
      const values = (await counts()).get('(other fields)')!;
      expect(values).toHaveLength(2);
      expect(values).toContainEqual({ value: 'mine', count: 2 });
      expect(values.find(({ value }) => value === null)!.count).toBeGreaterThanOrEqual(3);
    });

    test('each day and element has its own', async () => {
      await ingestion.count(...fields(1, 50), ...fields(51, 90, { at: '2025-03-09T00:00:00Z' }));
      await ingestion.count(...fields(91, 99, { element_id: 10001 }));
      expect((await counts()).has('(other fields)')).toBe(false);
      expect((await counts()).size).toBe(90);
    });
  });

  describe('of the values of a list', () => {
    const answers = (from: number, to: number, fields = {}) =>
      Array.from({ length: to - from + 1 }, (_, index) =>
        selectionWith({ field: 'color', value: `value-${from + index}`, ...fields }),
      );

    async function colors() {
      const { fields } = await storedValues(ingestion.database, 1, 10000);
      const values = fields.find(({ name }) => name === 'color')?.values ?? [];
      return new Map(values.map(({ value, count }) => [value, count]));
    }

    test('the first 200 are kept and the rest counted under null, in one commit', async () => {
      await ingestion.count(...answers(1, 250), ...answers(1, 250));
      const kept = await colors();
      expect(kept.size).toBe(201);
      expect([kept.get('value-200'), kept.get('value-201'), kept.get(null)]).toEqual([2, undefined, 100]);
    });

    test('the same over several commits; known ones go on counting', async () => {
      await ingestion.count(...answers(1, 150));
      await ingestion.count(...answers(151, 199));
      await ingestion.count(...answers(200, 203));
      await ingestion.count(...answers(1, 1), ...answers(203, 205));
      const kept = await colors();
      expect(kept.size).toBe(201);
      expect([kept.get('value-1'), kept.get('value-200'), kept.get('value-201')]).toEqual([2, 1, undefined]);
      expect(kept.get(null)).toBe(6);
    });

    test('null is a value of its own and not one of the 200', async () => {
      await ingestion.count(selectionWith({ field: 'color', value: null }));
      await ingestion.count(...answers(1, 200));
      await ingestion.count(...answers(1, 201));
      const kept = await colors();
      expect(kept.size).toBe(201);
      expect([kept.get('value-200'), kept.get(null)]).toEqual([2, 2]);
    });

    test('each day, field and element has its own 200', async () => {
      await ingestion.count(
        ...answers(1, 200),
        ...answers(1, 200, { at: '2024-02-29T00:00:00Z' }),
        ...answers(1, 200, { field: 'size' }),
        ...answers(1, 200, { element_id: 10001 }),
      );
      const { fields } = await storedValues(ingestion.database, 1, 10000);
      expect(fields.map(({ name, values }) => [name, values.length]).sort()).toEqual([
        ['color', 200],
        ['size', 200],
      ]);
      expect((await colors()).get('value-200')).toBe(2);
    });

    test('products are held to it too, with their orders and revenue', async () => {
      const products = Array.from({ length: 70 }, (_, index) => index);
      for (const start of [0, 70, 140]) {
        await ingestion.count(
          orderWith({
            element_id: 10001,
            products: products.map((index) => ({ value: `sku-${start + index}`, revenue: 1 })),
          }),
        );
      }
      const rows = (await storedValues(ingestion.database, 1, 10001)).products;
      expect(rows).toHaveLength(201);
      expect(rows.find(({ value }) => value === null)).toEqual({
        value: null,
        selections: 0,
        orders: 10,
        revenue: 100_000,
      });
    });
  });
});
