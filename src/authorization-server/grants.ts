// Which websites a person chose when authorizing a client, and the end of such a grant.
import { secretHash } from '../access/secret-hash.ts';
import { grantedBy, userMaySee } from '../access/user-may-see.ts';
import type { Database, Queries } from '../database/database.ts';

export async function storeGrantWebsites(
  database: Database,
  grantId: string,
  websiteIds: readonly number[],
): Promise<void> {
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'grant_websites',
      columns: ['grant_hash', 'website_id'],
      rows: websiteIds.map((websiteId) => [secretHash(grantId), websiteId]),
    }),
  );
}

/** Those that the person may still see. */
export async function grantWebsiteIds(database: Pick<Queries, 'query'>, grantId: string): Promise<number[]> {
  const rows = await database.query<{ website_id: number }>(
    `SELECT website_id FROM grant_websites
     WHERE grant_hash = $1 AND ${userMaySee(grantedBy('grant_websites.grant_hash'), 'grant_websites.website_id')}
     ORDER BY website_id`,
    [secretHash(grantId)],
  );
  return rows.map((row) => row.website_id);
}

/** Everything that was issued for it dies with it. Its websites first: so of several that end it at once, all but one wait. */
export async function endGrant(tx: Queries, grantHash: string): Promise<void> {
  await tx.query('DELETE FROM grant_websites WHERE grant_hash = $1', [grantHash]);
  await tx.query('DELETE FROM issued_tokens WHERE grant_hash = $1', [grantHash]);
  await tx.query('DELETE FROM authorization_records WHERE grant_hash = $1', [grantHash]);
  await tx.query("DELETE FROM authorization_records WHERE kind = 'Grant' AND id_hash = $1", [grantHash]);
}
