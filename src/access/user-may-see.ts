// Whether a user may see a website, asked within the statement that looks a token up: whoever was removed, in whatever
// way, has lost their tokens by the next call.

/**
 * SQL that is true while the user belongs to the account of the website. Takes two expressions. Nested and not joined:
 * PostgreSQL plans the statement anew at each call, and a join of five tables takes it three times as long.
 */
export function userMaySee(userId: string, websiteId: string): string {
  return `(SELECT account_id FROM user_accounts
      WHERE user_id = (SELECT id FROM users WHERE id = ${userId})
        AND account_id = (SELECT account_id FROM websites WHERE id = ${websiteId})) IS NOT NULL`;
}

/** SQL for the user who gave a client the grant. */
export function grantedBy(grantHash: string): string {
  return `(SELECT user_id FROM authorization_records WHERE kind = 'Grant' AND id_hash = ${grantHash})`;
}
