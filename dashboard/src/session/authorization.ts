// The dashboard's side of OAuth 2.1: a public client that signs people in by code and PKCE, renews silently, and
// gives tokens back. It keeps nothing itself.
import type { Settings } from '../settings.ts';
import { challengeOf, randomText } from './pkce.ts';

export const SCOPES = [
  'reports',
  'contacts:read',
  'contacts:write',
  'ctas:read',
  'ctas:write',
  'areas:read',
  'websites:read',
];
const SILENT_MS_MAX = 10_000;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresAtMs: number;
}

interface ServerMetadata {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string;
  readonly end_session_endpoint?: string;
}

/** What must be remembered between leaving for the sign-in page and coming back. */
export interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** `code` is OAuth's, such as login_required. */
export class AuthorizationError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class Authorization {
  readonly #settings: Settings;
  #metadata: Promise<ServerMetadata> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The address to send the person to, and what to remember meanwhile. */
  async begin(returnTo: string): Promise<{ readonly address: string; readonly pending: PendingSignIn }> {
    const pending = { state: randomText(), verifier: randomText(), returnTo };
    return { address: await this.#authorizeAddress(pending), pending };
  }

  /** Trades the answer that came back on the callback address for tokens. */
  async finish(answer: URLSearchParams, pending: PendingSignIn): Promise<Tokens> {
    if (answer.get('state') !== pending.state) {
      throw new AuthorizationError('state_mismatch', 'This sign-in was begun elsewhere.');
    }
    const code = answer.get('code');
    if (code === null) {
      const error = answer.get('error') ?? 'no_code';
      throw new AuthorizationError(error, answer.get('error_description') ?? 'The sign-in was not completed.');
    }
    return this.#requestTokens({
      grant_type: 'authorization_code',
      code,
      code_verifier: pending.verifier,
      redirect_uri: this.#redirectUri,
    });
  }

  /** Asks in a hidden frame whether the person is still signed in; fails with login_required where not. */
  async askSilently(): Promise<Tokens> {
    const pending = { state: randomText(), verifier: randomText(), returnTo: '' };
    const answer = await answerInFrame(await this.#authorizeAddress(pending, { prompt: 'none' }));
    return this.finish(answer, pending);
  }

  refresh(refreshToken: string): Promise<Tokens> {
    return this.#requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** Best effort: a token that could not be revoked expires by itself. */
  async revoke(token: string): Promise<void> {
    const { revocation_endpoint } = await this.#discover();
    if (revocation_endpoint === undefined) return;
    const body = new URLSearchParams({ token, client_id: this.#settings.clientId });
    await fetch(revocation_endpoint, { method: 'POST', body }).catch(() => {});
  }

  /** Where the person's session at the authorization server ends; undefined where it offers none. */
  async endSessionAddress(): Promise<string | undefined> {
    const { end_session_endpoint } = await this.#discover();
    if (end_session_endpoint === undefined) return undefined;
    const query = new URLSearchParams({
      client_id: this.#settings.clientId,
      post_logout_redirect_uri: `${this.#settings.baseUrl}/`,
    });
    return `${end_session_endpoint}?${query}`;
  }

  get #redirectUri(): string {
    return `${this.#settings.baseUrl}/callback`;
  }

  get #resource(): string {
    return `${this.#settings.baseUrl}/api/v1`;
  }

  async #authorizeAddress(pending: PendingSignIn, extra: Record<string, string> = {}): Promise<string> {
    const { authorization_endpoint } = await this.#discover();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.#settings.clientId,
      redirect_uri: this.#redirectUri,
      scope: SCOPES.join(' '),
      resource: this.#resource,
      state: pending.state,
      code_challenge: await challengeOf(pending.verifier),
      code_challenge_method: 'S256',
      ...extra,
    });
    return `${authorization_endpoint}?${query}`;
  }

  async #requestTokens(parameters: Readonly<Record<string, string>>): Promise<Tokens> {
    const { token_endpoint } = await this.#discover();
    const body = new URLSearchParams({
      client_id: this.#settings.clientId,
      resource: this.#resource,
      ...parameters,
    });
    const response = await fetch(token_endpoint, { method: 'POST', body });
    const answer = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
    if (!response.ok) {
      throw new AuthorizationError(
        String(answer.error ?? response.status),
        String(answer.error_description ?? 'The authorization server refused.'),
      );
    }
    return {
      accessToken: String(answer.access_token),
      refreshToken: typeof answer.refresh_token === 'string' ? answer.refresh_token : undefined,
      expiresAtMs: Date.now() + Number(answer.expires_in ?? 3600) * 1000,
    };
  }

  /** Asked once; asked again only after a failure. */
  #discover(): Promise<ServerMetadata> {
    this.#metadata ??= this.#readMetadata().catch((error: unknown) => {
      this.#metadata = undefined;
      throw error;
    });
    return this.#metadata;
  }

  async #readMetadata(): Promise<ServerMetadata> {
    const response = await fetch(`${this.#settings.issuer}/.well-known/oauth-authorization-server`);
    if (!response.ok) throw new AuthorizationError('unavailable', 'The authorization server can not be reached.');
    return (await response.json()) as ServerMetadata;
  }
}

function answerInFrame(address: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Sign-in check';
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
    const timer = setTimeout(
      () => settle(() => reject(new AuthorizationError('login_required', 'The sign-in check took too long.'))),
      SILENT_MS_MAX,
    );
    window.addEventListener('message', onMessage);
    frame.src = address;
    document.body.append(frame);
  });
}

/** On the callback address inside that hidden frame: hands the answer to the page around it. */
export function relayFromFrame(): void {
  window.parent.postMessage(window.location.search, window.location.origin);
}
