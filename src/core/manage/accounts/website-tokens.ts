// Lists, creates and revokes tokens for the websites of a user. A token can never do more than its user.
// Why: docs/decisions/tokens.md, "A token can do no more than its user".

import type { DashboardUsers } from '../../contract/access/dashboard-guard.ts';
import type { Actor, Audience, DashboardUser, Scope } from '../../contract/access/principal.ts';
import { type Role, roleAllowsScope, roleForScope } from '../../contract/access/role.ts';
import { roleOnWebsite } from '../../contract/access/role-on-website.ts';
import { insertToken, type NewToken, revokeToken } from '../../contract/access/tokens.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';

interface WebsiteToken {
  readonly id: number;
  readonly name: string | null;
  readonly audience: Audience;
  readonly scopes: readonly Scope[];
  readonly website_ids: readonly number[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** The user who created it. null: an operator, or unknown. */
  readonly user_id: number | null;
  /** null: created by an operator, or by a user who was deleted. */
  readonly user_email: string | null;
}

type CreatedWebsiteToken = WebsiteToken & { readonly token: string };

interface WebsiteTokenRow extends Omit<WebsiteToken, 'scopes' | 'website_ids'> {
  readonly scopes: string;
  readonly website_id: number;
}

export class WebsiteTokens {
  readonly #database: Database;
  readonly #users: DashboardUsers;
  readonly #clock: Clock;

  constructor(database: Database, users: DashboardUsers, clock: Clock) {
    this.#database = database;
    this.#users = users;
    this.#clock = clock;
  }

  /** Returns the valid tokens, newest first. Tokens that also cover websites of other accounts are left out. */
  async list(websiteIds: readonly number[]): Promise<WebsiteToken[]> {
    const rows = await this.#database.query<WebsiteTokenRow>(
      `SELECT access_tokens.id AS id, name, audience, scopes, access_tokens.created_at AS created_at, expires_at,
         last_used_at, user_id, email AS user_email, website_id
       FROM access_tokens JOIN access_token_websites ON token_id = access_tokens.id
       LEFT JOIN users ON users.id = user_id
       WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)
         AND access_tokens.id IN (SELECT token_id FROM access_token_websites
                    WHERE website_id IN (${placeholders(websiteIds.length, 1)}))
       ORDER BY access_tokens.id DESC, website_id`,
      [isoSeconds(this.#clock()), ...websiteIds],
    );
    const tokens = [...Map.groupBy(rows, ({ id }) => id).values()].map(ownToken);
    return tokens.filter(({ website_ids }) => website_ids.every((id) => websiteIds.includes(id)));
  }

  create(token: NewToken, user: DashboardUser): Promise<CreatedWebsiteToken> {
    return this.#database.transaction(async (tx) => {
      const email = await this.#users.requireLoggedIn(tx, user, token.websiteIds);
      await requireRoles(tx, user.id, token);
      const now = this.#clock();
      const created = await insertToken(tx, { ...token, userId: user.id }, () => now);
      return {
        ...created,
        scopes: token.scopes,
        name: token.name ?? null,
        created_at: isoSeconds(now),
        last_used_at: null,
        user_id: user.id,
        user_email: email,
      };
    });
  }

  /** Throws 404 if the user can't see the token, whether it exists or not. */
  async revoke(id: number, websiteIds: readonly number[], actor: Actor): Promise<void> {
    const own = await this.list(websiteIds);
    const isRevoked =
      own.some((token) => token.id === id) && (await revokeToken(this.#database, id, this.#clock, actor));
    if (!isRevoked) throw new Problem(404, `There is no token ${id}.`);
  }
}

/** A scope that the role does not allow now would be allowed as soon as the role is raised. Throws a problem of status 403. */
async function requireRoles(tx: Queries, userId: number, { websiteIds, scopes }: NewToken): Promise<void> {
  const rows = await tx.query<{ id: number; role: Role }>(
    `SELECT id, ${roleOnWebsite('$1', 'chosen.id')} AS role FROM websites AS chosen
     WHERE id IN (${placeholders(websiteIds.length, 1)}) ORDER BY id`,
    [userId, ...websiteIds],
  );
  for (const { id, role } of rows) {
    const scope = scopes.find((each) => !roleAllowsScope(role, each));
    if (scope === undefined) continue;
    const detail = `Your role on website ${id} is ${role}. The scope ${scope} needs ${roleForScope(scope)}.`;
    throw new Problem(403, detail, { param: 'scopes' });
  }
}

function ownToken(rows: readonly WebsiteTokenRow[]): WebsiteToken {
  const { website_id: _, scopes, ...token } = rows[0]!;
  return { ...token, scopes: scopes.split(' ') as Scope[], website_ids: rows.map((row) => row.website_id) };
}
