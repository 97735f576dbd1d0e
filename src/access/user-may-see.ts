// Checks within the query for a token whether its user may see a website, so that the tokens of a removed user stop
// working at the next call.

/**
 * SQL that is true if the user belongs to the account of the website; the arguments are SQL expressions. Uses subqueries
 * because PostgreSQL plans the statement for each call, and planning a join of five tables takes three times as long.
 */
export function userMaySee(userId: string, websiteId: string): string {
  return `(SELECT account_id FROM user_accounts
      WHERE user_id = (SELECT id FROM users WHERE id = ${userId})
        AND account_id = (SELECT account_id FROM websites WHERE id = ${websiteId})) IS NOT NULL`;
}

/** SQL for the id of the user who authorized the grant. */
export function userOfGrant(grantHash: string): string {
  return `(SELECT user_id FROM authorization_records WHERE kind = 'Grant' AND id_hash = ${grantHash})`;
}
