// Values over several days: each day keeps 200 of a list, and so does a window, the same ones on every engine.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayFromIso } from '../../src/rollups/calendar.ts';
import { compareText, readValues } from '../../src/rollups/read-values.ts';
import { ENGINES } from '../support/databases.ts';
import { selectionWith } from '../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../support/test-ingestion.ts';

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

  test('nothing at all', async () => {
    expect(await readValues(world.database, 1, EL, WINDOW)).toEqual(new Map());
  });
});

test('texts are compared by code unit, null last', () => {
  const sorted = ['', 'A', 'Z', 'a', 'ab', 'z', 'é', '日', null];
  expect([...sorted].reverse().sort(compareText)).toEqual(sorted);
  expect(compareText('a', 'a')).toBe(0);
  expect(compareText(null, null)).toBe(0);
});
