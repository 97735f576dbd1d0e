/** So that a small map does not need a new iterator for each entry. */
const FURTHER_DELETIONS = 16;

/** A map that forgets what was set the longest ago, once it is full. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #sizeOf: (key: Key, value: Value) => number;
  #total = 0;
  /**
   * Is always before the oldest entry. A map keeps the places of deleted entries for a while, and a new iterator has to pass all of them each time. One that is kept
   * keeps every former table of the map in memory, with all values that were in it. So it is renewed after as many deletions as there are entries.
   */
  #iterator: MapIterator<Key> | undefined;
  /** Since the iterator was made. */
  #deletions = 0;

  /** `sizeOf`: how much of `max` an entry takes; without it, `max` is the number of entries. */
  constructor(max: number, sizeOf: (key: Key, value: Value) => number = () => 1) {
    super();
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  /** An entry that is set again counts as new. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    this.#total += this.#sizeOf(key, value);
    while (this.#total > this.#max) this.delete(this.#oldestKey());
    return this;
  }

  /** Like `get`, but the entry then counts as new. */
  getAndRenew(key: Key): Value | undefined {
    const value = this.get(key);
    // In the map and not by our `set`, because its size stays the same.
    if (value !== undefined && this.#deleteEntry(key)) super.set(key, value);
    return value;
  }

  override delete(key: Key): boolean {
    if (!this.has(key)) return false;
    this.#total -= this.#sizeOf(key, this.get(key)!);
    return this.#deleteEntry(key);
  }

  override clear(): void {
    super.clear();
    this.#total = 0;
    this.#iterator = undefined;
  }

  /** The caller deletes it. */
  #oldestKey(): Key {
    if (!this.#iterator) {
      this.#iterator = this.keys();
      this.#deletions = 0;
    }
    return this.#iterator.next().value!;
  }

  #deleteEntry(key: Key): boolean {
    if (++this.#deletions > this.size + FURTHER_DELETIONS) this.#iterator = undefined;
    return super.delete(key);
  }
}
