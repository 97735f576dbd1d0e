// The two tasks of an import that take most of the time: accepting a chunk of the file, and counting a part of the
// accepted events. They are independent, so each can run in any thread.
import { CatalogCache } from '../../catalog/load-catalog.ts';
import type { Database } from '../../database/database.ts';
import { type AcceptedBatch, acceptBatch, type BatchWithNewKeys } from '../accept-batch.ts';
import type { Batch } from '../batch.ts';
import { type CountedRows, EventCounter } from '../count-events.ts';
import { EventPacker, eachPacked, type PackedEvents } from './packed-events.ts';

export type Task =
  | { readonly what: 'accept'; readonly batch: Batch; readonly nowMs: number }
  | { readonly what: 'count'; readonly events: PackedEvents };

export type TaskResult = AcceptedBatch<PackedEvents> | BatchWithNewKeys | CountedRows;

export class TaskRunner {
  readonly #catalog: CatalogCache;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#catalog = new CatalogCache(database);
  }

  /** Runs one task at a time, because the catalog must not be refreshed while a task uses it. */
  run(task: Task): Promise<TaskResult> {
    const result = this.#last.then(() => this.#run(task));
    this.#last = result.catch(() => {});
    return result;
  }

  async #run(task: Task): Promise<TaskResult> {
    await this.#catalog.refresh();
    if (task.what === 'count') return this.#count(task.events);
    return acceptBatch(task.batch, this.#catalog, task.nowMs, new EventPacker());
  }

  async #count(events: PackedEvents): Promise<CountedRows> {
    const counter = new EventCounter(this.#catalog);
    await eachPacked(events, this.#catalog, (subject, event) => counter.add(subject, event));
    return counter.rows();
  }
}

/** Returns the buffers of a task or result that are transferred instead of copied. */
export function buffersOf(message: Task | TaskResult): ArrayBuffer[] {
  if ('batch' in message) return [message.batch.bytes.buffer];
  if ('events' in message) return [message.events.numbers.buffer];
  const { counters, visitors, sketches } = message.rollups;
  return [counters.buffer, visitors.buffer, sketches.buffer];
}
