// Resetting a password by a link. An owner can only create one for people of whom they own every account: whoever has the link
// can log in as the person, and must not get into accounts of others that way. This is checked again when the link is used,
// because the person may have joined another account since. For everybody else, the operator creates the link. People who have forgotten
// their password get one by mail (forgotten-passwords.ts).
// Why: docs/decisions/logins.md, "Owners reset passwords only of people who are all theirs".
import type { Language } from '../../../../../languages/language.ts';
import { recordAudit } from '../../../contract/access/audit-log.ts';
import { linkNotValid } from '../../../contract/access/one-time-link-guard.ts';
import { type Actor, COMMAND_LINE, type OneTimeLink } from '../../../contract/access/principal.ts';
import { RateLimit, tooManyRequests } from '../../../contract/access/rate-limit.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { PasswordResets, PersonId, ResetLink } from '../../accounts/people.ts';
import { lockUser } from '../users/lock-user.ts';
import { endAccess } from '../users/members.ts';
import { lockPerson } from '../users/people.ts';
import { asProblem, UserError } from '../users/user-error.ts';
import { mailLanguage } from '../users/user-languages.ts';
import { findUser, findUserByEmail, hashedPassword, hasPassword, storePassword } from '../users/users.ts';
import { createLoginPass } from './login-passes.ts';
import { createLink, findLink, linkUrl, useLink } from './one-time-links.ts';
import { passwordsAreOff, requirePasswords } from './password-login.ts';

/** How often one link can be tried: each time, a password is hashed, which is slow on purpose. */
export const RESETS_PER_LINK_LIMIT = { max: 10, perMs: 15 * 60 * 1000 };

interface PasswordResetsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** The name of the issuer, if there are no passwords. */
  readonly loginOnlyWith: string | undefined;
  /** The value of a `Set-Cookie` header with a login pass. */
  loginCookie(pass: string): string;
}

interface MailedResetLink extends ResetLink {
  readonly language: Language | undefined;
}

export class LinkedPasswordResets implements PasswordResets {
  readonly #options: PasswordResetsOptions;
  readonly #perLink: RateLimit;

  constructor(options: PasswordResetsOptions) {
    this.#options = options;
    this.#perLink = new RateLimit(RESETS_PER_LINK_LIMIT, options.clock);
  }

  async create({ accountId, userId }: PersonId, actor: Actor): Promise<ResetLink> {
    const { database, clock, loginOnlyWith } = this.#options;
    requirePasswords(loginOnlyWith);
    return database.transaction(async (tx) => {
      const email = await lockPerson(tx, { accountId, userId }, actor);
      if (userId === actor.userId) throw ownPassword();
      if (!(await hasPassword(tx, userId))) throw noPassword();
      const { secret, link } = await this.#createLink(tx, userId, { accountId, createdBy: actor.userId });
      if (!(await findLink(tx, secret, 'password_reset', clock))) throw resetByOperator();
      await recordAudit(tx, { accountId, actor, action: 'reset_link_created', subject: email }, clock);
      return link;
    });
  }

  /** An operator asks for it. Throws a UserError if there is no such user, or if there are no passwords. */
  async createFor(email: string): Promise<ResetLink> {
    const { database, clock, loginOnlyWith } = this.#options;
    if (loginOnlyWith !== undefined) throw new UserError(passwordsAreOff(loginOnlyWith));
    return database.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) throw new UserError(`There is no user ${email}.`);
      const { link } = await this.#createLink(tx, user.id);
      const entry = {
        ofUser: user.id,
        actor: COMMAND_LINE,
        action: 'reset_link_created',
        subject: user.email,
      } as const;
      await recordAudit(tx, entry, clock);
      return link;
    });
  }

  /** The link is mailed to the person, in their language if it is known. undefined: there is no such user with a password. */
  createToMail(email: string): Promise<MailedResetLink | undefined> {
    const { database, clock } = this.#options;
    return database.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user || !(await hasPassword(tx, user.id))) return undefined;
      const { link } = await this.#createLink(tx, user.id);
      const actor: Actor = { userId: user.id, via: 'dashboard' };
      await recordAudit(tx, { ofUser: user.id, actor, action: 'reset_link_mailed', subject: '' }, clock);
      return { ...link, language: await mailLanguage(tx, user.email) };
    });
  }

  /** It replaces an earlier one. */
  async #createLink(tx: Queries, userId: number, of: Pick<Partial<OneTimeLink>, 'accountId' | 'createdBy'> = {}) {
    const { clock, baseUrl } = this.#options;
    await tx.query("DELETE FROM one_time_links WHERE kind = 'password_reset' AND user_id = $1", [userId]);
    const { secret, expiresAt } = await createLink(tx, { kind: 'password_reset', userId, ...of }, clock);
    return { secret, link: { url: linkUrl(baseUrl, 'password_reset', secret), expires_at: expiresAt } };
  }

  async show(link: OneTimeLink) {
    requirePasswords(this.#options.loginOnlyWith);
    return { email: (await this.#userOf(link)).email, expires_at: link.expiresAt };
  }

  async reset(secret: string, password: string, link: OneTimeLink): Promise<string> {
    const { database, clock, loginOnlyWith, loginCookie } = this.#options;
    requirePasswords(loginOnlyWith);
    const { id, email } = await this.#userOf(link);
    const taken = this.#perLink.take(String(link.id));
    if (taken.isExceeded) throw tooManyRequests(taken, 'Too many attempts with this link. Wait and try again.');
    const passwordHash = await asProblem('password', () => hashedPassword(password, email));
    const pass = await database.transaction(async (tx) => {
      // First, so that nobody joins an account between the check of the link and the change of the password.
      await lockUser(tx, id);
      if (!(await useLink(tx, secret, 'password_reset', clock))) throw linkNotValid();
      await storePassword(tx, id, passwordHash);
      await endAccess(tx, id, clock);
      const loginPass = await createLoginPass(tx, link.id, id, clock);
      const actor: Actor = { userId: id, via: 'dashboard' };
      await recordAudit(tx, { ofUser: id, actor, action: 'password_reset', subject: email }, clock);
      return loginPass;
    });
    return loginCookie(pass);
  }

  /** The user may have been deleted. */
  async #userOf({ userId }: OneTimeLink) {
    const user = userId === null ? undefined : await findUser(this.#options.database, userId);
    if (!user) throw linkNotValid();
    return user;
  }
}

/** Whoever finds a dashboard open must not be able to choose a new password without the current one. */
function ownPassword(): Problem {
  const detail = 'You cannot create a link for yourself. Change your password on your profile page.';
  return new Problem(409, detail, { code: 'own_password' });
}

/** It does not say why, so that owners don't learn which other accounts there are. */
function resetByOperator(): Problem {
  const detail = 'You cannot reset the password of this person. Ask the operator of this service to do it.';
  return new Problem(403, detail, { code: 'reset_by_operator' });
}

/** Otherwise the owner could choose a password for somebody who has proved their email address, and who would not notice it. */
function noPassword(): Problem {
  const detail = 'This person has no password: they log in with single sign-on.';
  return new Problem(409, detail, { code: 'no_password' });
}
