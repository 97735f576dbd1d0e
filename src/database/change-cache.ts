// Keeps what was read for as long as nobody has written. Where the database can't tell that cheaply, it keeps nothing.
import type { Database } from './database.ts';

const ENTRIES_MAX = 10_000;

/** How often something was known, and how often it had to be looked up. */
export interface CacheUse {
  hits: number;
  misses: number;
}

export class ChangeCache<Value> {
  readonly use: CacheUse = { hits: 0, misses: 0 };
  readonly #database: Pick<Database, 'changeCounter'>;
  readonly #values = new Map<string, Value>();
  #counter: number | undefined;

  constructor(database: Pick<Database, 'changeCounter'>) {
    this.#database = database;
  }

  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    // Before the read: what is written meanwhile changes the counter, and the next one asks again.
    const counter = this.#database.changeCounter();
    if (counter === undefined) return this.#miss(read);
    if (counter !== this.#counter || this.#values.size >= ENTRIES_MAX) {
      this.#values.clear();
      this.#counter = counter;
    } else if (this.#values.has(key)) {
      this.use.hits++;
      return this.#values.get(key)!;
    }
    const value = await this.#miss(read);
    if (this.#counter === counter) this.#values.set(key, value);
    return value;
  }

  #miss(read: () => Promise<Value>): Promise<Value> {
    this.use.misses++;
    return read();
  }
}
