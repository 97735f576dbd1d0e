// The person behind a request of the dashboard. A token of any other client is nobody here: what a person allowed to a
// program must not be enough to make further tokens.
import type { Principal } from '../../access/principal.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../problem.ts';

export interface Person {
  readonly userId: number;
  /** Of the login that the request came by. */
  readonly grantHash: string;
  /** Of the person's accounts, as far as the dashboard itself was allowed to see them. Ascending. */
  readonly websiteIds: readonly number[];
  readonly scopes: Principal['scopes'];
}

/** Throws a problem of status 403 where the token is not the dashboard's own. */
export async function personOf(
  database: Pick<Database, 'query'>,
  principal: Principal,
  dashboardClientId: string,
): Promise<Person> {
  const [, grantHash] = /^grant:(.+)$/.exec(principal.subject) ?? [];
  const userId = grantHash && (await userOf(database, grantHash, dashboardClientId));
  if (!userId) {
    throw new Problem(403, 'Tokens can only be managed in the dashboard, by a person who is logged in there.');
  }
  const rows = await database.query<{ id: number }>(
    `SELECT websites.id AS id FROM user_accounts JOIN websites ON websites.account_id = user_accounts.account_id
     WHERE user_id = $1 ORDER BY websites.id`,
    [userId],
  );
  const websiteIds = rows.map(({ id }) => id).filter((id) => principal.websiteIds.includes(id));
  return { userId, grantHash, websiteIds, scopes: principal.scopes };
}

async function userOf(
  database: Pick<Database, 'query'>,
  grantHash: string,
  dashboardClientId: string,
): Promise<number | undefined> {
  const [grant] = await database.query<{ user_id: number | null }>(
    "SELECT user_id FROM authorization_records WHERE kind = 'Grant' AND id_hash = $1 AND client_id = $2",
    [grantHash, dashboardClientId],
  );
  return grant?.user_id ?? undefined;
}
