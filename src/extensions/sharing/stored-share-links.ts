// Links with which people without a login read one page of the dashboard. Only a hash of the secret is stored. A link is valid while its
// creator may change the website: what an editor has shared ends when the editor is removed or becomes a viewer.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { recordAudit } from '../../core/contract/access/audit-log.ts';
import {
  type DataVersion,
  dataVersionsOf,
  type VersionColumns,
  versionColumns,
} from '../../core/contract/access/data-version.ts';
import { maySharePages } from '../../core/contract/access/end-share-links.ts';
import type { Actor } from '../../core/contract/access/principal.ts';
import type { Role } from '../../core/contract/access/role.ts';
import { roleOnWebsite } from '../../core/contract/access/role-on-website.ts';
import { secretHash } from '../../core/contract/access/secret-hash.ts';
import { filledUp } from '../../core/foundation/database/batched-lookups.ts';
import { type Database, placeholders, type Queries } from '../../core/foundation/database/database.ts';
import { nextId } from '../../core/foundation/database/next-id.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import type { ShareLink } from './share-rights.ts';
import { sharedPageOf } from './shared-page.ts';

/** Distinguishes its secret from tokens. */
export const SHARE_LINK_PREFIX = 'fsl_';
/** Links that were revoked don't count. */
export const SHARE_LINKS_PER_WEBSITE_MAX = 200;
/** Until then, whoever has the link is told that it has ended. */
export const ENDED_LINKS_KEPT_DAYS = 400;
/** How long a password that was entered holds. */
const PASS_SECONDS = 12 * 60 * 60;

export interface NewShareLink {
  readonly websiteId: number;
  readonly name: string;
  readonly path: string;
  readonly locked: boolean;
  /** undefined: it needs no password. */
  readonly passwordHash: string | undefined;
  /** Where the page may be embedded. */
  readonly origins: readonly string[];
  /** undefined: it is valid until it is revoked. */
  readonly expiresAt: string | undefined;
}

export interface ListedShareLink {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly locked: boolean;
  readonly has_password: boolean;
  readonly origins: readonly string[];
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** The email address of the user. null: the token that created it belongs to no user. */
  readonly created_by: string | null;
}

/** Throws a problem of status 404 or 422. */
export function createShareLink(
  database: Database,
  link: NewShareLink,
  actor: Actor,
  clock: Clock,
): Promise<ListedShareLink & { readonly secret: string }> {
  const { websiteId, name, path, locked, passwordHash, origins, expiresAt } = link;
  const secret = SHARE_LINK_PREFIX + randomBytes(32).toString('base64url');
  return database.transaction(async (tx) => {
    // Locks the counter of ids, so that links are created one after the other.
    const id = await nextId(tx, 'share_links');
    const [website] = await tx.query('SELECT 1 FROM websites WHERE id = $1', [websiteId]);
    if (!website || !(await mayShare(tx, actor, websiteId))) throw new Problem(404, 'There is no such website.');
    await requireRoom(tx, websiteId);
    await tx.insertMany({
      into: 'share_links',
      columns: [
        ...['id', 'website_id', 'name', 'secret_hash', 'path', 'locked', 'password_hash', 'origins'],
        ...['created_by', 'created_at', 'expires_at'],
      ],
      rows: [
        [
          ...[id, websiteId, name, secretHash(secret), path, locked ? 1 : 0, passwordHash ?? null],
          ...[JSON.stringify(origins), actor.userId, isoSeconds(clock()), expiresAt ?? null],
        ],
      ],
    });
    const created = (await readListed(tx, websiteId)).find((each) => each.id === id)!;
    await recordAudit(tx, { websiteId, actor, action: 'share_link_created', subject: labelOf(id, name) }, clock);
    return { ...created, secret };
  });
}

/** The role may have been taken since the request was admitted. A token that belongs to no user has none. */
async function mayShare(tx: Queries, { userId }: Actor, websiteId: number): Promise<boolean> {
  if (userId === null) return true;
  const [user] = await tx.query<{ role: Role | null }>(`SELECT ${roleOnWebsite('$1', '$2')} AS role`, [
    userId,
    websiteId,
  ]);
  return maySharePages(user?.role ?? null);
}

async function requireRoom(tx: Queries, websiteId: number): Promise<void> {
  const links = await tx.query('SELECT id FROM share_links WHERE website_id = $1 AND revoked_at IS NULL', [websiteId]);
  if (links.length < SHARE_LINKS_PER_WEBSITE_MAX) return;
  const detail = `A website may have at most ${SHARE_LINKS_PER_WEBSITE_MAX} links. Revoke those that are no longer used.`;
  throw new Problem(422, detail, { code: 'too_many_share_links' });
}

/** Those that were not revoked, newest first. */
export function listShareLinks(database: Pick<Database, 'query'>, websiteId: number): Promise<ListedShareLink[]> {
  return readListed(database, websiteId);
}

async function readListed(database: Pick<Queries, 'query'>, websiteId: number): Promise<ListedShareLink[]> {
  const rows = await database.query<ListedRow>(
    `SELECT id, name, path, locked, password_hash, origins, expires_at, last_used_at,
       (SELECT email FROM users WHERE users.id = share_links.created_by) AS created_by
     FROM share_links WHERE website_id = $1 AND revoked_at IS NULL ORDER BY id DESC`,
    [websiteId],
  );
  return rows.map(({ id, name, path, locked, password_hash: passwordHash, origins, ...rest }) => ({
    ...{ id, name, path, locked: locked === 1, has_password: passwordHash !== null },
    origins: JSON.parse(origins),
    ...rest,
  }));
}

interface ListedRow
  extends Pick<ListedShareLink, 'id' | 'name' | 'path' | 'expires_at' | 'last_used_at' | 'created_by'> {
  readonly locked: number;
  readonly password_hash: string | null;
  readonly origins: string;
}

/** false: the website has no such link, or it was revoked already. */
export function revokeShareLink(
  database: Database,
  { websiteId, id }: { readonly websiteId: number; readonly id: number },
  actor: Actor,
  clock: Clock,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [revoked] = await tx.query<{ name: string }>(
      `UPDATE share_links SET revoked_at = $3 WHERE website_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name`,
      [websiteId, id, isoSeconds(clock())],
    );
    if (!revoked) return false;
    const subject = labelOf(id, revoked.name);
    await recordAudit(tx, { websiteId, actor, action: 'share_link_revoked', subject }, clock);
    return true;
  });
}

function labelOf(id: number, name: string): string {
  return `${id} (${name})`;
}

export async function sweepShareLinks(database: Database, now: Date): Promise<void> {
  const oldest = isoSeconds(new Date(now.getTime() - ENDED_LINKS_KEPT_DAYS * 86_400_000));
  await database.transaction((tx) =>
    tx.query('DELETE FROM share_links WHERE revoked_at < $1 OR expires_at < $1', [oldest]),
  );
}

/** A link as it is stored. It may have ended. */
export interface StoredShareLink extends ShareLink {
  readonly name: string;
  readonly path: string;
  /** null: it needs none. */
  readonly passwordHash: string | null;
  readonly origins: readonly string[];
  readonly expiresAt: string | null;
  /** It was revoked, or its creator may not share the website any more. */
  readonly isEnded: boolean;
  readonly dataVersions: ReadonlyMap<number, DataVersion>;
}

interface FoundRow extends VersionColumns, Omit<ListedRow, 'last_used_at' | 'created_by'> {
  readonly secret_hash: string;
  readonly website_id: number;
  readonly created_by: number | null;
  readonly revoked_at: string | null;
  readonly role: Role | null;
}

/** Finds links by the hashes of their secrets. */
export async function readShareLinks(
  database: Pick<Database, 'query' | 'isDistributed'>,
  hashes: readonly string[],
): Promise<Map<string, StoredShareLink>> {
  const isDistributed = await database.isDistributed();
  const wanted = filledUp(hashes);
  const rows = await database.query<FoundRow>(
    `SELECT secret_hash, id, website_id, name, path, locked, password_hash, origins, created_by, expires_at, revoked_at,
       ${roleOnWebsite('share_links.created_by', 'share_links.website_id')} AS role,
       ${versionColumns('share_links.website_id', isDistributed)}
     FROM share_links WHERE secret_hash IN (${placeholders(wanted.length)})`,
    wanted,
  );
  return new Map(rows.map((row) => [row.secret_hash, storedLink(row)]));
}

function storedLink(row: FoundRow): StoredShareLink {
  const { id, name, path, locked, password_hash: passwordHash, origins, expires_at: expiresAt, created_by, role } = row;
  return {
    ...{ id, name, path, passwordHash, expiresAt },
    page: sharedPageOf(path)!,
    locked: locked === 1,
    origins: JSON.parse(origins),
    isEnded: row.revoked_at !== null || (created_by !== null && !maySharePages(role)),
    dataVersions: dataVersionsOf([row]),
  };
}

export function hasEnded({ isEnded, expiresAt }: StoredShareLink, now: Date): boolean {
  return isEnded || (expiresAt !== null && expiresAt <= isoSeconds(now));
}

/**
 * What a reader who has entered the password adds to the secret: the second until which it holds, and a code that nobody can make without
 * the stored hash of the password. So it needs no storage, holds on every node, and ends with the link.
 */
export function newPass(secret: string, passwordHash: string, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + PASS_SECONDS);
  return `${until}.${codeOf(secret, passwordHash, until)}`;
}

export function isPass(pass: string, secret: string, passwordHash: string, now: Date): boolean {
  const [until = '', code = ''] = pass.split('.');
  const expected = Buffer.from(codeOf(secret, passwordHash, until));
  const given = Buffer.from(code);
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  return isRight && Number(until) * 1000 > now.getTime();
}

function codeOf(secret: string, passwordHash: string, until: string): string {
  return createHmac('sha256', passwordHash).update(`${secret}.${until}`).digest('base64url');
}
