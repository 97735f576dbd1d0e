// Which imports of files are not finished, and which websites they have brought touches or orders without a subject for: see
// deferred-orders.ts.
// Why: docs/decisions/imports.md, "An import that nobody continues is finished by the daily sweep".
import type { Queries } from '../../foundation/database/database.ts';
import { commitInTwoPhases } from '../../foundation/database/two-phases.ts';

const IMPORTS_PER_QUERY_MAX = 100;

/** Called in the transaction of a commit, which has locked the websites. */
export async function noteImport(
  tx: Queries,
  importId: string,
  websiteIds: Iterable<number>,
  nowMs: number,
): Promise<void> {
  const rows = Array.from(websiteIds, (websiteId) => [importId, websiteId, nowMs]);
  if (rows.length === 0) return;
  await tx.insertMany({
    into: 'unsettled_imports',
    columns: ['import_id', 'website_id', 'committed_at_ms'],
    rows,
    onConflict: 'ON CONFLICT (import_id, website_id) DO UPDATE SET committed_at_ms = excluded.committed_at_ms',
  });
  await commitInTwoPhases(tx);
}

export async function websitesOfImport(tx: Pick<Queries, 'query'>, importId: string): Promise<number[]> {
  const rows = await tx.query<{ website_id: number }>(
    'SELECT website_id FROM unsettled_imports WHERE import_id = $1 ORDER BY website_id',
    [importId],
  );
  return rows.map(({ website_id: id }) => id);
}

/** Whether an import of touches or orders of the website is not finished. */
export async function isImporting(tx: Pick<Queries, 'query'>, websiteId: number): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM unsettled_imports WHERE website_id = $1 LIMIT 1', [websiteId]);
  return rows.length > 0;
}

/** The imports of a website that have committed nothing since. */
export async function importsBefore(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  beforeMs: number,
): Promise<string[]> {
  const rows = await tx.query<{ import_id: string }>(
    `SELECT import_id FROM unsettled_imports WHERE website_id = $1 AND committed_at_ms <= $2
     ORDER BY import_id LIMIT ${IMPORTS_PER_QUERY_MAX}`,
    [websiteId, beforeMs],
  );
  return rows.map(({ import_id: id }) => id);
}

/** The website must be locked, and must have no deferred orders of the import. */
export async function removeImport(tx: Queries, importId: string, websiteId: number): Promise<void> {
  await tx.query('DELETE FROM unsettled_imports WHERE import_id = $1 AND website_id = $2', [importId, websiteId]);
  await commitInTwoPhases(tx);
}
