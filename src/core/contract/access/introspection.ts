// Verifies tokens by asking the authorization server that issued them (RFC 7662). Responses are not cached, so a
// revocation takes effect at once. Used when this service is only a resource server and stores no tokens.
import { z } from 'zod';
import { boundedText } from '../../foundation/fetch/bounded-text.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import { type AccessTokenVerifier, type Audience, type Principal, SCOPES, type Scope } from './principal.ts';
import { secretHash } from './secret-hash.ts';

const RESPONSE_MS_MAX = 5_000;
const RESPONSE_BYTES_MAX = 64 * 1024;
const TOKEN_LENGTH_MAX = 4_096;

interface IntrospectionOptions {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The audience URLs that the authorization server uses. */
  readonly resourceUrls: Readonly<Record<Audience, string>>;
}

const serverMetadata = z.object({ introspection_endpoint: z.url() });

const activeToken = z.object({
  active: z.literal(true),
  aud: z.union([z.string(), z.array(z.string())]),
  scope: z.string().default(''),
  exp: z.int().optional(),
  website_ids: z.array(z.int().positive()).min(1),
});

export class IntrospectionVerifier implements AccessTokenVerifier {
  readonly #options: IntrospectionOptions;
  #endpoint: Promise<string> | undefined;

  constructor(options: IntrospectionOptions) {
    this.#options = options;
  }

  async verify(token: string, audience: Audience): Promise<Principal | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    const response = activeToken.safeParse(await this.#introspect(token));
    // The token is not active, or lacks the claims of this service.
    if (!response.success) return undefined;
    const { aud, scope, exp, website_ids: websiteIds } = response.data;
    if (![aud].flat().includes(this.#options.resourceUrls[audience])) return undefined;
    return {
      id: `introspected:${secretHash(token)}`,
      scopes: new Set(scope.split(' ').filter((name): name is Scope => SCOPES.includes(name as Scope))),
      audience,
      websiteIds: [...new Set(websiteIds)].sort((a, b) => a - b),
      // No roles: the issuer alone decides what its users may do.
      actor: { userId: null, via: 'token' },
      ...(exp !== undefined && { expiresAt: isoSeconds(new Date(exp * 1000)) }),
    };
  }

  async #introspect(token: string): Promise<unknown> {
    const { clientId, clientSecret } = this.#options;
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    return fetchJson(await this.#findEndpoint(), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    });
  }

  #findEndpoint(): Promise<string> {
    this.#endpoint ??= fetchJson(metadataUrl(this.#options.issuerUrl)).then(
      (metadata) => serverMetadata.parse(metadata).introspection_endpoint,
    );
    // The next request retries.
    this.#endpoint.catch(() => {
      this.#endpoint = undefined;
    });
    return this.#endpoint;
  }
}

/** RFC 8414: the well-known path goes between host and path. */
function metadataUrl(issuerUrl: string): string {
  const { origin, pathname } = new URL(issuerUrl);
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`;
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(RESPONSE_MS_MAX) });
    if (!response.ok) throw new Error(`The authorization server answered ${response.status}.`);
    return JSON.parse(await boundedText(response, RESPONSE_BYTES_MAX));
  } catch (cause) {
    const problem = new Problem(503, 'Tokens cannot be verified right now. Try again later.', {
      code: 'authorization_server_unavailable',
      headers: { 'retry-after': '5' },
    });
    problem.cause = cause;
    throw problem;
  }
}
