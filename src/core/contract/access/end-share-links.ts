// Ends the links to pages that a person has created when the person leaves. It is in the core, so that links also end where the extension
// that reads them is absent.
import type { Queries } from '../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import { type Role, roleAllowsScope } from './role.ts';
import { roleOnWebsite } from './role-on-website.ts';

/**
 * Ends those of the user's links in the account that the user could not create any more, so that they do not revive if the user gets the
 * role again. Call it in the transaction that removes the user or changes the role.
 */
export async function endShareLinksInAccount(
  tx: Queries,
  { userId, accountId }: { readonly userId: number; readonly accountId: number },
  clock: Clock,
): Promise<void> {
  const links = await tx.query<{ id: number; role: Role | null }>(
    `SELECT share_links.id AS id, ${roleOnWebsite('share_links.created_by', 'share_links.website_id')} AS role
     FROM share_links JOIN websites ON websites.id = website_id
     WHERE created_by = $1 AND account_id = $2 AND revoked_at IS NULL`,
    [userId, accountId],
  );
  for (const { id, role } of links) {
    if (maySharePages(role)) continue;
    await tx.query('UPDATE share_links SET revoked_at = $2 WHERE id = $1', [id, isoSeconds(clock())]);
  }
}

/** Ends all links that the user created: somebody who knew the old password may have made them. Returns how many. */
export async function endShareLinksOf(tx: Queries, userId: number, clock: Clock): Promise<number> {
  const ended = await tx.query<{ id: number }>(
    'UPDATE share_links SET revoked_at = $2 WHERE created_by = $1 AND revoked_at IS NULL RETURNING id',
    [userId, isoSeconds(clock())],
  );
  return ended.length;
}

/** The same rule as for creating one: see `create_share_link`. */
export function maySharePages(role: Role | null): boolean {
  return role !== null && roleAllowsScope(role, 'ctas:write');
}
