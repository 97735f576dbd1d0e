// The dashboard as an OAuth 2.1 public client: authorization code with PKCE, silent renewal in a hidden frame, and
// revocation. The protocol is oauth4webapi's; nothing is stored here.
import { SCOPE_DESCRIPTIONS } from '@funnel/api-client/constants';
import * as oauth from 'oauth4webapi';
import { t } from '../language/t.ts';
import type { Settings } from '../settings.ts';

/** When the page opens, the login page is the other way in. */
const SILENT_LOGIN_MS_MAX = 10_000;
/** While the page is open, there is nothing better than to wait. */
const SILENT_RENEWAL_MS_MAX = 60_000;
const DEFAULT_EXPIRY_SECONDS = 3600;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresAtMs: number;
}

/** What the browser remembers between leaving for the login page and coming back. */
export interface PendingLogin {
  readonly state: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

/** The authorization server said no. `code` is OAuth's, such as login_required. */
export class AuthorizationError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The authorization server has not answered: that says nothing about the user. */
export class SlowLoginError extends Error {}

export class OAuthClient {
  readonly #settings: Settings;
  readonly #client: oauth.Client;
  readonly #authentication = oauth.None();
  /** Plain HTTP is allowed only if the service is configured with it, as local installations are. */
  readonly #http: { readonly [oauth.allowInsecureRequests]: boolean };
  #server: Promise<oauth.AuthorizationServer> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#client = { client_id: settings.clientId };
    this.#http = { [oauth.allowInsecureRequests]: settings.issuer.startsWith('http:') };
  }

  /** The URL of the login page, and what to remember until the user is back. */
  async startLogin(
    returnTo: string,
    prompt?: 'login',
  ): Promise<{ readonly url: string; readonly pending: PendingLogin }> {
    const pending = newPendingLogin(returnTo);
    return { url: await this.#authorizationUrl(pending, prompt && { prompt }), pending };
  }

  /** Exchanges the parameters of the callback URL for tokens. */
  async finishLogin(callback: URLSearchParams, { state, codeVerifier }: PendingLogin): Promise<Tokens> {
    const server = await this.#discover();
    return refusalAsError(async () => {
      const parameters = oauth.validateAuthResponse(server, this.#client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#authentication,
        parameters,
        this.#redirectUri,
        codeVerifier,
        this.#tokenOptions,
      );
      return tokensFrom(await oauth.processAuthorizationCodeResponse(server, this.#client, response));
    });
  }

  /**
   * Logs in without showing anything; fails with login_required if the user has no session at the server, and with SlowLoginError without
   * an answer.
   */
  loginSilently(): Promise<Tokens> {
    return this.#loginInFrame(SILENT_LOGIN_MS_MAX);
  }

  /** The same for somebody who was logged in, who is given more time. */
  renewSilently(): Promise<Tokens> {
    return this.#loginInFrame(SILENT_RENEWAL_MS_MAX);
  }

  async #loginInFrame(msMax: number): Promise<Tokens> {
    const pending = newPendingLogin('');
    const url = await this.#authorizationUrl(pending, { prompt: 'none' });
    return this.finishLogin(await callbackFromFrame(url, msMax), pending);
  }

  async refresh(refreshToken: string): Promise<Tokens> {
    const server = await this.#discover();
    return refusalAsError(async () => {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        this.#client,
        this.#authentication,
        refreshToken,
        this.#tokenOptions,
      );
      return tokensFrom(await oauth.processRefreshTokenResponse(server, this.#client, response));
    });
  }

  async revoke(token: string): Promise<void> {
    const server = await this.#discover();
    if (server.revocation_endpoint === undefined) return;
    await oauth.revocationRequest(server, this.#client, this.#authentication, token, this.#http);
  }

  /** Where the user's session at the authorization server ends; undefined if the server has no such page. */
  async logoutUrl(): Promise<string | undefined> {
    const { end_session_endpoint } = await this.#discover();
    if (end_session_endpoint === undefined) return undefined;
    return withParameters(end_session_endpoint, {
      client_id: this.#client.client_id,
      post_logout_redirect_uri: `${this.#settings.baseUrl}/`,
      ui_locales: t.language,
    });
  }

  get #redirectUri(): string {
    return `${this.#settings.baseUrl}/callback`;
  }

  get #resource(): string {
    return `${this.#settings.baseUrl}/api/v1`;
  }

  get #tokenOptions(): oauth.TokenEndpointRequestOptions {
    return { additionalParameters: { resource: this.#resource }, ...this.#http };
  }

  async #authorizationUrl(
    { state, codeVerifier }: PendingLogin,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { authorization_endpoint } = await this.#discover();
    return withParameters(authorization_endpoint!, {
      response_type: 'code',
      client_id: this.#client.client_id,
      redirect_uri: this.#redirectUri,
      scope: Object.keys(SCOPE_DESCRIPTIONS).join(' '),
      resource: this.#resource,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      // The login page then has the language of the dashboard.
      ui_locales: t.language,
      ...extra,
    });
  }

  /** Once; a failed attempt is repeated by the next caller. */
  #discover(): Promise<oauth.AuthorizationServer> {
    this.#server ??= this.#readMetadata().catch((error: unknown) => {
      this.#server = undefined;
      throw error;
    });
    return this.#server;
  }

  async #readMetadata(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#settings.issuer);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...this.#http });
    if (!response.ok) throw new Error(t('session.serverUnreachable'));
    return oauth.processDiscoveryResponse(issuer, response);
  }
}

function newPendingLogin(returnTo: string): PendingLogin {
  return { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier(), returnTo };
}

/** Only a refusal becomes an AuthorizationError: a failed connection or a busy server says nothing about the user. */
async function refusalAsError<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
      throw new AuthorizationError(error.error, error.error_description ?? t('session.refused'));
    }
    if (error instanceof oauth.OperationProcessingError && error.code === oauth.INVALID_RESPONSE) {
      throw new AuthorizationError('invalid_response', t('session.otherTab'));
    }
    throw error;
  }
}

function tokensFrom({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): Tokens {
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAtMs: Date.now() + (expires_in ?? DEFAULT_EXPIRY_SECONDS) * 1000,
  };
}

function withParameters(endpoint: string, parameters: Readonly<Record<string, string>>): string {
  return `${endpoint}?${new URLSearchParams(parameters)}`;
}

function callbackFromFrame(url: string, msMax: number): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = t('session.check');
    const settle = (act: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
      frame.remove();
      act();
    };
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== window.location.origin || source !== frame.contentWindow || typeof data !== 'string') return;
      settle(() => resolve(new URLSearchParams(data)));
    };
    const timer = setTimeout(() => settle(() => reject(new SlowLoginError(t('session.checkTookTooLong')))), msMax);
    window.addEventListener('message', onMessage);
    frame.src = url;
    document.body.append(frame);
  });
}
