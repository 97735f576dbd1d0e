// The people of an account, for its owners.

import type { Actor } from '../../../contract/access/principal.ts';
import { type Membership, onWholeAccount, type Role } from '../../../contract/access/role.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { People, Person, PersonId, RoleChange } from '../../accounts/people.ts';
import { lockUser } from './lock-user.ts';
import { LastOwnerError, lockMembers, removeFromAccount, setRole } from './members.ts';
import { NoSuchWebsiteError, readMemberships } from './memberships.ts';

export class AccountPeople implements People {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async list(accountId: number): Promise<Person[]> {
    const users = await this.#database.query<{ id: number; email: string }>(
      `SELECT users.id AS id, email FROM user_accounts JOIN users ON users.id = user_id
       WHERE account_id = $1 ORDER BY email`,
      [accountId],
    );
    const members = await readMemberships(this.#database, { accountId });
    const byUser = new Map(members.map((member) => [member.userId, member]));
    return users.flatMap(({ id, email }) => {
      const member = byUser.get(id);
      return member ? [{ id, email, role: member.role, website_ids: member.websiteIds }] : [];
    });
  }

  changeRole(person: PersonId, change: RoleChange, actor: Actor): Promise<Person> {
    return this.#change(async (tx) => {
      const email = await lockPerson(tx, person, actor);
      const [current] = await readMemberships(tx, person);
      await setRole(tx, person, changed(current!, change), { actor, clock: this.#clock });
      const [after] = await readMemberships(tx, person);
      return { id: person.userId, email, role: after!.role, website_ids: after!.websiteIds };
    });
  }

  remove(person: PersonId, actor: Actor): Promise<void> {
    return this.#change(async (tx) => {
      const isLeaving = actor.userId === person.userId;
      await lockPerson(tx, person, isLeaving ? undefined : actor);
      await removeFromAccount(tx, person, { actor, clock: this.#clock });
    });
  }

  #change<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result> {
    return orProblem(this.#database.transaction(work));
  }
}

function changed({ websiteIds: before }: Membership, { role, websiteIds = before }: RoleChange): Membership {
  return role === 'owner' ? onWholeAccount(role) : { role, websiteIds };
}

/** Turns what an owner can't do into a problem of status 404 or 409. */
export async function orProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LastOwnerError) throw new Problem(409, error.message, { code: 'last_owner' });
    if (error instanceof NoSuchWebsiteError) throw new Problem(404, error.message, { param: 'website_ids' });
    throw error;
  }
}

/**
 * The person's email address. Locks them and the roles of the account. Throws 404 if the account has no such person, 403 if
 * the owner who acts has lost this role meanwhile. `owner`: undefined for somebody who leaves, which needs no role.
 */
export async function lockPerson(
  tx: Queries,
  { accountId, userId }: PersonId,
  owner: Actor | undefined,
): Promise<string> {
  const user = await lockUser(tx, userId);
  const roles = await lockMembers(tx, accountId);
  if (owner) requireOwner(roles, owner);
  if (!user || !roles.has(userId)) throw new Problem(404, `There is no person ${userId} in this account.`);
  return user.email;
}

/** `roles`: of the account, locked, so that the role can't change before the transaction ends. */
export function requireOwner(roles: ReadonlyMap<number, Role>, { userId }: Actor): void {
  if (userId !== null && roles.get(userId) === 'owner') return;
  throw new Problem(403, 'You are no longer an owner of this account.');
}
