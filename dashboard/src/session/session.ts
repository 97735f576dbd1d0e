// Who is signed in. Tokens stay in memory: a reload asks the authorization server again, silently.
import { type Authorization, AuthorizationError, type PendingSignIn, type Tokens } from './authorization.ts';

export type SessionState =
  | { readonly name: 'starting' | 'signed-in' }
  /** `ended`: it was there and is over, while the page is still open. */
  | { readonly name: 'ended' }
  | { readonly name: 'signed-out'; readonly problem?: string };

/** A token this close to its end is renewed first, so that a request never races its expiry. */
const RENEW_BEFORE_MS = 30_000;
const PENDING_KEY = 'pending-sign-in';
export const CALLBACK_PATH = '/callback';

export class SessionEndedError extends Error {}

export class Session {
  readonly #authorization: Authorization;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { name: 'starting' };
  #tokens: Tokens | undefined;
  #renewal: Promise<void> | undefined;

  constructor(authorization: Authorization) {
    this.#authorization = authorization;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SessionState => this.#state;

  /** Finishes a sign-in that is under way, or picks up one that still holds. */
  async start(): Promise<void> {
    try {
      if (window.location.pathname === CALLBACK_PATH) await this.#finishSignIn();
      else this.#tokens = await this.#authorization.askSilently();
      this.#become({ name: 'signed-in' });
    } catch (error) {
      this.#become(isQuiet(error) ? { name: 'signed-out' } : { name: 'signed-out', problem: messageOf(error) });
    }
  }

  async #finishSignIn(): Promise<void> {
    const answer = new URLSearchParams(window.location.search);
    const pending = takePending();
    window.history.replaceState(null, '', pending?.returnTo ?? '/');
    if (!pending) throw new AuthorizationError('no_pending', 'The sign-in took too long or was opened in another tab.');
    this.#tokens = await this.#authorization.finish(answer, pending);
  }

  /** Leaves the page for the authorization server, and comes back to where the person is now. */
  async signIn(): Promise<void> {
    try {
      const { address, pending } = await this.#authorization.begin(window.location.pathname + window.location.search);
      sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
      window.location.assign(address);
    } catch (error) {
      this.#become({ name: 'signed-out', problem: messageOf(error) });
    }
  }

  async signOut(): Promise<void> {
    const tokens = this.#tokens;
    this.#tokens = undefined;
    const given = [tokens?.refreshToken, tokens?.accessToken].filter((token) => token !== undefined);
    await Promise.allSettled(given.map((token) => this.#authorization.revoke(token)));
    const address = await this.#authorization.endSessionAddress().catch(() => undefined);
    if (address !== undefined) window.location.assign(address);
    else this.#become({ name: 'signed-out' });
  }

  /** A token that is good for a while. */
  async accessToken(): Promise<string> {
    if (!this.#tokens || this.#tokens.expiresAtMs - Date.now() < RENEW_BEFORE_MS) await this.renew();
    if (!this.#tokens) throw new SessionEndedError('The session has ended.');
    return this.#tokens.accessToken;
  }

  /** One renewal serves everybody who waits for it. Throws SessionEndedError where only signing in again helps. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(): Promise<void> {
    try {
      this.#tokens = await this.#renewedTokens();
    } catch (error) {
      if (!(error instanceof AuthorizationError)) throw error;
      this.#tokens = undefined;
      this.#become({ name: 'ended' });
      throw new SessionEndedError('The session has ended.');
    }
  }

  async #renewedTokens(): Promise<Tokens> {
    const refreshToken = this.#tokens?.refreshToken;
    if (refreshToken === undefined) return this.#authorization.askSilently();
    return this.#authorization.refresh(refreshToken).catch((error: unknown) => {
      // The refresh token may be spent while the person is still signed in.
      if (error instanceof AuthorizationError) return this.#authorization.askSilently();
      throw error;
    });
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function takePending(): PendingSignIn | undefined {
  const text = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return text === null ? undefined : (JSON.parse(text) as PendingSignIn);
}

/** Not being signed in is no failure. */
function isQuiet(error: unknown): boolean {
  return (
    error instanceof AuthorizationError &&
    ['login_required', 'interaction_required', 'consent_required'].includes(error.code)
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
