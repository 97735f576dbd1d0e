// Every token of this service's own store: those that operators made, and those that people gave to clients.
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { IssuedTokenVerifier } from './issued-tokens.ts';
import type { AccessTokenVerifier } from './principal.ts';
import { OPERATOR_TOKEN_PREFIX, TokenVerifier } from './tokens.ts';

export function storedTokenVerifier(database: Database, clock: Clock): AccessTokenVerifier {
  const made = new TokenVerifier(database, clock);
  const issued = new IssuedTokenVerifier(database, clock);
  return {
    verify: (token, audience) => (token.startsWith(OPERATOR_TOKEN_PREFIX) ? made : issued).verify(token, audience),
    cacheUse: () => ({
      hits: made.cacheUse().hits + issued.cacheUse().hits,
      misses: made.cacheUse().misses + issued.cacheUse().misses,
    }),
  };
}
