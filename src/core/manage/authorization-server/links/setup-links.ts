// The link with which the first user sets up the service. It works once, for an hour, while nobody can log in.
// Why: docs/decisions/operation.md, "The right to set up is a link on the terminal".
import { linkNotValid } from '../../../contract/access/one-time-link-guard.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { hasUsers } from '../users/users.ts';
import { type CreatedLink, createLink } from './one-time-links.ts';

/** Ends all earlier ones. undefined: there is a user, so nothing is to be set up. */
export function createSetupLink(
  database: Pick<Database, 'transaction'>,
  clock: Clock,
): Promise<CreatedLink | undefined> {
  return database.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    // First, because its lock makes nodes that start together take turns: the link of the last one is the valid one.
    const link = await createLink(tx, { kind: 'setup' }, clock);
    await tx.query("DELETE FROM one_time_links WHERE kind = 'setup' AND id <> $1", [link.id]);
    return link;
  });
}

/**
 * Call it after creating the user, which takes turns with all others who create one. Throws a problem of status 401 if somebody
 * else was first.
 */
export async function requireFirstUser(tx: Queries, userId: number): Promise<void> {
  const others = await tx.query('SELECT id FROM users WHERE id <> $1 LIMIT 1', [userId]);
  if (others.length > 0) throw linkNotValid();
}
