// The websites that a user chose when authorizing a client, and revoking such a grant.
import { secretHash } from '../access/secret-hash.ts';
import { userMaySee, userOfGrant } from '../access/user-may-see.ts';
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

/** Only websites that the user may still see. */
export async function grantWebsiteIds(database: Pick<Queries, 'query'>, grantId: string): Promise<number[]> {
  const rows = await database.query<{ website_id: number }>(
    `SELECT website_id FROM grant_websites
     WHERE grant_hash = $1 AND ${userMaySee(userOfGrant('grant_websites.grant_hash'), 'grant_websites.website_id')}
     ORDER BY website_id`,
    [secretHash(grantId)],
  );
  return rows.map((row) => row.website_id);
}

/** Deletes the grant and everything issued for it. Websites come first, because their lock serializes concurrent calls. */
export async function deleteGrant(tx: Queries, grantHash: string): Promise<void> {
  await tx.query('DELETE FROM grant_websites WHERE grant_hash = $1', [grantHash]);
  await tx.query('DELETE FROM issued_tokens WHERE grant_hash = $1', [grantHash]);
  await tx.query('DELETE FROM authorization_records WHERE grant_hash = $1', [grantHash]);
  await tx.query("DELETE FROM authorization_records WHERE kind = 'Grant' AND id_hash = $1", [grantHash]);
}
