// Keys for sending events. Each is for one website. A secret key is for servers, and only a hash of it is stored. A public key
// is visible in the pages of a website, so it can only send events, and only from the origins that it allows.
import { hash, randomBytes } from 'node:crypto';
import { recordAudit } from '../../contract/access/audit-log.ts';
import { type Actor, COMMAND_LINE } from '../../contract/access/principal.ts';
import { markCatalogChanged, nextCatalogChange } from '../../engine/catalog/catalog-changes.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { nextId } from '../../foundation/database/next-id.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';

const SECRET_PREFIX = 'fik_';
const PUBLIC_PREFIX = 'fpk_';
/** Revoked keys don't count. */
export const KEYS_PER_WEBSITE_MAX = 100;
export const KEY_NAME_LENGTH_MAX = 100;
/** The name of the public key that a new website gets. People see it where they copy the line for their pages, and in live events. */
export const FIRST_KEY_NAME = 'Pages';

export interface IngestKey {
  readonly id: number;
  readonly key: string;
  readonly website_id: number;
}

interface PublicKey extends IngestKey {
  readonly public: true;
  readonly origins: readonly string[];
}

export interface ListedIngestKey {
  readonly id: number;
  readonly website_id: number;
  /** Says what the key is for. */
  readonly name: string | null;
  readonly public: boolean;
  /** It is null for a secret key. */
  readonly key: string | null;
  readonly origins: readonly string[];
  readonly created_at: string;
  readonly revoked_at: string | null;
}

interface NewPublicKey {
  readonly websiteId: number;
  /** The origins are normalized (see origins.ts). */
  readonly origins: readonly string[];
  readonly name?: string | undefined;
}

/** Returns undefined if there is no such website. */
export function createIngestKey(
  database: Database,
  websiteId: number,
  clock: Clock,
  name?: string,
  actor = COMMAND_LINE,
): Promise<IngestKey | undefined> {
  const key = newKey(SECRET_PREFIX);
  return store(database, { websiteId, name, key, publicKey: null, origins: [] }, clock, actor);
}

/** Returns undefined if there is no such website. */
export async function createPublicKey(
  database: Pick<Database, 'transaction'>,
  { websiteId, name, origins }: NewPublicKey,
  clock: Clock,
  actor = COMMAND_LINE,
): Promise<PublicKey | undefined> {
  const key = newKey(PUBLIC_PREFIX);
  const created = await store(database, { websiteId, name, key, publicKey: key, origins }, clock, actor);
  return created && { ...created, public: true, origins };
}

interface KeyToStore extends NewPublicKey {
  readonly key: string;
  readonly publicKey: string | null;
}

function store(
  database: Pick<Database, 'transaction'>,
  created: KeyToStore,
  clock: Clock,
  actor: Actor,
): Promise<IngestKey | undefined> {
  const { websiteId, name, key, publicKey, origins } = created;
  return database.transaction(async (tx) => {
    const change = await nextCatalogChange(tx);
    if ((await tx.query('SELECT id FROM websites WHERE id = $1', [websiteId])).length === 0) return undefined;
    // Locks the id counter, so that keys are created one at a time.
    const id = await nextId(tx, 'ingest_keys');
    await requireRoom(tx, websiteId);
    await tx.insertMany({
      into: 'ingest_keys',
      columns: ['id', 'website_id', 'key_hash', 'public_key', 'origins', 'name', 'created_at'],
      rows: [
        [id, websiteId, ingestKeyHash(key), publicKey, JSON.stringify(origins), name ?? null, isoSeconds(clock())],
      ],
    });
    // The origins of public keys are hosts of the website: see engine/catalog/own-hosts.ts.
    if (publicKey !== null) await markCatalogChanged(tx, websiteId, change);
    await recordAudit(tx, { websiteId, actor, action: 'ingest_key_created', subject: labelOf(id, name) }, clock);
    return { id, key, website_id: websiteId };
  });
}

function labelOf(id: number, name: string | null | undefined): string {
  return name ? `${id} (${name})` : String(id);
}

async function requireRoom(tx: Queries, websiteId: number): Promise<void> {
  const valid = await tx.query('SELECT id FROM ingest_keys WHERE website_id = $1 AND revoked_at IS NULL', [websiteId]);
  if (valid.length < KEYS_PER_WEBSITE_MAX) return;
  const detail = `A website may have at most ${KEYS_PER_WEBSITE_MAX} keys. Revoke those that are no longer used.`;
  throw new Problem(422, detail, { code: 'too_many_keys' });
}

interface KeyRow {
  id: number;
  website_id: number;
  name: string | null;
  public_key: string | null;
  origins: string;
  created_at: string;
  revoked_at: string | null;
}

/** Lists the keys of all websites. */
export async function listIngestKeys(database: Pick<Database, 'query'>): Promise<ListedIngestKey[]> {
  return (await database.query<KeyRow>('SELECT * FROM ingest_keys ORDER BY id')).map(listed);
}

/** Lists the valid keys of a website, newest first. */
export async function listKeysOfWebsite(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<ListedIngestKey[]> {
  const sql = 'SELECT * FROM ingest_keys WHERE website_id = $1 AND revoked_at IS NULL ORDER BY id DESC';
  return (await database.query<KeyRow>(sql, [websiteId])).map(listed);
}

/** Returns the names of keys by id, also of revoked keys. The name is null if the key has none. */
export async function readKeyNames(
  database: Pick<Database, 'query'>,
  websiteId: number,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string | null>> {
  if (ids.size === 0) return new Map();
  const rows = await database.query<{ id: number; name: string | null }>(
    `SELECT id, name FROM ingest_keys WHERE website_id = $1 AND id IN (${placeholders(ids.size, 1)})`,
    [websiteId, ...ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function listed({ id, website_id, name, public_key: key, origins, created_at, revoked_at }: KeyRow): ListedIngestKey {
  return { id, website_id, name, public: key !== null, key, origins: JSON.parse(origins), created_at, revoked_at };
}

/** Revokes a key of one of these websites. Returns false if there is no such key, or if it was revoked before. */
export function revokeIngestKey(
  database: Database,
  id: number,
  clock: Clock,
  websiteIds?: readonly number[],
  actor = COMMAND_LINE,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const change = await nextCatalogChange(tx);
    const [key] = await tx.query<{ website_id: number; public_key: string | null }>(
      'SELECT website_id, public_key FROM ingest_keys WHERE id = $1',
      [id],
    );
    if (!key || (websiteIds && !websiteIds.includes(key.website_id))) return false;
    const [revoked] = await tx.query<{ name: string | null }>(
      'UPDATE ingest_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING name',
      [id, isoSeconds(clock())],
    );
    if (!revoked) return false;
    const websiteId = key.website_id;
    if (key.public_key !== null) await markCatalogChanged(tx, websiteId, change);
    const subject = labelOf(id, revoked.name);
    await recordAudit(tx, { websiteId, actor, action: 'ingest_key_revoked', subject }, clock);
    return true;
  });
}

export function isSecretKey(key: string): boolean {
  return key.startsWith(SECRET_PREFIX);
}

export function isPublicKey(key: string): boolean {
  return key.startsWith(PUBLIC_PREFIX);
}

function newKey(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The key is random and long, so a plain hash is as safe as a slow one. */
export function ingestKeyHash(key: string): string {
  return hash('sha256', key);
}
