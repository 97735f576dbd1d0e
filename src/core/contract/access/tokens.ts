// Tokens created by operators, or by users in the dashboard: bound to websites, scopes and an audience. The secret is shown
// once; only a hash is stored. A token that a user created is valid while the user may see its websites.
import { randomBytes } from 'node:crypto';
import { filledUp } from '../../foundation/database/batched-lookups.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { nextId } from '../../foundation/database/next-id.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import { recordAudit } from './audit-log.ts';
import { dataVersionsOf, type VersionColumns, versionColumns } from './data-version.ts';
import { recordFirstTokens } from './first-tokens.ts';
import { type Actor, type Audience, COMMAND_LINE, type Principal, type Scope, type StoredToken } from './principal.ts';
import type { Role } from './role.ts';
import { roleOnWebsite } from './role-on-website.ts';
import { secretHash } from './secret-hash.ts';

/** Distinguishes these tokens from those of the authorization server. */
export const OPERATOR_TOKEN_PREFIX = 'fat_';
const TOKENS_PER_STATEMENT_MAX = 1_000;

export interface NewToken {
  readonly websiteIds: readonly number[];
  readonly scopes: readonly Scope[];
  readonly audience: Audience;
  readonly expiresInDays?: number;
  /** What it is for, as entered by its creator. */
  readonly name?: string;
  /** The user who creates it; absent: an operator. */
  readonly userId?: number;
}

interface TokenRecord {
  readonly id: number;
  readonly scopes: string[];
  readonly website_ids: number[];
  readonly audience: Audience;
  readonly expires_at: string | null;
}

export interface ListedToken extends TokenRecord {
  readonly name: string | null;
  /** The user who created it. null: an operator, or unknown. */
  readonly user_id: number | null;
  /** null: created by an operator, or by a user who was deleted. */
  readonly user_email: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export class UnknownWebsiteError extends Error {}

export type CreatedToken = TokenRecord & { readonly token: string };

export function createToken(database: Database, token: NewToken, clock: Clock): Promise<CreatedToken> {
  return database.transaction((tx) => insertToken(tx, token, clock));
}

export async function insertToken(tx: Queries, token: NewToken, clock: Clock): Promise<CreatedToken> {
  const websiteIds = [...new Set(token.websiteIds)].sort((a, b) => a - b);
  const websites = await tx.query<{ id: number }>(
    `SELECT id FROM websites WHERE id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  const missing = websiteIds.filter((id) => !websites.some((website) => website.id === id));
  if (missing.length > 0) throw new UnknownWebsiteError(`There is no website ${missing.join(', ')}.`);

  const now = clock();
  const id = await nextId(tx, 'access_tokens');
  const secret = OPERATOR_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const expiresAt = token.expiresInDays === undefined ? null : daysLater(now, token.expiresInDays);
  await tx.insertMany({
    into: 'access_tokens',
    columns: ['id', 'token_hash', 'audience', 'scopes', 'created_at', 'expires_at', 'name', 'user_id'],
    rows: [
      [
        id,
        secretHash(secret),
        token.audience,
        token.scopes.join(' '),
        isoSeconds(now),
        expiresAt,
        token.name ?? null,
        token.userId ?? null,
      ],
    ],
  });
  await tx.insertMany({
    into: 'access_token_websites',
    columns: ['token_id', 'website_id'],
    rows: websiteIds.map((websiteId) => [id, websiteId]),
  });
  await recordFirstTokens(tx, websiteIds, isoSeconds(now));
  const actor: Actor = token.userId === undefined ? COMMAND_LINE : { userId: token.userId, via: 'dashboard' };
  await recordAudit(tx, { websiteIds, actor, action: 'token_created', subject: labelOf(id, token.name) }, clock);
  return {
    id,
    token: secret,
    scopes: [...token.scopes],
    website_ids: websiteIds,
    audience: token.audience,
    expires_at: expiresAt,
  };
}

interface TokenRow {
  id: number;
  name: string | null;
  user_id: number | null;
  user_email: string | null;
  audience: Audience;
  scopes: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

export async function listTokens(database: Database): Promise<ListedToken[]> {
  const tokens = await database.query<TokenRow>(
    `SELECT access_tokens.id AS id, name, audience, scopes, access_tokens.created_at AS created_at, expires_at,
       last_used_at, revoked_at, user_id, email AS user_email
     FROM access_tokens LEFT JOIN users ON users.id = user_id ORDER BY access_tokens.id`,
  );
  const websites = await database.query<{ token_id: number; website_id: number }>(
    'SELECT token_id, website_id FROM access_token_websites ORDER BY token_id, website_id',
  );
  const websitesByToken = Map.groupBy(websites, (row) => row.token_id);
  return tokens.map(({ scopes, ...token }) => ({
    ...token,
    scopes: scopes.split(' '),
    website_ids: (websitesByToken.get(token.id) ?? []).map((row) => row.website_id),
  }));
}

/** false: there is no such token, or it is already revoked. */
export function revokeToken(database: Database, id: number, clock: Clock, actor = COMMAND_LINE): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [revoked] = await tx.query<{ name: string | null }>(
      'UPDATE access_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING name',
      [id, isoSeconds(clock())],
    );
    if (!revoked) return false;
    const websites = await tx.query<{ id: number }>(
      'SELECT website_id AS id FROM access_token_websites WHERE token_id = $1',
      [id],
    );
    const websiteIds = websites.map((website) => website.id);
    await recordAudit(tx, { websiteIds, actor, action: 'token_revoked', subject: labelOf(id, revoked.name) }, clock);
    return true;
  });
}

function labelOf(id: number, name: string | null | undefined): string {
  return name ? `${id} (${name})` : String(id);
}

/** Revokes the tokens that the user created, and returns their ids. */
export async function revokeTokensOf(tx: Queries, userId: number, clock: Clock): Promise<number[]> {
  const revoked = await tx.query<{ id: number }>(
    'UPDATE access_tokens SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL RETURNING id',
    [userId, isoSeconds(clock())],
  );
  return revoked.map(({ id }) => id).sort((a, b) => a - b);
}

/** Revokes those that the user created for websites of the account. */
export async function revokeTokensInAccount(
  tx: Queries,
  { userId, accountId }: { readonly userId: number; readonly accountId: number },
  clock: Clock,
): Promise<void> {
  // These are two statements, because Citus would send the rows of a join within an UPDATE to all workers, and one may be down.
  const tokens = await tx.query<{ id: number }>(
    `SELECT DISTINCT access_tokens.id FROM access_tokens JOIN access_token_websites ON token_id = access_tokens.id
       JOIN websites ON websites.id = website_id WHERE user_id = $1 AND account_id = $2 AND revoked_at IS NULL`,
    [userId, accountId],
  );
  for (let start = 0; start < tokens.length; start += TOKENS_PER_STATEMENT_MAX) {
    const ids = tokens.slice(start, start + TOKENS_PER_STATEMENT_MAX).map(({ id }) => id);
    const sql = `UPDATE access_tokens SET revoked_at = $1 WHERE revoked_at IS NULL AND id IN (${placeholders(ids.length, 1)})`;
    await tx.query(sql, [isoSeconds(clock()), ...ids]);
  }
}

/** Takes the websites from the tokens that the user created. Those that are left with none are revoked. */
export async function takeWebsitesFromTokens(
  tx: Queries,
  { userId, websiteIds }: { readonly userId: number; readonly websiteIds: readonly number[] },
  clock: Clock,
): Promise<void> {
  const tokens = 'SELECT id FROM access_tokens WHERE user_id = $1 AND revoked_at IS NULL';
  await tx.query(
    `DELETE FROM access_token_websites WHERE token_id IN (${tokens})
       AND website_id IN (${placeholders(websiteIds.length, 1)})`,
    [userId, ...websiteIds],
  );
  await tx.query(
    `UPDATE access_tokens SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM access_token_websites WHERE token_id = access_tokens.id)`,
    [userId, isoSeconds(clock())],
  );
}

/** The tokens that are valid now, by hash, with the websites that their user may still see. */
export async function readCreatedTokens(
  database: Pick<Database, 'query' | 'isDistributed'>,
  hashes: readonly string[],
): Promise<Map<string, StoredToken>> {
  const isDistributed = await database.isDistributed();
  const wanted = filledUp(hashes);
  const rows = await database.query<VerifiedRow>(
    `SELECT token_hash, id, audience, scopes, expires_at, website_id, user_id,
       ${roleOnWebsite('access_tokens.user_id', 'access_token_websites.website_id')} AS role,
       ${versionColumns('access_token_websites.website_id', isDistributed)}
     FROM access_tokens JOIN access_token_websites ON token_id = id
     WHERE token_hash IN (${placeholders(wanted.length)}) AND revoked_at IS NULL
     ORDER BY website_id`,
    wanted,
  );
  const visible = rows.filter(({ user_id: userId, role }) => userId === null || role !== null);
  const byHash = Map.groupBy(visible, (row) => row.token_hash);
  return new Map(Array.from(byHash, ([hash, ofToken]) => [hash, storedToken(ofToken)]));
}

interface VerifiedRow extends VersionColumns, Pick<TokenRow, 'id' | 'audience' | 'scopes' | 'expires_at' | 'user_id'> {
  token_hash: string;
  website_id: number;
  /** null: created by an operator, or the user may no longer see the website. */
  role: Role | null;
}

/** There is a row for each website, and at least one. */
function storedToken(rows: readonly VerifiedRow[]): StoredToken {
  const { id, scopes, audience, expires_at: expiresAt, user_id: userId } = rows[0]!;
  const principal: Principal = {
    id: `token:${id}`,
    scopes: new Set(scopes.split(' ') as Scope[]),
    audience,
    websiteIds: rows.map(({ website_id: websiteId }) => websiteId),
    ...(userId !== null && { roles: new Map(rows.map(({ website_id: websiteId, role }) => [websiteId, role!])) }),
    dataVersions: dataVersionsOf(rows),
    actor: { userId, via: 'token' },
    ...(expiresAt !== null && { expiresAt }),
  };
  return { principal, createdTokenId: id };
}

function daysLater(date: Date, days: number): string {
  return isoSeconds(new Date(date.getTime() + days * 86_400_000));
}
