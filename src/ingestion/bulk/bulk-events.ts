// The stages of a file's batches: a million events in one commit, in little memory and on two cores.
import { CatalogCache } from '../../catalog/load-catalog.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { Thread } from '../../threads/thread.ts';
import type { AcceptedBatch } from '../accept-batch.ts';
import type { Batch, BatchOutcome } from '../batch.ts';
import { BatchCommitter } from '../commit-batches.ts';
import { type CountChanges, type CountedRows, EventCounter, subjectOf } from '../count-events.ts';
import { acceptRegistered, KeyRegistrar } from '../key-registrar.ts';
import type { OrderChange } from '../order.ts';
import type { ImportStages } from './import-events.ts';
import { type BatchToCount, loggedIdsOf, logPartsOf, type PackedBatch, partsOf } from './packed-events.ts';
import { buffersOf, type Task, type TaskResult, TaskRunner } from './tasks.ts';

/** How many chunks the thread has. One in progress and two queued are enough while this thread accepts one itself. */
const CHUNKS_IN_THREAD_MAX = 3;
/** How many parts are counted while the rows of earlier ones are stored. */
const PARTS_AHEAD = 3;

export class BulkEvents implements ImportStages<PackedBatch> {
  readonly #clock: Clock;
  readonly #here: TaskRunner;
  readonly #thread: Thread<Task, TaskResult>;
  readonly #registrar: KeyRegistrar;
  readonly #catalog: CatalogCache;
  readonly #committer: BatchCommitter<PackedBatch>;
  #chunksInThread = 0;

  constructor(database: Database, databaseUrl: string, clock: Clock) {
    this.#clock = clock;
    this.#here = new TaskRunner(database);
    this.#thread = new Thread(new URL('./task-worker.ts', import.meta.url), { databaseUrl });
    this.#thread.start();
    this.#registrar = new KeyRegistrar(database, clock);
    this.#catalog = new CatalogCache(database);
    const count = (batches: BatchesToCount) => this.#count(batches);
    const countChanges: CountChanges<PackedBatch> = (changes, batches) => this.#countChanges(changes, batches);
    this.#committer = new BatchCommitter(database, clock, count, countChanges);
  }

  accept(batch: Batch): Promise<AcceptedBatch<PackedBatch>> {
    return acceptRegistered((given) => this.#accept(given), this.#registrar, batch);
  }

  async commit(batches: readonly AcceptedBatch<PackedBatch>[]): Promise<BatchOutcome[]> {
    // For `#countChanges`, which is called in a transaction.
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
  async *#count(batches: BatchesToCount): AsyncGenerator<CountedRows> {
    const tasks = countTasks(toCount(batches));
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
  async #countChanges(changes: readonly OrderChange[], batches: BatchesToCount): Promise<CountedRows> {
    const counted = toCount(batches);
    const logged = loggedIdsOf(counted);
    const unlogged = new Set(counted.flatMap(([{ unloggedIds }]) => [...unloggedIds]));
    const hasLog = (id: number) =>
      logged.has(id) || (!unlogged.has(id) && (this.#catalog.get(id)?.settings.event_log ?? false));
    const counter = new EventCounter(this.#catalog, hasLog);
    for (const change of changes) counter.change(subjectOf(change.place, this.#catalog), change);
    return counter.rows();
  }

  /** Accepts in the other thread, or in this one while the other has enough to do, so that both cores have work. */
  async #accept(batch: Batch): Promise<AcceptedBatch<PackedBatch> | Batch> {
    const task: Task = { what: 'accept', batch, nowMs: this.#clock().getTime() };
    type Accepted = AcceptedBatch<PackedBatch> | Batch;
    if (this.#chunksInThread >= CHUNKS_IN_THREAD_MAX) return (await this.#here.run(task)) as Accepted;
    this.#chunksInThread++;
    try {
      return (await this.#runInThread(task)) as Accepted;
    } finally {
      this.#chunksInThread--;
    }
  }

  #runInThread(task: Task): Promise<TaskResult> {
    return this.#thread.call(task, buffersOf(task));
  }
}

type BatchesToCount = ReadonlyMap<AcceptedBatch<PackedBatch>, Uint8Array>;

function toCount(batches: BatchesToCount): BatchToCount[] {
  return Array.from(batches, ([{ events }, areNew]) => [events, areNew]);
}

function hasOrders({ claims }: AcceptedBatch): boolean {
  return claims.some(({ order, refund }) => order || refund);
}

/** The rollups come first: they decide from which day on the log is complete. */
function* countTasks(batches: readonly BatchToCount[]): Generator<Task, undefined> {
  const loggedIds = loggedIdsOf(batches);
  for (const events of partsOf(batches)) yield { what: 'count', events, loggedIds };
  for (const part of logPartsOf(batches, loggedIds)) yield { what: 'log', batches: part, loggedIds };
}
