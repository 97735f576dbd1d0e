// The second stage of a batch, only if its events name new keys: these keys are registered. Transactions run one at a time, each for one
// website. Batches that wait for the same website share a transaction, because many visitors open the page of a new campaign at the same
// time.
import { type NewKeys, registerKeys } from '../../engine/catalog/records/register-keys.ts';
import { oneAtATime } from '../../foundation/calls/one-at-a-time.ts';
import type { Database } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Batch } from '../events/batch.ts';
import type { AcceptedBatch } from './accept-batch.ts';

interface Registration {
  readonly newKeys: NewKeys[];
  readonly done: Promise<void>;
}

export class KeyRegistrar {
  readonly #database: Database;
  readonly #clock: Clock;
  /** The registrations whose transaction has not started, by website. */
  readonly #waiting = new Map<number, Registration>();
  readonly #inTurn = oneAtATime();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** When it resolves, the keys are in the database, as far as the limits allow. */
  async register({ newKeys = [] }: Pick<Batch, 'newKeys'>): Promise<void> {
    const byWebsite = Map.groupBy(newKeys, ({ websiteId }) => websiteId);
    await Promise.all(Array.from(byWebsite, ([websiteId, ofWebsite]) => this.#registerFor(websiteId, ofWebsite)));
  }

  #registerFor(websiteId: number, newKeys: readonly NewKeys[]): Promise<void> {
    const waiting = this.#waiting.get(websiteId);
    if (waiting) {
      waiting.newKeys.push(...newKeys);
      return waiting.done;
    }
    const collected = [...newKeys];
    const done = this.#inTurn(() => {
      this.#waiting.delete(websiteId);
      return registerKeys(this.#database, websiteId, collected, this.#clock());
    });
    this.#waiting.set(websiteId, { newKeys: collected, done });
    return done;
  }
}

/**
 * Registers the new keys of a batch, if it has any, and accepts it. The caller waits for this, so nobody else should have to wait for the
 * caller.
 */
export async function acceptRegistered<Events>(
  accept: (batch: Batch) => Promise<AcceptedBatch<Events> | Batch>,
  registrar: KeyRegistrar,
  batch: Batch,
): Promise<AcceptedBatch<Events>> {
  const accepted = await accept(batch);
  if (!('bytes' in accepted)) return accepted;
  await registrar.register(accepted);
  const again = await accept(accepted);
  if ('bytes' in again) throw new Error('a batch has new keys after they were registered');
  return again;
}
