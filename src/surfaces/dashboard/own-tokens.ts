// The tokens of a person's websites: listed, made and revoked by the person. None can do more than the person can.
import { z } from 'zod';
import { AUDIENCES, type Audience, SCOPES, type Scope } from '../../access/principal.ts';
import { insertToken, type NewToken, revokeToken } from '../../access/tokens.ts';
import { type Clock, isoSeconds } from '../../clock.ts';
import { type Database, placeholders, type Queries } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import type { Person } from './person.ts';

const DAYS_MAX = 3_650;
const NAME_LENGTH_MAX = 100;

const newToken = z.strictObject({
  name: z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isPlainText),
  audience: z.enum(AUDIENCES),
  scopes: z.array(z.enum(SCOPES)).min(1),
  website_ids: z.array(z.int().positive()).min(1).max(1_000),
  expires_in_days: z.int().positive().max(DAYS_MAX).optional(),
});

const RULES: Readonly<Record<string, string>> = {
  name: `must be a text of 1 to ${NAME_LENGTH_MAX} characters, without control characters`,
  audience: `must be one of ${AUDIENCES.join(', ')}`,
  scopes: `must be a list of at least one of ${SCOPES.join(', ')}`,
  website_ids: 'must be a list of at least one website id',
  expires_in_days: `must be a number of days from 1 to ${DAYS_MAX}`,
};

/** PostgreSQL keeps no U+0000, no database keeps half a character, and no page shows any of the others. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

export interface OwnToken {
  readonly id: number;
  readonly name: string | null;
  readonly audience: Audience;
  readonly scopes: readonly string[];
  readonly website_ids: readonly number[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** Of the user who made it. null: an operator, or nobody knows. */
  readonly user_id: number | null;
  /** null: an operator, or a user who is gone. */
  readonly user_email: string | null;
}

interface OwnTokenRow extends Omit<OwnToken, 'scopes' | 'website_ids'> {
  readonly scopes: string;
}

/** Newest first, without those that are no longer good. A token that is also good for websites of others is not shown. */
export async function listOwnTokens(database: Database, person: Person, clock: Clock): Promise<OwnToken[]> {
  if (person.websiteIds.length === 0) return [];
  const rows = await database.query<OwnTokenRow & { website_id: number }>(
    `SELECT access_tokens.id AS id, name, audience, scopes, access_tokens.created_at AS created_at, expires_at,
       last_used_at, user_id, email AS user_email, website_id
     FROM access_tokens JOIN access_token_websites ON token_id = access_tokens.id
     LEFT JOIN users ON users.id = user_id
     WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)
       AND access_tokens.id IN (SELECT token_id FROM access_token_websites
                  WHERE website_id IN (${placeholders(person.websiteIds.length, 1)}))
     ORDER BY access_tokens.id DESC, website_id`,
    [isoSeconds(clock()), ...person.websiteIds],
  );
  const tokens = [...Map.groupBy(rows, ({ id }) => id).values()].map(ownToken);
  return tokens.filter(({ website_ids }) => website_ids.every((id) => person.websiteIds.includes(id)));
}

function ownToken(rows: readonly (OwnTokenRow & { website_id: number })[]): OwnToken {
  const { website_id: _, scopes, ...token } = rows[0]!;
  return { ...token, scopes: scopes.split(' '), website_ids: rows.map((row) => row.website_id) };
}

export async function createOwnToken(
  database: Database,
  person: Person,
  body: unknown,
  clock: Clock,
): Promise<OwnToken & { readonly token: string }> {
  const given = readNewToken(body);
  requireOwnScopes(person, given.scopes);
  const foreign = given.websiteIds.find((id) => !person.websiteIds.includes(id));
  if (foreign !== undefined)
    throw new Problem(404, `There is no website ${foreign} for you.`, { param: 'website_ids' });
  return database.transaction(async (tx) => {
    const email = await stillLoggedIn(tx, person);
    const created = await insertToken(tx, { ...given, userId: person.userId }, clock);
    return {
      ...created,
      name: given.name ?? null,
      created_at: isoSeconds(clock()),
      last_used_at: null,
      user_id: person.userId,
      user_email: email,
    };
  });
}

/**
 * Returns the person's email address. Takes the person's row, as a new password does: either that ends this login and is
 * seen here, or it comes after, and finds the token to revoke.
 */
async function stillLoggedIn(tx: Queries, { userId, grantHash }: Person): Promise<string> {
  const [user] = await tx.query<{ email: string }>('UPDATE users SET email = email WHERE id = $1 RETURNING email', [
    userId,
  ]);
  const [website] = await tx.query('SELECT website_id FROM grant_websites WHERE grant_hash = $1 LIMIT 1', [grantHash]);
  if (!user || !website) throw new Problem(401, 'You were logged out meanwhile. Log in again.');
  return user.email;
}

function readNewToken(body: unknown): NewToken {
  const result = newToken.safeParse(body);
  if (!result.success) {
    const param = String(result.error.issues[0]?.path[0] ?? 'body');
    throw new Problem(422, `${param} ${RULES[param] ?? 'is not valid'}.`, { code: `invalid_${param}`, param });
  }
  const { name, audience, scopes, website_ids: websiteIds, expires_in_days: expiresInDays } = result.data;
  if (audience === 'tools' && scopes.some((scope) => scope !== 'reports')) {
    throw new Problem(422, 'A token for the tools has the scope reports only.', {
      code: 'invalid_scopes',
      param: 'scopes',
    });
  }
  return {
    name,
    audience,
    scopes: [...new Set(scopes)],
    websiteIds,
    ...(expiresInDays !== undefined && { expiresInDays }),
  };
}

function requireOwnScopes({ scopes: own }: Person, scopes: readonly Scope[]): void {
  const foreign = own === 'all' ? undefined : scopes.find((scope) => !own.has(scope));
  if (foreign !== undefined) {
    throw new Problem(403, `You do not have the scope ${foreign} yourself.`, { param: 'scopes' });
  }
}

/** Throws 404 where the person can't see it, whether it exists or not. */
export async function revokeOwnToken(database: Database, person: Person, id: number, clock: Clock): Promise<void> {
  const own = await listOwnTokens(database, person, clock);
  const isGone = own.some((token) => token.id === id) && (await revokeToken(database, id, clock));
  if (!isGone) throw new Problem(404, `There is no token ${id}.`);
}
