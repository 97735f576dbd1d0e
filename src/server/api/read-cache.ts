// An LRU cache of results, by operation, query and websites.
import { BoundedMap } from '../../foundation/memory/bounded-map.ts';

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
  readonly #results = new BoundedMap<string, CachedResult>(CHARACTERS_MAX, sizeOf);

  /** undefined: there is none that holds now. */
  get(key: string, nowMs: number): CachedResult | undefined {
    const cached = this.#results.getAndRenew(key);
    return cached && nowMs >= cached.fromMs && nowMs < cached.untilMs ? cached : undefined;
  }

  set(key: string, cached: CachedResult): void {
    this.#results.set(key, cached);
  }
}

function sizeOf(key: string, { result }: CachedResult): number {
  return key.length + result.json.length;
}
