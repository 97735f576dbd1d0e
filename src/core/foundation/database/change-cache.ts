// Caches reads until the database changes. Where the database has no cheap change counter, it caches nothing.
import { LRUCache } from 'lru-cache';
import type { CacheableDatabase } from './database.ts';

const ENTRIES_MAX = 10_000;

export interface CacheStats {
  hits: number;
  misses: number;
}

export class ChangeCache<Value> {
  readonly stats: CacheStats = { hits: 0, misses: 0 };
  readonly #database: Pick<CacheableDatabase, 'changeCounter'>;
  /** An entry of an earlier counter stays until it is read again or pushed out, because clearing all takes as long as a small read. */
  readonly #entries = new LRUCache<string, { readonly value: Value; readonly counter: number }>({ max: ENTRIES_MAX });

  constructor(database: Pick<CacheableDatabase, 'changeCounter'>) {
    this.#database = database;
  }

  /** `read` gets the counter that its value belongs to. */
  async get(key: string, read: (counter: number | undefined) => Promise<Value>): Promise<Value> {
    // Taken before the read: a write during the read changes the counter, so the next call reads again.
    const counter = await this.#database.changeCounter();
    const known = this.#entries.get(key);
    if (known && known.counter === counter) {
      this.stats.hits++;
      return known.value;
    }
    this.stats.misses++;
    const value = await read(counter);
    if (counter !== undefined) this.#entries.set(key, { value, counter });
    return value;
  }
}
