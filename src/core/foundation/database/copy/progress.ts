// Progress of a copy, stored in the target: which source, and how much of each table is done. It is written in the same
// transaction as the rows, so a copy that was killed resumes exactly where it stopped.
import type { Database, Queries } from '../database.ts';
import { CopyError } from './copy-error.ts';
import type { Key } from './read-pages.ts';
import { COPIED_TABLES, PROGRESS_TABLE } from './tables.ts';

/** Tables that migrations fill; the rows of the source replace theirs. */
export const SEEDED_TABLES: readonly string[] = ['catalog_state', 'id_sequences', 'job_leases'];

interface TableProgress {
  readonly isCopied: boolean;
  /** Key of the last row that was copied. */
  readonly lastKey: Key | undefined;
  readonly rows: number;
}

interface ClaimedTarget {
  /** Rows that earlier runs copied. */
  readonly rowsBefore: number;
  readonly isResumed: boolean;
  /** An earlier run finished and was verified. The target may have been in use since then. */
  readonly isVerified: boolean;
}

/** Marks the target as a copy of this source. It must be empty, or already be a copy of it. */
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
    if (other) throw new CopyError(`The target is a copy of another database, ${other.source}. Use an empty database.`);
    return {
      rowsBefore: earlier.reduce((sum, row) => sum + row.rows_copied, 0),
      isResumed: true,
      isVerified: earlier.every(({ state }) => state === 'verified'),
    };
  });
}

async function startCopy(tx: Queries, source: string): Promise<void> {
  const nonEmpty: string[] = [];
  for (const table of COPIED_TABLES) {
    const hasRows = (await tx.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0;
    if (hasRows && !SEEDED_TABLES.includes(table)) nonEmpty.push(table);
  }
  if (nonEmpty.length > 0) {
    throw new CopyError(`The target already contains data (in ${nonEmpty.join(', ')}). Use an empty database.`);
  }
  for (const table of SEEDED_TABLES) await tx.query(`DELETE FROM ${table}`);
  await tx.insertMany({
    into: PROGRESS_TABLE,
    columns: ['table_name', 'source', 'state', 'rows_copied'],
    rows: COPIED_TABLES.map((table) => [table, source, 'copying', 0]),
  });
}

/** Waits for a killed run that may still be committing, and keeps other runs out until this transaction ends. */
export async function lockProgress(tx: Queries, table: string): Promise<TableProgress> {
  const [row] = await tx.query<{ state: string; last_key: string | null; rows_copied: number }>(
    `UPDATE ${PROGRESS_TABLE} SET state = state WHERE table_name = $1 RETURNING state, last_key, rows_copied`,
    [table],
  );
  if (!row) {
    throw new CopyError(
      'The target contains an unfinished copy made by another version of this program. Use an empty database.',
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

/** A copy into this database was started but not verified, so its data may be incomplete. */
export async function isCopyUnfinished(database: Pick<Database, 'query'>): Promise<boolean> {
  return (await database.query(`SELECT 1 FROM ${PROGRESS_TABLE} WHERE state <> 'verified' LIMIT 1`)).length > 0;
}
