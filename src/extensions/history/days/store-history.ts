// Stores and removes imports of history. An import is stored as a whole or not at all: its caller has a transaction around it.
import type { Queries } from '../../../core/foundation/database/database.ts';
import { placeholders } from '../../../core/foundation/database/database.ts';
import type { HistoryTool, TrafficDay } from './traffic-day.ts';

type Reader = Pick<Queries, 'query'>;

/** Rows of one statement: their JSON may have some kilobytes each. */
const ROWS_AT_ONCE = 100;

export interface HistoryImport {
  readonly id: number;
  readonly tool: HistoryTool;
  readonly fileName: string;
  readonly conversionEvent: string | null;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly dayCount: number;
  readonly createdAt: string;
}

export interface StoredHistoryImport extends HistoryImport {
  /** What was not read: names of files, or of tables. null: not known any more. */
  readonly skipped: readonly string[] | null;
}

export interface NewHistoryImport extends StoredHistoryImport {
  readonly digest: string;
  /** At least one day; they are in the order of time. */
  readonly days: readonly TrafficDay[];
}

const COLUMNS = 'id, tool, file_name, conversion_event, first_day, last_day, day_count, created_at' satisfies string;

interface ImportRow {
  readonly id: number;
  readonly tool: HistoryTool;
  readonly file_name: string;
  readonly conversion_event: string | null;
  readonly first_day: number;
  readonly last_day: number;
  readonly day_count: number;
  readonly created_at: string;
}

/** Newest first. */
export async function listHistoryImports(database: Reader, websiteId: number): Promise<HistoryImport[]> {
  const rows = await database.query<ImportRow>(
    `SELECT ${COLUMNS} FROM history_imports WHERE website_id = $1 ORDER BY id DESC`,
    [websiteId],
  );
  return rows.map(importOf);
}

/** The import of a file that was read in the same way. */
export async function findHistoryImport(
  database: Reader,
  websiteId: number,
  digest: string,
): Promise<HistoryImport | undefined> {
  const [row] = await database.query<ImportRow>(
    `SELECT ${COLUMNS} FROM history_imports WHERE website_id = $1 AND digest = $2`,
    [websiteId, digest],
  );
  return row && importOf(row);
}

export async function findImport(
  database: Reader,
  websiteId: number,
  id: number,
): Promise<StoredHistoryImport | undefined> {
  const [row] = await database.query<ImportRow & { readonly skipped: string | null }>(
    `SELECT ${COLUMNS}, skipped FROM history_imports WHERE website_id = $1 AND id = $2`,
    [websiteId, id],
  );
  return row && { ...importOf(row), skipped: row.skipped === null ? null : JSON.parse(row.skipped) };
}

/** Returns those of these days that an import has. */
export async function importedAmong(database: Reader, websiteId: number, days: readonly number[]): Promise<number[]> {
  const rows = await database.query<{ day: number }>(
    'SELECT day FROM history_days WHERE website_id = $1 AND day >= $2 AND day <= $3 ORDER BY day',
    [websiteId, days[0]!, days.at(-1)!],
  );
  const wanted = new Set(days);
  return rows.map(({ day }) => day).filter((day) => wanted.has(day));
}

export async function storeHistoryImport(tx: Queries, websiteId: number, added: NewHistoryImport): Promise<void> {
  const { id, tool, fileName, digest, conversionEvent, firstDay, lastDay, dayCount, createdAt, skipped, days } = added;
  await tx.insertMany({
    into: 'history_imports',
    columns: [
      ...['website_id', 'id', 'tool', 'file_name', 'digest', 'conversion_event'],
      ...['first_day', 'last_day', 'day_count', 'created_at', 'skipped'],
    ],
    rows: [
      [
        ...[websiteId, id, tool, fileName, digest, conversionEvent, firstDay, lastDay, dayCount, createdAt],
        JSON.stringify(skipped),
      ],
    ],
  });
  for (let first = 0; first < days.length; first += ROWS_AT_ONCE) {
    await tx.insertMany({
      into: 'history_days',
      columns: ['website_id', 'day', 'import_id', 'visitors', 'visits', 'page_views', 'conversions'],
      rows: days.slice(first, first + ROWS_AT_ONCE).map(({ day, totals }) => {
        const { visitors, visits, pageViews, conversions } = totals;
        return [websiteId, day, id, visitors, visits, pageViews, conversions];
      }),
    });
  }
  const values = days.flatMap(({ day, values }) =>
    Array.from(values, ([dimension, counts]) => ({ day, dimension, counts })),
  );
  for (let first = 0; first < values.length; first += ROWS_AT_ONCE) {
    await tx.insertMany({
      into: 'history_values',
      columns: ['website_id', 'dimension', 'day', 'counts'],
      rows: values.slice(first, first + ROWS_AT_ONCE).map(({ day, dimension, counts }) => {
        const list = counts.map(({ value, visitors, visits, pageViews }) => [value, visitors, visits, pageViews]);
        return [websiteId, dimension, day, JSON.stringify(list)];
      }),
    });
  }
}

/** Returns the import, or undefined if the website has none of this id. */
export async function removeHistoryImport(
  tx: Queries,
  websiteId: number,
  id: number,
): Promise<HistoryImport | undefined> {
  const [row] = await tx.query<ImportRow>(
    `DELETE FROM history_imports WHERE website_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [websiteId, id],
  );
  if (!row) return undefined;
  const days = await tx.query<{ day: number }>(
    'DELETE FROM history_days WHERE website_id = $1 AND import_id = $2 RETURNING day',
    [websiteId, id],
  );
  for (let first = 0; first < days.length; first += ROWS_AT_ONCE) {
    const some = days.slice(first, first + ROWS_AT_ONCE).map(({ day }) => day);
    await tx.query(`DELETE FROM history_values WHERE website_id = $1 AND day IN (${placeholders(some.length, 1)})`, [
      websiteId,
      ...some,
    ]);
  }
  return importOf(row);
}

function importOf(row: ImportRow): HistoryImport {
  return {
    id: row.id,
    tool: row.tool,
    fileName: row.file_name,
    conversionEvent: row.conversion_event,
    firstDay: row.first_day,
    lastDay: row.last_day,
    dayCount: row.day_count,
    createdAt: row.created_at,
  };
}
