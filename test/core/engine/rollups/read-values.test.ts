// Values over several days: each day keeps 200 of a list, and so does a window, the same ones on every engine.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { compareStrings, readValues } from '../../../../src/core/engine/rollups/read-values.ts';
import type { SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { ENGINES } from '../../../support/databases.ts';
import { selectionWith } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const DATES = ['2025-03-08', '2025-03-09', '2025-03-10'];
const WINDOW = { firstDay: dayFromIso('2025-03-08')!, lastDay: dayFromIso('2025-03-10')! };
const EL = 10_000;

/** `value-000`, `value-001` … in an order that is not that of their names. */
function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `value-${String((index * 101) % count).padStart(3, '0')}`);
}

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
  });

  beforeEach(() => world.reset());

  afterAll(() => world.dispose());

  const select = (date: string, values: readonly (string | null)[]) =>
    world.count(...values.map((value) => selectionWith({ field: 'color', value, at: `${date}T12:00:00Z` })));
  const colors = async () => (await readValues(world.database, 1, EL, WINDOW)).get('color') ?? [];
  const sumOf = (values: readonly { selections: number }[]) =>
    values.reduce((sum, { selections }) => sum + selections, 0);

  test('of equally rare values, the first by name are kept, the rest are put together', async () => {
    const all = names(250);
    await select(DATES[0]!, all.slice(0, 125));
    await select(DATES[1]!, all.slice(125));
    const values = await colors();
    expect(values.find(({ value }) => value === null)).toEqual({ value: null, selections: 50, orders: 0, revenue: 0 });
    const kept = values.flatMap(({ value }) => value ?? []);
    expect(kept.sort()).toEqual([...all].sort().slice(0, 200));
  });

  test('the frequent ones are kept, whatever their names', async () => {
    const all = names(250);
    await select(DATES[0]!, all.slice(0, 125));
    await select(DATES[1]!, all.slice(125));
    await select(DATES[2]!, ['value-249', 'value-248', null]);
    const values = await colors();
    expect(values).toHaveLength(201);
    expect(values.find(({ value }) => value === 'value-249')).toMatchObject({ selections: 2 });
    expect(values.find(({ value }) => value === null)).toMatchObject({ selections: 51 });
    expect(sumOf(values)).toBe(253);
  });

  test('one too many goes under null, even alone', async () => {
    const all = names(201);
    await select(DATES[0]!, all.slice(0, 100));
    await select(DATES[1]!, all.slice(100));
    const values = await colors();
    expect(values).toHaveLength(201);
    expect(values.find(({ value }) => value === null)).toMatchObject({ selections: 1 });
    expect(values.some(({ value }) => value === 'value-200')).toBe(false);
  });

  test('200 of them are all kept, and null besides', async () => {
    await select(DATES[0]!, names(200));
    await select(DATES[1]!, [...names(200), null]);
    const values = await colors();
    expect(values).toHaveLength(201);
    expect(values.filter(({ value }) => value !== null).every(({ selections }) => selections === 2)).toBe(true);
    expect(values.find(({ value }) => value === null)).toMatchObject({ selections: 1 });
  });

  /** As an older version stored them, without a limit on names. */
  async function store(fields: number, valuesPerField: number): Promise<void> {
    const rows = Array.from({ length: fields * valuesPerField }, (_, index): SqlValue[] => {
      const field = index % fields;
      const value = JSON.stringify(`value-${index}`);
      return [1, EL, WINDOW.firstDay, `field-${String(field).padStart(6, '0')}`, value, field < 3 ? 5 : 1, 0, 0];
    });
    await world.database.transaction((tx) =>
      tx.insertMany({
        into: 'rollup_values',
        columns: ['website_id', 'element_id', 'day', 'list', 'value', 'selections', 'orders', 'revenue'],
        rows,
      }),
    );
  }

  test('of very many fields the largest are kept, the rest are one', async () => {
    await store(20_000, 1);
    const lists = await readValues(world.database, 1, EL, WINDOW);
    expect(lists.size).toBe(51);
    for (const name of ['field-000000', 'field-000002', 'field-000049']) expect(lists.get(name)).toHaveLength(1);
    expect(lists.get('(other fields)')).toEqual([{ value: null, selections: 19_950, orders: 0, revenue: 0 }]);
    expect(sumOf([...lists.values()].flat())).toBe(20_012);
  });

  test('of very many values in many fields, the thousand most frequent are kept', async () => {
    await store(60, 150);
    const lists = await readValues(world.database, 1, EL, WINDOW);
    const all = [...lists.values()].flat();
    expect(all.filter(({ value }) => value !== null)).toHaveLength(1_000);
    expect(lists.size).toBe(51);
    expect(lists.get('field-000000')).toHaveLength(150);
    expect(sumOf(all)).toBe(60 * 150 + 4 * 3 * 150);
  });

  test('products are not counted among the fields', async () => {
    await store(60, 1);
    await world.count(selectionWith({ product: 'sku', at: `${DATES[0]}T12:00:00Z` }));
    const lists = await readValues(world.database, 1, EL, WINDOW);
    expect(lists.get('')).toEqual([{ value: 'sku', selections: 1, orders: 0, revenue: 0 }]);
    expect(lists.size).toBe(52);
  });

  test('nothing at all', async () => {
    expect(await readValues(world.database, 1, EL, WINDOW)).toEqual(new Map());
  });
});

test('texts are compared by code unit, null last', () => {
  const sorted = ['', 'A', 'Z', 'a', 'ab', 'z', 'é', '日', null];
  expect([...sorted].reverse().sort(compareStrings)).toEqual(sorted);
  expect(compareStrings('a', 'a')).toBe(0);
  expect(compareStrings(null, null)).toBe(0);
});
