// Verifies the access tokens that were issued to OAuth clients. One query finds the token, its scopes and the websites of
// its grant that the user may still see. If there are none, for example after a revocation, the token is invalid.
import type { Clock } from '../clock.ts';
import { type CacheStats, ChangeCache } from '../database/change-cache.ts';
import type { Database } from '../database/database.ts';
import { type AccessTokenVerifier, type Audience, hasExpired, type Principal, type Scope } from './principal.ts';
import { secretHash } from './secret-hash.ts';
import { userMaySee, userOfGrant } from './user-may-see.ts';

const TOKEN_LENGTH_MAX = 200;

interface IssuedTokenRow {
  audience: Audience;
  scopes: string;
  expires_at: string;
  grant_hash: string;
  website_id: number;
}

export class IssuedTokenVerifier implements AccessTokenVerifier {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #cache: ChangeCache<Principal | undefined>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#cache = new ChangeCache(database);
  }

  async verify(token: string, audience: Audience): Promise<Principal | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    const principal = await this.#cache.get(token, () => this.#lookUp(secretHash(token)));
    if (!principal || principal.audience !== audience || hasExpired(principal, this.#clock())) return undefined;
    return principal;
  }

  cacheStats(): CacheStats {
    return this.#cache.stats;
  }

  async #lookUp(hash: string): Promise<Principal | undefined> {
    const rows = await this.#database.query<IssuedTokenRow>(
      `SELECT audience, scopes, expires_at, issued_tokens.grant_hash AS grant_hash, website_id
       FROM issued_tokens JOIN grant_websites ON grant_websites.grant_hash = issued_tokens.grant_hash
       WHERE token_hash = $1 AND ${userMaySee(userOfGrant('issued_tokens.grant_hash'), 'grant_websites.website_id')}
       ORDER BY website_id`,
      [hash],
    );
    const [row] = rows;
    if (!row) return undefined;
    return {
      // The grant, not the token: refreshing the token every hour must not reset the rate limit.
      id: `grant:${row.grant_hash}`,
      scopes: new Set(row.scopes.split(' ') as Scope[]),
      audience: row.audience,
      websiteIds: rows.map(({ website_id: websiteId }) => websiteId),
      expiresAt: row.expires_at,
    };
  }
}
