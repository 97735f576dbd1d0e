// The tables that a copy is made of, with their columns as the schema has them.
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../citus.ts';
import type { Snapshot } from './snapshot.ts';

/** Where a copy notes how far it has come: of the target alone, and no part of what is copied. */
export const PROGRESS_TABLE = 'copy_progress';

/** Parents before their children. Everything but what the two databases know about themselves. */
export const COPIED_TABLES: readonly string[] = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES].filter(
  (name) => name !== PROGRESS_TABLE,
);

export type ColumnKind = 'integer' | 'text' | 'bytes';

export interface Column {
  readonly name: string;
  /** In SQL, such as bigint. */
  readonly type: string;
  readonly kind: ColumnKind;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The places of the primary key's columns among all of them. */
  readonly key: readonly number[];
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  text: 'text',
  hll: 'bytes',
};

/** `place`: in the primary key, from 1; 0 where a column is no part of it. */
const COLUMNS_SQL = {
  sqlite: 'SELECT name, type, pk AS place FROM pragma_table_info($1) ORDER BY cid',
  postgres: `SELECT attname AS name, atttypid::regtype::text AS type,
      COALESCE(array_position(string_to_array(indkey::text, ' '), attnum::text), 0) AS place
    FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
};

export async function describeTables(snapshot: Snapshot): Promise<Table[]> {
  const tables: Table[] = [];
  for (const name of COPIED_TABLES) tables.push(await describeTable(snapshot, name));
  return tables;
}

async function describeTable(snapshot: Snapshot, name: string): Promise<Table> {
  const rows = await snapshot.query<{ name: string; type: string; place: number | string }>(
    COLUMNS_SQL[snapshot.engine],
    [name],
  );
  const columns = rows.map((row) => ({ name: row.name, type: row.type, kind: kindOf(name, row) }));
  const places = rows.map((row) => Number(row.place));
  const key = places.flatMap((place, index) => (place > 0 ? [index] : [])).sort((a, b) => places[a]! - places[b]!);
  return { name, columns, key };
}

function kindOf(table: string, column: { name: string; type: string }): ColumnKind {
  const kind = KINDS[column.type.toLowerCase()];
  if (!kind) throw new Error(`No copy can be made of ${table}.${column.name}: the type ${column.type} is not known.`);
  return kind;
}
