// Finds the user of a dashboard request. Tokens of other clients have no user here: a client that a user authorized must
// not be able to create further tokens.
import type { DashboardUsers } from '../access/dashboard-guard.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { DASHBOARD_CLIENT_ID } from './clients.ts';
import { addWebsiteToGrant } from './grants.ts';

export function dashboardUsers(database: Pick<Database, 'query'>, clock: Clock): DashboardUsers {
  return {
    async find({ id, scopes }) {
      const [, grantHash] = /^grant:(.+)$/.exec(id) ?? [];
      if (grantHash === undefined) return undefined;
      const [grant] = await database.query<{ user_id: number | null }>(
        "SELECT user_id FROM authorization_records WHERE kind = 'Grant' AND id_hash = $1 AND client_id = $2",
        [grantHash, DASHBOARD_CLIENT_ID],
      );
      return grant?.user_id ? { id: grant.user_id, grantHash, scopes } : undefined;
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
