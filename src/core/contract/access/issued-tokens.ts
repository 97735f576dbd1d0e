// Finds the access tokens that were issued to OAuth clients. One query finds a token, its scopes and the websites of
// its grant that the user may still see. If there are none, for example after a revocation, the token is invalid.
import { filledUp } from '../../foundation/database/batched-lookups.ts';
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { dataVersionsOf, type VersionColumns, versionColumns } from './data-version.ts';
import { type Audience, DASHBOARD_CLIENT_ID, type Principal, type Scope, type StoredToken } from './principal.ts';
import type { Role } from './role.ts';
import { roleOnWebsite } from './role-on-website.ts';

interface IssuedTokenRow extends VersionColumns {
  token_hash: string;
  audience: Audience;
  scopes: string;
  expires_at: string;
  grant_hash: string;
  website_id: number;
  user_id: number;
  client_id: string;
  role: Role;
}

type FoundRow = Omit<IssuedTokenRow, 'role'> & { readonly role: Role | null };

/** The tokens by hash. Some of them may have expired. */
export async function readIssuedTokens(
  database: Pick<Database, 'query' | 'isDistributed'>,
  hashes: readonly string[],
): Promise<Map<string, StoredToken>> {
  const isDistributed = await database.isDistributed();
  const wanted = filledUp(hashes);
  const rows = await database.query<FoundRow>(
    `SELECT token_hash, audience, scopes, issued_tokens.expires_at AS expires_at,
       issued_tokens.grant_hash AS grant_hash, website_id, user_id, client_id,
       ${roleOnWebsite('authorization_records.user_id', 'grant_websites.website_id')} AS role,
       ${versionColumns('grant_websites.website_id', isDistributed)}
     FROM issued_tokens JOIN grant_websites ON grant_websites.grant_hash = issued_tokens.grant_hash
     JOIN authorization_records ON kind = 'Grant' AND id_hash = issued_tokens.grant_hash
     WHERE token_hash IN (${placeholders(wanted.length)})
     ORDER BY website_id`,
    wanted,
  );
  const byHash = Map.groupBy(rows.filter(isVisible), (row) => row.token_hash);
  return new Map(Array.from(byHash, ([hash, ofToken]) => [hash, { principal: principalOf(ofToken) }]));
}

/** The user may still see the website. */
function isVisible(row: FoundRow): row is IssuedTokenRow {
  return row.role !== null;
}

/** There is a row for each website, and at least one. */
function principalOf(rows: readonly IssuedTokenRow[]): Principal {
  const { grant_hash: grantHash, scopes, audience, expires_at: expiresAt, user_id: userId, client_id } = rows[0]!;
  return {
    // The grant, not the token: refreshing the token must not reset the rate limit.
    id: `grant:${grantHash}`,
    scopes: new Set(scopes.split(' ') as Scope[]),
    audience,
    websiteIds: rows.map(({ website_id: websiteId }) => websiteId),
    dataVersions: dataVersionsOf(rows),
    roles: new Map(rows.map(({ website_id: websiteId, role }) => [websiteId, role])),
    actor: { userId, via: client_id === DASHBOARD_CLIENT_ID ? 'dashboard' : 'application' },
    expiresAt,
  };
}
