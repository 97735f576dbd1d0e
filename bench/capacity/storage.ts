// How many bytes rows take, with their indexes, on both engines. Load on the machine does not matter for them.
import { randomUUID } from 'node:crypto';
import type { RowBytes, SketchRow, StorageFigures } from '../../capacity/measured.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { VISITOR_METRICS } from '../../src/core/engine/rollups/metric.ts';
import type { Database, SqlValue } from '../../src/core/foundation/database/database.ts';
import { Sketch } from '../../src/core/foundation/sketches/hyperloglog.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { fillContacts } from '../../test/support/fill-contacts.ts';
import { printTable } from '../table.ts';
import { type CatalogSize, catalogOf, subjectsOf } from './catalog.ts';
import { withEachEngine } from './each-engine.ts';
import { bytesOfTable, type TableBytes } from './table-bytes.ts';

/** Begins with one visitor and ends with a full sketch; 1,280 is the last explicit one, and the one after it the smallest sparse one. */
const VISITORS = [1, 3, 10, 30, 100, 300, 1_000, 1_280, 1_281, 2_000, 4_000, 6_000, 20_000, 1_000_000];
const FORMS: Readonly<Record<number, SketchRow['form']>> = { 2: 'explicit', 3: 'sparse', 4: 'full' };
const DIFFERENT_SKETCHES = 8;
const SUBJECTS = 20;
const DAYS = 40;
const MANY_ROWS = 50_000;
const ROWS_PER_INSERT = 1_000;
const FIRST_DAY = 20_000;
const SEEN_AT_MS = Date.UTC(2026, 0, 1);
const CATALOG: CatalogSize = { websites: 500, campaigns: 1, variants: 2, steps: 2, elements: 2 };
const CATALOG_TABLES = ['websites', 'campaigns', 'variants', 'steps', 'elements'];
/** The catalog's websites already have 500 rows of the table contacts. */
const WEBSITE_WITH_CONTACTS = 1;

type EngineRows = Record<keyof StorageFigures['rows'], RowBytes>;

export async function measureStorage(): Promise<StorageFigures> {
  const sketchRows = new Map<number, SketchRow>();
  const rows: Partial<Record<keyof EngineRows, Partial<Record<Database['engine'], RowBytes>>>> = {};
  await withEachEngine(async (database) => {
    for (const visitors of VISITORS) {
      const measured = await measureSketches(database, visitors);
      sketchRows.set(visitors, { ...sketchRows.get(visitors), ...measured } as SketchRow);
    }
    for (const [name, bytes] of Object.entries(await measureRows(database)) as [keyof EngineRows, RowBytes][]) {
      rows[name] = { ...rows[name], [database.engine]: bytes };
    }
  });
  const figures = { sketchRows: [...sketchRows.values()], rows: rows as StorageFigures['rows'] };
  print(figures);
  return figures;
}

async function measureSketches(database: Database, visitors: number): Promise<Partial<SketchRow>> {
  const random = new Random(visitors);
  const sketches = Array.from({ length: DIFFERENT_SKETCHES }, () => sketchOf(visitors, random));
  const rowBytes = await bytesPerRow(database, 'rollup_visitors', DAYS * SUBJECTS * VISITOR_METRICS.length, (row) => {
    const metric = row % VISITOR_METRICS.length;
    const subject = Math.floor(row / VISITOR_METRICS.length) % SUBJECTS;
    // Day by day, as they are written, so that the index is as full as it will be.
    const day = Math.floor(row / VISITOR_METRICS.length / SUBJECTS);
    return [visitors, 5, subject, metric, 0, FIRST_DAY + day, sketches[row % DIFFERENT_SKETCHES]!];
  });
  const sketchBytes = Math.round(sketches.reduce((sum, { length }) => sum + length, 0) / DIFFERENT_SKETCHES);
  return { visitors, form: FORMS[sketches[0]![0]! & 0x0f]!, sketchBytes, [database.engine]: rowBytes };
}

function sketchOf(visitors: number, random: Random): Uint8Array {
  const sketch = new Sketch();
  for (let visitor = 0; visitor < visitors; visitor++) sketch.add(random.next() * 2 ** 32, random.next() * 2 ** 32);
  return sketch.toBytes();
}

async function measureRows(database: Database): Promise<EngineRows> {
  const count = (table: string, rowOf: (row: number) => SqlValue[]) => bytesPerRow(database, table, MANY_ROWS, rowOf);
  const website = (row: number) => 1 + (row % CATALOG.websites);
  return {
    counters: await count('rollup_counters', (row) => [
      website(row),
      5,
      Math.floor(row / CATALOG.websites) % SUBJECTS,
      FIRST_DAY + Math.floor(row / CATALOG.websites / SUBJECTS),
      ...[1_234, 123, 45, 23, 12, 3, 1_234_500, 5_678_900],
    ]),
    seenEvent: await count('seen_events', (row) => [website(row), randomUUID(), SEEN_AT_MS + row]),
    seenOrder: await count('seen_orders', (row) => [website(row), `order-${100_000 + row}`, FIRST_DAY]),
    receipt: await count('collector_receipts', (row) => [
      website(row),
      randomUUID(),
      'a'.repeat(64),
      ANSWER,
      SEEN_AT_MS,
    ]),
    arrivals: await count('arrival_counts', (row) => [website(row), FIRST_DAY + row, 'browser', 'accepted', '', 1_000]),
    ...(await measureCatalog(database)),
    contact: await measureContacts(database),
  };
}

/** The answer that is stored: see `receipts.ts`. */
const ANSWER = JSON.stringify({ accepted: 10, duplicates: 0, rejected: 0, reasons: {}, rejections: [] });

async function measureCatalog(database: Database): Promise<Pick<EngineRows, 'website' | 'subject'>> {
  const before = await Promise.all(CATALOG_TABLES.map((table) => bytesOfTable(database, table)));
  await importCatalog(database, catalogOf(CATALOG), systemClock);
  const after = await Promise.all(CATALOG_TABLES.map((table) => bytesOfTable(database, table)));
  const [websites, ...others] = after.map((bytes, index) => difference(before[index]!, bytes));
  return {
    website: perRow(websites!, CATALOG.websites),
    subject: perRow(others.reduce(sum), subjectsOf(CATALOG) - CATALOG.websites),
  };
}

async function measureContacts(database: Database): Promise<RowBytes> {
  const before = await bytesOfTable(database, 'contacts');
  await fillContacts(database, WEBSITE_WITH_CONTACTS, MANY_ROWS);
  return perRow(difference(before, await bytesOfTable(database, 'contacts')), MANY_ROWS);
}

async function bytesPerRow(
  database: Database,
  table: string,
  count: number,
  rowOf: (row: number) => SqlValue[],
): Promise<RowBytes> {
  const before = await bytesOfTable(database, table);
  for (let first = 0; first < count; first += ROWS_PER_INSERT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_INSERT, count - first) }, (_, index) => rowOf(first + index));
    await database.transaction((tx) => tx.insertMany({ into: table, columns: COLUMNS[table]!, rows }));
  }
  return perRow(difference(before, await bytesOfTable(database, table)), count);
}

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  rollup_visitors: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
  rollup_counters: [
    ...['website_id', 'subject_kind', 'subject_id', 'day'],
    ...['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders', 'revenue', 'revenue_squared'],
  ],
  seen_events: ['website_id', 'event_id', 'seen_at_ms'],
  seen_orders: ['website_id', 'order_id', 'seen_day'],
  collector_receipts: ['website_id', 'idempotency_key', 'body_digest', 'answer', 'received_at_ms'],
  arrival_counts: ['website_id', 'day', 'source', 'outcome', 'code', 'events'],
};

function difference(before: TableBytes, after: TableBytes): TableBytes {
  return { all: after.all - before.all, indexes: after.indexes - before.indexes };
}

function sum(a: TableBytes, b: TableBytes): TableBytes {
  return { all: a.all + b.all, indexes: a.indexes + b.indexes };
}

function perRow({ all, indexes }: TableBytes, rows: number): RowBytes {
  return { bytes: Math.round(all / rows), indexBytes: Math.round(indexes / rows) };
}

function print({ sketchRows, rows }: StorageFigures): void {
  const cells = ({ bytes, indexBytes }: RowBytes) => [String(bytes), String(indexBytes)];
  const head = ['PostgreSQL', 'its index', 'SQLite', 'its index'];
  printTable('Bytes of a row of rollup_visitors', [
    ['visitors', 'form', 'sketch', ...head],
    ...sketchRows.map(({ visitors, form, sketchBytes, postgres, sqlite }) => [
      visitors.toLocaleString('en-US'),
      form,
      String(sketchBytes),
      ...cells(postgres),
      ...cells(sqlite),
    ]),
  ]);
  printTable('Bytes of other rows', [
    ['row', ...head],
    ...Object.entries(rows).map(([name, { postgres, sqlite }]) => [name, ...cells(postgres), ...cells(sqlite)]),
  ]);
}
