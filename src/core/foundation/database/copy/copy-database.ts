// Copies a whole database into another one, across engines: claim the target, copy every table, compare everything.
// A copy that was killed resumes when it is run again.
// Why: docs/decisions/database.md, "A database is copied row by row, and compared afterwards".
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open.ts';
import { migrate, pendingMigrations, readMigrations } from '../schema/migrations.ts';
import { canonicalUrl } from './canonical-url.ts';
import { CopyError, rootMessage } from './copy-error.ts';
import { copyTables } from './copy-tables.ts';
import { claimTarget, markVerified } from './progress.ts';
import { countRows } from './read-pages.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { describeTables, type Table } from './tables.ts';
import { type Difference, differenceOf, digestTable, type TableDigest } from './verify.ts';

const SKETCHES_TABLE = 'rollup_visitors';
/** Small tables that change with every change of numbers, of the catalog and of a website. */
const VERSION_TABLES: readonly string[] = ['website_activity', 'catalog_state', 'websites'];

interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly now: Date;
}

/** Reports progress, in rows. */
export interface CopyObserver {
  resumed(): void;
  copied(rows: number, rowsTotal: number): void;
  verified(rows: number, rowsTotal: number): void;
}

export interface CopyResult {
  readonly source: string;
  readonly target: string;
  /** Whether this run continued an earlier one. */
  readonly resumed: boolean;
  /** Rows copied by this run. */
  readonly copied_rows: number;
  readonly verified: boolean;
  /** The copy has the source as it was then. */
  readonly source_read_at: string;
  /** The tables of the source that were written to after that: what they got is missing in the copy. */
  readonly changed_since: string[];
  /** Row counts and digests of the source. */
  readonly tables: { readonly table: string; readonly rows: number; readonly digest: string }[];
  readonly sketches: { readonly website_id: number; readonly rows: number; readonly digest: string }[];
  readonly differences: Difference[];
}

export async function copyDatabase(request: CopyRequest, observer: CopyObserver): Promise<CopyResult> {
  const source = canonicalUrl(request.from);
  const from = await withErrorContext(`The source ${source} can't be read`, () => openSource(request));
  try {
    return await copyInto(request, from, observer);
  } finally {
    await from.close();
  }
}

async function copyInto(request: CopyRequest, from: Snapshot, observer: CopyObserver): Promise<CopyResult> {
  const [source, target] = [canonicalUrl(request.from), canonicalUrl(request.to)];
  const to = await withErrorContext(`The target ${target} can't be used`, () => openTarget(request));
  try {
    const tables = await describeTables(from);
    const { rowsBefore, isResumed, isVerified } = await claimTarget(to, source);
    if (isResumed) observer.resumed();
    let rowsTotal = 0;
    for (const table of tables) rowsTotal += await countRows(from, table);
    let copiedRows = 0;
    await copyTables(from, to, tables, (rows) => {
      copiedRows += rows;
      observer.copied(copiedRows, rowsTotal - rowsBefore);
    });
    const comparison = await compare(from, request.to, tables, (rows) => observer.verified(rows, 2 * rowsTotal));
    const verified = comparison.differences.length === 0;
    if (verified && !isVerified) await markVerified(to);
    const progress = { resumed: isResumed, copied_rows: copiedRows, verified };
    const changed = await tablesChangedSince(comparison, request.from, tables);
    return {
      source,
      target,
      ...progress,
      source_read_at: request.now.toISOString(),
      changed_since: changed,
      ...comparison,
    };
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

/** Migrates an empty database; refuses one with a different schema. */
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

/** Looks at the source once more. Other tables than those of versions are only counted: most of what is written adds rows. */
async function tablesChangedSince(
  { tables: copied }: Comparison,
  url: string,
  tables: readonly Table[],
): Promise<string[]> {
  const now = await openSnapshot(url);
  try {
    const changed: string[] = [];
    for (const [index, table] of tables.entries()) {
      const { rows, digest } = copied[index]!;
      const isVersion = VERSION_TABLES.includes(table.name);
      const isSame = isVersion
        ? (await digestTable(now, table)).digest === digest
        : (await countRows(now, table)) === rows;
      if (!isSame) changed.push(table.name);
    }
    return changed;
  } finally {
    await now.close();
  }
}

type Comparison = Pick<CopyResult, 'tables' | 'sketches' | 'differences'>;

async function compare(
  from: Snapshot,
  targetUrl: string,
  tables: readonly Table[],
  onProgress: (rows: number) => void,
): Promise<Comparison> {
  const to = await openSnapshot(targetUrl);
  const comparison: Comparison = { tables: [], sketches: [], differences: [] };
  let rowsRead = 0;
  const onRows = (rows: number): void => {
    rowsRead += rows;
    onProgress(rowsRead);
  };
  try {
    for (const table of tables) {
      const [source, target] = await Promise.all([digestTable(from, table, onRows), digestTable(to, table, onRows)]);
      comparison.tables.push({ table: table.name, rows: source.rows, digest: source.digest });
      if (table.name === SKETCHES_TABLE) comparison.sketches.push(...sketchesOf(source));
      const difference = differenceOf(source, target);
      if (difference) comparison.differences.push(difference);
    }
    return comparison;
  } finally {
    await to.close();
  }
}

function sketchesOf({ websites }: TableDigest): CopyResult['sketches'] {
  return [...websites].map(([id, { rows, digest }]) => ({ website_id: Number(id), rows, digest }));
}

async function withErrorContext<T>(context: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CopyError ? error : new CopyError(`${context}: ${rootMessage(error)}`, { cause: error });
  }
}
