// Finds the user of a dashboard request. Tokens of other clients have no user here: a client that a user authorized must
// not be able to create further tokens.
import type { DashboardUsers } from '../access/dashboard-guard.ts';
import type { Role } from '../access/role.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { addWebsiteToGrant } from './grants.ts';

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

    async requireLoggedIn(tx, { id, grantHash }) {
      const [user] = await tx.query<{ email: string }>('UPDATE users SET email = email WHERE id = $1 RETURNING email', [
        id,
      ]);
      const [website] = await tx.query('SELECT website_id FROM grant_websites WHERE grant_hash = $1 LIMIT 1', [
        grantHash,
      ]);
      if (!user || !website) throw new Problem(401, 'You have been logged out. Log in again.');
      return user.email;
    },

    async addWebsite(tx, user, websiteId) {
      await this.requireLoggedIn(tx, user);
      await addWebsiteToGrant(tx, user.grantHash, websiteId, clock);
    },
  };
}
