// Invitations to an account, by a link that works once. It dies with the role of the owner who created it.
//
// Locks are taken in the order user, roles of the account, link, so that changes at the same time wait for each other.
// Why: docs/decisions/logins.md, "An invitation dies with the role of its creator".
// Why: docs/decisions/logins.md, "Addresses that were not mailed to stay unproven".
import { sentence } from '../../../../../languages/sentence.ts';
import { recordAudit } from '../../../contract/access/audit-log.ts';
import type { DashboardUsers } from '../../../contract/access/dashboard-guard.ts';
import { linkNotValid } from '../../../contract/access/one-time-link-guard.ts';
import type { Actor, DashboardUser, OneTimeLink } from '../../../contract/access/principal.ts';
import { RateLimit, tooManyRequests } from '../../../contract/access/rate-limit.ts';
import type { Membership, Role } from '../../../contract/access/role.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import type { Mailer } from '../../../foundation/mail/mailer.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { textsIn } from '../../../foundation/text/translators.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';
import type {
  Acceptance,
  CreatedInvitation,
  Delivery,
  Invitation,
  InvitationId,
  Invitations,
  NewInvitation,
  ShownInvitation,
} from '../../accounts/people.ts';
import { lockUser } from '../users/lock-user.ts';
import { lockMembers, setRole } from '../users/members.ts';
import { namesOfWebsites, saidMembership, withWebsitesOf } from '../users/memberships.ts';
import { orProblem, requireOwner } from '../users/people.ts';
import { asProblem } from '../users/user-error.ts';
import { mailLanguage } from '../users/user-languages.ts';
import { checkedEmail, findByPassword, hashedPassword, insertUser, type User, websitesOf } from '../users/users.ts';
import { invitationMail } from './invitation-mail.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { createLoginPass } from './login-passes.ts';
import { createLink, findLink, IS_OPEN_LINK, linkUrl, useLink, withdrawLink } from './one-time-links.ts';
import { requirePasswords } from './password-login.ts';

/** How many invitations of one account can wait for an answer. */
export const OPEN_INVITATIONS_MAX = 100;
/** How many one account can send: each one may be a mail to a stranger. */
const INVITATIONS_PER_HOUR_MAX = 50;

interface InvitationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly users: DashboardUsers;
  readonly loginAttempts: LoginAttempts;
  /** undefined: the links are shown to copy. */
  readonly mailer: Mailer | undefined;
  /** The name of the issuer, if there are no passwords. */
  readonly loginOnlyWith: string | undefined;
  /** The value of a `Set-Cookie` header with a login pass. */
  loginCookie(pass: string): string;
  logFailure(error: unknown): void;
}

/** Whoever accepts an invitation. */
interface Invitee {
  /** Locks the user. undefined: this is not possible, see `refusal`. */
  lock(tx: Queries): Promise<User | undefined>;
  readonly refusal: Problem;
}

export class AccountInvitations implements Invitations {
  readonly #options: InvitationsOptions;
  readonly #perAccount: RateLimit;

  constructor(options: InvitationsOptions) {
    this.#options = options;
    this.#perAccount = new RateLimit({ max: INVITATIONS_PER_HOUR_MAX, perMs: 60 * 60 * 1000 }, options.clock);
  }

  async list(accountId: number): Promise<Invitation[]> {
    const { database, clock } = this.#options;
    const rows = await database.query<InvitationRow>(
      `SELECT ${INVITATION_COLUMNS} FROM one_time_links JOIN users ON users.id = created_by
       WHERE ${IS_OPEN_LINK} AND kind = 'invitation' AND account_id = $2 ORDER BY one_time_links.id DESC`,
      [isoSeconds(clock()), accountId],
    );
    return rows.map(invitationOf);
  }

  async create(invitation: NewInvitation, actor: Actor): Promise<CreatedInvitation> {
    const email = await asProblem('email', () => checkedEmail(invitation.email));
    const taken = this.#perAccount.take(String(invitation.accountId));
    if (taken.isExceeded) throw tooManyRequests(taken, 'Too many invitations in this hour. Try again later.');
    const { secret, id } = await orProblem(this.#store({ ...invitation, email }, actor));
    const { account_name, website_names, ...created } = await readInvitation(this.#options.database, id);
    const url = linkUrl(this.#options.baseUrl, 'invitation', secret);
    const delivery = await this.#deliver({ ...created, account_name, website_names }, url);
    return { ...created, delivery, url: delivery === 'mailed' ? null : url };
  }

  #store({ accountId, email, ...wanted }: NewInvitation, actor: Actor) {
    const { database, clock } = this.#options;
    return database.transaction(async (tx) => {
      const roles = await lockMembers(tx, accountId);
      requireOwner(roles, actor);
      await requireNoMember(tx, roles, email);
      const membership = await withWebsitesOf(tx, accountId, wanted);
      await tx.query("DELETE FROM one_time_links WHERE kind = 'invitation' AND account_id = $1 AND email = $2", [
        accountId,
        email,
      ]);
      await requireFewInvitations(tx, accountId, clock);
      const websiteIds = membership.websiteIds && JSON.stringify(membership.websiteIds);
      const link = { accountId, email, role: membership.role, websiteIds, createdBy: actor.userId };
      const created = await createLink(tx, { kind: 'invitation', ...link }, clock);
      const role = await saidMembership(tx, accountId, membership);
      const subject = sentence('withRole', { person: email, role });
      await recordAudit(tx, { accountId, actor, action: 'person_invited', subject }, clock);
      return created;
    });
  }

  async #deliver(invitation: ShownInvitation, url: string): Promise<Delivery> {
    const { database, mailer, logFailure } = this.#options;
    if (!mailer) return 'not_configured';
    try {
      // Who has no login here gets the language of whoever invites them.
      const language = await mailLanguage(database, invitation.email);
      const t = textsIn(language ?? (await mailLanguage(database, invitation.invited_by)) ?? 'en');
      await mailer.send(invitationMail(invitation, url, t));
      return 'mailed';
    } catch (error) {
      logFailure(error);
      return 'mail_failed';
    }
  }

  async withdraw({ accountId, id }: InvitationId, actor: Actor): Promise<void> {
    const { database, clock } = this.#options;
    await database.transaction(async (tx) => {
      requireOwner(await lockMembers(tx, accountId), actor);
      const withdrawn = await withdrawLink(tx, { id, kind: 'invitation', accountId }, clock);
      if (!withdrawn) throw new Problem(404, `There is no open invitation ${id}.`);
      const subject = withdrawn.email ?? '';
      await recordAudit(tx, { accountId, actor, action: 'invitation_withdrawn', subject }, clock);
    });
  }

  async show({ id }: OneTimeLink): Promise<ShownInvitation> {
    const { id: _, website_ids, created_at, ...shown } = await readInvitation(this.#options.database, id);
    return shown;
  }

  async accept({ secret, login, password }: Acceptance, link: OneTimeLink, ipAddress: string): Promise<string> {
    const { database, clock, loginAttempts, loginOnlyWith, loginCookie } = this.#options;
    requirePasswords(loginOnlyWith);
    const email = link.email ?? '';
    const attempt = { email, ipAddress };
    const exceeded = loginAttempts.take(attempt);
    if (exceeded) throw tooManyRequests(exceeded, 'Too many attempts. Wait and try again.');
    const invitee = login === 'new' ? await this.#newcomer(email, password) : await this.#known(email, password);
    const pass = await database.transaction(async (tx) => {
      const userId = await this.#join(tx, secret, link, invitee);
      return createLoginPass(tx, link.id, userId, clock);
    });
    loginAttempts.succeeded(attempt);
    return loginCookie(pass);
  }

  async #newcomer(email: string, password: string): Promise<Invitee> {
    const passwordHash = await asProblem('password', () => hashedPassword(password, email));
    const detail = 'There is a login with this email address already. Confirm with its password.';
    return {
      lock: (tx) => insertUser(tx, { email, passwordHash }, this.#options.clock),
      refusal: new Problem(409, detail, { code: 'login_exists' }),
    };
  }

  async #known(email: string, password: string): Promise<Invitee> {
    const refusal = new Problem(422, 'Incorrect password.', { code: 'wrong_password', param: 'password' });
    const user = await findByPassword(this.#options.database, email, password);
    if (!user) throw refusal;
    // The password may have been reset since it was checked.
    return { lock: (tx) => lockUser(tx, user.id, user.passwordHash), refusal };
  }

  async join(secret: string, user: DashboardUser): Promise<void> {
    const { database, clock, users } = this.#options;
    const link = await findLink(database, secret, 'invitation', clock);
    // Status 401 would say that the login is not valid.
    if (!link) throw new Problem(404, linkNotValid().message, { code: 'link_not_valid' });
    if (link.email !== user.email) {
      const detail = `This invitation is for ${link.email}, and you are logged in as ${user.email}. Log out first.`;
      throw new Problem(403, detail, { code: 'other_email' });
    }
    const invitee = { lock: (tx: Queries) => lockUser(tx, user.id), refusal: linkNotValid() };
    await database.transaction(async (tx) => {
      await this.#join(tx, secret, link, invitee);
      // The current login shows these websites from the next call on.
      const joined = (await websitesOf(tx, user.id)).filter(({ account_id: id }) => id === link.accountId);
      for (const { id } of joined) await users.addWebsite(tx, user, id);
    });
  }

  /** A person who belongs to the account already keeps their role. Returns the id of the user. */
  async #join(tx: Queries, secret: string, { accountId: id }: OneTimeLink, invitee: Invitee): Promise<number> {
    const { clock } = this.#options;
    const accountId = id!;
    const user = await invitee.lock(tx);
    const roles = await lockMembers(tx, accountId);
    const used = await useLink(tx, secret, 'invitation', clock);
    if (!used) throw linkNotValid();
    if (!user) throw invitee.refusal;
    if (roles.has(user.id)) return user.id;
    const actor: Actor = { userId: user.id, via: 'dashboard' };
    const membership = await membershipOf(tx, used);
    if (!membership) throw linkNotValid();
    await setRole(tx, { userId: user.id, accountId }, membership, { actor, clock });
    return user.id;
  }
}

/** What the invited person gets. undefined: none of the websites exists any more. */
export async function membershipOf(tx: Queries, link: OneTimeLink): Promise<Membership | undefined> {
  const role = link.role as Role;
  if (link.websiteIds === null) return { role, websiteIds: null };
  const names = await namesOfWebsites(tx, link.accountId!, JSON.parse(link.websiteIds));
  return names.size > 0 ? { role, websiteIds: [...names.keys()] } : undefined;
}

interface InvitationRow extends Omit<Invitation, 'website_ids'> {
  /** JSON. */
  readonly website_ids: string | null;
}

function invitationOf(row: InvitationRow): Invitation {
  return { ...row, website_ids: row.website_ids && JSON.parse(row.website_ids) };
}

const INVITATION_COLUMNS = `one_time_links.id AS id, one_time_links.email AS email, one_time_links.role AS role, website_ids,
  users.email AS invited_by, one_time_links.created_at AS created_at, expires_at`;

async function readInvitation(database: Pick<Queries, 'query'>, id: number): Promise<Invitation & ShownInvitation> {
  const [row] = await database.query<InvitationRow & { account_id: number; account_name: string }>(
    `SELECT ${INVITATION_COLUMNS}, account_id, accounts.name AS account_name
     FROM one_time_links JOIN users ON users.id = created_by JOIN accounts ON accounts.id = account_id
     WHERE one_time_links.id = $1`,
    [id],
  );
  // It was withdrawn in this moment.
  if (!row) throw linkNotValid();
  const { account_id: accountId, account_name, ...columns } = row;
  const invitation = invitationOf(columns);
  const names = invitation.website_ids && (await namesOfWebsites(database, accountId, invitation.website_ids));
  return { ...invitation, account_name, website_names: names && [...names.values()] };
}

/** Owners see the people of the account anyway, so this tells them nothing new. */
async function requireNoMember(tx: Queries, roles: ReadonlyMap<number, Role>, email: string): Promise<void> {
  const [user] = await tx.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [email]);
  if (!user || !roles.has(user.id)) return;
  throw new Problem(409, `${email} belongs to this account already. Change the role instead.`, {
    code: 'already_member',
    param: 'email',
  });
}

async function requireFewInvitations(tx: Queries, accountId: number, clock: Clock): Promise<void> {
  const open = await tx.query(
    `SELECT id FROM one_time_links WHERE ${IS_OPEN_LINK} AND kind = 'invitation' AND account_id = $2`,
    [isoSeconds(clock()), accountId],
  );
  if (open.length < OPEN_INVITATIONS_MAX) return;
  const detail = `The account has ${OPEN_INVITATIONS_MAX} open invitations. Withdraw those that are not needed.`;
  throw new Problem(409, detail, { code: 'too_many_invitations' });
}
