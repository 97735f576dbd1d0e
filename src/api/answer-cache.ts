// An LRU cache of answers, by operation, query and websites.

const CHARACTERS_MAX = 32 * 1024 * 1024;

export interface Answer {
  readonly json: string;
  readonly etag: string;
}

export interface CachedAnswer {
  readonly answer: Answer;
  readonly version: string;
  /** The database's change counter when the version was last confirmed. */
  counter: number | undefined;
}

export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer>();
  #characters = 0;

  get(key: string): CachedAnswer | undefined {
    const cached = this.#answers.get(key);
    if (!cached) return undefined;
    // A Map keeps insertion order, so the first entry is the least recently used.
    this.#answers.delete(key);
    this.#answers.set(key, cached);
    return cached;
  }

  set(key: string, cached: CachedAnswer): void {
    this.#remove(key);
    this.#answers.set(key, cached);
    this.#characters += sizeOf(key, cached);
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= CHARACTERS_MAX) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const cached = this.#answers.get(key);
    if (!cached) return;
    this.#answers.delete(key);
    this.#characters -= sizeOf(key, cached);
  }
}

function sizeOf(key: string, { answer }: CachedAnswer): number {
  return key.length + answer.json.length;
}
