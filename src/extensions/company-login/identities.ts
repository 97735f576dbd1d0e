// Which user an identity of the single sign-on belongs to. An identity is the issuer and its subject. The email address only
// serves to find the user at the first login, and only if the issuer says that it has verified it.
// Why: docs/decisions/logins.md, "Linking an identity ends the password".
// Why: docs/decisions/logins.md, "Single sign-on replaces the password page alone".
// Why: docs/decisions/logins.md, "Invitations by single sign-on need the address of this login".
import { recordAudit } from '../../core/contract/access/audit-log.ts';
import { type Membership, onWholeAccount, type Role } from '../../core/contract/access/role.ts';
import { type Database, placeholders, type Queries } from '../../core/foundation/database/database.ts';
import { isEmailAddress, normalizedEmail } from '../../core/foundation/mail/email-address.ts';
import { PageProblem } from '../../core/foundation/pages/page-problem.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import { membershipOf } from '../../core/manage/authorization-server/links/invitations.ts';
import { takeInvitationsTo } from '../../core/manage/authorization-server/links/one-time-links.ts';
import { lockUser, lockUserByEmail } from '../../core/manage/authorization-server/users/lock-user.ts';
import { endLogins, lockMembers, setRole } from '../../core/manage/authorization-server/users/members.ts';
import {
  belongsToAccount,
  insertUser,
  NO_PASSWORD,
  removePassword,
  type User,
} from '../../core/manage/authorization-server/users/users.ts';
import type { Identity } from './openid-issuer.ts';

export interface IdentityRules {
  /** Domains in lower case. If there are none, every domain is allowed. */
  readonly allowedDomains: readonly string[];
  /** An email address counts as verified if the issuer does not say. */
  readonly trustsEmail: boolean;
  /** What people get who are not users yet. undefined: they are refused. */
  readonly newUsers?: { readonly accountId: number; readonly role: Role } | undefined;
}

/** The message is for the person who logs in. */
export class IdentityRefused extends PageProblem {
  constructor(say: PageProblem['say']) {
    super(403, say);
  }
}

export function userOfIdentity(
  database: Database,
  identity: Identity,
  rules: IdentityRules,
  clock: Clock,
): Promise<User> {
  return database.transaction(async (tx) => {
    const known = await findUserOf(tx, identity);
    const email = verifiedEmail(identity, rules);
    if (email instanceof IdentityRefused) {
      // Once linked, the subject is enough, unless every login has to prove an email address of an allowed domain.
      if (known && rules.allowedDomains.length === 0) return known;
      throw email;
    }
    const user = known ?? (await linkedUser(tx, identity, email, rules, clock));
    // The stored email address may belong to somebody else by now, and so may the invitations to it.
    if (email === user.email) await acceptInvitations(tx, user, clock);
    return user;
  });
}

/** Whom the issuer of a company may speak for. */
export interface EnterpriseRules extends Pick<IdentityRules, 'allowedDomains' | 'trustsEmail'> {
  /** The accounts of the company. */
  readonly accountIds: readonly number[];
  /** Users log in at this issuer, too. */
  readonly isForLogins: boolean;
}

/**
 * The person of the company's accounts whom an assertion is about, found by the rules of single sign-on. An assertion adds nobody to an
 * account, and links nobody who belongs to other accounts alone: the issuer speaks for the people of the company.
 */
export function memberOfIdentity(
  database: Database,
  identity: Identity,
  rules: EnterpriseRules,
  clock: Clock,
): Promise<User> {
  return database.transaction(async (tx) => {
    const known = await findUserOf(tx, identity);
    const email = verifiedEmail(identity, rules);
    if (email instanceof IdentityRefused && !(known && rules.allowedDomains.length === 0)) throw email;
    const user = known ?? (await lockUserByEmail(tx, String(email)));
    if (!user || !(await belongsToOneOf(tx, user, rules.accountIds))) {
      throw new IdentityRefused((t) => t('pages.ssoNoAccess', { email: String(email) }));
    }
    if (!known) await link(tx, identity, user, clock, rules.isForLogins ? 'login' : 'assertion');
    return user;
  });
}

async function belongsToOneOf(tx: Queries, user: User, accountIds: readonly number[]): Promise<boolean> {
  const found = await tx.query(
    `SELECT account_id FROM user_accounts WHERE user_id = $1 AND account_id IN (${placeholders(accountIds.length, 1)})`,
    [user.id, ...accountIds],
  );
  return found.length > 0;
}

/** The user is locked, so that two logins at once can't link two identities to one user. */
async function linkedUser(
  tx: Queries,
  identity: Identity,
  email: string,
  rules: IdentityRules,
  clock: Clock,
): Promise<User> {
  const user = (await lockUserByEmail(tx, email)) ?? (await createUser(tx, email, rules, clock));
  await link(tx, identity, user, clock, 'login');
  return user;
}

/** Accepts invitations only of a user who belongs to no account: the dashboard does not let such a user in to accept them there. */
async function acceptInvitations(tx: Queries, user: User, clock: Clock): Promise<void> {
  if (await belongsToAccount(tx, user.id)) return;
  await lockUser(tx, user.id);
  // Everybody who changes invitations locks in this order: user, roles of the account, link.
  const invited = await tx.query<{ id: number }>(
    `SELECT DISTINCT account_id AS id FROM one_time_links
     WHERE kind = 'invitation' AND email = $1 AND used_at IS NULL ORDER BY id`,
    [user.email],
  );
  for (const { id: accountId } of invited) await lockMembers(tx, accountId);
  await join(tx, user, await invitedTo(tx, user.email, clock), clock);
}

async function findUserOf(tx: Queries, { issuer, subject }: Identity): Promise<User | undefined> {
  const [user] = await tx.query<User>(
    `SELECT users.id AS id, users.email AS email FROM user_identities JOIN users ON users.id = user_id
     WHERE issuer = $1 AND subject = $2`,
    [issuer, subject],
  );
  return user;
}

/** The email address that this login proves, in the form that is stored with users, or the reason why it proves no allowed one. */
function verifiedEmail(
  { email, isEmailVerified }: Identity,
  { trustsEmail, allowedDomains }: IdentityRules,
): string | IdentityRefused {
  if (email === undefined || !isEmailAddress(email)) return new IdentityRefused((t) => t('pages.ssoNoEmail'));
  if (!(isEmailVerified ?? trustsEmail)) return new IdentityRefused((t) => t('pages.ssoEmailNotVerified', { email }));
  // Only A to Z: in Unicode, the lower case of another letter may be k, and so the email address of another person.
  const normalized = email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const domain = normalized.slice(normalized.lastIndexOf('@') + 1);
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain)) {
    return new IdentityRefused((t) => t('pages.ssoDomainNotAllowed', { domain }));
  }
  return normalized;
}

async function createUser(tx: Queries, email: string, { newUsers }: IdentityRules, clock: Clock): Promise<User> {
  const memberships = await membershipsOf(tx, email, newUsers, clock);
  // Of two logins at once, the second one finds the user that the first one has created.
  if (memberships.size === 0) {
    const other = await lockUserByEmail(tx, email);
    if (other) return other;
    throw new IdentityRefused((t) => t('pages.ssoNoAccess', { email }));
  }
  const created = await insertUser(tx, { email, passwordHash: NO_PASSWORD }, clock);
  const user = created ?? (await lockUserByEmail(tx, email))!;
  if (created) await join(tx, user, memberships, clock);
  return user;
}

/** The role in each account, and where it holds. */
type Memberships = ReadonlyMap<number, Membership>;

async function join(tx: Queries, { id }: User, memberships: Memberships, clock: Clock): Promise<void> {
  const actor = { userId: id, via: 'dashboard' } as const;
  for (const [accountId, membership] of memberships) {
    await setRole(tx, { userId: id, accountId }, membership, { actor, clock });
  }
}

/** Uses up the invitations. */
async function invitedTo(tx: Queries, email: string, clock: Clock): Promise<Memberships> {
  const memberships = new Map<number, Membership>();
  for (const link of await takeInvitationsTo(tx, email, clock)) {
    const membership = await membershipOf(tx, link);
    if (membership) memberships.set(link.accountId!, membership);
  }
  return memberships;
}

/** What everybody gets, in the whole account, and what the invitations say, which are used up. */
async function membershipsOf(
  tx: Queries,
  email: string,
  newUsers: IdentityRules['newUsers'],
  clock: Clock,
): Promise<Memberships> {
  const invited = await invitedTo(tx, email, clock);
  if (!newUsers) return invited;
  const [account] = await tx.query('SELECT id FROM accounts WHERE id = $1', [newUsers.accountId]);
  if (!account) throw new Error(`OIDC_NEW_USERS names the account ${newUsers.accountId}, which does not exist.`);
  return new Map([[newUsers.accountId, onWholeAccount(newUsers.role)], ...invited]);
}

/**
 * If the user has another identity at this issuer, the email address was given to somebody else since. Where users don't log in at the
 * issuer, the password stays: it would be missed, and whoever has it gains nothing by the link.
 */
async function link(
  tx: Queries,
  { issuer, subject }: Identity,
  user: User,
  clock: Clock,
  by: 'login' | 'assertion',
): Promise<void> {
  const [linked] = await tx.query('SELECT subject FROM user_identities WHERE user_id = $1 AND issuer = $2', [
    user.id,
    issuer,
  ]);
  if (linked?.subject === subject) return;
  if (linked) throw new IdentityRefused((t) => t('pages.ssoOtherLogin', { email: user.email }));
  await tx.insertMany({
    into: 'user_identities',
    columns: ['issuer', 'subject', 'user_id', 'created_at'],
    rows: [[issuer, subject, user.id, isoSeconds(clock())]],
  });
  const entry = { ofUser: user.id, actor: { userId: user.id, via: 'dashboard' }, subject: user.email } as const;
  // Nobody has proved until now that the email address is theirs: the password may have been chosen by somebody else.
  const hadPassword = by === 'login' && (await removePassword(tx, user.id));
  if (by === 'login') await endLogins(tx, user.id);
  if (hadPassword) await recordAudit(tx, { ...entry, action: 'password_removed' }, clock);
  await recordAudit(tx, { ...entry, action: 'identity_linked' }, clock);
}

/** Returns what was unlinked. */
export function unlinkUser(
  database: Database,
  email: string,
): Promise<readonly { readonly issuer: string; readonly subject: string }[]> {
  return database.transaction((tx) =>
    tx.query<{ issuer: string; subject: string }>(
      `DELETE FROM user_identities WHERE user_id IN (SELECT id FROM users WHERE email = $1) RETURNING issuer, subject`,
      [normalizedEmail(email)],
    ),
  );
}
