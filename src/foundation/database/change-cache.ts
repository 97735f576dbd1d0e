// Caches reads until the database changes. Where the database has no cheap change counter, it caches nothing.
import { BoundedMap } from '../memory/bounded-map.ts';
import type { CacheableDatabase } from './database.ts';

const ENTRIES_MAX = 10_000;

export interface CacheStats {
  hits: number;
  misses: number;
}

export class ChangeCache<Value> {
  readonly stats: CacheStats = { hits: 0, misses: 0 };
  readonly #database: Pick<CacheableDatabase, 'changeCounter'>;
  readonly #values = new BoundedMap<string, Value>(ENTRIES_MAX);
  #counter: number | undefined;

  constructor(database: Pick<CacheableDatabase, 'changeCounter'>) {
    this.#database = database;
  }

  /** `read` gets the counter that its value belongs to. */
  async get(key: string, read: (counter: number | undefined) => Promise<Value>): Promise<Value> {
    // Taken before the read: a write during the read changes the counter, so the next call reads again.
    const counter = await this.#database.changeCounter();
    if (counter === undefined) return this.#miss(read, counter);
    if (counter !== this.#counter) {
      this.#values.clear();
      this.#counter = counter;
    } else if (this.#values.has(key)) {
      this.stats.hits++;
      return this.#values.get(key)!;
    }
    const value = await this.#miss(read, counter);
    if (this.#counter === counter) this.#values.set(key, value);
    return value;
  }

  #miss(read: (counter: number | undefined) => Promise<Value>, counter: number | undefined): Promise<Value> {
    this.stats.misses++;
    return read(counter);
  }
}
