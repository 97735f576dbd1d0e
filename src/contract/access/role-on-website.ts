// Looks up the role of a user within the query for a token, so that a removed user's tokens stop working, and a changed role
// is in force, at the next call.

/**
 * SQL for the user's role on a website; null: the user may not see it. The arguments are SQL expressions. Uses subqueries
 * because PostgreSQL plans the statement for each call, and planning a join of five tables takes three times as long.
 */
export function roleOnWebsite(userId: string, websiteId: string): string {
  return `(SELECT role FROM user_accounts
      WHERE user_id = (SELECT id FROM users WHERE id = ${userId})
        AND account_id = (SELECT account_id FROM websites WHERE id = ${websiteId}))`;
}

/** SQL for the id of the user who authorized the grant. */
export function userOfGrant(grantHash: string): string {
  return `(SELECT user_id FROM authorization_records WHERE kind = 'Grant' AND id_hash = ${grantHash})`;
}
