// The tables to copy, with the columns of the schema.
import { TABLES } from '../citus/citus.ts';
import type { Snapshot } from './snapshot.ts';

/** Progress of a copy. It belongs to the target and is not copied. */
export const PROGRESS_TABLE = 'copy_progress';

/** Nodes of the target write it while others copy. */
const TRUSTED_TIME_TABLE = 'trusted_time';

/** Parents before their children. The tables that describe a database itself (migrations, progress, trusted time) are left out. */
export const COPIED_TABLES: readonly string[] = TABLES.filter(
  (name) => name !== PROGRESS_TABLE && name !== TRUSTED_TIME_TABLE,
);

type ColumnKind = 'integer' | 'double' | 'text' | 'bytes';

export interface Column {
  readonly name: string;
  /** The SQL type, such as bigint. */
  readonly type: string;
  readonly kind: ColumnKind;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Indexes of the primary key columns in `columns`. */
  readonly key: readonly number[];
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  'double precision': 'double',
  text: 'text',
  bytea: 'bytes',
  hll: 'bytes',
};

/** Columns that the database computes are left out. `key_position`: position in the primary key, from 1; 0 for other columns. */
export const COLUMNS_SQL = {
  sqlite: 'SELECT name, type, pk AS key_position FROM pragma_table_info($1) ORDER BY cid',
  postgres: `SELECT attname AS name, atttypid::regtype::text AS type,
      COALESCE(array_position(string_to_array(indkey::text, ' '), attnum::text), 0) AS key_position
    FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
};

export async function describeTables(snapshot: Snapshot): Promise<Table[]> {
  const tables: Table[] = [];
  for (const name of COPIED_TABLES) tables.push(await describeTable(snapshot, name));
  return tables;
}

async function describeTable(snapshot: Snapshot, name: string): Promise<Table> {
  const rows = await snapshot.query<{ name: string; type: string; key_position: number | string }>(
    COLUMNS_SQL[snapshot.engine],
    [name],
  );
  const columns = rows.map((row) => ({ name: row.name, type: row.type, kind: kindOf(name, row) }));
  const positions = rows.map((row) => Number(row.key_position));
  const key = positions
    .flatMap((position, index) => (position > 0 ? [index] : []))
    .sort((a, b) => positions[a]! - positions[b]!);
  return { name, columns, key };
}

function kindOf(table: string, column: { name: string; type: string }): ColumnKind {
  const kind = KINDS[column.type.toLowerCase()];
  if (!kind) throw new Error(`Cannot copy ${table}.${column.name}: unknown type ${column.type}.`);
  return kind;
}
