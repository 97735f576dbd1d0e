// Lets a browser log in to the dashboard once without a password, right after its user has chosen one by setting up the service.
// The pass replaces the secret of the used link, which was printed and may be in a log. It is stored by its hash: whoever has a
// copy of the database can't make one.
import { randomBytes } from 'node:crypto';
import { secretHash } from '../access/secret-hash.ts';
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database, Queries } from '../database/database.ts';

/** From choosing a password to the login, which follows at once. */
export const LOGIN_PASS_S = 120;

/** `linkId`: a setup link that this transaction has used. Returns the secret of the pass. */
export async function createLoginPass(tx: Queries, linkId: number, userId: number, clock: Clock): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await tx.query(
    `UPDATE one_time_links SET token_hash = $2, user_id = $3, expires_at = $4
     WHERE id = $1 AND kind = 'setup' AND used_at IS NOT NULL`,
    [linkId, secretHash(secret), userId, isoSeconds(new Date(clock().getTime() + LOGIN_PASS_S * 1000))],
  );
  return secret;
}

/** The user, once. undefined: the pass was used, has expired or never existed. */
export async function takeLoginPass(database: Database, secret: string, clock: Clock): Promise<number | undefined> {
  const [pass] = await database.transaction((tx) =>
    tx.query<{ user_id: number }>(
      `DELETE FROM one_time_links
       WHERE token_hash = $1 AND kind = 'setup' AND user_id IS NOT NULL AND used_at IS NOT NULL AND expires_at > $2
       RETURNING user_id`,
      [secretHash(secret), isoSeconds(clock())],
    ),
  );
  return pass?.user_id;
}
