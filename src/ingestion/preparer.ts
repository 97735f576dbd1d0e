// Prepares batches and counts them into rows, in this thread. preparer-thread.ts shares the work with a second one.
import { CatalogCache } from '../catalog/load-catalog.ts';
import type { Database } from '../database/database.ts';
import type { RollupRows } from '../rollups/rows.ts';
import type { Batch } from './batch.ts';
import { EventGroup, type Settlement } from './event-group.ts';
import { type PreparedBatch, prepare } from './prepare.ts';

export interface Preparer {
  /** With the catalog as it is now. */
  openGroup(): Promise<OpenGroup>;
}

export interface OpenGroup {
  /** When it resolves, the batch's bytes are not needed any more. `number` is its place in the group. */
  add(number: number, batch: Batch, nowMs: number): Promise<PreparedBatch>;
  /** When all batches are in. Not waited for: it goes on while the transaction begins. */
  complete(): void;
  /** Once, after `complete`. */
  rows(settlement: Settlement): AsyncIterable<RollupRows> | Iterable<RollupRows>;
  /** When nothing more is wanted of it. */
  close(): void;
}

export class LocalPreparer implements Preparer {
  readonly #catalog: CatalogCache;

  constructor(database: Database) {
    this.#catalog = new CatalogCache(database);
  }

  async openGroup(): Promise<OpenGroup> {
    const catalog = this.#catalog;
    await catalog.refresh();
    const group = new EventGroup();
    return {
      add: async (number, batch, nowMs) => {
        const { prepared, events } = await prepare(batch, catalog, nowMs);
        await group.add(number, events, catalog);
        return prepared;
      },
      complete: () => group.complete(),
      rows: (settlement) => group.rows(settlement),
      close: () => {},
    };
  }
}
