// The websites that a user chose when authorizing a client, and revoking such a grant.
import { recordFirstTokens } from '../access/first-tokens.ts';
import { secretHash } from '../access/secret-hash.ts';
import { userMaySee, userOfGrant } from '../access/user-may-see.ts';
import { type Clock, isoSeconds } from '../clock.ts';
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

/**
 * For a website that the user has just created: the current login shows it without being renewed. The caller has made sure that
 * the user may see the website, and that the grant still exists.
 */
export async function addWebsiteToGrant(
  tx: Queries,
  grantHash: string,
  websiteId: number,
  clock: Clock,
): Promise<void> {
  await tx.insertMany({
    into: 'grant_websites',
    columns: ['grant_hash', 'website_id'],
    rows: [[grantHash, websiteId]],
    onConflict: 'ON CONFLICT (grant_hash, website_id) DO NOTHING',
  });
  // The tokens of the grant are valid for the website from now on.
  await recordFirstTokens(tx, [websiteId], isoSeconds(clock()));
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
