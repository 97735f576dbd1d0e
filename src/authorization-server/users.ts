// Users who can log in. A user belongs to accounts, and may authorize clients for the websites of these accounts.
import { hash, verify } from '@node-rs/argon2';
import { revokeTokensOf } from '../access/tokens.ts';
import { type Clock, isoSeconds } from '../clock.ts';
import { type Database, placeholders } from '../database/database.ts';
import { nextId } from '../database/next-id.ts';
import { isCommonPassword } from './common-passwords.ts';
import { deleteGrant } from './grants.ts';

export const PASSWORD_LENGTH_MIN = 10;
/** Bounds the work of hashing. */
export const PASSWORD_LENGTH_MAX = 200;
const EMAIL_LENGTH_MAX = 254;

export class UserError extends Error {}

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly accountIds: readonly number[];
}

export interface User {
  readonly id: number;
  readonly email: string;
}

export interface OwnWebsite {
  readonly id: number;
  readonly name: string;
}

export async function createUser(database: Database, user: NewUser, clock: Clock): Promise<User> {
  const email = checkedEmail(user.email);
  const passwordHash = await passwordHashOf(user.password, email);
  const accountIds = [...new Set(user.accountIds)];
  return database.transaction(async (tx) => {
    const accounts = await tx.query<{ id: number }>(
      `SELECT id FROM accounts WHERE id IN (${placeholders(accountIds.length)})`,
      accountIds,
    );
    const missing = accountIds.filter((id) => !accounts.some((account) => account.id === id));
    if (missing.length > 0) throw new UserError(`There is no account ${missing.join(', ')}.`);

    const id = await nextId(tx, 'users');
    const [isCreated] = await tx.insertNew({
      into: 'users',
      columns: ['id', 'email', 'password_hash', 'created_at'],
      rows: [[id, email, passwordHash, isoSeconds(clock())]],
      onConflict: 'ON CONFLICT (email) DO NOTHING',
      key: ['email'],
    });
    if (!isCreated) throw new UserError(`There is already a user ${email}.`);
    await tx.insertMany({
      into: 'user_accounts',
      columns: ['user_id', 'account_id'],
      rows: accountIds.map((accountId) => [id, accountId]),
    });
    return { id, email };
  });
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
): Promise<User & { readonly revoked_token_ids: readonly number[] }> {
  const passwordHash = await passwordHashOf(password, checkedEmail(email));
  return database.transaction(async (tx) => {
    const [user] = await tx.query<User>('UPDATE users SET password_hash = $2 WHERE email = $1 RETURNING id, email', [
      checkedEmail(email),
      passwordHash,
    ]);
    if (!user) throw new UserError(`There is no user ${email}.`);
    await tx.query("DELETE FROM authorization_records WHERE kind IN ('Session', 'Interaction') AND user_id = $1", [
      user.id,
    ]);
    const grants = await tx.query<{ id_hash: string }>(
      "SELECT id_hash FROM authorization_records WHERE kind = 'Grant' AND user_id = $1",
      [user.id],
    );
    for (const { id_hash: grantHash } of grants) await deleteGrant(tx, grantHash);
    return { ...user, revoked_token_ids: await revokeTokensOf(tx, user.id, clock) };
  });
}

export async function findUser(database: Pick<Database, 'query'>, id: number): Promise<User | undefined> {
  const [user] = await database.query<User>('SELECT id, email FROM users WHERE id = $1', [id]);
  return user;
}

export function websitesOf(database: Pick<Database, 'query'>, userId: number): Promise<OwnWebsite[]> {
  return database.query<OwnWebsite>(
    `SELECT websites.id AS id, websites.name AS name
     FROM user_accounts JOIN websites ON websites.account_id = user_accounts.account_id
     WHERE user_id = $1 ORDER BY websites.name, websites.id`,
    [userId],
  );
}

/** undefined: unknown user or wrong password. Both cases take the same time. */
export async function checkPassword(database: Database, email: string, password: string): Promise<User | undefined> {
  const user = await findByEmail(database, normalizedEmail(email));
  const isCorrect = await verify(user?.password_hash ?? DUMMY_HASH, normalizedPassword(password));
  return user && isCorrect ? { id: user.id, email: user.email } : undefined;
}

/** The hash of a discarded random password. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$+bypmnelQMoyIg66gUfIqQ$i//sSOS39pZ6yu1VIh9R7elyDi5/ZSCVBYVB3QqS0o4';

async function findByEmail(database: Database, email: string): Promise<(User & { password_hash: string }) | undefined> {
  if (!isEmail(email)) return undefined;
  const [user] = await database.query<User & { password_hash: string }>(
    'SELECT id, email, password_hash FROM users WHERE email = $1',
    [email],
  );
  return user;
}

/** argon2id with the defaults of the library, which follow the OWASP recommendations. */
async function passwordHashOf(password: string, email: string): Promise<string> {
  const normalized = normalizedPassword(password);
  if (normalized.length < PASSWORD_LENGTH_MIN || normalized.length > PASSWORD_LENGTH_MAX) {
    throw new UserError(`The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`);
  }
  if (isCommonPassword(normalized, email)) {
    throw new UserError('This password is too common. Choose another one, or let one be generated.');
  }
  return hash(normalized);
}

/** Keyboards compose accented characters differently. */
function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}

function checkedEmail(email: string): string {
  const normalized = normalizedEmail(email);
  if (isEmail(normalized)) return normalized;
  throw new UserError(`"${email}" is not an email address.`);
}

function isEmail(value: string): boolean {
  return value.length <= EMAIL_LENGTH_MAX && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value);
}
