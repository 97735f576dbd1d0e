// The first steps of every call: authenticate, limit the rate, refuse what a restricted principal does not have, require the scope.
// server/api/choose-websites.ts later decides which of the caller's websites the call is about.
// Why: docs/decisions/tokens.md, "One client does not lock out its address".
import { Problem } from '../../foundation/problem/problem.ts';
import type { ApiKeyVerifier } from './api-keys.ts';
import {
  type AccessTokenVerifier,
  AUDIENCES,
  type Audience,
  type Principal,
  requireListed,
  type Scope,
} from './principal.ts';
import { networkOf, type RateLimit, rateLimitHeaders, tooManyRequests } from './rate-limit.ts';
import { includesRole, type Role, roleForScope } from './role.ts';

export interface GuardOptions {
  readonly tokens: AccessTokenVerifier;
  /** Only on the REST API, which accepts the legacy scheme. */
  readonly apiKeys?: ApiKeyVerifier;
  /** Verify credentials of further kinds. */
  readonly verifiers?: readonly CredentialVerifier[];
  /** Limits the requests of each credential. */
  readonly requests?: RateLimit;
  /** Limits the failed authentications of each network, to stop guessing. */
  readonly failures?: RateLimit;
  /** RFC 9728: sent with every 401 and 403, so that clients can discover where to get a token. */
  readonly resourceMetadataUrl?: string;
}

/** Verifies credentials of another kind than tokens, which are sent like tokens. */
export interface CredentialVerifier {
  /** Whether it looks like one of the kind. */
  isOfKind(credential: string): boolean;
  /** undefined: it is not valid. A problem: it has ended, and whoever sends it is told so. */
  verify(credential: string): Promise<Principal | Problem | undefined>;
}

/** Whoever sends a request, known or not. */
export interface Caller {
  readonly ipAddress: string;
  /** The header Origin: the page that a browser is on. */
  readonly origin?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Where the client is, as a trusted proxy says. */
  readonly country?: string | undefined;
  /** Sets response headers, for success and errors alike. */
  setHeaders(headers: Readonly<Record<string, string>>): void;
}

/** What an operation requires of its callers. */
export interface RequiredAccess {
  /** Left out: every tool, which a restricted principal can't call. */
  readonly name?: string;
  readonly scope: Scope;
  /** The default is the role of the scope. */
  readonly role?: Role;
}

export class Guard {
  readonly #audience: Audience;
  readonly #options: GuardOptions;

  constructor(audience: Audience, options: GuardOptions) {
    this.#audience = audience;
    this.#options = options;
  }

  /** Throws a problem of status 401, 403, 404, 410 or 429. */
  async admit(authorization: string | undefined, required: RequiredAccess, caller?: Caller): Promise<Principal> {
    const principal = await this.#authenticate(authorization, required.scope, caller);
    this.#limitRate(principal, caller);
    return this.#allow(principal, required);
  }

  /** The same without counting the call, see `Dispatcher`. Throws a problem of status 401 or 403. */
  async confirm(authorization: string | undefined, required: RequiredAccess): Promise<Principal> {
    return this.#allow(await this.#authenticate(authorization, required.scope), required);
  }

  #allow(principal: Principal, { name, scope, role = roleForScope(scope) }: RequiredAccess): Principal {
    requireListed(principal, name);
    if (principal.scopes === 'all') requireEditorsRight(role);
    else this.#requireScope(principal, scope);
    return principal;
  }

  async #authenticate(authorization = '', scope: Scope, caller?: Caller): Promise<Principal> {
    // Without a credential there is no guess to count: this is how clients discover where to get a token.
    if (authorization === '') {
      throw new Problem(401, 'Authentication is required. Send the header: Authorization: Bearer <token>.', {
        headers: this.#challenge(scope),
      });
    }
    const [, token] = /^Bearer +([^\s]+) *$/i.exec(authorization) ?? [];
    // Keys of the legacy scheme can be guessed. Tokens cannot, so a valid one is admitted whatever its neighbors send.
    if (token === undefined) this.#limitFailures(caller);
    const principal = token === undefined ? await this.#verifyApiKey(authorization) : await this.#verifyToken(token);
    if (principal && !(principal instanceof Problem)) return principal;
    this.#limitFailures(caller);
    if (principal) {
      this.#countFailure(caller);
      throw principal;
    }
    if (!(await this.#isForAnotherApi(token))) this.#countFailure(caller);
    throw new Problem(401, 'The token is invalid, expired or revoked, or was issued for another API.', {
      headers: this.#challenge(scope, 'invalid_token'),
    });
  }

  #verifyToken(token: string): Promise<Principal | Problem | undefined> {
    const { verifiers = [], tokens } = this.#options;
    const verifier = verifiers.find((each) => each.isOfKind(token));
    return verifier ? verifier.verify(token) : tokens.verify(token, this.#audience);
  }

  async #verifyApiKey(authorization: string): Promise<Principal | undefined> {
    const [, key] = /^api_key=(\S+) *$/i.exec(authorization) ?? [];
    return key ? this.#options.apiKeys?.verify(key) : undefined;
  }

  /** Older clients name no `resource`, and come with a token for the default one. That is a mistake, not a guess. */
  async #isForAnotherApi(token: string | undefined): Promise<boolean> {
    if (token === undefined) return false;
    const others = AUDIENCES.filter((audience) => audience !== this.#audience);
    const found = await Promise.all(others.map((audience) => this.#options.tokens.verify(token, audience)));
    return found.some((principal) => principal !== undefined);
  }

  #countFailure(caller: Caller | undefined): void {
    if (caller) this.#options.failures?.take(networkOf(caller.ipAddress));
  }

  #limitFailures(caller: Caller | undefined): void {
    // Usually there were no failures in this minute, and the IP address need not be parsed.
    if (!caller || !this.#options.failures || this.#options.failures.isEmpty) return;
    const state = this.#options.failures.peek(networkOf(caller.ipAddress));
    if (state.isExceeded) throw tooManyRequests(state, 'Too many requests with invalid credentials.');
  }

  #limitRate(principal: Principal, caller: Caller | undefined): void {
    if (!this.#options.requests) return;
    const state = this.#options.requests.take(limitedBy(principal, caller));
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

  /** Names the scope together with the metadata URL, so that the client knows what to request there. */
  #challenge(scope: Scope, error?: 'invalid_token' | 'insufficient_scope'): Record<string, string> {
    const { resourceMetadataUrl } = this.#options;
    const parameters = [
      error && `error="${error}"`,
      (resourceMetadataUrl || error === 'insufficient_scope') && `scope="${scope}"`,
      resourceMetadataUrl && `resource_metadata="${resourceMetadataUrl}"`,
    ].filter((parameter) => parameter !== undefined && parameter !== false);
    return { 'www-authenticate': `Bearer ${parameters.join(', ')}`.trimEnd() };
  }
}

/** A restricted credential, such as a link, has many readers: none of them uses up the requests of those on other networks. */
function limitedBy({ id, restriction }: Principal, caller: Caller | undefined): string {
  return restriction && caller ? `${id} ${networkOf(caller.ipAddress)}` : id;
}

/** The legacy key has every scope. But editors can read it, so it does nothing that only owners may do. */
function requireEditorsRight(role: Role): void {
  if (includesRole('editor', role)) return;
  throw new Problem(403, `The API key of a website can not do this: it needs the role ${role}. Use a token.`);
}
