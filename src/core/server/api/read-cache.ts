// An LRU cache of results, by operation, query and websites.
import { LRUCache } from 'lru-cache';

const CHARACTERS_MAX = 32 * 1024 * 1024;

export interface ReadResult {
  readonly json: string;
  readonly etag: string;
}

export interface CachedResult {
  readonly result: ReadResult;
  readonly version: string;
  /** The time in which it holds, see `ReadAnswer`. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The database's change counter when the version was last confirmed. */
  counter: number | undefined;
}

export class ReadCache {
  readonly #results = new LRUCache<string, CachedResult>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ result }, key) => key.length + result.json.length,
  });

  /** undefined: there is none that holds now. */
  get(key: string, nowMs: number): CachedResult | undefined {
    const cached = this.#results.get(key);
    return cached && nowMs >= cached.fromMs && nowMs < cached.untilMs ? cached : undefined;
  }

  set(key: string, cached: CachedResult): void {
    this.#results.set(key, cached);
  }
}
