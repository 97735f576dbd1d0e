// Verifies all tokens in the database: those created by operators and users, and those issued to OAuth clients.
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { IssuedTokenVerifier } from './issued-tokens.ts';
import type { AccessTokenVerifier } from './principal.ts';
import { OPERATOR_TOKEN_PREFIX, TokenVerifier } from './tokens.ts';

export function storedTokenVerifier(database: Database, clock: Clock): AccessTokenVerifier {
  const created = new TokenVerifier(database, clock);
  const issued = new IssuedTokenVerifier(database, clock);
  return {
    verify: (token, audience) => (token.startsWith(OPERATOR_TOKEN_PREFIX) ? created : issued).verify(token, audience),
    cacheStats: () => ({
      hits: created.cacheStats().hits + issued.cacheStats().hits,
      misses: created.cacheStats().misses + issued.cacheStats().misses,
    }),
  };
}
