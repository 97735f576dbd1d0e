// Changes of one website's catalog, as opposed to imports: caches drop that website and keep the others.
// Why: docs/decisions/catalog.md, "A change of one website drops only its caches".
import type { Queries } from '../../foundation/database/database.ts';
import { nextId } from '../../foundation/database/next-id.ts';
import { commitInTwoPhases } from '../../foundation/database/two-phases.ts';

/**
 * Call it first in a transaction that changes the catalog of a website. These transactions take turns until they end, on all
 * nodes, so keep them short.
 */
export async function nextCatalogChange(tx: Queries): Promise<number> {
  // The change, new ids and the audit log are on the coordinator, the records on a shard.
  await commitInTwoPhases(tx);
  return nextId(tx, 'catalog_changes');
}

/** `change`: from `nextCatalogChange`. */
export async function markCatalogChanged(tx: Queries, websiteId: number, change: number): Promise<void> {
  await tx.insertMany({
    into: 'catalog_changes',
    columns: ['website_id', 'change'],
    rows: [[websiteId, change]],
    onConflict: 'ON CONFLICT (website_id) DO UPDATE SET change = excluded.change',
  });
}
