// Tokens that operators make, and users in the dashboard: bound to websites, scopes and an audience. Shown once; only a
// hash is stored. One that a user made is good for as long as the user may see its websites.
import { randomBytes } from 'node:crypto';
import { type Clock, isoSeconds } from '../clock.ts';
import { type CacheUse, ChangeCache } from '../database/change-cache.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { nextId } from '../database/next-id.ts';
import { noteFirstTokens } from './first-tokens.ts';
import { type AccessTokenVerifier, type Audience, hasExpired, type Principal, type Scope } from './principal.ts';
import { secretHash } from './secret-hash.ts';
import { userMaySee } from './user-may-see.ts';

/** Tells these tokens from those of the authorization server. */
export const OPERATOR_TOKEN_PREFIX = 'fat_';
const TOKEN_LENGTH_MAX = 200;
const USE_NOTED_EVERY_MS = 60_000;
const USES_REMEMBERED_MAX = 10_000;

export interface NewToken {
  readonly websiteIds: readonly number[];
  readonly scopes: readonly Scope[];
  readonly audience: Audience;
  readonly expiresInDays?: number;
  /** What it is for, in the words of whoever made it. */
  readonly name?: string;
  /** The user who makes it; absent: an operator. */
  readonly userId?: number;
}

export interface TokenRecord {
  readonly id: number;
  readonly scopes: string[];
  readonly website_ids: number[];
  readonly audience: Audience;
  readonly expires_at: string | null;
}

export interface ListedToken extends TokenRecord {
  readonly name: string | null;
  /** Of the user who made it. null: an operator, or nobody knows. */
  readonly user_id: number | null;
  /** null: an operator, or a user who is gone. */
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
  const known = await tx.query<{ id: number }>(
    `SELECT id FROM websites WHERE id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  const missing = websiteIds.filter((id) => !known.some((row) => row.id === id));
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
  await noteFirstTokens(tx, websiteIds, isoSeconds(now));
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

/** false: there is no such token, or it was revoked before. */
export function revokeToken(database: Database, id: number, clock: Clock): Promise<boolean> {
  return database.transaction(async (tx) => {
    const revoked = await tx.query(
      'UPDATE access_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
      [id, isoSeconds(clock())],
    );
    return revoked.length > 0;
  });
}

/** Those that the user made. Returns their ids. */
export async function revokeTokensOf(tx: Queries, userId: number, clock: Clock): Promise<number[]> {
  const revoked = await tx.query<{ id: number }>(
    'UPDATE access_tokens SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL RETURNING id',
    [userId, isoSeconds(clock())],
  );
  return revoked.map(({ id }) => id).sort((a, b) => a - b);
}

export class TokenVerifier implements AccessTokenVerifier {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #known: ChangeCache<KnownToken | undefined>;
  readonly #usedAt = new Map<number, number>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#known = new ChangeCache(database);
  }

  async verify(token: string, audience: Audience): Promise<Principal | undefined> {
    if (!token.startsWith(OPERATOR_TOKEN_PREFIX) || token.length > TOKEN_LENGTH_MAX) return undefined;
    const known = await this.#known.get(token, () => this.#lookUp(secretHash(token)));
    const now = this.#clock();
    if (!known || known.principal.audience !== audience || hasExpired(known.principal, now)) return undefined;
    this.#noteUse(known.id, now);
    return known.principal;
  }

  cacheUse(): CacheUse {
    return this.#known.use;
  }

  async #lookUp(hash: string): Promise<KnownToken | undefined> {
    const rows = await this.#database.query<TokenRow & { website_id: number }>(
      `SELECT id, audience, scopes, expires_at, website_id
       FROM access_tokens JOIN access_token_websites ON token_id = id
       WHERE token_hash = $1 AND revoked_at IS NULL
         AND (user_id IS NULL OR ${userMaySee('access_tokens.user_id', 'access_token_websites.website_id')})
       ORDER BY website_id`,
      [hash],
    );
    const [row] = rows;
    if (!row) return undefined;
    const principal: Principal = {
      id: `token:${row.id}`,
      scopes: new Set(row.scopes.split(' ') as Scope[]),
      audience: row.audience,
      websiteIds: rows.map(({ website_id: websiteId }) => websiteId),
      ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    };
    return { id: row.id, principal };
  }

  /** Once a minute is exact enough, and a request must not wait for it nor fail with it. */
  #noteUse(id: number, now: Date): void {
    const lastNoted = this.#usedAt.get(id);
    // Either way: a clock that was set back must not keep uses from being noted until it has caught up.
    if (lastNoted !== undefined && Math.abs(now.getTime() - lastNoted) < USE_NOTED_EVERY_MS) return;
    if (this.#usedAt.size >= USES_REMEMBERED_MAX) this.#usedAt.clear();
    this.#usedAt.set(id, now.getTime());
    void this.#database
      .transaction((tx) => tx.query('UPDATE access_tokens SET last_used_at = $2 WHERE id = $1', [id, isoSeconds(now)]))
      .catch(() => {});
  }
}

interface KnownToken {
  readonly id: number;
  readonly principal: Principal;
}

function daysLater(date: Date, days: number): string {
  return isoSeconds(new Date(date.getTime() + days * 86_400_000));
}
