// The legacy scheme: the API key of a website, valid until the website gets its first token.
import { timingSafeEqual } from 'node:crypto';
import { ChangeCache } from '../../foundation/database/change-cache.ts';
import type { CacheableDatabase } from '../../foundation/database/database.ts';
import type { Principal } from './principal.ts';

const KEY_LENGTH_MAX = 200;

export class ApiKeyVerifier {
  readonly #database: CacheableDatabase;
  readonly #cache: ChangeCache<Principal | undefined>;

  constructor(database: CacheableDatabase) {
    this.#database = database;
    this.#cache = new ChangeCache(database);
  }

  async verify(key: string): Promise<Principal | undefined> {
    if (key.length === 0 || key.length > KEY_LENGTH_MAX || key.includes('\u0000')) return undefined;
    return this.#cache.get(key, () => this.#lookUp(key));
  }

  async #lookUp(key: string): Promise<Principal | undefined> {
    const [website] = await this.#database.query<{ id: number; api_key: string; first_token_at: string | null }>(
      `SELECT id, api_key, website_first_tokens.created_at AS first_token_at
       FROM websites LEFT JOIN website_first_tokens ON website_id = id WHERE api_key = $1`,
      [key],
    );
    if (!website || website.first_token_at !== null || !isEqual(website.api_key, key)) return undefined;
    return {
      id: `website:${website.id}`,
      scopes: 'all',
      audience: 'rest',
      websiteIds: [website.id],
      actor: { userId: null, via: 'api_key' },
    };
  }
}

/** Compares in constant time, so that response times reveal nothing about the key. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
