// Copies a whole database into another one, of whichever engine: claim the target, copy every table, compare everything.
// Killed at any point and run again, it goes on.
import type { Database } from '../database.ts';
import { migrate, pendingMigrations, readMigrations } from '../migrations.ts';
import { openDatabase } from '../open.ts';
import { databaseAddress } from './address.ts';
import { CopyError, reasonOf } from './copy-error.ts';
import { copyTables } from './copy-tables.ts';
import { claimTarget, markVerified } from './progress.ts';
import { countRows } from './read-pages.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { describeTables, type Table } from './tables.ts';
import { type Difference, differenceOf, digestTable, type TableDigest } from './verify.ts';

const SKETCHES_TABLE = 'rollup_visitors';

export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

/** Told of the work as it goes on, in rows. */
export interface CopyObserver {
  resumed(): void;
  copied(rows: number, rowsAll: number): void;
  verified(rows: number, rowsAll: number): void;
}

export interface CopyResult {
  readonly source: string;
  readonly target: string;
  /** It went on with what an earlier run had begun. */
  readonly resumed: boolean;
  /** By this run. */
  readonly copied_rows: number;
  readonly verified: boolean;
  /** Of the source. */
  readonly tables: { readonly table: string; readonly rows: number; readonly digest: string }[];
  readonly sketches: { readonly website_id: number; readonly rows: number; readonly digest: string }[];
  readonly differences: Difference[];
}

export async function copyDatabase(request: CopyRequest, observer: CopyObserver): Promise<CopyResult> {
  const source = databaseAddress(request.from);
  const from = await explained(`The source ${source} can't be read`, () => openSource(request));
  try {
    return await copyInto(request, from, observer);
  } finally {
    await from.close();
  }
}

async function copyInto(request: CopyRequest, from: Snapshot, observer: CopyObserver): Promise<CopyResult> {
  const [source, target] = [databaseAddress(request.from), databaseAddress(request.to)];
  const to = await explained(`The target ${target} can't be used`, () => openTarget(request));
  try {
    const tables = await describeTables(from);
    const { rowsBefore, isResumed, isVerified } = await claimTarget(to, source);
    if (isResumed) observer.resumed();
    const rowsAll = await countRows(from, tables);
    let copiedRows = 0;
    await copyTables(from, to, tables, (rows) => {
      copiedRows += rows;
      observer.copied(copiedRows, rowsAll - rowsBefore);
    });
    const compared = await compare(from, request.to, tables, (rows) => observer.verified(rows, 2 * rowsAll));
    const verified = compared.differences.length === 0;
    if (verified && !isVerified) await markVerified(to);
    return { source, target, resumed: isResumed, copied_rows: copiedRows, verified, ...compared };
  } finally {
    await to.close();
  }
}

async function openSource({ from }: CopyRequest): Promise<Snapshot> {
  const source = await openSnapshot(from);
  try {
    await requireCurrentSchema(source, 'source');
    return source;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** An empty database gets the schema; one that has another schema is left alone. */
async function openTarget({ to, now }: CopyRequest): Promise<Database> {
  const target = await openDatabase(to, { connectionsMax: 2, statementMsMax: 0 });
  try {
    const pending = await pendingMigrations(target);
    if (pending.length === readMigrations(target.engine).length) await migrate(target, now);
    else await requireCurrentSchema(target, 'target');
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}

async function requireCurrentSchema(database: Pick<Database, 'engine' | 'query'>, name: string): Promise<void> {
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return;
  throw new CopyError(
    `The schema of the ${name} is not current (${pending.join(', ')}). Set DATABASE_URL to it and run: funnel migrate`,
  );
}

type Compared = Pick<CopyResult, 'tables' | 'sketches' | 'differences'>;

async function compare(
  from: Snapshot,
  targetUrl: string,
  tables: readonly Table[],
  onProgress: (rows: number) => void,
): Promise<Compared> {
  const to = await openSnapshot(targetUrl);
  const compared: Compared = { tables: [], sketches: [], differences: [] };
  let rowsRead = 0;
  const onRows = (rows: number): void => {
    rowsRead += rows;
    onProgress(rowsRead);
  };
  try {
    for (const table of tables) {
      const [source, target] = await Promise.all([digestTable(from, table, onRows), digestTable(to, table, onRows)]);
      compared.tables.push({ table: table.name, rows: source.rows, digest: source.digest });
      if (table.name === SKETCHES_TABLE) compared.sketches.push(...sketchesOf(source));
      const difference = differenceOf(source, target);
      if (difference) compared.differences.push(difference);
    }
    return compared;
  } finally {
    await to.close();
  }
}

function sketchesOf({ websites }: TableDigest): CopyResult['sketches'] {
  return [...websites].map(([id, { rows, digest }]) => ({ website_id: Number(id), rows, digest }));
}

async function explained<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CopyError ? error : new CopyError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}
