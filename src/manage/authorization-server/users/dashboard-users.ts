// Finds the user of a dashboard request. Tokens of other clients have no user here: a client that a user authorized must
// not be able to create further tokens.
import type { DashboardUsers } from '../../../contract/access/dashboard-guard.ts';
import type { Role } from '../../../contract/access/role.ts';
import { type Database, placeholders, type Queries } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { addWebsiteToGrant } from '../grants/grants.ts';
import { lockUser } from './lock-user.ts';

export function dashboardUsers(database: Pick<Database, 'query'>, clock: Clock): DashboardUsers {
  return {
    async find({ id, scopes, actor }) {
      const [, grantHash] = /^grant:(.+)$/.exec(id) ?? [];
      if (grantHash === undefined || actor?.via !== 'dashboard') return undefined;
      const rows = await database.query<{ user_id: number; email: string; account_id: number; role: Role }>(
        `SELECT user_id, email, account_id, role FROM users JOIN user_accounts ON user_id = users.id
         WHERE users.id = $1 ORDER BY account_id`,
        [actor.userId],
      );
      if (!rows[0]) return undefined;
      const { user_id: userId, email } = rows[0];
      const accounts = rows.map(({ account_id, role }) => ({ id: account_id, role }));
      return { id: userId, email, accounts, grantHash, scopes };
    },

    async requireLoggedIn(tx, { id, grantHash }, websiteIds = []) {
      const user = await lockUser(tx, id);
      const [website] = await tx.query('SELECT website_id FROM grant_websites WHERE grant_hash = $1 LIMIT 1', [
        grantHash,
      ]);
      if (!user || !website) throw new Problem(401, 'You have been logged out. Log in again.');
      await requireWebsites(tx, id, websiteIds);
      return user.email;
    },

    async addWebsite(tx, user, websiteId) {
      await this.requireLoggedIn(tx, user, [websiteId]);
      await addWebsiteToGrant(tx, user.grantHash, websiteId, clock);
    },
  };
}

async function requireWebsites(tx: Queries, userId: number, websiteIds: readonly number[]): Promise<void> {
  if (websiteIds.length === 0) return;
  const own = await tx.query<{ id: number }>(
    `SELECT websites.id AS id FROM websites JOIN user_accounts ON user_accounts.account_id = websites.account_id
     WHERE user_id = $1 AND websites.id IN (${placeholders(websiteIds.length, 1)})`,
    [userId, ...websiteIds],
  );
  const missing = websiteIds.find((websiteId) => !own.some(({ id }) => id === websiteId));
  if (missing !== undefined) throw new Problem(404, `There is no website ${missing}.`, { param: 'website_ids' });
}
