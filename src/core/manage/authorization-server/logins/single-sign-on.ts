// Single sign-on: sends the browser to the issuer, and turns what it comes back with into a user. A login is known by its
// state, which is used once, and only in the interaction (the cookie of the browser) that started it.
import { createHmac, randomBytes } from 'node:crypto';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { PageProblem } from '../../../foundation/pages/page-problem.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';
import type { User } from '../users/users.ts';
import { IdentityRefused, type IdentityRules, userOfIdentity } from './identities.ts';
import { IssuerError, type IssuerFailure } from './issuer-metadata.ts';
import { type LoginSecrets, type OpenIdClient, OpenIdIssuer } from './openid-issuer.ts';

/** Relative to BASE_URL. Operators register it at the issuer. */
export const SINGLE_SIGN_ON_CALLBACK_PATH = '/oauth/sso/callback';
const RECORD_KIND = 'SingleSignOn';
const LOGIN_MS_MAX = 15 * 60 * 1000;

export interface SingleSignOnConfig extends OpenIdClient, IdentityRules {
  /** The name on the button of the login page. */
  readonly name: string;
}

interface SingleSignOnOptions {
  readonly config: SingleSignOnConfig;
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Derives nonces and code verifiers. */
  readonly key: string;
  readonly logFailure: (error: Error) => void;
}

/** The message is for the person who logs in. */
export class SingleSignOnError extends PageProblem {}

export class SingleSignOn {
  readonly #options: SingleSignOnOptions;
  readonly #issuer: OpenIdIssuer;
  readonly #redirectUri: string;

  constructor(options: SingleSignOnOptions) {
    this.#options = options;
    this.#issuer = new OpenIdIssuer(options.config, options.clock);
    this.#redirectUri = `${options.baseUrl}${SINGLE_SIGN_ON_CALLBACK_PATH}`;
  }

  get name(): string {
    return this.#options.config.name;
  }

  /** Returns the URL at the issuer that the browser is sent to. */
  async start(interactionId: string): Promise<string> {
    const state = `${interactionId}.${randomBytes(32).toString('base64url')}`;
    const url = await this.#orExplained(this.#issuer.loginUrl(this.#secretsOf(state), this.#redirectUri));
    await this.#storeState(state, interactionId);
    return url;
  }

  /** Throws a SingleSignOnError if nobody may be logged in. */
  async finish(interactionId: string, answer: URLSearchParams): Promise<User> {
    const state = answer.get('state') ?? '';
    if (!(await this.#takeState(state, interactionId))) {
      throw new SingleSignOnError(400, (t) => t('pages.ssoExpired', { name: this.name }));
    }
    const { config, database, clock } = this.#options;
    const secrets = this.#secretsOf(state);
    const identity = await this.#orExplained(this.#issuer.identityOf(answer, secrets, this.#redirectUri));
    return this.#orExplained(userOfIdentity(database, identity, config, clock));
  }

  /** Nonce and verifier are derived, so that no secret has to be stored: only the browser has the state. */
  #secretsOf(state: string): LoginSecrets {
    const derived = (purpose: string) =>
      createHmac('sha256', this.#options.key).update(`${purpose} ${state}`).digest('base64url');
    return { state, nonce: derived('nonce'), codeVerifier: derived('code verifier') };
  }

  async #storeState(state: string, interactionId: string): Promise<void> {
    const now = this.#options.clock();
    await this.#options.database.transaction((tx) =>
      tx.insertMany({
        into: 'authorization_records',
        columns: ['kind', 'id_hash', 'uid_hash', 'payload', 'created_at', 'expires_at'],
        rows: [
          [
            RECORD_KIND,
            secretHash(state),
            secretHash(interactionId),
            '{}',
            isoSeconds(now),
            isoSeconds(new Date(now.getTime() + LOGIN_MS_MAX)),
          ],
        ],
      }),
    );
  }

  /** false: it is unknown, of another interaction, expired, or was used before. */
  async #takeState(state: string, interactionId: string): Promise<boolean> {
    const taken = await this.#options.database.transaction((tx) =>
      tx.query(
        `DELETE FROM authorization_records
         WHERE kind = $1 AND id_hash = $2 AND uid_hash = $3 AND expires_at > $4 RETURNING kind`,
        [RECORD_KIND, secretHash(state), secretHash(interactionId), isoSeconds(this.#options.clock())],
      ),
    );
    return taken.length > 0;
  }

  async #orExplained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof IdentityRefused) throw new SingleSignOnError(403, error.say);
      if (!(error instanceof IssuerError)) throw error;
      if (error.failure !== 'denied') this.#options.logFailure(error);
      throw explained(error.failure, this.name);
    }
  }
}

/** The interaction that a login belongs to. It is checked later, by the cookie of the interaction. */
export function interactionOfState(state: string): string {
  return /^([\w-]{1,100})\./.exec(state)?.[1] ?? '';
}

function explained(failure: IssuerFailure, name: string): SingleSignOnError {
  if (failure === 'denied') return new SingleSignOnError(403, (t) => t('pages.ssoCancelled', { name }));
  if (failure === 'invalid') return new SingleSignOnError(400, (t) => t('pages.ssoUnverified', { name }));
  return new SingleSignOnError(503, (t) => t('pages.ssoUnreachable', { name }));
}
