// Single sign-on: sends the browser to the issuer, and turns what it comes back with into a user. A login is known by its
// state, which is used once, and only in the interaction (the cookie of the browser) that started it.
import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../core/foundation/database/database.ts';
import { PageProblem } from '../../core/foundation/pages/page-problem.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { storeSingleUse, takeSingleUse } from '../../core/manage/authorization-server/grants/single-use.ts';
import type { User } from '../../core/manage/authorization-server/users/users.ts';
import { IdentityRefused, type IdentityRules, userOfIdentity } from './identities.ts';
import { IssuerError, type IssuerFailure } from './issuer-metadata.ts';
import { type LoginSecrets, type OpenIdClient, OpenIdIssuer } from './openid-issuer.ts';

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
  /** Where the issuer sends the browser back to. */
  readonly redirectUri: string;
  /** Derives nonces and code verifiers. */
  readonly key: string;
  readonly logFailure: (error: Error) => void;
}

/** The message is for the person who logs in. */
export class SingleSignOnError extends PageProblem {}

export class SingleSignOn {
  readonly #options: SingleSignOnOptions;
  readonly #issuer: OpenIdIssuer;

  constructor(options: SingleSignOnOptions) {
    this.#options = options;
    this.#issuer = new OpenIdIssuer(options.config, options.clock);
  }

  get name(): string {
    return this.#options.config.name;
  }

  /** Returns the URL at the issuer that the browser is sent to. */
  async start(interactionId: string): Promise<string> {
    const state = `${interactionId}.${randomBytes(32).toString('base64url')}`;
    const url = await this.#orExplained(this.#issuer.loginUrl(this.#secretsOf(state), this.#options.redirectUri));
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
    const identity = await this.#orExplained(this.#issuer.identityOf(answer, secrets, this.#options.redirectUri));
    return this.#orExplained(userOfIdentity(database, identity, config, clock));
  }

  /** Nonce and verifier are derived, so that no secret has to be stored: only the browser has the state. */
  #secretsOf(state: string): LoginSecrets {
    const derived = (purpose: string) =>
      createHmac('sha256', this.#options.key).update(`${purpose} ${state}`).digest('base64url');
    return { state, nonce: derived('nonce'), codeVerifier: derived('code verifier') };
  }

  async #storeState(state: string, interactionId: string): Promise<void> {
    const { database, clock } = this.#options;
    const expiresAt = new Date(clock().getTime() + LOGIN_MS_MAX);
    const use = { kind: RECORD_KIND, id: state, interactionId };
    await database.transaction((tx) => storeSingleUse(tx, use, expiresAt, clock));
  }

  /** false: it is unknown, of another interaction, expired, or was used before. */
  #takeState(state: string, interactionId: string): Promise<boolean> {
    const { database, clock } = this.#options;
    return database.transaction((tx) => takeSingleUse(tx, { kind: RECORD_KIND, id: state, interactionId }, clock));
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

function explained(failure: IssuerFailure, name: string): SingleSignOnError {
  if (failure === 'denied') return new SingleSignOnError(403, (t) => t('pages.ssoCancelled', { name }));
  if (failure === 'invalid') return new SingleSignOnError(400, (t) => t('pages.ssoUnverified', { name }));
  return new SingleSignOnError(503, (t) => t('pages.ssoUnreachable', { name }));
}
