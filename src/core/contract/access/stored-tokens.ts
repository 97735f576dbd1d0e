// Verifies the tokens in the database: those created by operators and users, and those issued to OAuth clients. Each kind has its own
// statement.
// Why: docs/decisions/tokens.md, "Tokens are opaque and found by one look-up".
import { BatchedLookups } from '../../foundation/database/batched-lookups.ts';
import { type CacheStats, ChangeCache } from '../../foundation/database/change-cache.ts';
import type { CacheableDatabase } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { readIssuedTokens } from './issued-tokens.ts';
import { LastUses } from './last-uses.ts';
import { type AccessTokenVerifier, type Audience, hasExpired, type Principal, type StoredToken } from './principal.ts';
import { secretHash } from './secret-hash.ts';
import { OPERATOR_TOKEN_PREFIX, readCreatedTokens } from './tokens.ts';

const TOKEN_LENGTH_MAX = 200;

export class StoredTokenVerifier implements AccessTokenVerifier {
  readonly #clock: Clock;
  readonly #cache: ChangeCache<StoredToken | undefined>;
  readonly #created: BatchedLookups<string, StoredToken>;
  readonly #issued: BatchedLookups<string, StoredToken>;
  readonly #lastUses: LastUses;

  constructor(database: CacheableDatabase, clock: Clock) {
    this.#clock = clock;
    this.#cache = new ChangeCache(database);
    this.#lastUses = new LastUses(database, 'access_tokens');
    this.#created = new BatchedLookups(byHash((hashes) => readCreatedTokens(database, hashes)));
    this.#issued = new BatchedLookups(byHash((hashes) => readIssuedTokens(database, hashes)));
  }

  async verify(token: string, audience: Audience): Promise<Principal | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    const found = await this.#cache.get(token, (counter) => this.#find(token, counter));
    const now = this.#clock();
    if (!found || found.principal.audience !== audience || hasExpired(found.principal, now)) return undefined;
    if (found.createdTokenId !== undefined) this.#lastUses.record(found.createdTokenId, now);
    return found.principal;
  }

  async #find(token: string, versionsCounter: number | undefined): Promise<StoredToken | undefined> {
    const tokens = token.startsWith(OPERATOR_TOKEN_PREFIX) ? this.#created : this.#issued;
    const found = await tokens.get(token);
    if (!found || versionsCounter === undefined) return found;
    return { ...found, principal: { ...found.principal, versionsCounter } };
  }

  cacheStats(): CacheStats {
    return this.#cache.stats;
  }
}

type FindTokens = (keys: readonly string[]) => Promise<ReadonlyMap<string, StoredToken>>;

/**
 * Finds tokens by a function that finds them by their hashes. So each is hashed once, however many requests come with it at the same time.
 */
function byHash(find: FindTokens): FindTokens {
  return async (tokens) => {
    const hashes = new Map(tokens.map((token) => [secretHash(token), token]));
    const found = await find([...hashes.keys()]);
    return new Map(Array.from(found, ([hash, token]) => [hashes.get(hash)!, token]));
  };
}
