// Reads values by key, with as few statements as possible: the keys that are asked for in one turn of the event loop, or
// while earlier reads are running, share the next statement. A caller never gets the result of a statement that was sent
// before it asked, so it sees every write that was acknowledged by then.
// Why: docs/decisions/database.md, "Requests that arrive together share look-ups".

const KEYS_PER_READ_MAX = 500;
/** Two, so that one broken connection does not hold up everybody until it times out. */
const READS_AT_ONCE_MAX = 2;

/** Keys without a value are left out of the result. */
type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

/** Repeats the last key up to a power of two: few different lengths make few different statements, which can be prepared. */
export function filledUp<Key>(keys: readonly Key[]): readonly Key[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array.from({ length: length - keys.length }, () => keys.at(-1)!)];
}

export class BatchedLookups<Key, Value> {
  readonly #readMany: ReadMany<Key, Value>;
  /** The keys that no statement was sent for yet. */
  readonly #waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>();
  #running = 0;

  constructor(readMany: ReadMany<Key, Value>) {
    this.#readMany = readMany;
  }

  get(key: Key): Promise<Value | undefined> {
    let waiting = this.#waiting.get(key);
    if (!waiting) {
      waiting = Promise.withResolvers();
      this.#waiting.set(key, waiting);
      if (this.#running < READS_AT_ONCE_MAX) void this.#run();
    }
    return waiting.promise;
  }

  async #run(): Promise<void> {
    this.#running++;
    while (this.#waiting.size > 0) {
      // The other requests of this turn of the event loop may join.
      await new Promise(setImmediate);
      await this.#readNext();
    }
    this.#running--;
  }

  async #readNext(): Promise<void> {
    const batch = [...this.#waiting].slice(0, KEYS_PER_READ_MAX);
    if (batch.length === 0) return;
    for (const [key] of batch) this.#waiting.delete(key);
    try {
      const values = await this.#readMany(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(values.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }
}
