// Finds the user of a dashboard request. Tokens of other clients have no user here: a client that a user authorized must
// not be able to create further tokens.
import type { DashboardUsers } from '../../../contract/access/dashboard-guard.ts';
import type { Role } from '../../../contract/access/role.ts';
import { holdsOnWebsite } from '../../../contract/access/role-on-website.ts';
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
      const rows = await database.query<MembershipRow>(
        `SELECT user_id, email, account_id, role, on_chosen_websites FROM users JOIN user_accounts ON user_id = users.id
         WHERE users.id = $1 ORDER BY account_id`,
        [actor.userId],
      );
      if (!rows[0]) return undefined;
      const { user_id: userId, email } = rows[0];
      const accounts = rows.map(({ account_id, role, on_chosen_websites }) => ({
        ...{ id: account_id, role },
        isOnChosenWebsites: on_chosen_websites === 1,
      }));
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

interface MembershipRow {
  readonly user_id: number;
  readonly email: string;
  readonly account_id: number;
  readonly role: Role;
  readonly on_chosen_websites: number;
}

async function requireWebsites(tx: Queries, userId: number, websiteIds: readonly number[]): Promise<void> {
  if (websiteIds.length === 0) return;
  const own = await tx.query<{ id: number }>(
    `SELECT websites.id AS id FROM websites JOIN user_accounts ON user_accounts.account_id = websites.account_id
     WHERE user_id = $1 AND ${holdsOnWebsite('websites.id')} AND websites.id IN (${placeholders(websiteIds.length, 1)})`,
    [userId, ...websiteIds],
  );
  const missing = websiteIds.find((websiteId) => !own.some(({ id }) => id === websiteId));
  if (missing !== undefined) throw new Problem(404, `There is no website ${missing}.`, { param: 'website_ids' });
}
