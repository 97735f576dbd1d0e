// A person, the dashboard and a client, with what they were given: for the load on the authorization server.
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import type { Ledger, TokenEntry } from './ledger.ts';

export const LOGIN = { email: 'ada@example.com', password: 'correct horse battery staple' };
const CHAINS = 2;

/** Refresh tokens that follow each other, and the access tokens that came with them. */
export interface Chain {
  refreshToken: string;
  readonly accessTokens: TokenEntry[];
  /** It was asked to end, and nobody knows whether it did: it is asked again. */
  isEnding?: boolean;
}

export class Authorizations {
  readonly chains: Chain[] = [];
  readonly #baseUrl: string;
  readonly #person: BrowserlessPerson;
  #client: OAuthClient | undefined;
  #dashboardToken = '';

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    this.#person = new BrowserlessPerson(baseUrl);
  }

  get dashboardToken(): string {
    return this.#dashboardToken;
  }

  get clientId(): string {
    return this.#client!.client.client_id;
  }

  /** Authorizes what is missing. The service must be well. */
  async prepare(ledger: Ledger): Promise<void> {
    const dashboard = await OAuthClient.known(this.#baseUrl, {
      client_id: 'dashboard',
      token_endpoint_auth_method: 'none',
    });
    const redirect = { redirect_uri: `${this.#baseUrl}/callback` };
    this.#dashboardToken = (await dashboard.obtain(this.#person, [1], LOGIN, redirect)).access_token;
    this.#client ??= await OAuthClient.register(this.#baseUrl);
    while (this.chains.filter(({ isEnding }) => !isEnding).length < CHAINS) {
      const tokens = await this.#client.obtain(this.#person, [1], LOGIN);
      this.chains.push({ refreshToken: tokens.refresh_token, accessTokens: [ledger.issued(tokens.access_token)] });
    }
  }
}
