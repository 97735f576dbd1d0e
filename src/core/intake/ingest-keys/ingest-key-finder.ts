// Finds the ingest key of a request: in memory until the database changes, otherwise with a lookup that requests share.
import { BatchedLookups } from '../../foundation/database/batched-lookups.ts';
import { ChangeCache } from '../../foundation/database/change-cache.ts';
import { type CacheableDatabase, placeholders } from '../../foundation/database/database.ts';
import { ingestKeyHash, isPublicKey, isSecretKey } from './ingest-keys.ts';

const KEY_LENGTH_MAX = 200;

/** A key that is valid now. */
export interface FoundIngestKey {
  readonly id: number;
  readonly websiteId: number;
  readonly isPublic: boolean;
  /** Where a public key may be used (see origins.ts). */
  readonly origins: readonly string[];
}

interface FoundRow {
  key_hash: string;
  id: number;
  website_id: number;
  public_key: string | null;
  origins: string;
}

export class IngestKeyFinder {
  readonly #database: Pick<CacheableDatabase, 'query'>;
  readonly #cache: ChangeCache<FoundIngestKey | undefined>;
  readonly #keys = new BatchedLookups((hashes: readonly string[]) => this.#lookUp(hashes));

  constructor(database: Pick<CacheableDatabase, 'query' | 'changeCounter'>) {
    this.#database = database;
    this.#cache = new ChangeCache(database);
  }

  /** Returns undefined if this is not a key, or one that was revoked. */
  async find(key: string): Promise<FoundIngestKey | undefined> {
    if ((!isSecretKey(key) && !isPublicKey(key)) || key.length > KEY_LENGTH_MAX) return undefined;
    return this.#cache.get(key, () => this.#keys.get(ingestKeyHash(key)));
  }

  async #lookUp(hashes: readonly string[]): Promise<Map<string, FoundIngestKey>> {
    const rows = await this.#database.query<FoundRow>(
      `SELECT key_hash, id, website_id, public_key, origins FROM ingest_keys
       WHERE key_hash IN (${placeholders(hashes.length)}) AND revoked_at IS NULL`,
      hashes,
    );
    return new Map(rows.map((row) => [row.key_hash, foundKey(row)]));
  }
}

function foundKey({ id, website_id: websiteId, public_key: publicKey, origins }: FoundRow): FoundIngestKey {
  const isPublic = publicKey !== null;
  return { id, websiteId, isPublic, origins: isPublic ? JSON.parse(origins) : [] };
}
