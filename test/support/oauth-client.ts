// A client that uses an independent library (oauth4webapi): registers itself, sends the user to the authorization server, and
// exchanges codes and refresh tokens.

import * as oauth from 'oauth4webapi';
import { DASHBOARD_CLIENT_ID } from '../../src/core/contract/access/principal.ts';
import type { BrowserlessPerson, SeenPage } from './browserless-person.ts';

const INSECURE = { [oauth.allowInsecureRequests]: true };
export const REDIRECT_URI = 'http://127.0.0.1:9/callback-of-the-client';

export interface Authorization {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
}

export class OAuthClient {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly secret: string | undefined;

  private constructor(server: oauth.AuthorizationServer, client: oauth.Client) {
    this.server = server;
    this.client = client;
    this.secret = client.client_secret as string | undefined;
  }

  static async register(
    baseUrl: string,
    metadata: Partial<oauth.OmitSymbolProperties<oauth.Client>> = {},
  ): Promise<OAuthClient> {
    const server = await OAuthClient.discover(baseUrl);
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Test client', redirect_uris: [REDIRECT_URI], ...metadata },
      INSECURE,
    );
    return new OAuthClient(server, await oauth.processDynamicClientRegistrationResponse(response));
  }

  static async discover(baseUrl: string): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(baseUrl);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
    return oauth.processDiscoveryResponse(issuer, response);
  }

  static async known(baseUrl: string, client: oauth.Client): Promise<OAuthClient> {
    return new OAuthClient(await OAuthClient.discover(baseUrl), client);
  }

  async authorization(parameters: Readonly<Record<string, string>> = {}): Promise<Authorization> {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(this.server.authorization_endpoint!);
    const all = {
      client_id: this.client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'reports',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) if (value !== '') url.searchParams.set(name, value);
    return { url, verifier, state };
  }

  /** The code grant, with all checks of the library: state, issuer, verifier. */
  async exchange(
    { url, verifier, state }: Authorization,
    callbackUrl: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<oauth.TokenEndpointResponse> {
    const callback = oauth.validateAuthResponse(this.server, this.client, new URL(callbackUrl), state);
    const response = await oauth.authorizationCodeGrantRequest(
      this.server,
      this.client,
      this.#authentication(),
      callback,
      url.searchParams.get('redirect_uri')!,
      verifier,
      { ...INSECURE, additionalParameters: parameters },
    );
    return oauth.processAuthorizationCodeResponse(this.server, this.client, response);
  }

  async refresh(
    refreshToken: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<oauth.TokenEndpointResponse> {
    const options = { ...INSECURE, additionalParameters: parameters };
    const response = await oauth.refreshTokenGrantRequest(
      this.server,
      this.client,
      this.#authentication(),
      refreshToken,
      options,
    );
    return oauth.processRefreshTokenResponse(this.server, this.client, response);
  }

  async revoke(token: string): Promise<void> {
    const response = await oauth.revocationRequest(this.server, this.client, this.#authentication(), token, INSECURE);
    await oauth.processRevocationResponse(response);
  }

  /** The whole flow, with a user who allows these websites. */
  async obtain(
    person: BrowserlessPerson,
    websiteIds: readonly number[],
    login: { readonly email: string; readonly password: string },
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<oauth.TokenEndpointResponse & { readonly refresh_token: string }> {
    const authorization = await this.authorization(parameters);
    const end = await throughPages(person, await person.open(authorization.url), websiteIds, login);
    const tokens = await this.exchange(authorization, end.url);
    if (this.client.client_id === DASHBOARD_CLIENT_ID) await this.#chooseWebsites(tokens.access_token, websiteIds);
    return { ...tokens, refresh_token: tokens.refresh_token ?? '' };
  }

  /** A login to the dashboard asks for no websites: they are chosen there. A service without the dashboard does not answer this. */
  async #chooseWebsites(token: string, websiteIds: readonly number[]): Promise<void> {
    await fetch(`${this.server.issuer}/dashboard/profile/websites`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ website_ids: websiteIds }),
    });
  }

  #authentication(): oauth.ClientAuth {
    return this.secret === undefined ? oauth.None() : oauth.ClientSecretBasic(this.secret);
  }
}

export async function throughPages(
  person: BrowserlessPerson,
  page: SeenPage,
  websiteIds: readonly number[],
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SeenPage> {
  const consent = page.html.includes('name="password"') ? await person.logIn(page, email, password) : page;
  return consent.html.includes('name="website"') ? person.allow(consent, websiteIds) : consent;
}
