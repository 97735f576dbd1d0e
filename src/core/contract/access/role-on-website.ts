// Which role a user has on a website: the one rule that every credential, page and mail asks. It is part of the query for a token, so that
// a removed user's tokens stop working, and a changed role, or a website that was taken away, is in force at the next call.

/**
 * SQL for the user's role on a website; null: the user may not see it. The arguments are SQL expressions. Uses subqueries
 * because PostgreSQL plans the statement for each call, and planning a join of five tables takes three times as long.
 */
export function roleOnWebsite(userId: string, websiteId: string): string {
  return `(SELECT role FROM user_accounts
      WHERE user_id = (SELECT id FROM users WHERE id = ${userId})
        AND account_id = (SELECT account_id FROM websites WHERE id = ${websiteId})
        AND ${holdsOnWebsite(websiteId)})`;
}

/** SQL that is true if the role of a row of user_accounts holds on a website of the account. */
export function holdsOnWebsite(websiteId: string): string {
  return `(user_accounts.on_chosen_websites = 0 OR EXISTS (SELECT 1 FROM user_websites
      WHERE user_websites.user_id = user_accounts.user_id AND user_websites.account_id = user_accounts.account_id
        AND user_websites.website_id = ${websiteId}))`;
}

/** SQL for the id of the user who authorized the grant. */
export function userOfGrant(grantHash: string): string {
  return `(SELECT user_id FROM authorization_records WHERE kind = 'Grant' AND id_hash = ${grantHash})`;
}
