// Registers new keys for waiting batches. One transaction at a time, one website after the other. Batches that wait for
// the same website share one, because many visitors open the page of a new campaign at the same time.
import { type NewKeys, registerKeys } from '../catalog/register-keys.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';

interface Turn {
  readonly newKeys: NewKeys[];
  readonly done: Promise<void>;
}

export class KeyRegistrar {
  readonly #database: Database;
  readonly #clock: Clock;
  /** By website: transactions that have not started. */
  readonly #waiting = new Map<number, Turn>();
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** When it resolves, the keys are in the database, as far as the limits allow. */
  async register(newKeys: readonly NewKeys[]): Promise<void> {
    const byWebsite = Map.groupBy(newKeys, ({ websiteId }) => websiteId);
    await Promise.all(Array.from(byWebsite, ([websiteId, ofWebsite]) => this.#takeTurn(websiteId, ofWebsite)));
  }

  #takeTurn(websiteId: number, newKeys: readonly NewKeys[]): Promise<void> {
    const waiting = this.#waiting.get(websiteId);
    if (waiting) {
      waiting.newKeys.push(...newKeys);
      return waiting.done;
    }
    const collected = [...newKeys];
    const done = this.#last.then(() => {
      this.#waiting.delete(websiteId);
      return registerKeys(this.#database, websiteId, collected, this.#clock());
    });
    this.#last = done.catch(() => {});
    this.#waiting.set(websiteId, { newKeys: collected, done });
    return done;
  }
}
