// Admits only users who are logged in to the dashboard.
// Why: docs/decisions/tokens.md, "Only the dashboard creates tokens".
import type { Queries } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Caller, Guard, RequiredAccess } from './guard.ts';
import type { DashboardUser, Principal } from './principal.ts';

/** Implemented by the authorization server. */
export interface DashboardUsers {
  /** undefined: the token does not belong to the dashboard. */
  find(principal: Principal): Promise<DashboardUser | undefined>;
  /**
   * Returns the user's email address, or throws a problem of status 401. Locks the user's row, as changing the password
   * does: so a password change either comes first and ends this login, or comes later and revokes what this one creates. The
   * same is true of removing the user from an account: throws 404 if the user may not see one of the websites any more.
   */
  requireLoggedIn(tx: Queries, user: DashboardUser, websiteIds?: readonly number[]): Promise<string>;
  /** Call it in the transaction that creates a website, so that the user's current login shows it from the next call on. */
  addWebsite(tx: Queries, user: DashboardUser, websiteId: number): Promise<void>;
}

export class DashboardGuard {
  readonly #guard: Guard;
  readonly #users: DashboardUsers;

  constructor(guard: Guard, users: DashboardUsers) {
    this.#guard = guard;
    this.#users = users;
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(authorization: string | undefined, required: RequiredAccess, caller: Caller): Promise<Principal> {
    return this.#withUser(await this.#guard.admit(authorization, required, caller));
  }

  /** See `Guard`. */
  async confirm(authorization: string | undefined, required: RequiredAccess): Promise<Principal> {
    return this.#withUser(await this.#guard.confirm(authorization, required));
  }

  async #withUser(principal: Principal): Promise<Principal> {
    const user = await this.#users.find(principal);
    if (user) return { ...principal, user };
    throw new Problem(403, 'This can only be done in the dashboard, by a user who is logged in there.');
  }
}
