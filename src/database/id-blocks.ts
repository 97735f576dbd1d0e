// Ids for records that many write at once. A process takes a block of ids in a transaction of its own and hands them out
// from memory, so that no two writers wait for each other's commit. Ids are unique, but neither gapless nor in order.
import type { Database } from './database.ts';

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

  /** Not from within a transaction: on SQLite it would wait for itself. */
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

  /** An id that turned out not to be needed. */
  giveBack(id: number): void {
    this.#free.push(id);
  }

  async #refill(): Promise<void> {
    const last = await this.#database.transaction(async (tx) => {
      const [row] = await tx.query<{ last_id: number }>(
        'UPDATE id_sequences SET last_id = last_id + $2 WHERE name = $1 RETURNING last_id',
        [this.#sequence, BLOCK_SIZE],
      );
      if (!row) throw new Error(`There is no id sequence named ${this.#sequence}.`);
      return row.last_id;
    });
    // The lowest is handed out first.
    this.#free = Array.from({ length: BLOCK_SIZE }, (_, index) => last - index);
  }
}
