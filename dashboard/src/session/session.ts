// Who is logged in. Tokens stay in memory: after a reload the authorization server is asked again, silently.

import { t } from '../language/t.ts';
import { CALLBACK_PATH } from './callback.ts';
import {
  AuthorizationError,
  type OAuthClient,
  type PendingLogin,
  SlowLoginError,
  type Tokens,
} from './oauth-client.ts';

type SessionState =
  | { readonly name: 'starting' | 'logged-in' }
  /** The session ended while the page was open. */
  | { readonly name: 'ended' }
  /** If there is no problem, the next thing is the login page of the authorization server. */
  | { readonly name: 'logged-out'; readonly problem?: string };

interface LoginOptions {
  /** Where the authorization server sends the user back to. The default is the current page. */
  readonly returnTo?: string;
  /** It asks for the login even if the browser has a session there. */
  readonly prompt?: 'login';
  /** true: nobody has asked for this login, so the Back button does not lead to it again. */
  readonly inPlace?: boolean;
}

/** A token this close to its expiry is renewed first, so that a request never races it. */
const RENEW_BEFORE_MS = 30_000;
const PENDING_KEY = 'pending-login';
/** Not being logged in is not a failure. */
const EXPECTED_REFUSALS = ['login_required', 'interaction_required', 'consent_required'];

export class SessionEndedError extends Error {}

export class Session {
  readonly #oauth: OAuthClient;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { name: 'starting' };
  #tokens: Tokens | undefined;
  #renewal: Promise<void> | undefined;
  /** Requests of polls go on until the browser has left the page: they must not log in again. */
  #isLeaving = false;

  constructor(oauth: OAuthClient) {
    this.#oauth = oauth;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SessionState => this.#state;

  /** Finishes a login that is under way, or resumes the existing one. */
  async start(): Promise<void> {
    try {
      if (window.location.pathname === CALLBACK_PATH) await this.#finishLogin();
      else this.#tokens = await this.#oauth.loginSilently();
      this.#setState({ name: 'logged-in' });
    } catch (error) {
      const isExpected =
        error instanceof SlowLoginError ||
        (error instanceof AuthorizationError && EXPECTED_REFUSALS.includes(error.code));
      this.#setState(isExpected ? { name: 'logged-out' } : { name: 'logged-out', problem: loginProblem(error) });
    }
  }

  async #finishLogin(): Promise<void> {
    const callback = new URLSearchParams(window.location.search);
    const pending = takePendingLogin();
    window.history.replaceState(null, '', pending?.returnTo ?? '/');
    if (!pending) {
      throw new AuthorizationError('no_pending', t('session.tookTooLong'));
    }
    this.#tokens = await this.#oauth.finishLogin(callback, pending);
  }

  /** Leaves for the login page of the authorization server. */
  async logIn({ returnTo = currentPath(), prompt, inPlace = false }: LoginOptions = {}): Promise<void> {
    try {
      const { url, pending } = await this.#oauth.startLogin(returnTo, prompt);
      sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
      if (inPlace) window.location.replace(url);
      else window.location.assign(url);
    } catch (error) {
      this.#setState({ name: 'logged-out', problem: loginProblem(error) });
    }
  }

  /** Revocation is best effort: a token that could not be revoked expires by itself. */
  async logOut(): Promise<void> {
    this.#isLeaving = true;
    const tokens = this.#tokens;
    this.#tokens = undefined;
    await this.#revoke(tokens);
    const url = await this.#oauth.logoutUrl().catch(() => undefined);
    if (url !== undefined) window.location.assign(url);
    else this.#setState({ name: 'logged-out', problem: t('session.maybeStillLoggedIn') });
  }

  async #revoke(tokens: Tokens | undefined): Promise<void> {
    const given = [tokens?.refreshToken, tokens?.accessToken].filter((token) => token !== undefined);
    await Promise.allSettled(given.map((token) => this.#oauth.revoke(token)));
  }

  /** A token that is valid for a while. */
  async accessToken(): Promise<string> {
    if (!this.#tokens || this.#tokens.expiresAtMs - Date.now() < RENEW_BEFORE_MS) await this.renew();
    if (!this.#tokens) throw new SessionEndedError(t('common.sessionEnded'));
    return this.#tokens.accessToken;
  }

  /**
   * All callers share one renewal, also those whose `refused` token was replaced before they knew that it was refused. Throws
   * SessionEndedError if the user has to log in again, and does not ask again then.
   */
  async renew(refused = this.#tokens?.accessToken): Promise<void> {
    if (this.#isLeaving || this.#state.name === 'ended') throw new SessionEndedError(t('common.sessionEnded'));
    if (this.#tokens && this.#tokens.accessToken !== refused) return;
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    const tokens = await this.#renewedTokens().catch((error: unknown) => {
      if (!(error instanceof AuthorizationError)) throw error;
      return undefined;
    });
    if (this.#isLeaving) await this.#revoke(tokens);
    else this.#tokens = tokens;
    if (this.#tokens) return;
    if (!this.#isLeaving) this.#setState({ name: 'ended' });
    throw new SessionEndedError(t('common.sessionEnded'));
  }

  async #renewedTokens(): Promise<Tokens> {
    const refreshToken = this.#tokens?.refreshToken;
    if (refreshToken === undefined) return this.#oauth.renewSilently();
    return this.#oauth.refresh(refreshToken).catch((error: unknown) => {
      // The refresh token may be used up while the user is still logged in.
      if (error instanceof AuthorizationError) return this.#oauth.renewSilently();
      throw error;
    });
  }

  #setState(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function takePendingLogin(): PendingLogin | undefined {
  const stored = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return stored === null ? undefined : (JSON.parse(stored) as PendingLogin);
}

function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** `fetch` rejects with a TypeError, whose message depends on the browser. */
function loginProblem(error: unknown): string {
  if (error instanceof TypeError) return t('session.unreachable');
  return t('session.failed', { reason: error instanceof Error ? error.message : String(error) });
}
