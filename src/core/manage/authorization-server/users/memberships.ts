// Which role people have, and where it holds: in an account, or on chosen websites of it.
import { type Sentence, sentence } from '../../../../../languages/sentence.ts';
import type { Membership, Role } from '../../../contract/access/role.ts';
import { placeholders, type Queries } from '../../../foundation/database/database.ts';
import { UserError } from './user-error.ts';

export interface UserMembership extends Membership {
  readonly userId: number;
  readonly accountId: number;
}

interface UserMembershipRow {
  readonly user_id: number;
  readonly account_id: number;
  readonly role: Role;
  readonly on_chosen_websites: number;
}

/** Returns them by user, then by account. `of`: those of one user or of one account. Default: all. */
export async function readMemberships(
  database: Pick<Queries, 'query'>,
  of?: { readonly userId?: number; readonly accountId?: number },
): Promise<UserMembership[]> {
  const given = Object.entries({ user_id: of?.userId, account_id: of?.accountId }).filter(([, id]) => id !== undefined);
  const where = given.map(([column], index) => `${index === 0 ? 'WHERE' : 'AND'} ${column} = $${index + 1}`).join(' ');
  const ids = given.map(([, id]) => id as number);
  const rows = await database.query<UserMembershipRow>(
    `SELECT user_id, account_id, role, on_chosen_websites FROM user_accounts ${where} ORDER BY user_id, account_id`,
    ids,
  );
  const websites = rows.some(isOnChosenWebsites)
    ? await database.query<{ user_id: number; account_id: number; website_id: number }>(
        `SELECT user_id, account_id, website_id FROM user_websites ${where} ORDER BY website_id`,
        ids,
      )
    : [];
  return rows.map((row) => {
    const { user_id: userId, account_id: accountId, role } = row;
    const chosen = websites.filter((each) => each.user_id === userId && each.account_id === accountId);
    return {
      userId,
      accountId,
      role,
      websiteIds: isOnChosenWebsites(row) ? chosen.map((each) => each.website_id) : null,
    };
  });
}

function isOnChosenWebsites(row: Pick<UserMembershipRow, 'on_chosen_websites'>): boolean {
  return row.on_chosen_websites === 1;
}

export function isSameMembership(one: Membership, other: Membership): boolean {
  return one.role === other.role && JSON.stringify(one.websiteIds) === JSON.stringify(other.websiteIds);
}

/** The caller has locked the roles of the account. */
export async function storeMembership(
  tx: Queries,
  { userId, accountId, role, websiteIds }: UserMembership,
): Promise<void> {
  await tx.insertMany({
    into: 'user_accounts',
    columns: ['user_id', 'account_id', 'role', 'on_chosen_websites'],
    rows: [[userId, accountId, role, websiteIds ? 1 : 0]],
    onConflict: `ON CONFLICT (user_id, account_id)
      DO UPDATE SET role = excluded.role, on_chosen_websites = excluded.on_chosen_websites`,
  });
  await tx.query('DELETE FROM user_websites WHERE user_id = $1 AND account_id = $2', [userId, accountId]);
  if (!websiteIds) return;
  await tx.insertMany({
    into: 'user_websites',
    columns: ['user_id', 'account_id', 'website_id'],
    rows: websiteIds.map((websiteId) => [userId, accountId, websiteId]),
  });
}

/** The account has no such website. It may be that of another account. */
export class NoSuchWebsiteError extends UserError {}

/** Each website once, ascending. Throws a NoSuchWebsiteError. */
export async function withWebsitesOf<Wanted extends Membership>(
  tx: Pick<Queries, 'query'>,
  accountId: number,
  wanted: Wanted,
): Promise<Wanted> {
  if (!wanted.websiteIds) return wanted;
  const websiteIds = [...new Set(wanted.websiteIds)].sort((a, b) => a - b);
  const own = await namesOfWebsites(tx, accountId, websiteIds);
  const missing = websiteIds.find((id) => !own.has(id));
  if (missing !== undefined) throw new NoSuchWebsiteError(`There is no website ${missing}.`);
  return { ...wanted, websiteIds };
}

/** The names of those websites that the account has, by id. */
export async function namesOfWebsites(
  database: Pick<Queries, 'query'>,
  accountId: number,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await database.query<{ id: number; name: string }>(
    `SELECT id, name FROM websites WHERE account_id = $1 AND id IN (${placeholders(websiteIds.length, 1)}) ORDER BY id`,
    [accountId, ...websiteIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Says the role, and where it holds, in the audit log. */
export async function saidMembership(tx: Queries, accountId: number, of: Membership): Promise<Sentence> {
  const role = sentence(`role_${of.role}`);
  if (!of.websiteIds) return role;
  const names = await namesOfWebsites(tx, accountId, of.websiteIds);
  return sentence('roleOnWebsites', { role, websites: [...names.values()].join(', ') });
}
