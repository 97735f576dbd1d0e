// Links that let somebody do one thing once without being logged in: accept an invitation, choose a new password, set up the
// service. The secret is in the fragment of the URL, so it is in no log and in no Referer header. It is stored by its hash.
// Why: docs/decisions/logins.md, "One-time links are rows, not signatures".
import { randomBytes } from 'node:crypto';
import type { LinkKind, OneTimeLink } from '../../../contract/access/principal.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { nextId } from '../../../foundation/database/next-id.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';

const HOUR_MS = 60 * 60 * 1000;

/** How long a link can be used. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * 24 * HOUR_MS,
  password_reset: 24 * HOUR_MS,
  // It is printed to the terminal, which may end up in a log.
  setup: HOUR_MS,
};

/** The paths of the pages that the links lead to. */
const PAGES: Readonly<Record<LinkKind, string>> = {
  invitation: '/invitation',
  password_reset: '/reset-password',
  setup: '/setup',
};

export type NewLink = Pick<OneTimeLink, 'kind'> &
  Partial<Pick<OneTimeLink, 'accountId' | 'userId' | 'email' | 'role' | 'websiteIds' | 'createdBy'>>;

export interface CreatedLink {
  readonly id: number;
  /** Cannot be shown again. */
  readonly secret: string;
  readonly expiresAt: string;
}

export function linkUrl(baseUrl: string, kind: LinkKind, secret: string): string {
  return `${baseUrl}${PAGES[kind]}#${secret}`;
}

export async function createLink(tx: Queries, link: NewLink, clock: Clock): Promise<CreatedLink> {
  const secret = randomBytes(32).toString('base64url');
  const id = await nextId(tx, 'one_time_links');
  const now = clock();
  const expiresAt = isoSeconds(new Date(now.getTime() + LINK_LIFETIME_MS[link.kind]));
  const {
    kind,
    accountId = null,
    userId = null,
    email = null,
    role = null,
    websiteIds = null,
    createdBy = null,
  } = link;
  await tx.insertMany({
    into: 'one_time_links',
    columns: [
      ...['token_hash', 'id', 'kind', 'account_id', 'user_id', 'email', 'role', 'website_ids', 'created_by'],
      ...['created_at', 'expires_at'],
    ],
    rows: [
      [
        ...[secretHash(secret), id, kind, accountId, userId, email, role, websiteIds, createdBy],
        ...[isoSeconds(now), expiresAt],
      ],
    ],
  });
  return { id, secret, expiresAt };
}

const COLUMNS = `id, kind, account_id AS "accountId", user_id AS "userId", email, role, website_ids AS "websiteIds",
  created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt"`;

/** SQL that is true if the user who created the link is still an owner of its account. An operator's links have no creator. */
const IS_OF_OWNER = `(created_by IS NULL OR EXISTS (SELECT 1 FROM user_accounts
  WHERE user_accounts.user_id = created_by AND user_accounts.account_id = one_time_links.account_id
    AND user_accounts.role = 'owner'))`;

/**
 * SQL that is true if the user who created a link to reset a password owns every account of the person, and the person belongs
 * to the account of the link, and is not known to the single sign-on: who a login there is, no owner decides.
 */
const IS_OF_OWN_PERSON = `(kind <> 'password_reset' OR created_by IS NULL OR (
  EXISTS (SELECT 1 FROM user_accounts
    WHERE user_accounts.user_id = one_time_links.user_id AND user_accounts.account_id = one_time_links.account_id)
  AND NOT EXISTS (SELECT 1 FROM user_accounts AS theirs
    WHERE theirs.user_id = one_time_links.user_id AND NOT EXISTS (SELECT 1 FROM user_accounts AS own
      WHERE own.user_id = created_by AND own.account_id = theirs.account_id AND own.role = 'owner'))
  AND NOT EXISTS (SELECT 1 FROM user_identities WHERE user_identities.user_id = one_time_links.user_id)))`;

/** SQL that is true if the link can be used at the time $1. */
export const IS_OPEN_LINK = `used_at IS NULL AND expires_at > $1 AND ${IS_OF_OWNER} AND ${IS_OF_OWN_PERSON}`;

/** undefined: there is no such link, it has expired, was used or was withdrawn. */
export async function findLink(
  database: Pick<Queries, 'query'>,
  secret: string,
  kind: LinkKind,
  clock: Clock,
): Promise<OneTimeLink | undefined> {
  const [link] = await database.query<OneTimeLink>(
    `SELECT ${COLUMNS} FROM one_time_links WHERE ${IS_OPEN_LINK} AND token_hash = $2 AND kind = $3`,
    [isoSeconds(clock()), secretHash(secret), kind],
  );
  return link;
}

/**
 * Call it in the transaction that does what the link is for. Of concurrent calls one gets the link, the others undefined.
 */
export async function useLink(
  tx: Queries,
  secret: string,
  kind: LinkKind,
  clock: Clock,
): Promise<OneTimeLink | undefined> {
  const [link] = await tx.query<OneTimeLink>(
    `UPDATE one_time_links SET used_at = $1 WHERE ${IS_OPEN_LINK} AND token_hash = $2 AND kind = $3 RETURNING ${COLUMNS}`,
    [isoSeconds(clock()), secretHash(secret), kind],
  );
  return link;
}

/** The caller has proved in another way that the email address is theirs. */
export function takeInvitationsTo(tx: Queries, email: string, clock: Clock): Promise<OneTimeLink[]> {
  return tx.query<OneTimeLink>(
    `UPDATE one_time_links SET used_at = $1 WHERE ${IS_OPEN_LINK} AND kind = 'invitation' AND email = $2 RETURNING ${COLUMNS}`,
    [isoSeconds(clock()), email],
  );
}

/** Returns the link, or undefined if the account has no such open link. */
export async function withdrawLink(
  tx: Queries,
  { id, kind, accountId }: Pick<OneTimeLink, 'id' | 'kind' | 'accountId'>,
  clock: Clock,
): Promise<OneTimeLink | undefined> {
  const [link] = await tx.query<OneTimeLink>(
    `DELETE FROM one_time_links WHERE ${IS_OPEN_LINK} AND id = $2 AND kind = $3 AND account_id = $4 RETURNING ${COLUMNS}`,
    [isoSeconds(clock()), id, kind, accountId],
  );
  return link;
}
