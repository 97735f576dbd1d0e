// Independent OAuth libraries, with the REST API.
import { createRequire } from 'node:module';
import { PARALLEL_CALLS } from '../core/server/surfaces/mcp/held-together.ts';
import { type Authorization, OAuthClient } from '../support/oauth-client.ts';
import { type ClientSession, type ClientUnderTest, REDIRECT_URI } from './client-under-test.ts';
import { installedVersion } from './installed-version.ts';

/** A session that keeps its tokens itself, and asks the REST API with them. */
abstract class RestSession implements ClientSession {
  protected readonly baseUrl: string;
  protected accessToken = '';

  constructor({ baseUrl }: { readonly baseUrl: string }) {
    this.baseUrl = baseUrl;
  }

  abstract register(): Promise<URL>;
  abstract logIn(callback: URL): Promise<void>;
  /** Several times at once, with the same refresh token. */
  protected abstract refresh(): Promise<void>;
  abstract revoke(): Promise<void>;
  async close(): Promise<void> {}

  async #websites(): Promise<{ id: number; name: string }[]> {
    const headers = { authorization: `Bearer ${this.accessToken}` };
    const response = await fetch(`${this.baseUrl}/api/v1/reports/websites`, { headers });
    if (!response.ok) throw new Error(`the REST API answered ${response.status}`);
    return ((await response.json()) as { websites: { id: number; name: string }[] }).websites;
  }

  async list(): Promise<string[]> {
    return (await this.#websites()).map(({ name }) => name);
  }

  async call(): Promise<number[]> {
    return (await this.#websites()).map(({ id }) => id);
  }

  async callInParallel(): Promise<number[][]> {
    await this.refresh();
    return Promise.all(Array.from({ length: PARALLEL_CALLS }, () => this.call()));
  }
}

class Oauth4webapiSession extends RestSession {
  #client: OAuthClient | undefined;
  #authorization: Authorization | undefined;
  #refreshToken = '';

  async register(): Promise<URL> {
    this.#client = await OAuthClient.register(this.baseUrl, { redirect_uris: [REDIRECT_URI] });
    this.#authorization = await this.#client.authorization({ redirect_uri: REDIRECT_URI });
    return this.#authorization.url;
  }

  async logIn(callback: URL): Promise<void> {
    this.#keep(await this.#client!.exchange(this.#authorization!, callback.href));
  }

  protected async refresh(): Promise<void> {
    const refreshes = Array.from({ length: PARALLEL_CALLS }, () => this.#client!.refresh(this.#refreshToken));
    this.#keep((await Promise.all(refreshes)).at(-1)!);
  }

  #keep({ access_token, refresh_token }: { readonly access_token: string; readonly refresh_token?: string }): void {
    this.accessToken = access_token;
    this.#refreshToken = refresh_token ?? this.#refreshToken;
  }

  revoke(): Promise<void> {
    return this.#client!.revoke(this.#refreshToken);
  }
}

/** The package has no types. */
interface SimpleToken {
  readonly token: { readonly access_token: string };
  refresh(): Promise<SimpleToken>;
  revokeAll(): Promise<void>;
}
interface SimpleClient {
  authorizeURL(parameters: object): string;
  getToken(parameters: object): Promise<SimpleToken>;
}
interface SimpleOAuth2 {
  readonly AuthorizationCode: new (config: object) => SimpleClient;
}
const { AuthorizationCode }: SimpleOAuth2 = createRequire(import.meta.url)('simple-oauth2');

const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rules-of-pkce';

/** It neither discovers nor registers nor knows PKCE: an application does that around it. */
class SimpleOAuth2Session extends RestSession {
  #client: SimpleClient | undefined;
  #token: SimpleToken | undefined;

  async register(): Promise<URL> {
    const { client, secret, server } = await OAuthClient.register(this.baseUrl, {
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const pathOf = (endpoint: string | undefined) => new URL(endpoint!).pathname;
    this.#client = new AuthorizationCode({
      client: { id: client.client_id, secret },
      auth: {
        tokenHost: this.baseUrl,
        tokenPath: pathOf(server.token_endpoint),
        revokePath: pathOf(server.revocation_endpoint),
        authorizePath: pathOf(server.authorization_endpoint),
      },
    });
    const url = new URL(
      this.#client.authorizeURL({ redirect_uri: REDIRECT_URI, scope: 'reports', state: 'some-state' }),
    );
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(VERIFIER));
    url.searchParams.set('code_challenge', Buffer.from(digest).toString('base64url'));
    url.searchParams.set('code_challenge_method', 'S256');
    return url;
  }

  async logIn({ searchParams }: URL): Promise<void> {
    const code = searchParams.get('code')!;
    this.#keep(await this.#client!.getToken({ code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }));
  }

  protected async refresh(): Promise<void> {
    const refreshes = Array.from({ length: PARALLEL_CALLS }, () => this.#token!.refresh());
    this.#keep((await Promise.all(refreshes)).at(-1)!);
  }

  #keep(token: SimpleToken): void {
    this.#token = token;
    this.accessToken = token.token.access_token;
  }

  revoke(): Promise<void> {
    return this.#token!.revokeAll();
  }
}

function library(name: string, Session: new (service: { readonly baseUrl: string }) => ClientSession): ClientUnderTest {
  return { name, version: installedVersion(name), generation: 'REST', open: (service) => new Session(service) };
}

export const OAUTH_LIBRARIES: readonly ClientUnderTest[] = [
  library('oauth4webapi', Oauth4webapiSession),
  library('simple-oauth2', SimpleOAuth2Session),
];
