// The stages of a file's batches: a million events in one commit, in little memory and on two cores.
import { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import type { Database } from '../../foundation/database/database.ts';
import { Thread } from '../../foundation/threads/thread.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { AcceptedBatch } from '../accept/accept-batch.ts';
import { acceptRegistered, KeyRegistrar } from '../accept/key-registrar.ts';
import { BatchCommitter } from '../commit/commit-batches.ts';
import {
  type CountChanges,
  type CountEvents,
  type CountedRows,
  EventCounter,
  subjectOf,
} from '../commit/count-events.ts';
import type { Batch, BatchOutcome } from '../events/batch.ts';
import type { OrderChange } from '../events/order.ts';
import type { ImportStages } from './import-events.ts';
import { loggedIdsOf, logPartsOf, newOf, type PackedEvents, partsOf } from './packed-events.ts';
import { buffersOfTask, type Task, type TaskResult, TaskRunner } from './tasks.ts';

/** How many chunks the thread has. One in progress and two queued are enough while this thread accepts one itself. */
const CHUNKS_IN_THREAD_MAX = 3;
/** How many parts are counted while the rows of earlier ones are stored. */
const PARTS_AHEAD = 3;

export class BulkEvents implements ImportStages<PackedEvents> {
  readonly #clock: Clock;
  readonly #here: TaskRunner;
  readonly #thread: Thread<Task, TaskResult>;
  readonly #registrar: KeyRegistrar;
  readonly #catalog: CatalogCache;
  readonly #committer: BatchCommitter<PackedEvents>;
  #chunksInThread = 0;

  constructor(database: Database, databaseUrl: string, clock: Clock) {
    this.#clock = clock;
    this.#here = new TaskRunner(database);
    this.#thread = new Thread(new URL('./task-worker.ts', import.meta.url), { databaseUrl });
    this.#thread.start();
    this.#registrar = new KeyRegistrar(database, clock);
    this.#catalog = new CatalogCache(database);
    const count: CountEvents<PackedEvents> = (batches) =>
      this.#count(Array.from(batches, ([{ events }, areNew]) => newOf(events, areNew)));
    const countChanges: CountChanges<PackedEvents> = (changes, batches) =>
      this.#countChanges(
        changes,
        Array.from(batches.keys(), ({ events }) => events),
      );
    this.#committer = new BatchCommitter(database, clock, count, countChanges);
  }

  accept(batch: Batch): Promise<AcceptedBatch<PackedEvents>> {
    return acceptRegistered((given) => this.#accept(given), this.#registrar, batch);
  }

  async commit(batches: readonly AcceptedBatch<PackedEvents>[]): Promise<BatchOutcome[]> {
    // `#countChanges` needs this, and is called in a transaction.
    await this.#catalog.refresh();
    const websiteIds = new Set(batches.filter(hasOrders).flatMap((batch) => batch.websiteIds));
    await this.#catalog.load([...websiteIds].filter((id) => this.#catalog.get(id) === undefined));
    return this.#committer.commit(batches);
  }

  /** Call it when nothing is in progress. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Counts only in the other thread, because this one stores the rows of earlier parts meanwhile. */
  async *#count(batches: readonly PackedEvents[]): AsyncGenerator<CountedRows> {
    const tasks = countTasks(batches);
    const counted: Promise<CountedRows>[] = [];
    const countNext = () => {
      const { value: task } = tasks.next();
      if (!task) return;
      const rows = this.#runInThread(task) as Promise<CountedRows>;
      // A failure is reported to the caller that awaits it.
      rows.catch(() => {});
      counted.push(rows);
    };
    for (let ahead = 0; ahead < PARTS_AHEAD; ahead++) countNext();
    for (let rows = counted.shift(); rows; rows = counted.shift()) {
      countNext();
      yield await rows;
    }
  }

  /** A website whose events are counted in the same commit is logged if these are. */
  async #countChanges(changes: readonly OrderChange[], batches: readonly PackedEvents[]): Promise<CountedRows> {
    const logged = loggedIdsOf(batches);
    const unlogged = new Set(batches.flatMap(({ unloggedIds }) => [...unloggedIds]));
    const hasLog = (id: number) =>
      logged.has(id) || (!unlogged.has(id) && (this.#catalog.get(id)?.settings.event_log ?? false));
    const counter = new EventCounter(this.#catalog, hasLog);
    for (const change of changes) counter.change(subjectOf(change.place, this.#catalog), change);
    return counter.rows();
  }

  /** Accepts in the other thread, or in this one while the other has enough to do, so that both cores have work. */
  async #accept(batch: Batch): Promise<AcceptedBatch<PackedEvents> | Batch> {
    const task: Task = { what: 'accept', batch, nowMs: this.#clock().getTime() };
    type Accepted = AcceptedBatch<PackedEvents> | Batch;
    if (this.#chunksInThread >= CHUNKS_IN_THREAD_MAX) return (await this.#here.run(task)) as Accepted;
    this.#chunksInThread++;
    try {
      return (await this.#runInThread(task)) as Accepted;
    } finally {
      this.#chunksInThread--;
    }
  }

  #runInThread(task: Task): Promise<TaskResult> {
    return this.#thread.call(task, buffersOfTask(task));
  }
}

function hasOrders({ claims }: AcceptedBatch): boolean {
  return claims.some(({ order, refund }) => order || refund);
}

/** The rollups come first: they decide from which day on the log is complete. */
function* countTasks(batches: readonly PackedEvents[]): Generator<Task, undefined> {
  const loggedIds = loggedIdsOf(batches);
  for (const events of partsOf(batches)) yield { what: 'count', events, loggedIds };
  for (const part of logPartsOf(batches, loggedIds)) yield { what: 'log', batches: part, loggedIds };
}
