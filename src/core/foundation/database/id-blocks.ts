// Ids for records with many concurrent writers. A process reserves a block of ids in a separate transaction and hands them
// out from memory, so that writers don't wait for each other's commit. Ids are unique, but may have gaps and be out of order.
import type { Database } from './database.ts';
import { nextIds } from './next-id.ts';

const BLOCK_SIZE = 100;

export class IdBlocks {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #sequence: string;
  #free: number[] = [];
  #refilling: Promise<void> | undefined;

  constructor(database: Pick<Database, 'transaction'>, sequence: string) {
    this.#database = database;
    this.#sequence = sequence;
  }

  /** Must not be called inside a transaction: on SQLite that would deadlock. */
  async take(): Promise<number> {
    for (;;) {
      const id = this.#free.pop();
      if (id !== undefined) return id;
      this.#refilling ??= this.#refill().finally(() => {
        this.#refilling = undefined;
      });
      await this.#refilling;
    }
  }

  /** Returns an unused id. */
  release(id: number): void {
    this.#free.push(id);
  }

  async #refill(): Promise<void> {
    const first = await this.#database.transaction((tx) => nextIds(tx, this.#sequence, BLOCK_SIZE));
    // The order is descending, because `pop` takes the last one.
    this.#free = Array.from({ length: BLOCK_SIZE }, (_, index) => first + BLOCK_SIZE - 1 - index);
  }
}
