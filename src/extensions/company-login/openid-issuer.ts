// The protocol of single sign-on: OpenID Connect with an authorization code, PKCE, state and nonce. oauth4webapi does the
// checks. The issuer is the one that the operator has configured.
import * as oauth from 'oauth4webapi';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { IssuerError, type IssuerFailure, IssuerMetadata, issuerRequest } from './issuer-metadata.ts';

export interface OpenIdClient {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The values of one login that the issuer sends back, in one way or another. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What the issuer says about the person who has logged in. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** undefined: the issuer does not say. */
  readonly isEmailVerified: boolean | undefined;
}

export class OpenIdIssuer {
  readonly #options: OpenIdClient;
  readonly #client: oauth.Client;
  readonly #metadata: IssuerMetadata;
  readonly #request: ReturnType<typeof issuerRequest>;

  constructor(options: OpenIdClient, clock: Clock) {
    this.#options = options;
    this.#client = { client_id: options.clientId };
    this.#metadata = new IssuerMetadata(
      options.issuerUrl,
      ['authorization_endpoint', 'token_endpoint', 'jwks_uri'],
      clock,
    );
    this.#request = issuerRequest(this.#metadata.fetch);
  }

  /** Where the browser is sent. */
  async loginUrl({ state, nonce, codeVerifier }: LoginSecrets, redirectUri: string): Promise<string> {
    const { authorization_endpoint: endpoint } = await this.metadata();
    const url = new URL(endpoint!);
    const parameters = {
      client_id: this.#options.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** `answer` are the parameters that the issuer has sent the browser back with. */
  async identityOf(answer: URLSearchParams, secrets: LoginSecrets, redirectUri: string): Promise<Identity> {
    const server = await this.metadata();
    try {
      return await this.#exchange(server, answer, secrets, redirectUri);
    } catch (error) {
      throw error instanceof IssuerError ? error : new IssuerError(failureOf(error), error);
    }
  }

  /** Throws an IssuerError if the issuer can't be used. */
  metadata(): Promise<oauth.AuthorizationServer> {
    return this.#metadata.read();
  }

  async #exchange(
    server: oauth.AuthorizationServer,
    answer: URLSearchParams,
    { state, nonce, codeVerifier }: LoginSecrets,
    redirectUri: string,
  ): Promise<Identity> {
    const code = oauth.validateAuthResponse(server, this.#client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      this.#authentication(server),
      code,
      redirectUri,
      codeVerifier,
      this.#request,
    );
    const checks = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, response, checks);
    await oauth.validateApplicationLevelSignature(server, response, this.#request);
    const { iss, sub, ...claims } = oauth.getValidatedIdTokenClaims(tokens)!;
    // The library allows an empty subject. Everybody without a subject would be the same person.
    if (sub === '') throw new IssuerError('invalid', 'The subject of the id token is empty.');
    const { email, email_verified: isVerified } =
      claims.email === undefined ? await this.#userInfo(server, tokens.access_token, sub) : claims;
    return {
      issuer: iss,
      subject: sub,
      email: typeof email === 'string' ? email : undefined,
      isEmailVerified: booleanOf(isVerified),
    };
  }

  /** Many issuers leave the email address out of the id token. */
  async #userInfo(
    server: oauth.AuthorizationServer,
    accessToken: string,
    subject: string,
  ): Promise<Pick<oauth.UserInfoResponse, 'email' | 'email_verified'>> {
    if (server.userinfo_endpoint === undefined) return {};
    const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#request);
    return oauth.processUserInfoResponse(server, this.#client, subject, response);
  }

  #authentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret } = this.#options;
    // Basic is what an issuer supports that does not say.
    const usesPost = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return usesPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
  }
}

/** Some issuers send the word. Whatever else an issuer sends, it does not say that the email address is verified. */
export function booleanOf(value: unknown): boolean | undefined {
  return value === undefined || value === null ? undefined : value === true || value === 'true';
}

function failureOf(error: unknown): IssuerFailure {
  if (error instanceof oauth.AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'invalid';
  if (error instanceof oauth.ResponseBodyError) return 'invalid';
  // The token demands something that the library does not support, such as an extension in `crit` or another algorithm.
  if (error instanceof oauth.UnsupportedOperationError) return 'invalid';
  if (error instanceof oauth.OperationProcessingError && error.code !== oauth.RESPONSE_IS_NOT_CONFORM) return 'invalid';
  return 'unavailable';
}
