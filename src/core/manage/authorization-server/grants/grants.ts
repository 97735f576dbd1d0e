// The websites that a user chose when authorizing a client, and revoking such a grant.
import { recordFirstTokens } from '../../../contract/access/first-tokens.ts';
import type { Role } from '../../../contract/access/role.ts';
import { roleOnWebsite, userOfGrant } from '../../../contract/access/role-on-website.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';

/** What oidc-provider does not store of a grant. `name` is how the client was described to the user. */
export async function storeGrant(
  tx: Queries,
  grantId: string,
  { name, websiteIds }: { readonly name: string; readonly websiteIds: readonly number[] },
): Promise<void> {
  const grantHash = secretHash(grantId);
  await tx.query("UPDATE authorization_records SET label = $2 WHERE kind = 'Grant' AND id_hash = $1", [
    grantHash,
    name,
  ]);
  await tx.insertMany({
    into: 'grant_websites',
    columns: ['grant_hash', 'website_id'],
    rows: websiteIds.map((websiteId) => [grantHash, websiteId]),
  });
}

/**
 * Serves a website that the user has just created: the current login shows it without being renewed. The caller has made sure that
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

interface GrantWebsite {
  readonly id: number;
  /** The role of the user who authorized the grant. */
  readonly role: Role;
}

/** Only websites that the user may still see, ascending. */
export async function grantWebsites(database: Pick<Queries, 'query'>, grantId: string): Promise<GrantWebsite[]> {
  const rows = await database.query<{ id: number; role: Role | null }>(
    `SELECT website_id AS id,
       ${roleOnWebsite(userOfGrant('grant_websites.grant_hash'), 'grant_websites.website_id')} AS role
     FROM grant_websites WHERE grant_hash = $1 ORDER BY website_id`,
    [secretHash(grantId)],
  );
  return rows.flatMap(({ id, role }) => (role === null ? [] : [{ id, role }]));
}

export async function grantWebsiteIds(database: Pick<Queries, 'query'>, grantId: string): Promise<number[]> {
  return (await grantWebsites(database, grantId)).map(({ id }) => id);
}

/** Deletes the grant and everything issued for it. Websites come first, because their lock serializes concurrent calls. */
export async function deleteGrant(tx: Queries, grantHash: string): Promise<void> {
  await tx.query('DELETE FROM grant_websites WHERE grant_hash = $1', [grantHash]);
  await tx.query('DELETE FROM issued_tokens WHERE grant_hash = $1', [grantHash]);
  await tx.query('DELETE FROM authorization_records WHERE grant_hash = $1', [grantHash]);
  await tx.query("DELETE FROM authorization_records WHERE kind = 'Grant' AND id_hash = $1", [grantHash]);
}

/**
 * When the user's grants last got tokens. A client in use gets new ones when they expire, so nothing has to be written when a
 * token is used. Refresh tokens are deleted when they expire: a grant without any is left out.
 */
export async function lastTokensOf(
  database: Pick<Queries, 'query'>,
  userId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ grant_hash: string; last: string }>(
    `SELECT grant_hash, MAX(created_at) AS last FROM authorization_records
     WHERE kind = 'RefreshToken' AND user_id = $1 GROUP BY grant_hash`,
    [userId],
  );
  return new Map(rows.map(({ grant_hash, last }) => [grant_hash, last]));
}
