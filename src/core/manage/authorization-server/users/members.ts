// The users of an account and their roles. An account keeps at least one owner, unless an operator insists.
// Why: docs/decisions/logins.md, "Removing a person ends their access for good".
// Why: docs/decisions/tokens.md, "A new password ends what came from the old one".
import { sentence } from '../../../../../languages/sentence.ts';
import { recordAudit } from '../../../contract/access/audit-log.ts';
import { endShareLinksInAccount, endShareLinksOf } from '../../../contract/access/end-share-links.ts';
import { type Actor, DASHBOARD_CLIENT_ID } from '../../../contract/access/principal.ts';
import type { Membership, Role } from '../../../contract/access/role.ts';
import { revokeTokensInAccount, revokeTokensOf, takeWebsitesFromTokens } from '../../../contract/access/tokens.ts';
import { placeholders, type Queries } from '../../../foundation/database/database.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { deleteGrant } from '../grants/grants.ts';
import { lockUser } from './lock-user.ts';
import { isSameMembership, readMemberships, saidMembership, storeMembership, withWebsitesOf } from './memberships.ts';
import { UserError } from './user-error.ts';

interface Member {
  readonly userId: number;
  readonly accountId: number;
}

/** Who does it, and whether the account may be left without an owner. */
interface MemberChange {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly force?: boolean;
}

/** The account would be left without an owner. */
export class LastOwnerError extends UserError {}

/**
 * Adds the user to the account, or changes the role there and the websites on which it holds. What the user has authorized or created for
 * websites that are taken away loses them for good. Throws a UserError.
 */
export async function setRole(tx: Queries, member: Member, wanted: Membership, change: MemberChange): Promise<void> {
  const { userId, accountId } = member;
  const [account] = await tx.query('SELECT id FROM accounts WHERE id = $1', [accountId]);
  if (!account) throw new UserError(`There is no account ${accountId}.`);
  // An open link to reset the password may be worth nothing from now on, see password-resets.ts.
  await lockUser(tx, userId);
  const before = await lockMembers(tx, accountId);
  const [current] = await readMemberships(tx, member);
  const membership = await withWebsitesOf(tx, accountId, wanted);
  if (current && isSameMembership(current, membership)) return;
  if (membership.role !== 'owner') await requireOwnerBesides(tx, before, member, change);
  await storeMembership(tx, { ...member, ...membership });
  await endShareLinksInAccount(tx, member, change.clock);
  const { actor, clock } = change;
  if (current && membership.websiteIds) await takeOtherWebsites(tx, member, membership.websiteIds, clock);
  const email = await emailOf(tx, userId);
  const isSelf = actor.userId === userId;
  const now = { person: email, role: await saidMembership(tx, accountId, membership) };
  const entry =
    current === undefined
      ? ({ action: isSelf ? 'invitation_accepted' : 'person_added', subject: sentence('withRole', now) } as const)
      : ({
          action: 'role_changed',
          subject: sentence('withRoles', { ...now, before: await saidMembership(tx, accountId, current) }),
        } as const);
  await recordAudit(tx, { accountId, actor, ...entry }, clock);
}

/** `left`: the websites of the account that the user may still see. */
async function takeOtherWebsites(
  tx: Queries,
  { userId, accountId }: Member,
  left: readonly number[],
  clock: Clock,
): Promise<void> {
  const websites = await tx.query<{ id: number }>('SELECT id FROM websites WHERE account_id = $1', [accountId]);
  const taken = websites.map(({ id }) => id).filter((id) => !left.includes(id));
  if (taken.length === 0) return;
  await tx.query(
    `DELETE FROM grant_websites WHERE website_id IN (${placeholders(taken.length, 1)}) AND grant_hash IN
       (SELECT id_hash FROM authorization_records WHERE kind = 'Grant' AND user_id = $1)`,
    [userId, ...taken],
  );
  await takeWebsitesFromTokens(tx, { userId, websiteIds: taken }, clock);
}

/**
 * What the user has authorized or created for websites of the account ends too, so that it does not revive if the user is
 * added again. Returns whether the user belonged to the account. Throws a LastOwnerError.
 */
export async function removeFromAccount(tx: Queries, member: Member, change: MemberChange): Promise<boolean> {
  const { userId, accountId } = member;
  const before = await lockMembers(tx, accountId);
  if (!before.has(userId)) return false;
  await requireOwnerBesides(tx, before, member, change);
  await tx.query('DELETE FROM user_accounts WHERE user_id = $1 AND account_id = $2', [userId, accountId]);
  await tx.query(
    `DELETE FROM grant_websites WHERE website_id IN (SELECT id FROM websites WHERE account_id = $2) AND grant_hash IN
       (SELECT id_hash FROM authorization_records WHERE kind = 'Grant' AND user_id = $1)`,
    [userId, accountId],
  );
  await revokeTokensInAccount(tx, member, change.clock);
  await endShareLinksInAccount(tx, member, change.clock);
  const subject = await emailOf(tx, userId);
  const action = change.actor.userId === userId ? 'account_left' : 'person_removed';
  await recordAudit(tx, { accountId, actor: change.actor, action, subject }, change.clock);
  return true;
}

/** Deletes the user with all sessions and grants, and revokes the tokens that the user created. Throws a LastOwnerError. */
export async function deleteUser(tx: Queries, userId: number, change: MemberChange): Promise<void> {
  await lockUser(tx, userId);
  const accounts = await tx.query<{ id: number }>(
    'SELECT account_id AS id FROM user_accounts WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  // All of them first: the audit log has to be locked last.
  for (const { id: accountId } of accounts) await lockMembers(tx, accountId);
  for (const { id: accountId } of accounts) await removeFromAccount(tx, { userId, accountId }, change);
  await endAccess(tx, userId, change.clock);
  await tx.query('DELETE FROM users WHERE id = $1', [userId]);
}

/** Ends all logins, grants and share links of the user, and revokes the tokens that the user created. Returns the ids of the tokens. */
export async function endAccess(tx: Queries, userId: number, clock: Clock): Promise<number[]> {
  await endLogins(tx, userId);
  await deleteGrants(tx, userId, () => true);
  await endShareLinksOf(tx, userId, clock);
  return revokeTokensOf(tx, userId, clock);
}

/**
 * Ends all sessions and dashboard logins of the user, and links with which one could log in. Connected applications and tokens
 * stay: they are bound to the websites that they were made for, while a dashboard login can choose others.
 */
export async function endLogins(tx: Queries, userId: number): Promise<void> {
  await tx.query("DELETE FROM authorization_records WHERE kind IN ('Session', 'Interaction') AND user_id = $1", [
    userId,
  ]);
  await deleteGrants(tx, userId, (clientId) => clientId === DASHBOARD_CLIENT_ID);
  // Links to reset the password, and passes of the setup.
  await tx.query('DELETE FROM one_time_links WHERE user_id = $1', [userId]);
}

async function deleteGrants(tx: Queries, userId: number, isOf: (clientId: string) => boolean): Promise<void> {
  const grants = await tx.query<{ id_hash: string; client_id: string }>(
    "SELECT id_hash, client_id FROM authorization_records WHERE kind = 'Grant' AND user_id = $1",
    [userId],
  );
  for (const grant of grants) if (isOf(grant.client_id)) await deleteGrant(tx, grant.id_hash);
}

/** The roles by user. Locks them until the transaction ends, so that two owners can't remove each other. */
export async function lockMembers(tx: Queries, accountId: number): Promise<ReadonlyMap<number, Role>> {
  const rows = await tx.query<{ user_id: number; role: Role }>(
    'UPDATE user_accounts SET role = role WHERE account_id = $1 RETURNING user_id, role',
    [accountId],
  );
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}

async function requireOwnerBesides(
  tx: Queries,
  members: ReadonlyMap<number, Role>,
  { userId, accountId }: Member,
  change: MemberChange,
): Promise<void> {
  if (change.force || members.get(userId) !== 'owner') return;
  const others = [...members].filter(([id, role]) => id !== userId && role === 'owner');
  if (others.length > 0) return;
  const [account] = await tx.query<{ name: string }>('SELECT name FROM accounts WHERE id = $1', [accountId]);
  throw new LastOwnerError(`${account?.name} needs an owner. Make somebody else an owner first.`);
}

async function emailOf(tx: Queries, userId: number): Promise<string> {
  const [user] = await tx.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  if (!user) throw new UserError(`There is no user ${userId}.`);
  return user.email;
}
