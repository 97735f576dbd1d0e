import type { Queries } from '../../../foundation/database/database.ts';

/**
 * Until the transaction ends, nobody else changes the password or the accounts of the user. Lock the user before the roles of an
 * account. undefined: there is no such user, or the password is not the given one any more.
 */
export async function lockUser(
  tx: Queries,
  id: number,
  passwordHash?: string,
): Promise<{ readonly id: number; readonly email: string; readonly passwordHash: string } | undefined> {
  const [user] = await tx.query<{ email: string; password_hash: string }>(
    'UPDATE users SET email = email WHERE id = $1 RETURNING email, password_hash',
    [id],
  );
  if (!user || (passwordHash !== undefined && user.password_hash !== passwordHash)) return undefined;
  return { id, email: user.email, passwordHash: user.password_hash };
}

/** The same, found by the email address. */
export async function lockUserByEmail(
  tx: Queries,
  email: string,
): Promise<{ readonly id: number; readonly email: string } | undefined> {
  const [user] = await tx.query<{ id: number; email: string }>(
    'UPDATE users SET email = email WHERE email = $1 RETURNING id, email',
    [email],
  );
  return user;
}
