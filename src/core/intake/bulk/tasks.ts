// The tasks of an import that take most of the time: accepting a chunk of the file, counting a part of the accepted events, and encoding
// some of them for the event log. They are independent, so each can run in any thread.
import { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import { EventLogger } from '../../engine/event-log/storage/log-rows.ts';
import { Fold } from '../../engine/rollups/fold.ts';
import { rowsOf } from '../../engine/rollups/rows.ts';
import { oneAtATime } from '../../foundation/calls/one-at-a-time.ts';
import type { Database } from '../../foundation/database/database.ts';
import { type AcceptedBatch, acceptBatch } from '../accept/accept-batch.ts';
import { type CountedRows, countEvent, logEvent } from '../commit/count-events.ts';
import type { Batch } from '../events/batch.ts';
import { EventPacker, eachPacked, type PackedEvents } from './packed-events.ts';

export type Task =
  | { readonly what: 'accept'; readonly batch: Batch; readonly nowMs: number }
  | { readonly what: 'count'; readonly events: PackedEvents; readonly loggedIds: ReadonlySet<number> }
  | { readonly what: 'log'; readonly batches: readonly PackedEvents[]; readonly loggedIds: ReadonlySet<number> };

export type TaskResult = AcceptedBatch<PackedEvents> | Batch | CountedRows;

export class TaskRunner {
  readonly #catalog: CatalogCache;
  readonly #inTurn = oneAtATime();

  constructor(database: Database) {
    this.#catalog = new CatalogCache(database);
  }

  /** Runs one task at a time, because the catalog must not be refreshed while a task uses it. */
  run(task: Task): Promise<TaskResult> {
    return this.#inTurn(() => this.#run(task));
  }

  async #run(task: Task): Promise<TaskResult> {
    await this.#catalog.refresh();
    if (task.what === 'count') return this.#count(task.events, task.loggedIds);
    if (task.what === 'log') return this.#log(task.batches, task.loggedIds);
    return acceptBatch(task.batch, this.#catalog, task.nowMs, new EventPacker(this.#catalog));
  }

  async #count(events: PackedEvents, loggedIds: ReadonlySet<number>): Promise<CountedRows> {
    const fold = new Fold();
    await eachPacked(events, this.#catalog, (subject, event) => countEvent(fold, subject, event));
    fold.rollUp();
    return { rollups: rowsOf(fold), log: { websiteIds: loggedIds, rows: [] } };
  }

  async #log(batches: readonly PackedEvents[], loggedIds: ReadonlySet<number>): Promise<CountedRows> {
    const logger = new EventLogger((websiteId) => loggedIds.has(websiteId), 'file');
    for (const batch of batches) {
      await eachPacked(batch, this.#catalog, (subject, event) => {
        const events = logger.eventsOf(subject.websiteId);
        if (events) logEvent(events, subject, event);
      });
    }
    return { rollups: rowsOf(new Fold()), log: logger.rows() };
  }
}

/** Returns the buffers of a task that are transferred instead of copied. */
export function buffersOfTask(task: Task): ArrayBuffer[] {
  if (task.what === 'accept') return [task.batch.bytes.buffer];
  // The batches of the log may be counted again.
  return task.what === 'count' ? [task.events.numbers.buffer] : [];
}

/** Returns the buffers of a result that are transferred instead of copied. */
export function buffersOfResult(result: TaskResult): ArrayBuffer[] {
  if ('bytes' in result) return [result.bytes.buffer];
  if ('events' in result) return [result.events.numbers.buffer, result.events.dimensions.rows.buffer];
  const { counters, visitors, sketches } = result.rollups;
  return [counters.buffer, visitors.buffer, sketches.buffer];
}
