// The setup of a new installation: creates the account, its owner and the first website in one transaction, so that nothing is ever half
// made.
import { recordAudit } from '../../contract/access/audit-log.ts';
import { linkNotValid } from '../../contract/access/one-time-link-guard.ts';
import type { Actor } from '../../contract/access/principal.ts';
import { createAccount, createWebsite } from '../../engine/catalog/records/create-records.ts';
import { addFirstCampaign } from '../../engine/catalog/records/first-campaign.ts';
import { NEW_CREDIT_WINDOW_DAYS } from '../../engine/catalog/settings.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import { withinTransaction } from '../../foundation/database/within-transaction.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { createPublicKey, FIRST_KEY_NAME } from '../../intake/ingest-keys/ingest-keys.ts';
import { createLoginPass } from '../authorization-server/links/login-passes.ts';
import { useLink as takeLink } from '../authorization-server/links/one-time-links.ts';
import { passwordsAreOff } from '../authorization-server/links/password-login.ts';
import { requireFirstUser } from '../authorization-server/links/setup-links.ts';
import { UserError } from '../authorization-server/users/user-error.ts';
import { checkedEmail, checkNewPassword, createUser, hasUsers } from '../authorization-server/users/users.ts';

/** Who adds the first user: nobody is logged in. */
const NOBODY: Actor = { userId: null, via: 'dashboard' };

export interface SetupFields {
  readonly account_name: string;
  readonly email: string;
  readonly password?: string | undefined;
  readonly website_name: string;
  readonly currency: string;
  readonly timezone?: string | undefined;
  /** Normalized. */
  readonly origins: readonly string[];
  readonly register_keys: boolean;
  readonly campaign_name?: string | undefined;
  readonly cta_type?: string | undefined;
}

export interface ChosenLogin {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

interface SetupDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The name of the issuer, if there are no passwords. */
  readonly loginOnlyWith: string | undefined;
  /** The value of a `Set-Cookie` header with a login pass. */
  loginCookie(pass: string): string;
}

export class Setup {
  readonly #dependencies: SetupDependencies;

  constructor(dependencies: SetupDependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws a problem of status 401 if there is a user, and 422 if a field is invalid. */
  async check({ email, password }: ChosenLogin): Promise<void> {
    if (await hasUsers(this.#dependencies.database)) throw linkNotValid();
    const address = email === undefined ? '' : fieldRule('email', () => checkedEmail(email));
    if (password !== undefined) fieldRule('password', () => this.#checkPassword(password, address));
  }

  #checkPassword(password: string, email: string): void {
    const { loginOnlyWith } = this.#dependencies;
    if (loginOnlyWith !== undefined) throw new UserError(passwordsAreOff(loginOnlyWith));
    checkNewPassword(password, email);
  }

  /** If it is called at the same time, one call succeeds. Throws the problems of `check`. */
  async finish(secret: string, fields: SetupFields): Promise<{ websiteId: number; loginCookie: string }> {
    const { database, loginCookie, loginOnlyWith } = this.#dependencies;
    if (loginOnlyWith === undefined && fields.password === undefined) throw passwordRequired();
    await this.check(fields);
    const { websiteId, pass } = await database.transaction((tx) => this.#create(tx, secret, fields));
    return { websiteId, loginCookie: loginCookie(pass) };
  }

  async #create(tx: Queries, secret: string, fields: SetupFields): Promise<{ websiteId: number; pass: string }> {
    const { clock } = this.#dependencies;
    const link = await takeLink(tx, secret, 'setup', clock);
    if (!link) throw linkNotValid();
    const accountId = await createAccount(tx, fields.account_name, clock());
    const websiteId = await this.#createWebsite(tx, accountId, fields);
    const nested = withinTransaction(tx);
    const owner = { email: fields.email, password: fields.password, accountIds: [accountId] };
    const { id: userId } = await createUser(nested, owner, clock, NOBODY).catch(asTaken);
    await requireFirstUser(tx, userId);
    const pass = await createLoginPass(tx, link.id, userId, clock);
    const actor: Actor = { userId, via: 'dashboard' };
    await createPublicKey(nested, { websiteId, name: FIRST_KEY_NAME, origins: fields.origins }, clock, actor);
    await recordAudit(tx, { accountId, actor, action: 'account_set_up', subject: fields.account_name }, clock);
    return { websiteId, pass };
  }

  async #createWebsite(tx: Queries, accountId: number, fields: SetupFields): Promise<number> {
    const now = this.#dependencies.clock();
    const { website_name: name, currency, timezone, register_keys, campaign_name: campaign, cta_type } = fields;
    const settings = { register_keys, event_log: true, timezone, credit_window_days: NEW_CREDIT_WINDOW_DAYS };
    const { id: websiteId } = await createWebsite(tx, { accountId, name, currency, settings }, now);
    if (campaign === undefined) return websiteId;
    await addFirstCampaign(tx, { websiteId, name: campaign, ctaType: cta_type }, now);
    return websiteId;
  }
}

/** The rules for users are checked before, so there is a user of this email address now. */
function asTaken(error: unknown): never {
  throw error instanceof UserError ? linkNotValid() : error;
}

function passwordRequired(): Problem {
  return new Problem(422, 'password is required.', { code: 'invalid_field', param: 'password' });
}

function fieldRule<Result>(param: 'email' | 'password', check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (error instanceof UserError) throw new Problem(422, error.message, { code: 'invalid_field', param });
    throw error;
  }
}
