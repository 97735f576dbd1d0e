// Changes of one website's catalog, as opposed to imports: caches drop that website and keep the others.
import type { Queries } from '../database/database.ts';
import { nextId } from '../database/next-id.ts';

/**
 * Call it first in a transaction that changes the catalog of a website. These transactions take turns until they end, on all
 * nodes, so keep them short.
 */
export async function noteCatalogChange(tx: Queries, websiteId: number): Promise<void> {
  await tx.insertMany({
    into: 'catalog_changes',
    columns: ['website_id', 'change'],
    rows: [[websiteId, await nextId(tx, 'catalog_changes')]],
    onConflict: 'ON CONFLICT (website_id) DO UPDATE SET change = excluded.change',
  });
}
