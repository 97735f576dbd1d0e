// How much a file of another tool may have: columns, length of a field, files in an archive, days.
import { expect, test } from 'vitest';
import { readRows } from '../../../../src/extensions/history/files/csv.ts';
import { TrafficDays } from '../../../../src/extensions/history/files/traffic-days.ts';
import { readZip } from '../../../../src/extensions/history/files/zip.ts';
import { zipArchive } from '../../../support/zip-archive.ts';

async function rowsOf(text: string): Promise<number | string> {
  let rows = 0;
  async function* bytes() {
    yield Buffer.from(text);
  }
  try {
    for await (const some of readRows('a.csv', bytes())) rows += some.length;
  } catch (error) {
    return (error as Error).message;
  }
  return rows;
}

test('200 columns of a line', async () => {
  const line = (columns: number) => `${Array(columns).fill('x').join()}\n`;
  expect(await rowsOf(line(200).repeat(2))).toBe(2);
  expect(await rowsOf(line(200) + line(201))).toBe('a.csv, line 2: a line may have at most 200 columns');
});

test('64 KiB of a field, in quotes or not', async () => {
  const text = 'x'.repeat(64 * 1024);
  expect(await rowsOf(`${text},"${text}"\n`)).toBe(1);
  for (const field of [`${text}x`, `"${text}x"`]) expect(await rowsOf(`a,${field}\n`)).toMatch(/^a\.csv, line 1: /);
});

test('1,000 files in an archive', async () => {
  const read = (count: number) => {
    const bytes = zipArchive(Array.from({ length: count }, (_, index) => ({ name: `${index}.csv`, content: '' })));
    return readZip(new Blob([bytes]), 'a.zip');
  };
  expect(await read(1_000)).toHaveLength(1_000);
  await expect(read(1_001)).rejects.toThrow('an archive may have at most 1000 files');
});

test('5,000 days, and 100 billion of anything on a day', () => {
  const days = new TrafficDays({ file: 'a.csv', today: 20_000, valuesMax: 10 });
  for (let day = 12_000; day < 17_000; day++) days.addTotals(day, { visitors: 100_000_000_000 });
  days.addTotals(12_000, { visits: 1 });
  expect([...days.finish()]).toHaveLength(5_000);
  expect(() => days.addTotals(17_000, { visitors: 1 })).toThrow('it has too many days and values');
  days.addTotals(16_999, { visitors: 1 });
  expect(() => [...days.finish()]).toThrow('has more than 100,000,000,000 visitors');
});

test('so many values of all days together', () => {
  const days = new TrafficDays({ file: 'a.csv', today: 20_000, valuesMax: 3 });
  const add = (day: number, value: string) =>
    days.addValue(day, 'page', value, { visitors: 1, visits: null, pageViews: null });
  add(19_000, '/a');
  add(19_000, '/b');
  add(19_001, '/a');
  add(19_001, '/a');
  expect(() => add(19_001, '/b')).toThrow('it has too many days and values');
});
