// Keys for the collector. Each is for one website; only a hash of it is stored.
import { createHash, randomBytes } from 'node:crypto';
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { nextId } from '../database/next-id.ts';

const PREFIX = 'fik_';
const KEY_LENGTH_MAX = 200;

export interface IngestKey {
  readonly id: number;
  readonly key: string;
  readonly website_id: number;
}

export interface ListedIngestKey {
  readonly id: number;
  readonly website_id: number;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** undefined: there is no such website. */
export function createIngestKey(database: Database, websiteId: number, clock: Clock): Promise<IngestKey | undefined> {
  return database.transaction(async (tx) => {
    if ((await tx.query('SELECT id FROM websites WHERE id = $1', [websiteId])).length === 0) return undefined;
    const id = await nextId(tx, 'ingest_keys');
    const key = PREFIX + randomBytes(32).toString('base64url');
    await tx.insertMany({
      into: 'ingest_keys',
      columns: ['id', 'website_id', 'key_hash', 'created_at'],
      rows: [[id, websiteId, hashOf(key), isoSeconds(clock())]],
    });
    return { id, key, website_id: websiteId };
  });
}

export function listIngestKeys(database: Database): Promise<ListedIngestKey[]> {
  return database.query('SELECT id, website_id, created_at, revoked_at FROM ingest_keys ORDER BY id');
}

/** false: there is no such key, or it was revoked before. */
export function revokeIngestKey(database: Database, id: number, clock: Clock): Promise<boolean> {
  return database.transaction(async (tx) => {
    const revoked = await tx.query(
      'UPDATE ingest_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
      [id, isoSeconds(clock())],
    );
    return revoked.length > 0;
  });
}

/** undefined: not a key, or one that was revoked. */
export async function websiteOfIngestKey(database: Pick<Database, 'query'>, key: string): Promise<number | undefined> {
  if (!key.startsWith(PREFIX) || key.length > KEY_LENGTH_MAX) return undefined;
  const [row] = await database.query<{ website_id: number }>(
    'SELECT website_id FROM ingest_keys WHERE key_hash = $1 AND revoked_at IS NULL',
    [hashOf(key)],
  );
  return row?.website_id;
}

/** The key is random and long, so a plain hash is as safe as a slow one. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
