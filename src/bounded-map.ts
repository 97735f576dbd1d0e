/** A map that forgets what was set the longest ago, once it is full. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #sizeOf: (key: Key, value: Value) => number;
  #total = 0;

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
    // A new iterator each time: one that is kept would keep every former table of the map in memory, with all values that were in it.
    for (const oldest of this.keys()) {
      if (this.#total <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }

  /** Like `get`, but the entry then counts as new. */
  getAndRenew(key: Key): Value | undefined {
    const value = this.get(key);
    // In the map and not by our `set`, because its size stays the same.
    if (value !== undefined && super.delete(key)) super.set(key, value);
    return value;
  }

  override delete(key: Key): boolean {
    if (!this.has(key)) return false;
    this.#total -= this.#sizeOf(key, this.get(key)!);
    return super.delete(key);
  }

  override clear(): void {
    super.clear();
    this.#total = 0;
  }
}
