// Which user an identity of the single sign-on belongs to. An identity is the issuer and its subject. The email address only
// serves to find the user at the first login, and only if the issuer says that it has verified it.
import { recordAudit } from '../access/audit-log.ts';
import type { Role } from '../access/role.ts';
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { setRole } from './members.ts';
import { takeInvitationsTo } from './one-time-links.ts';
import type { Identity } from './openid-issuer.ts';
import { insertUser, isEmail, NO_PASSWORD, normalizedEmail, type User } from './users.ts';

export interface IdentityRules {
  /** In lower case. Empty: every domain. */
  readonly allowedDomains: readonly string[];
  /** An email address counts as verified if the issuer does not say. */
  readonly trustsEmail: boolean;
  /** What people get who are not users yet. undefined: they are refused. */
  readonly newUsers?: { readonly accountId: number; readonly role: Role } | undefined;
}

/** The message is for the person who logs in. */
export class IdentityRefused extends Error {}

export function userOfIdentity(
  database: Database,
  identity: Identity,
  rules: IdentityRules,
  clock: Clock,
): Promise<User> {
  return database.transaction(async (tx) => {
    const known = await findUserOf(tx, identity);
    if (known && rules.allowedDomains.length === 0) return known;
    const email = verifiedEmail(identity, rules);
    if (known) return known;
    const user = (await lockUserByEmail(tx, email)) ?? (await createUser(tx, email, rules, clock));
    await link(tx, identity, user, clock);
    return user;
  });
}

async function findUserOf(tx: Queries, { issuer, subject }: Identity): Promise<User | undefined> {
  const [user] = await tx.query<User>(
    `SELECT users.id AS id, users.email AS email FROM user_identities JOIN users ON users.id = user_id
     WHERE issuer = $1 AND subject = $2`,
    [issuer, subject],
  );
  return user;
}

function verifiedEmail({ email, isEmailVerified }: Identity, { trustsEmail, allowedDomains }: IdentityRules): string {
  if (email === undefined || !isEmail(email)) throw new IdentityRefused('Your login has no email address.');
  if (!(isEmailVerified ?? trustsEmail)) throw new IdentityRefused(`The email address ${email} is not verified.`);
  // Only A to Z: in Unicode, the lower case of another letter may be k, and so the email address of another person.
  const normalized = email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const domain = normalized.slice(normalized.lastIndexOf('@') + 1);
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain)) {
    throw new IdentityRefused(`Email addresses of ${domain} are not allowed here.`);
  }
  return normalized;
}

/** Locked, so that two logins at once can't link two identities to one user. */
async function lockUserByEmail(tx: Queries, email: string): Promise<User | undefined> {
  const [user] = await tx.query<User>('UPDATE users SET email = email WHERE email = $1 RETURNING id, email', [email]);
  return user;
}

async function createUser(tx: Queries, email: string, { newUsers }: IdentityRules, clock: Clock): Promise<User> {
  const memberships = await membershipsOf(tx, email, newUsers, clock);
  // Of two logins at once, the second one finds the user that the first one has created.
  if (memberships.size === 0) {
    const other = await lockUserByEmail(tx, email);
    if (other) return other;
    throw new IdentityRefused(`${email} has no access here. Ask an owner of the account for an invitation.`);
  }
  const created = await insertUser(tx, { email, passwordHash: NO_PASSWORD }, clock);
  const user = created ?? (await lockUserByEmail(tx, email))!;
  const actor = { userId: user.id, via: 'dashboard' } as const;
  for (const [accountId, role] of created ? memberships : []) {
    await setRole(tx, { userId: user.id, accountId }, role, { actor, clock });
  }
  return user;
}

/** The role in each account: of the invitations, which are used up, else the one that everybody gets. */
async function membershipsOf(
  tx: Queries,
  email: string,
  newUsers: IdentityRules['newUsers'],
  clock: Clock,
): Promise<ReadonlyMap<number, Role>> {
  const invitations = await takeInvitationsTo(tx, email, clock);
  if (invitations.length > 0) return new Map(invitations.map(({ accountId, role }) => [accountId!, role as Role]));
  if (!newUsers) return new Map();
  const [account] = await tx.query('SELECT id FROM accounts WHERE id = $1', [newUsers.accountId]);
  if (!account) throw new Error(`OIDC_NEW_USERS names the account ${newUsers.accountId}, which does not exist.`);
  return new Map([[newUsers.accountId, newUsers.role]]);
}

/** If the user has another identity at this issuer, the email address was given to somebody else since. */
async function link(tx: Queries, { issuer, subject }: Identity, user: User, clock: Clock): Promise<void> {
  const [linked] = await tx.query('SELECT subject FROM user_identities WHERE user_id = $1 AND issuer = $2', [
    user.id,
    issuer,
  ]);
  if (linked?.subject === subject) return;
  if (linked)
    throw new IdentityRefused(`${user.email} belongs to another login here. Ask the operator of this service.`);
  await tx.insertMany({
    into: 'user_identities',
    columns: ['issuer', 'subject', 'user_id', 'created_at'],
    rows: [[issuer, subject, user.id, isoSeconds(clock())]],
  });
  const actor = { userId: user.id, via: 'dashboard' } as const;
  await recordAudit(tx, { ofUser: user.id, actor, action: 'identity_linked', subject: user.email }, clock);
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
