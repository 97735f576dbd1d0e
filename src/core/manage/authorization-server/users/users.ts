// Users who can log in. A user belongs to accounts, and may authorize clients for the websites of these accounts.

import { sentence } from '../../../../../languages/sentence.ts';
import { lastSignIns, recordAudit } from '../../../contract/access/audit-log.ts';
import { hashPassword, isPassword, normalizedPassword } from '../../../contract/access/passwords.ts';
import { COMMAND_LINE } from '../../../contract/access/principal.ts';
import { includesRole, type Role } from '../../../contract/access/role.ts';
import { holdsOnWebsite } from '../../../contract/access/role-on-website.ts';
import { type Database, placeholders, type Queries } from '../../../foundation/database/database.ts';
import { nextId } from '../../../foundation/database/next-id.ts';
import { isEmailAddress, normalizedEmail } from '../../../foundation/mail/email-address.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';
import { isCommonPassword } from './common-passwords.ts';
import { endAccess } from './members.ts';
import { readMemberships } from './memberships.ts';
import { UserError } from './user-error.ts';

const PASSWORD_LENGTH_MIN = 10;
/** Bounds the work of hashing. */
export const PASSWORD_LENGTH_MAX = 200;

/** It is stored in place of the hash for users who log in elsewhere. */
export const NO_PASSWORD = '';

interface NewUser {
  readonly email: string;
  /** undefined: the user has none, and logs in with single sign-on. */
  readonly password: string | undefined;
  readonly accountIds: readonly number[];
  /** The role in each account. Where none is given, it is owner. */
  readonly roles?: ReadonlyMap<number, Role>;
}

export interface User {
  readonly id: number;
  readonly email: string;
}

export interface ListedUser extends User {
  readonly accounts: readonly ListedAccount[];
  readonly created_at: string;
  /** null: never, or longer ago than the audit log goes back. */
  readonly last_sign_in_at: string | null;
}

interface ListedAccount {
  readonly id: number;
  readonly role: Role;
  /** null: all websites of the account. */
  readonly website_ids: readonly number[] | null;
}

/** A website that the user may see. */
export interface OwnWebsite {
  readonly id: number;
  readonly name: string;
  readonly account_id: number;
  readonly role: Role;
}

export async function createUser(
  database: Pick<Database, 'transaction'>,
  user: NewUser,
  clock: Clock,
  actor = COMMAND_LINE,
): Promise<User> {
  const email = checkedEmail(user.email);
  const passwordHash = user.password === undefined ? NO_PASSWORD : await hashedPassword(user.password, email);
  const accountIds = [...new Set(user.accountIds)];
  return database.transaction(async (tx) => {
    const accounts = await tx.query<{ id: number }>(
      `SELECT id FROM accounts WHERE id IN (${placeholders(accountIds.length)})`,
      accountIds,
    );
    const missing = accountIds.filter((id) => !accounts.some((account) => account.id === id));
    if (missing.length > 0) throw new UserError(`There is no account ${missing.join(', ')}.`);

    const created = await insertUser(tx, { email, passwordHash }, clock);
    if (!created) throw new UserError(`There is already a user ${email}.`);
    const { id } = created;
    const roleIn = (accountId: number) => user.roles?.get(accountId) ?? 'owner';
    await tx.insertMany({
      into: 'user_accounts',
      columns: ['user_id', 'account_id', 'role'],
      rows: accountIds.map((accountId) => [id, accountId, roleIn(accountId)]),
    });
    for (const accountId of accountIds) {
      const subject = sentence('withRole', { person: email, role: sentence(`role_${roleIn(accountId)}`) });
      await recordAudit(tx, { accountId, actor, action: 'person_added', subject }, clock);
    }
    return { id, email };
  });
}

/** Inserts a user who has no account yet. undefined: the email address has a user. */
export async function insertUser(
  tx: Queries,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
  clock: Clock,
): Promise<User | undefined> {
  const id = await nextId(tx, 'users');
  const [isCreated] = await tx.insertNew({
    into: 'users',
    columns: ['id', 'email', 'password_hash', 'created_at'],
    rows: [[id, email, passwordHash, isoSeconds(clock())]],
    onConflict: 'ON CONFLICT (email) DO NOTHING',
    key: ['email'],
  });
  return isCreated ? { id, email } : undefined;
}

export async function hasPassword(database: Pick<Database, 'query'>, id: number): Promise<boolean> {
  const [user] = await database.query<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [id]);
  return user !== undefined && user.password_hash !== NO_PASSWORD;
}

export async function storePassword(tx: Queries, id: number, passwordHash: string): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
}

/** false: there was none. */
export async function removePassword(tx: Queries, id: number): Promise<boolean> {
  const changed = await tx.query(
    'UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash <> $2 RETURNING id',
    [id, NO_PASSWORD],
  );
  return changed.length > 0;
}

/**
 * Also ends all sessions of the user, and revokes all grants and tokens: any of them may have been created by someone who
 * knows the old password.
 */
export async function changePassword(
  database: Database,
  email: string,
  password: string,
  clock: Clock,
  actor = COMMAND_LINE,
): Promise<User & { readonly revoked_token_ids: readonly number[] }> {
  const normalized = normalizedEmail(email);
  const passwordHash = await hashedPassword(password, normalized);
  return database.transaction(async (tx) => {
    const [user] = await tx.query<User>('UPDATE users SET password_hash = $2 WHERE email = $1 RETURNING id, email', [
      normalized,
      passwordHash,
    ]);
    if (!user) throw new UserError(`There is no user ${email}.`);
    const revokedTokenIds = await endAccess(tx, user.id, clock);
    await recordAudit(tx, { ofUser: user.id, actor, action: 'password_changed', subject: user.email }, clock);
    return { ...user, revoked_token_ids: revokedTokenIds };
  });
}

export async function listUsers(database: Pick<Database, 'query'>): Promise<ListedUser[]> {
  const users = await database.query<User & { created_at: string }>(
    'SELECT id, email, created_at FROM users ORDER BY id',
  );
  const memberships = Map.groupBy(await readMemberships(database), ({ userId }) => userId);
  const signIns = await lastSignIns(database);
  return users.map(({ id, email, created_at }) => ({
    id,
    email,
    accounts: (memberships.get(id) ?? []).map(({ accountId, role, websiteIds }) => ({
      ...{ id: accountId, role },
      website_ids: websiteIds,
    })),
    created_at,
    last_sign_in_at: signIns.get(id) ?? null,
  }));
}

export async function findUser(database: Pick<Database, 'query'>, id: number): Promise<User | undefined> {
  const [user] = await database.query<User>('SELECT id, email FROM users WHERE id = $1', [id]);
  return user;
}

export async function findUserByEmail(database: Pick<Database, 'query'>, email: string): Promise<User | undefined> {
  const normalized = normalizedEmail(email);
  if (!isEmailAddress(normalized)) return undefined;
  const [user] = await database.query<User>('SELECT id, email FROM users WHERE email = $1', [normalized]);
  return user;
}

export async function belongsToAccount(database: Pick<Database, 'query'>, userId: number): Promise<boolean> {
  return (await database.query('SELECT account_id FROM user_accounts WHERE user_id = $1', [userId])).length > 0;
}

export interface NamedAccount {
  readonly id: number;
  readonly name: string;
}

/** The accounts of the user where the role suffices. A role on chosen websites is none in the account. */
export async function accountsWithRole(
  database: Pick<Database, 'query'>,
  userId: number,
  needed: Role,
): Promise<NamedAccount[]> {
  const rows = await database.query<NamedAccount & { role: Role }>(
    `SELECT accounts.id AS id, accounts.name AS name, role
     FROM user_accounts JOIN accounts ON accounts.id = user_accounts.account_id
     WHERE user_id = $1 AND on_chosen_websites = 0 ORDER BY accounts.id`,
    [userId],
  );
  return rows.filter(({ role }) => includesRole(role, needed)).map(({ id, name }) => ({ id, name }));
}

export async function hasUsers(database: Pick<Database, 'query'>): Promise<boolean> {
  return (await database.query('SELECT id FROM users LIMIT 1')).length > 0;
}

export function websitesOf(database: Pick<Database, 'query'>, userId: number): Promise<OwnWebsite[]> {
  return database.query<OwnWebsite>(
    `SELECT websites.id AS id, websites.name AS name, websites.account_id AS account_id, role
     FROM user_accounts JOIN websites ON websites.account_id = user_accounts.account_id
     WHERE user_id = $1 AND ${holdsOnWebsite('websites.id')} ORDER BY websites.name, websites.id`,
    [userId],
  );
}

/**
 * The user has the hash of the password, see `lockUser`. undefined: unknown user, user without a password, or wrong password. All cases
 * take the same time.
 */
export async function findByPassword(
  database: Database,
  email: string,
  password: string,
): Promise<(User & { readonly passwordHash: string }) | undefined> {
  const user = await findByEmail(database, normalizedEmail(email));
  const isCorrect = await isPassword(user?.password_hash || DUMMY_HASH, password);
  return user && isCorrect ? { id: user.id, email: user.email, passwordHash: user.password_hash } : undefined;
}

/** The hash of a discarded random password. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$+bypmnelQMoyIg66gUfIqQ$i//sSOS39pZ6yu1VIh9R7elyDi5/ZSCVBYVB3QqS0o4';

async function findByEmail(database: Database, email: string): Promise<(User & { password_hash: string }) | undefined> {
  if (!isEmailAddress(email)) return undefined;
  const [user] = await database.query<User & { password_hash: string }>(
    'SELECT id, email, password_hash FROM users WHERE email = $1',
    [email],
  );
  return user;
}

/** Throws a UserError if the password must not be chosen. */
export async function hashedPassword(password: string, email: string): Promise<string> {
  checkNewPassword(password, email);
  return hashPassword(password);
}

/** Throws a UserError if the user must not choose this password. */
export function checkNewPassword(password: string, email: string): void {
  const normalized = normalizedPassword(password);
  if (normalized.length < PASSWORD_LENGTH_MIN || normalized.length > PASSWORD_LENGTH_MAX) {
    throw new UserError(`The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`);
  }
  if (isCommonPassword(normalized, email)) {
    throw new UserError('This password is too common. Choose another one.');
  }
}

/** Returns the email address as it is stored. Throws a UserError if it is not one. */
export function checkedEmail(email: string): string {
  const normalized = normalizedEmail(email);
  if (isEmailAddress(normalized)) return normalized;
  throw new UserError(`"${email}" is not an email address.`);
}
