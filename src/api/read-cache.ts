// An LRU cache of results, by operation, query and websites.

const CHARACTERS_MAX = 32 * 1024 * 1024;

export interface ReadResult {
  readonly json: string;
  readonly etag: string;
}

export interface CachedResult {
  readonly result: ReadResult;
  readonly version: string;
  /** The database's change counter when the version was last confirmed. */
  counter: number | undefined;
}

export class ReadCache {
  readonly #results = new Map<string, CachedResult>();
  #characters = 0;

  get(key: string): CachedResult | undefined {
    const cached = this.#results.get(key);
    if (!cached) return undefined;
    // A Map keeps insertion order, so the first entry is the least recently used.
    this.#results.delete(key);
    this.#results.set(key, cached);
    return cached;
  }

  set(key: string, cached: CachedResult): void {
    this.#remove(key);
    this.#results.set(key, cached);
    this.#characters += sizeOf(key, cached);
    for (const oldest of this.#results.keys()) {
      if (this.#characters <= CHARACTERS_MAX) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const cached = this.#results.get(key);
    if (!cached) return;
    this.#results.delete(key);
    this.#characters -= sizeOf(key, cached);
  }
}

function sizeOf(key: string, { result }: CachedResult): number {
  return key.length + result.json.length;
}
