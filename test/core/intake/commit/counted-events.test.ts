// From a batch to the stored days, case by case: where and when events count, and texts that are easy to get wrong.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith, orderWith, selectionWith } from '../../../support/events.ts';
import { allStoredTotals, distinctByDays, storedTotals, storedValues } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const WEBSITE = { websiteId: 1, kind: 'website', id: 1 } as const;
const NO_COUNTS = { views: 0, conversions: 0, completions: 0, submissions: 0, subscribes: 0, orders: 0, revenue: 0 };

/** Valid texts that have broken other programs. */
const ODD_TEXTS = [
  '__proto__',
  'constructor',
  'toString',
  'null',
  "'; DROP TABLE rollup_values; --",
  '"quoted"',
  '\\',
  '$1',
  '%',
  ' ',
  '\t\r\n\u0001\u007f\u2028',
  'é',
  'e\u0301',
  '🚀',
  '\ufeff',
  '\ufffd',
];

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  /** The subjects that have views, as `kind id`. */
  async function viewed(): Promise<string[]> {
    const rows = await allStoredTotals(ingestion.database);
    return [...rows].filter(([, { views }]) => views > 0).map(([key]) => key.split(' ').slice(0, 2).join(' '));
  }

  describe('a view', () => {
    it.each([
      [{}, ['website 1']],
      [{ campaign_id: 10 }, ['website 1', 'campaign 10']],
      [{ variant_id: 101 }, ['website 1', 'campaign 10', 'variant 101']],
      // The first step by position is 1011, though 1010 comes first in the list and has the lower id.
      [{ step_id: 1011 }, ['website 1', 'campaign 10', 'variant 101', 'step 1011']],
      [{ step_id: 1010 }, ['step 1010']],
      [{ step_id: 1012 }, ['step 1012']],
      [{ element_id: 10110 }, ['element 10110']],
      [{ element_id: 10100 }, ['element 10100']],
      // Of two steps at one position the lower id is the first.
      [{ website_id: 2, step_id: 2000 }, ['website 2', 'campaign 20', 'variant 200', 'step 2000']],
      [{ website_id: 2, step_id: 2001 }, ['step 2001']],
    ])('of %j counts on %j', async (place, subjects) => {
      await ingestion.count(eventWith(place));
      expect((await viewed()).sort()).toEqual(subjects.sort());
    });
  });

  test('anything else of an element counts five times, once on each level', async () => {
    await ingestion.count(
      eventWith({ type: 'conversion', element_id: 10100 }),
      eventWith({ type: 'subscribe', element_id: 10100 }),
      orderWith({ element_id: 10100, revenue: '1.25' }),
    );
    const rows = await allStoredTotals(ingestion.database);
    expect(rows.size).toBe(5);
    for (const totals of rows.values()) {
      // 1.25 squared is 1.5625.
      const order = { orders: 1, revenue: 12_500, revenue_squared: 15_625 };
      expect(totals).toEqual({ ...NO_COUNTS, conversions: 1, subscribes: 1, ...order });
    }
  });

  test('the day is the UTC day of the event, or of the clock where it has none', async () => {
    await ingestion.count(
      eventWith(),
      eventWith({ at: '2024-03-01T00:30:00+01:00' }),
      eventWith({ at: '2023-12-31T23:59:59.999Z' }),
      eventWith({ at: '1970-01-01T00:00:00Z' }),
    );
    const days = [...(await allStoredTotals(ingestion.database)).keys()].map((key) => Number(key.split(' ')[2]));
    const dates = ['1970-01-01', '2023-12-31', '2024-02-29', '2025-03-10'];
    expect(days.sort((a, b) => a - b)).toEqual(dates.map(dayFromIso));
  });

  test('an order is no visitor, whoever made it', async () => {
    await ingestion.count(orderWith({ visitor: 'a' }), orderWith());
    expect(await storedTotals(ingestion.database, WEBSITE)).toMatchObject({ orders: 2, revenue: 200_000 });
    expect(Object.values(await distinctByDays(ingestion.database, WEBSITE))).toEqual([0, 0, 0, 0, 0]);
  });

  test('minus zero is zero', async () => {
    const [outcome] = await ingestion.stages.commitSent([batchOf('{"type":"order","website_id":1,"revenue":-0}')]);
    expect(outcome).toMatchObject({ accepted: 1 });
    expect(Object.is((await storedTotals(ingestion.database, WEBSITE)).revenue, 0)).toBe(true);
  });

  test('a product that is in an order twice counts as one order, with both revenues', async () => {
    const products = [
      { value: 'sku', revenue: 1 },
      { value: 'sku', revenue: '2.5' },
      { value: null, revenue: 3 },
      { value: 'null', revenue: 4 },
    ];
    await ingestion.count(orderWith({ element_id: 10001, products }), orderWith({ element_id: 10001, products: [] }));
    const rows = (await storedValues(ingestion.database, 1, 10001)).products;
    expect(new Map(rows.map(({ value, ...counts }) => [value, counts]))).toEqual(
      new Map([
        ['sku', { selections: 0, orders: 1, revenue: 35_000 }],
        [null, { selections: 0, orders: 1, revenue: 30_000 }],
        ['null', { selections: 0, orders: 1, revenue: 40_000 }],
      ]),
    );
  });

  test('a selection is no metric, and products and fields are kept apart', async () => {
    await ingestion.count(
      selectionWith({ product: 'x' }),
      selectionWith({ field: 'products', value: 'x' }),
      selectionWith({ field: 'list', value: 'x' }),
    );
    expect((await allStoredTotals(ingestion.database)).size).toBe(0);
    const { products, fields } = await storedValues(ingestion.database, 1, 10000);
    expect(products).toEqual([{ value: 'x', selections: 1, orders: 0, revenue: 0 }]);
    expect(fields.map(({ name }) => name).sort()).toEqual(['list', 'products']);
  });

  test('odd texts are kept letter by letter, as fields and as values', async () => {
    const once = [
      ...ODD_TEXTS.map((text) => selectionWith({ field: text, value: 'x' })),
      ...ODD_TEXTS.map((text) => selectionWith({ field: 'x', value: text })),
      ...ODD_TEXTS.map((text) => selectionWith({ product: text })),
    ];
    expect(await ingestion.count(...once)).toMatchObject({ accepted: once.length });
    expect(await ingestion.count(...once)).toMatchObject({ accepted: once.length });
    const { products, fields } = await storedValues(ingestion.database, 1, 10000);
    const expected = [...ODD_TEXTS].sort();
    expect(products.map(({ value }) => value).sort()).toEqual(expected);
    expect(products.every(({ selections }) => selections === 2)).toBe(true);
    expect(fields.map(({ name }) => name).sort()).toEqual(['x', ...expected].sort());
    expect(
      fields
        .find(({ name }) => name === 'x')
        ?.values.map(({ value }) => value)
        .sort(),
    ).toEqual(expected);
  });

  test('odd texts are ids like any other', async () => {
    const once = ODD_TEXTS.flatMap((text) => [eventWith({ id: text }), orderWith({ order_id: text })]);
    expect(await ingestion.count(...once)).toMatchObject({ accepted: once.length, duplicates: 0 });
    expect(await ingestion.count(...once)).toMatchObject({ accepted: 0, duplicates: once.length });
  });

  test('odd texts are visitors like any other', async () => {
    await ingestion.count(...ODD_TEXTS.map((visitor) => eventWith({ visitor })));
    expect((await distinctByDays(ingestion.database, WEBSITE)).views).toBe(ODD_TEXTS.length);
  });

  test('the longest texts fit, however many bytes they take', async () => {
    // In JSON a control character takes six bytes, a rocket four.
    const widest = { field: '🚀'.repeat(255), value: '\u0001'.repeat(255) };
    const outcome = await ingestion.count(
      selectionWith(widest),
      selectionWith({ product: '🚀'.repeat(255) }),
      eventWith({ id: '🚀'.repeat(64), visitor: '🚀'.repeat(128) }),
      orderWith({ order_id: '🚀'.repeat(100) }),
    );
    expect(outcome).toMatchObject({ accepted: 4, rejected: 0 });
    expect((await storedValues(ingestion.database, 1, 10000)).fields).toEqual([
      { name: widest.field, values: [{ value: widest.value, count: 1 }] },
    ]);
  });

  test('half characters are turned away, and spoil nothing beside them', async () => {
    const outcome = await ingestion.count(
      selectionWith({ field: 'a\ud800', value: 'x' }),
      selectionWith({ field: 'a\ud801', value: 'x' }),
      eventWith({ id: '\ud800' }),
      eventWith({ id: '\ud801' }),
      eventWith({ visitor: '\ud800' }),
      eventWith(),
    );
    expect(outcome).toMatchObject({ accepted: 2, rejected: 4, reasons: { invalid_field: 2, invalid_id: 2 } });
  });

  test('what is good in a batch counts, whatever else is in it', async () => {
    const lines = [
      JSON.stringify(eventWith()),
      '{"type":',
      '',
      '[]',
      'null',
      '"view"',
      JSON.stringify(eventWith()),
      '{}',
    ];
    const [outcome] = await ingestion.stages.commitSent([batchOf(lines.join('\r\n'))]);
    expect(outcome).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: 5,
      reasons: { invalid_json: 1, invalid_event: 3, invalid_type: 1 },
      rejections: [
        expect.objectContaining({ index: 1, line: 1, code: 'invalid_json' }),
        expect.objectContaining({ index: 2, line: 3, code: 'invalid_event' }),
        expect.objectContaining({ index: 3, line: 4, code: 'invalid_event' }),
        expect.objectContaining({ index: 4, line: 5, code: 'invalid_event' }),
        expect.objectContaining({ index: 6, line: 7, code: 'invalid_type' }),
      ],
    });
    expect((await storedTotals(ingestion.database, WEBSITE)).views).toBe(2);
  });

  test('a catalog that has changed since is known at the next commit', async () => {
    expect(await ingestion.count(eventWith({ website_id: 4 }))).toMatchObject({ reasons: { unknown_website: 1 } });
    const catalog = { accounts: [{ id: 9, name: 'New', websites: [{ id: 4, name: 'new.example' }] }] };
    await importCatalog(ingestion.database, catalog, ingestion.clock.now);
    expect(await ingestion.count(eventWith({ website_id: 4 }))).toMatchObject({ accepted: 1 });
  });
});
