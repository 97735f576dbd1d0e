// Lets a browser log in to the dashboard once without a password, right after its user has chosen or entered one with a link: to set
// up the service, to accept an invitation, or to reset the password. The pass takes the place of the used link, whose secret was printed
// or mailed and may be in a log. It is stored by its hash: whoever has a copy of the database can't make one.
// Why: docs/decisions/logins.md, "Whoever used a link is logged in".
import { randomBytes } from 'node:crypto';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';

/** How long a pass is valid. The login follows the password at once. */
export const LOGIN_PASS_S = 120;

/**
 * `linkId`: a link that this transaction has used. Returns the secret of the pass. It is stored as a used setup link with a user, which no
 * other link is.
 */
export async function createLoginPass(tx: Queries, linkId: number, userId: number, clock: Clock): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const now = clock();
  const expiresAt = isoSeconds(new Date(now.getTime() + LOGIN_PASS_S * 1000));
  await tx.query('DELETE FROM one_time_links WHERE id = $1', [linkId]);
  await tx.query(
    `INSERT INTO one_time_links (token_hash, id, kind, user_id, created_at, expires_at, used_at)
     VALUES ($1, $2, 'setup', $3, $4, $5, $4)`,
    [secretHash(secret), linkId, userId, isoSeconds(now), expiresAt],
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
