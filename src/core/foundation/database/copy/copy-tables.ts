// Copies table by table, page by page. A page and its progress record commit together.
import type { Database, Queries } from '../database.ts';
import { commitInTwoPhases } from '../two-phases.ts';
import { CopyError, rootMessage } from './copy-error.ts';
import { lockProgress, saveProgress } from './progress.ts';
import { describeRow, keyOf, PageSize, readPage, type StoredRow } from './read-pages.ts';
import type { Snapshot } from './snapshot.ts';
import type { Table } from './tables.ts';

/** `onRows` is called with the row count of each page. */
export async function copyTables(
  source: Snapshot,
  target: Database,
  tables: readonly Table[],
  onRows: (rows: number) => void,
): Promise<void> {
  for (const table of tables) {
    const size = new PageSize();
    while (!(await copyPage(source, target, table, size, onRows)));
  }
}

/** Returns whether this was the last page. */
function copyPage(
  source: Snapshot,
  target: Database,
  table: Table,
  size: PageSize,
  onRows: (rows: number) => void,
): Promise<boolean> {
  return target.transaction(async (tx) => {
    const { isCopied, lastKey, rows } = await lockProgress(tx, table.name);
    if (isCopied) return true;
    // The progress is on the coordinator.
    await commitInTwoPhases(tx);
    const page = await readPage(source, table, lastKey, size.rows);
    if (target.engine === 'postgres') for (const row of page) rejectNul(table, row);
    await insert(tx, table, page);
    const isLast = page.length < size.rows;
    const last = page.at(-1);
    await saveProgress(tx, table.name, {
      isCopied: isLast,
      lastKey: last ? keyOf(table, last) : lastKey,
      rows: rows + page.length,
    });
    size.adapt(page);
    onRows(page.length);
    return isLast;
  });
}

async function insert(tx: Queries, table: Table, rows: readonly StoredRow[]): Promise<void> {
  try {
    await tx.insertMany({ into: table.name, columns: table.columns.map(({ name }) => name), rows });
  } catch (error) {
    throw new CopyError(
      `Rows of ${table.name} could not be written: ${rootMessage(error)}. If anything else writes to the target, ` +
        'stop it, empty the target and copy again.',
      { cause: error },
    );
  }
}

/** PostgreSQL cannot store U+0000, and its own message does not name the row. */
function rejectNul(table: Table, row: StoredRow): void {
  const index = row.findIndex((value) => typeof value === 'string' && value.includes('\u0000'));
  if (index < 0) return;
  throw new CopyError(
    `${describeRow(table, row)}: the column ${table.columns[index]!.name} holds the character U+0000, ` +
      'which PostgreSQL cannot store. Change it in the source.',
  );
}
