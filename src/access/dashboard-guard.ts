// Admits users who are logged in to the dashboard, and nobody else.
import type { Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { Caller, Guard } from './guard.ts';
import type { DashboardUser, Principal, Scope } from './principal.ts';

/** What the authorization server knows of them. */
export interface DashboardUsers {
  /** undefined: the token is not the dashboard's own. */
  find(principal: Principal): Promise<DashboardUser | undefined>;
  /**
   * Returns the user's email address, or throws a problem of status 401. Locks the user's row, as a new password does:
   * either that has ended this login and is seen here, or it comes after, and finds what is written now.
   */
  requireLoggedIn(tx: Queries, user: DashboardUser): Promise<string>;
}

export class DashboardGuard {
  readonly #guard: Guard;
  readonly #users: DashboardUsers;

  constructor(guard: Guard, users: DashboardUsers) {
    this.#guard = guard;
    this.#users = users;
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(authorization: string | undefined, scope: Scope, caller: Caller): Promise<Principal> {
    const principal = await this.#guard.admit(authorization, scope, caller);
    const user = await this.#users.find(principal);
    if (user) return { ...principal, user };
    throw new Problem(403, 'This can only be done in the dashboard, by a user who is logged in there.');
  }
}
