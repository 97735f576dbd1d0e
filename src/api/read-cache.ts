// An LRU cache of results, by operation, query and websites.
import { BoundedMap } from '../bounded-map.ts';

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
  readonly #results = new BoundedMap<string, CachedResult>(CHARACTERS_MAX, sizeOf);

  get(key: string): CachedResult | undefined {
    const cached = this.#results.get(key);
    // It is forgotten last.
    if (cached) this.#results.set(key, cached);
    return cached;
  }

  set(key: string, cached: CachedResult): void {
    this.#results.set(key, cached);
  }
}

function sizeOf(key: string, { result }: CachedResult): number {
  return key.length + result.json.length;
}
