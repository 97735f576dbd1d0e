// The one place where a request's right to be answered is checked: authentication first, then scope. Which websites
// it may see is part of the principal, and checked by `chooseWebsite` below.
import { Problem } from '../problem.ts';
import type { ApiKeyVerifier } from './api-keys.ts';
import type { AccessTokenVerifier, Audience, Principal, Scope } from './principal.ts';

export interface GuardParts {
  readonly tokens: AccessTokenVerifier;
  /** Only where the legacy scheme is taken: on the REST API. */
  readonly apiKeys?: ApiKeyVerifier;
}

export class Guard {
  readonly #audience: Audience;
  readonly #parts: GuardParts;

  constructor(audience: Audience, parts: GuardParts) {
    this.#audience = audience;
    this.#parts = parts;
  }

  /** Throws a problem of status 401 or 403. */
  async admit(authorization: string | undefined, scope: Scope): Promise<Principal> {
    const principal = await this.#authenticate(authorization);
    if (principal.scopes === 'all' || principal.scopes.has(scope)) return principal;
    throw new Problem(403, `The token lacks the scope ${scope}.`, {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }

  async #authenticate(authorization = ''): Promise<Principal> {
    const [, token] = /^Bearer +([^\s]+) *$/i.exec(authorization) ?? [];
    const principal = token
      ? await this.#parts.tokens.verify(token, this.#audience)
      : await this.#byApiKey(authorization);
    if (principal) return principal;
    if (authorization === '') throw unauthorized('A token is needed: Authorization: Bearer <token>.', 'Bearer');
    throw unauthorized('The token is not valid here, or is no longer valid.', 'Bearer error="invalid_token"');
  }

  async #byApiKey(authorization: string): Promise<Principal | undefined> {
    const [, key] = /^api_key=(\S+) *$/i.exec(authorization) ?? [];
    return key ? this.#parts.apiKeys?.verify(key) : undefined;
  }
}

function unauthorized(detail: string, challenge: string): Problem {
  return new Problem(401, detail, { headers: { 'www-authenticate': challenge } });
}

export interface WebsiteChoice {
  readonly id: number;
  /** Throws 404 where the website is not the principal's: the same answer whether it exists or not. */
  requireBound(): void;
}

/** The website that a request is about: the one it names, or the only one there is. */
export function chooseWebsite(
  principal: Pick<Principal, 'websiteIds'>,
  requestedId: number | undefined,
): WebsiteChoice {
  const [first, ...others] = principal.websiteIds;
  const id = requestedId ?? (others.length === 0 ? first : undefined);
  if (id === undefined) {
    throw new Problem(400, 'The token grants several websites: name one of them by website_id.', {
      code: 'website_id_required',
      param: 'website_id',
    });
  }
  return {
    id,
    requireBound: () => {
      if (!principal.websiteIds.includes(id)) throw websiteNotFound(id, 'website_id');
    },
  };
}

export function websiteNotFound(id: number, param: string): Problem {
  return new Problem(404, `There is no website ${id} for this token.`, { param });
}
