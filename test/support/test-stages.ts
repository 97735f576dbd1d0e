// The stages of a batch in one object: as a file import has them, but with events in memory, as the collector has them.

import type { Database } from '../../src/core/foundation/database/database.ts';
import type { Clock } from '../../src/core/foundation/time/clock.ts';
import type { AcceptedBatch } from '../../src/core/intake/accept/accept-batch.ts';
import { acceptRegistered, KeyRegistrar } from '../../src/core/intake/accept/key-registrar.ts';
import type { ImportStages } from '../../src/core/intake/bulk/import-events.ts';
import { BatchCommitter, type CommitResults } from '../../src/core/intake/commit/commit-batches.ts';
import { CollectedEvents, type CountEvents } from '../../src/core/intake/commit/count-events.ts';
import { GroupCommit } from '../../src/core/intake/commit/group-commit.ts';
import type { Batch, BatchOutcome } from '../../src/core/intake/events/batch.ts';
import type { AcceptedEvent } from '../../src/core/intake/events/event.ts';

type Events = AcceptedEvent[];

export class TestStages implements ImportStages<Events> {
  readonly #clock: Clock;
  readonly #events: CollectedEvents;
  readonly #registrar: KeyRegistrar;
  readonly #committer: BatchCommitter<Events>;

  /** `counting` may replace how events are counted. */
  constructor(database: Database, clock: Clock, counting = (count: CountEvents<Events>) => count) {
    this.#clock = clock;
    this.#events = new CollectedEvents(database);
    this.#registrar = new KeyRegistrar(database, clock);
    this.#committer = new BatchCommitter(database, clock, counting(this.#events.count), this.#events.countChanges);
  }

  accept(batch: Batch): Promise<AcceptedBatch<Events>> {
    const accept = async (given: Batch) => {
      await this.#events.refreshCatalog();
      return this.#events.accept(given, this.#clock().getTime());
    };
    return acceptRegistered(accept, this.#registrar, batch);
  }

  commit(batches: readonly AcceptedBatch<Events>[]): Promise<BatchOutcome[]> {
    return this.#committer.commit(batches);
  }

  commitFree(batches: readonly AcceptedBatch<Events>[], lockMsMax: number): Promise<CommitResults<Events>> {
    return this.#committer.commitFree(batches, lockMsMax);
  }

  /** All stages of these batches, one after the other. */
  async commitSent(batches: readonly Batch[]): Promise<BatchOutcome[]> {
    return this.commit(await this.acceptAll(batches));
  }

  async acceptAll(batches: readonly Batch[]): Promise<AcceptedBatch<Events>[]> {
    const accepted: AcceptedBatch<Events>[] = [];
    for (const batch of batches) accepted.push(await this.accept(batch));
    return accepted;
  }

  /** Makes what a lane of the collector has. */
  groupCommit(): GroupCommit {
    const [events, registrar, committer] = [this.#events, this.#registrar, this.#committer];
    return new GroupCommit({ events, registrar, committer }, this.#clock);
  }
}
