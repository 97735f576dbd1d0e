// Verifies the access tokens that people gave to clients: one look-up finds the token, its scopes and the websites of
// its grant that the person may still see. Where there are none, as with a revoked grant, the token is not found.
import type { Clock } from '../clock.ts';
import { type CacheUse, ChangeCache } from '../database/change-cache.ts';
import type { Database } from '../database/database.ts';
import { type AccessTokenVerifier, type Audience, hasExpired, type Principal, type Scope } from './principal.ts';
import { secretHash } from './secret-hash.ts';
import { grantedBy, userMaySee } from './user-may-see.ts';

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
  readonly #known: ChangeCache<Principal | undefined>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#known = new ChangeCache(database);
  }

  async verify(token: string, audience: Audience): Promise<Principal | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    const known = await this.#known.get(token, () => this.#lookUp(secretHash(token)));
    if (!known || known.audience !== audience || hasExpired(known, this.#clock())) return undefined;
    return known;
  }

  cacheUse(): CacheUse {
    return this.#known.use;
  }

  async #lookUp(hash: string): Promise<Principal | undefined> {
    const rows = await this.#database.query<IssuedTokenRow>(
      `SELECT audience, scopes, expires_at, issued_tokens.grant_hash AS grant_hash, website_id
       FROM issued_tokens JOIN grant_websites ON grant_websites.grant_hash = issued_tokens.grant_hash
       WHERE token_hash = $1 AND ${userMaySee(grantedBy('issued_tokens.grant_hash'), 'grant_websites.website_id')}
       ORDER BY website_id`,
      [hash],
    );
    const [row] = rows;
    if (!row) return undefined;
    return {
      // By the grant and not by the token: a new token every hour does not begin a new limit.
      id: `grant:${row.grant_hash}`,
      scopes: new Set(row.scopes.split(' ') as Scope[]),
      audience: row.audience,
      websiteIds: rows.map(({ website_id: websiteId }) => websiteId),
      expiresAt: row.expires_at,
    };
  }
}
