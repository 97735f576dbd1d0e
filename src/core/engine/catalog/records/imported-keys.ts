// Keys in an import: unique under their parent once all rows are written, in whatever order they are written.
import { placeholders, type Queries, type SqlValue } from '../../../foundation/database/database.ts';
import type { CatalogProblem } from '../catalog-error.ts';
import type { CatalogRow, CatalogTable } from './flatten.ts';

const KEYS_PER_QUERY_MAX = 500;

/** The column of each table that has the parent under which its keys are unique. */
export const KEY_PARENT = {
  campaigns: 'website_id',
  variants: 'campaign_id',
  steps: 'variant_id',
  elements: 'step_id',
} as const;
export type KeyedTable = keyof typeof KEY_PARENT;

export function isKeyedTable(table: CatalogTable): table is KeyedTable {
  return table in KEY_PARENT;
}

type Stored = ReadonlyMap<number, Readonly<Record<string, SqlValue>>>;

/** The keys that two records would have. The unique index would reject them too, but without naming the JSON path. */
export async function findTakenKeys(
  tx: Queries,
  table: KeyedTable,
  rows: readonly CatalogRow[],
  stored: Stored,
): Promise<CatalogProblem[]> {
  const pathByKey = new Map<string, string>();
  const problems: CatalogProblem[] = [];
  for (const row of rows) {
    const key = keyAfterImport(row, stored);
    if (key === null) continue;
    const place = placeOf(row.owner[KEY_PARENT[table]]!, key);
    const first = pathByKey.get(place);
    if (first !== undefined) problems.push({ path: `${row.path}.key`, message: `"${key}" is the key of ${first} too` });
    else pathByKey.set(place, row.path);
  }
  const inDocument = new Set(rows.map(({ id }) => id));
  for (const { id, parent_id: parentId, key } of await recordsWithKeys(tx, table, rows, stored)) {
    const path = pathByKey.get(placeOf(parentId, key));
    if (path === undefined || inDocument.has(id)) continue;
    problems.push({ path: `${path}.key`, message: `"${key}" is the key of ${id} in ${table}, under the same parent` });
  }
  return problems;
}

/** Takes away the keys that the import changes: two records may swap theirs. */
export async function releaseKeys(
  tx: Queries,
  table: KeyedTable,
  rows: readonly CatalogRow[],
  stored: Stored,
): Promise<void> {
  for (const row of rows) {
    const before = stored.get(row.id)?.key ?? null;
    if (before === null || before === keyAfterImport(row, stored)) continue;
    await tx.query(`UPDATE ${table} SET key = NULL WHERE website_id = $1 AND id = $2`, [row.owner.website_id!, row.id]);
  }
}

function keyAfterImport(row: CatalogRow, stored: Stored): string | null {
  const { key = stored.get(row.id)?.key ?? null } = row.columns;
  return key as string | null;
}

interface RecordWithKey {
  readonly id: number;
  readonly parent_id: number;
  readonly key: string;
}

/** Those that have a key now that the import gives to a record, under any parent of the website. */
async function recordsWithKeys(
  tx: Queries,
  table: KeyedTable,
  rows: readonly CatalogRow[],
  stored: Stored,
): Promise<RecordWithKey[]> {
  const given = rows.filter((row) => (row.columns.key ?? null) !== (stored.get(row.id)?.key ?? null));
  const found: RecordWithKey[] = [];
  for (const [websiteId, ofWebsite] of Map.groupBy(given, ({ owner }) => owner.website_id!)) {
    const keys = [...new Set(ofWebsite.flatMap(({ columns }) => columns.key ?? []))];
    for (let start = 0; start < keys.length; start += KEYS_PER_QUERY_MAX) {
      const some = keys.slice(start, start + KEYS_PER_QUERY_MAX);
      const sql = `SELECT id, ${KEY_PARENT[table]} AS parent_id, key FROM ${table}
        WHERE website_id = $1 AND key IN (${placeholders(some.length, 1)})`;
      found.push(...(await tx.query<RecordWithKey>(sql, [websiteId, ...some])));
    }
  }
  return found;
}

function placeOf(parentId: number, key: string): string {
  return `${parentId}/${key}`;
}
