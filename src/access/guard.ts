// The first steps of every call: authenticate, limit the rate, require the scope. Which of the caller's websites a call is
// about is settled later, by api/choose-websites.ts.
import { Problem } from '../problem.ts';
import type { ApiKeyVerifier } from './api-keys.ts';
import type { AccessTokenVerifier, Audience, Principal, Scope } from './principal.ts';
import { addressKey, type RateLimit, rateLimitHeaders, tooManyRequests } from './rate-limit.ts';

export interface GuardParts {
  readonly tokens: AccessTokenVerifier;
  /** Only where the legacy scheme is taken: on the REST API. */
  readonly apiKeys?: ApiKeyVerifier;
  /** Requests of each credential. */
  readonly requests?: RateLimit;
  /** Requests of each address whose credential was refused: what stops those who guess. */
  readonly refusals?: RateLimit;
  /** RFC 9728: named in every 401 and 403, so that a client finds out by itself where to get a token. */
  readonly resourceMetadataUrl?: string;
}

/** The other end of a request, as far as limits need to know it. */
export interface Caller {
  readonly address: string;
  /** Takes headers for the answer, whatever it will be: how much of the limit is left. */
  setHeaders(headers: Readonly<Record<string, string>>): void;
}

export class Guard {
  readonly #audience: Audience;
  readonly #parts: GuardParts;

  constructor(audience: Audience, parts: GuardParts) {
    this.#audience = audience;
    this.#parts = parts;
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(authorization: string | undefined, scope: Scope, caller?: Caller): Promise<Principal> {
    const principal = await this.#authenticate(authorization, scope, caller);
    this.#limitRate(principal, caller);
    this.#requireScope(principal, scope);
    return principal;
  }

  async #authenticate(authorization = '', scope: Scope, caller: Caller | undefined): Promise<Principal> {
    // Nothing was tried, so nothing was guessed: this is how a client asks where to get a token.
    if (authorization === '') {
      throw new Problem(401, 'A token is needed: Authorization: Bearer <token>.', {
        headers: this.#challenge(scope),
      });
    }
    this.#refuseGuessers(caller);
    const principal = await this.#verify(authorization);
    if (principal) return principal;
    if (caller) this.#parts.refusals?.take(addressKey(caller.address));
    throw new Problem(401, 'The token is not valid here, or is no longer valid.', {
      headers: this.#challenge(scope, 'invalid_token'),
    });
  }

  async #verify(authorization: string): Promise<Principal | undefined> {
    const [, token] = /^Bearer +([^\s]+) *$/i.exec(authorization) ?? [];
    if (token) return this.#parts.tokens.verify(token, this.#audience);
    const [, key] = /^api_key=(\S+) *$/i.exec(authorization) ?? [];
    return key ? this.#parts.apiKeys?.verify(key) : undefined;
  }

  #refuseGuessers(caller: Caller | undefined): void {
    // Mostly nobody was refused in this minute, and no address need be looked at.
    if (!caller || !this.#parts.refusals || this.#parts.refusals.isEmpty) return;
    const state = this.#parts.refusals.look(addressKey(caller.address));
    if (state.isExceeded) throw tooManyRequests(state, 'Too many requests with credentials that are not valid.');
  }

  #limitRate(principal: Principal, caller: Caller | undefined): void {
    if (!this.#parts.requests) return;
    const state = this.#parts.requests.take(principal.id);
    if (state.isExceeded) {
      throw tooManyRequests(state, `Too many requests: at most ${state.limit} a minute. Wait and try again.`);
    }
    caller?.setHeaders(rateLimitHeaders(state));
  }

  #requireScope({ scopes }: Principal, scope: Scope): void {
    if (scopes === 'all' || scopes.has(scope)) return;
    throw new Problem(403, `The token lacks the scope ${scope}.`, {
      headers: this.#challenge(scope, 'insufficient_scope'),
    });
  }

  /** A client that is told where to get a token is told there and then what to ask for. */
  #challenge(scope: Scope, error?: 'invalid_token' | 'insufficient_scope'): Record<string, string> {
    const { resourceMetadataUrl } = this.#parts;
    const parameters = [
      error && `error="${error}"`,
      (resourceMetadataUrl || error === 'insufficient_scope') && `scope="${scope}"`,
      resourceMetadataUrl && `resource_metadata="${resourceMetadataUrl}"`,
    ].filter((parameter) => parameter !== undefined && parameter !== false);
    return { 'www-authenticate': `Bearer ${parameters.join(', ')}`.trimEnd() };
  }
}
