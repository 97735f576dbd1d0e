// The applications that a user has given access to. Each consent is a grant, and is listed and revoked by itself.
import { type Audience, DASHBOARD_CLIENT_ID, type Scope } from '../../../contract/access/principal.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';
import type { ConnectedApplication } from '../../accounts/profile.ts';
import { deleteGrant, lastTokensOf } from '../grants/grants.ts';
import type { ProtectedResources } from '../grants/resources.ts';
import { websitesOf } from '../users/users.ts';

interface GrantRow {
  readonly id_hash: string;
  readonly payload: string;
  readonly client_id: string;
  readonly label: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

/** Applications without any website left have no access, so they are left out. */
export async function listApplications(
  database: Pick<Queries, 'query'>,
  userId: number,
  resources: ProtectedResources,
  clock: Clock,
): Promise<ConnectedApplication[]> {
  const grants = await database.query<GrantRow>(
    `SELECT id_hash, payload, client_id, label, created_at, expires_at FROM authorization_records
     WHERE kind = 'Grant' AND user_id = $1 AND client_id <> $2 AND expires_at > $3 ORDER BY created_at DESC, id_hash`,
    [userId, DASHBOARD_CLIENT_ID, isoSeconds(clock())],
  );
  const websites = await websitesByGrant(database, userId);
  const lastTokens = await lastTokensOf(database, userId);
  return grants
    .map((grant) => ({
      id: grant.id_hash,
      ...describeGrant(grant),
      ...accessOf(grant, resources),
      websites: websites.get(grant.id_hash) ?? [],
      connectedAt: grant.created_at,
      lastActiveAt: lastTokens.get(grant.id_hash) ?? grant.created_at,
      expiresAt: grant.expires_at,
    }))
    .filter((application) => application.websites.length > 0);
}

interface RevokedApplication {
  readonly name: string;
  readonly websiteIds: readonly number[];
}

/** undefined: the user has not connected it. */
export async function revokeApplication(
  tx: Queries,
  userId: number,
  id: string,
): Promise<RevokedApplication | undefined> {
  const [grant] = await tx.query<GrantRow>(
    `SELECT id_hash, client_id, label FROM authorization_records
     WHERE kind = 'Grant' AND id_hash = $1 AND user_id = $2 AND client_id <> $3`,
    [id, userId, DASHBOARD_CLIENT_ID],
  );
  if (!grant) return undefined;
  const { name } = describeGrant(grant);
  const websites = await tx.query<{ id: number }>('SELECT website_id AS id FROM grant_websites WHERE grant_hash = $1', [
    grant.id_hash,
  ]);
  await deleteGrant(tx, grant.id_hash);
  return { name, websiteIds: websites.map((website) => website.id) };
}

/** Also ends logins of the dashboard. Returns how many applications there were. */
export async function revokeOtherGrants(tx: Queries, userId: number, currentGrantHash: string): Promise<number> {
  const grants = await tx.query<{ id_hash: string; client_id: string }>(
    "SELECT id_hash, client_id FROM authorization_records WHERE kind = 'Grant' AND user_id = $1 AND id_hash <> $2",
    [userId, currentGrantHash],
  );
  for (const { id_hash: grantHash } of grants) await deleteGrant(tx, grantHash);
  return grants.filter(({ client_id }) => client_id !== DASHBOARD_CLIENT_ID).length;
}

/** The id of a client that is described by a document is the URL of the document. */
function describeGrant({ client_id: clientId, label }: GrantRow) {
  const host = clientId.startsWith('https://') ? (URL.parse(clientId)?.host ?? null) : null;
  return { name: label ?? host ?? 'An application without a name', host };
}

function accessOf(
  { payload }: GrantRow,
  resources: ProtectedResources,
): { readonly audience: Audience; readonly scopes: readonly Scope[] } {
  const { resources: granted = {} } = JSON.parse(payload) as { readonly resources?: Record<string, string> };
  const [url, scope = ''] = Object.entries(granted)[0] ?? [];
  const { audience, scopes } = resources.find(url) ?? resources.default;
  const named = new Set(scope.split(' '));
  return { audience, scopes: scopes.filter((one) => named.has(one)) };
}

async function websitesByGrant(database: Pick<Queries, 'query'>, userId: number) {
  const own = new Map((await websitesOf(database, userId)).map(({ id, name }) => [id, { id, name }]));
  const rows = await database.query<{ grant_hash: string; website_id: number }>(
    `SELECT grant_hash, website_id FROM grant_websites WHERE grant_hash IN
       (SELECT id_hash FROM authorization_records WHERE kind = 'Grant' AND user_id = $1)`,
    [userId],
  );
  const seen = rows.flatMap(({ grant_hash, website_id }) => {
    const website = own.get(website_id);
    return website ? [{ grantHash: grant_hash, website }] : [];
  });
  return new Map(
    Array.from(
      Map.groupBy(seen, ({ grantHash }) => grantHash),
      ([grantHash, of]) => [grantHash, of.map(({ website }) => website).sort((a, b) => a.name.localeCompare(b.name))],
    ),
  );
}
