// What the target knows about the copy into it: of which source, and how far each table has come. It is written in the
// same transaction as the rows, so a copy that was killed goes on exactly where it was.
import type { Database, Queries } from '../database.ts';
import { CopyError } from './copy-error.ts';
import type { Key } from './read-pages.ts';
import { COPIED_TABLES, PROGRESS_TABLE } from './tables.ts';

/** What migrations write by themselves: it gives way to what the source has. */
export const SEEDED_TABLES: readonly string[] = ['catalog_state', 'id_sequences', 'insights_lease'];

export interface TableProgress {
  readonly isCopied: boolean;
  /** Of the last row that was copied. */
  readonly lastKey: Key | undefined;
  readonly rows: number;
}

export interface ClaimedTarget {
  /** Rows that an earlier run has copied. */
  readonly rowsBefore: number;
  readonly isResumed: boolean;
  /** An earlier run has finished. Only that may be verified again: whoever uses the target may have written to it. */
  readonly isVerified: boolean;
}

/** Makes the target a copy of this source: an empty one, or one that is a copy of it already. */
export function claimTarget(target: Database, source: string): Promise<ClaimedTarget> {
  return target.transaction(async (tx) => {
    const earlier = await tx.query<{ source: string; state: string; rows_copied: number }>(
      `SELECT source, state, rows_copied FROM ${PROGRESS_TABLE}`,
    );
    if (earlier.length === 0) {
      await startCopy(tx, source);
      return { rowsBefore: 0, isResumed: false, isVerified: false };
    }
    const other = earlier.find((row) => row.source !== source);
    if (other) throw new CopyError(`The target is a copy of another database, ${other.source}. Use an empty one.`);
    return {
      rowsBefore: earlier.reduce((sum, row) => sum + row.rows_copied, 0),
      isResumed: true,
      isVerified: earlier.every(({ state }) => state === 'verified'),
    };
  });
}

async function startCopy(tx: Queries, source: string): Promise<void> {
  const filled: string[] = [];
  for (const table of COPIED_TABLES) {
    const isFilled = (await tx.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0;
    if (isFilled && !SEEDED_TABLES.includes(table)) filled.push(table);
  }
  if (filled.length > 0) {
    throw new CopyError(`The target holds data already (in ${filled.join(', ')}). A copy needs an empty database.`);
  }
  for (const table of SEEDED_TABLES) await tx.query(`DELETE FROM ${table}`);
  await tx.insertMany({
    into: PROGRESS_TABLE,
    columns: ['table_name', 'source', 'state', 'rows_copied'],
    rows: COPIED_TABLES.map((table) => [table, source, 'copying', 0]),
  });
}

/** Waits for a run that was killed a moment ago and may still be committing; none can come in between afterwards. */
export async function lockProgress(tx: Queries, table: string): Promise<TableProgress> {
  const [row] = await tx.query<{ state: string; last_key: string | null; rows_copied: number }>(
    `UPDATE ${PROGRESS_TABLE} SET state = state WHERE table_name = $1 RETURNING state, last_key, rows_copied`,
    [table],
  );
  if (!row) {
    throw new CopyError(
      'The target holds the beginning of a copy by another version of this program. Use an empty one.',
    );
  }
  return {
    isCopied: row.state !== 'copying',
    lastKey: row.last_key === null ? undefined : JSON.parse(row.last_key),
    rows: row.rows_copied,
  };
}

export async function saveProgress(tx: Queries, table: string, progress: TableProgress): Promise<void> {
  const { isCopied, lastKey, rows } = progress;
  await tx.query(`UPDATE ${PROGRESS_TABLE} SET state = $2, last_key = $3, rows_copied = $4 WHERE table_name = $1`, [
    table,
    isCopied ? 'copied' : 'copying',
    lastKey === undefined ? null : JSON.stringify(lastKey),
    rows,
  ]);
}

export async function markVerified(target: Database): Promise<void> {
  await target.transaction((tx) => tx.query(`UPDATE ${PROGRESS_TABLE} SET state = 'verified'`));
}

/** A copy into this database has begun and is not known to be whole: what it holds must not be relied on. */
export async function isCopyUnfinished(database: Pick<Database, 'query'>): Promise<boolean> {
  return (await database.query(`SELECT 1 FROM ${PROGRESS_TABLE} WHERE state <> 'verified' LIMIT 1`)).length > 0;
}
