// The stages of a file's batches: a million events in one commit, in little memory and on two cores.
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { Thread } from '../../threads/thread.ts';
import type { AcceptedBatch, BatchWithNewKeys } from '../accept-batch.ts';
import type { Batch, BatchOutcome } from '../batch.ts';
import { BatchCommitter } from '../commit-batches.ts';
import type { CountedRows } from '../count-events.ts';
import { acceptRegistered, KeyRegistrar } from '../key-registrar.ts';
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
  readonly #committer: BatchCommitter<PackedBatch>;
  #chunksInThread = 0;

  constructor(database: Database, databaseUrl: string, clock: Clock) {
    this.#clock = clock;
    this.#here = new TaskRunner(database);
    this.#thread = new Thread(new URL('./task-worker.ts', import.meta.url), { databaseUrl });
    this.#thread.start();
    this.#registrar = new KeyRegistrar(database, clock);
    this.#committer = new BatchCommitter(database, clock, (batches) => this.#count(batches));
  }

  accept(batch: Batch): Promise<AcceptedBatch<PackedBatch>> {
    return acceptRegistered((given) => this.#accept(given), this.#registrar, batch);
  }

  commit(batches: readonly AcceptedBatch<PackedBatch>[]): Promise<BatchOutcome[]> {
    return this.#committer.commit(batches);
  }

  /** Call it when nothing is in progress. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Counts only in the other thread, because this one stores the rows of earlier parts meanwhile. */
  async *#count(batches: ReadonlyMap<AcceptedBatch<PackedBatch>, Uint8Array>): AsyncGenerator<CountedRows> {
    const tasks = countTasks(Array.from(batches, ([{ events }, areNew]) => [events, areNew]));
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

  /** Accepts in the other thread, or in this one while the other has enough to do, so that both cores have work. */
  async #accept(batch: Batch): Promise<AcceptedBatch<PackedBatch> | BatchWithNewKeys> {
    const task: Task = { what: 'accept', batch, nowMs: this.#clock().getTime() };
    type Accepted = AcceptedBatch<PackedBatch> | BatchWithNewKeys;
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

/** The rollups come first: they decide from which day on the log is complete. */
function* countTasks(batches: readonly BatchToCount[]): Generator<Task, undefined> {
  const loggedIds = loggedIdsOf(batches);
  for (const events of partsOf(batches)) yield { what: 'count', events, loggedIds };
  for (const part of logPartsOf(batches, loggedIds)) yield { what: 'log', batches: part, loggedIds };
}
