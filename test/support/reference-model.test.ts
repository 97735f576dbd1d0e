// Everything else is compared with the model, so the model is checked by hand with small cases.
import { describe, expect, test } from 'vitest';
import { type ModelEvent, type ModelKind, ReferenceModel } from './reference-model.ts';
import { SAMPLE_CATALOG } from './sample-catalog.ts';

const NOW_MS = Date.parse('2024-03-10T12:00:00Z');
const NO_COUNTS = { views: 0, conversions: 0, completions: 0, submissions: 0, subscribes: 0, orders: 0, revenue: 0 };
const NOTHING = { ...NO_COUNTS, revenue_squared: 0 };

function dayOf(date: string): number {
  return Date.parse(date) / 86_400_000;
}

function modelOf(...events: Partial<ModelEvent>[]): ReferenceModel {
  const model = new ReferenceModel(SAMPLE_CATALOG);
  for (const event of events) model.add({ type: 'view', website_id: 1, visitor: 'a', ...event }, NOW_MS);
  return model;
}

describe('the model', () => {
  const [first, last] = [dayOf('2024-02-01'), dayOf('2024-03-31')];

  test('counts events and visitors in the days of the window', () => {
    const model = modelOf(
      { at: '2024-01-31T23:59:59Z' },
      { at: '2024-02-01T00:00:00Z' },
      { at: '2024-02-29T23:00:00-02:00', visitor: 'b' },
      { at: '2024-03-31T23:59:59Z' },
      { at: '2024-04-01T00:00:00Z' },
      {},
    );
    expect(model.totals('website', 1, first, last)).toEqual({ ...NOTHING, views: 4 });
    expect(model.distinct('website', 1, first, last).views).toBe(2);
    expect(model.activeDays('website', 1)).toContain(dayOf('2024-03-01'));
  });

  test('hands everything on to the ancestors, views only from the first step', () => {
    const model = modelOf(
      { step_id: 1011 },
      { step_id: 1010 },
      { element_id: 10110 },
      { type: 'conversion', element_id: 10100 },
      { type: 'order', element_id: 10100, revenue: '0.1' },
      { type: 'order', element_id: 10100, revenue: 0.2 },
    );
    // 0.1 and 0.2 squared are 0.01 and 0.04.
    const ofAll = { ...NOTHING, conversions: 1, orders: 2, revenue: 3_000, revenue_squared: 500 };
    expect(model.totals('website', 1, first, last)).toEqual({ ...ofAll, views: 1 });
    expect(model.totals('variant', 101, first, last)).toEqual({ ...ofAll, views: 1 });
    expect(model.totals('step', 1010, first, last)).toEqual({ ...ofAll, views: 1 });
    expect(model.totals('step', 1011, first, last)).toEqual({ ...NOTHING, views: 1 });
    expect(model.totals('element', 10110, first, last)).toEqual({ ...NOTHING, views: 1 });
    expect(model.totals('variant', 100, first, last)).toEqual(NOTHING);
  });

  test('counts a holdout for itself and the website, not for its campaign', () => {
    const variants = [{ id: 100 }, { id: 101, is_holdout: true, steps: [{ id: 1010 }] }];
    const model = new ReferenceModel({ accounts: [{ websites: [{ id: 1, campaigns: [{ id: 10, variants }] }] }] });
    const view = { type: 'view', website_id: 1, visitor: 'a' } as const;
    for (const place of [{ variant_id: 100 }, { variant_id: 101 }, { step_id: 1010 }]) {
      model.add({ ...view, ...place }, NOW_MS);
    }
    const viewsOf = (kind: ModelKind, id: number) => model.totals(kind, id, first, last).views;
    expect([viewsOf('variant', 100), viewsOf('variant', 101), viewsOf('step', 1010)]).toEqual([1, 2, 1]);
    expect([viewsOf('campaign', 10), viewsOf('website', 1)]).toEqual([1, 3]);
  });

  test('knows repeats', () => {
    const model = new ReferenceModel(SAMPLE_CATALOG);
    const view: ModelEvent = { type: 'view', website_id: 1, visitor: 'a', id: 'x' };
    const order: ModelEvent = { type: 'order', website_id: 1, order_id: 'x' };
    const week = 7 * 86_400_000;
    expect([0, week - 1, week].map((ms) => model.add(view, NOW_MS + ms))).toEqual([
      'accepted',
      'duplicate',
      'accepted',
    ]);
    expect([0, week, 100 * week].map((ms) => model.add(order, NOW_MS + ms))).toEqual([
      'accepted',
      'duplicate',
      'duplicate',
    ]);
    expect(model.add({ ...view, website_id: 2 }, NOW_MS)).toBe('accepted');
  });

  test('gives one point per bucket, by the calendar, cut to the window', () => {
    const model = modelOf(
      { at: '2024-02-28T00:00:00Z' },
      { at: '2024-02-29T00:00:00Z' },
      { at: '2024-03-04T00:00:00Z' },
    );
    const points = (groupBy: 'day' | 'week' | 'month' | 'quarter' | 'year', countType: 'total' | 'distinct') =>
      model
        .points('website', 1, dayOf('2024-02-28'), dayOf('2024-03-05'), groupBy, countType)
        .map(({ date, views }) => [date, views]);
    expect(points('week', 'total')).toEqual([
      ['2024-02-26', 2],
      ['2024-03-04', 1],
    ]);
    expect(points('month', 'distinct')).toEqual([
      ['2024-02-01', 1],
      ['2024-03-01', 1],
    ]);
    expect(points('quarter', 'total')).toEqual([['2024-01-01', 3]]);
    expect(points('year', 'distinct')).toEqual([['2024-01-01', 1]]);
    expect(points('day', 'total').map(([, views]) => views)).toEqual([1, 1, 0, 0, 0, 1, 0]);
  });

  test('keeps products and field values apart, 200 of each list and day', () => {
    const selection = { type: 'selection', element_id: 10000 } as const;
    const many = Array.from({ length: 205 }, (_, index) => ({ ...selection, field: 'size', value: index }));
    const model = modelOf(
      { ...selection, product: 'sku' },
      { ...selection, field: 'color', value: null },
      { type: 'order', element_id: 10000, products: [{ value: 'sku', revenue: 1 }, { value: 'sku' }, {}] },
      ...many,
    );
    const { products, fields } = model.values(10000, first, last);
    expect(products).toEqual([
      { value: 'sku', selections: 1, orders: 1, revenue: 10_000 },
      { value: null, selections: 0, orders: 1, revenue: 0 },
    ]);
    expect(fields.find(({ name }) => name === 'color')?.values).toEqual([{ value: null, count: 1 }]);
    const sizes = fields.find(({ name }) => name === 'size')!.values;
    expect(sizes).toHaveLength(201);
    expect(sizes.at(-1)).toEqual({ value: null, count: 5 });
  });
});
