// Event groups for files: a million events in one commit, in little memory and on two cores.
import type { Database } from '../../database/database.ts';
import type { RollupRows } from '../../rollups/rows.ts';
import { Thread } from '../../threads/thread.ts';
import type { AcceptedBatch } from '../accept-batch.ts';
import type { Batch } from '../batch.ts';
import type { EventGroup } from '../event-group.ts';
import { UnregisteredKeys } from '../unregistered-keys.ts';
import { type PackedEvents, partsOf } from './packed-events.ts';
import { type BatchWithNewKeys, buffersOf, type PackedBatch, type Task, type TaskResult, TaskRunner } from './tasks.ts';

/** Chunks of the thread: one in progress and two queued, enough while this thread accepts one itself. */
const CHUNKS_IN_THREAD_MAX = 3;
/** Parts that are counted while the rows of earlier ones are stored. */
const PARTS_AHEAD = 3;

export class BulkEvents {
  readonly #here: TaskRunner;
  readonly #thread: Thread<Task, TaskResult>;
  #chunksInThread = 0;

  constructor(database: Database, databaseUrl: string) {
    this.#here = new TaskRunner(database);
    this.#thread = new Thread(new URL('./task-worker.ts', import.meta.url), { databaseUrl });
    this.#thread.start();
  }

  async openGroup(): Promise<EventGroup> {
    const batches = new Map<AcceptedBatch, PackedEvents>();
    return {
      accept: async (batch: Batch, nowMs: number) => {
        const result = (await this.#accept({ what: 'accept', batch, nowMs })) as PackedBatch | BatchWithNewKeys;
        if ('newKeys' in result) throw new UnregisteredKeys(result.newKeys, result.batch);
        batches.set(result.accepted, result.events);
        return result.accepted;
      },
      count: (areNew) => this.#count(partsOf(Array.from(areNew, ([batch, ofBatch]) => [batches.get(batch)!, ofBatch]))),
    };
  }

  /** Call it when nothing is in progress. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Only in the thread: meanwhile this thread stores the rows of earlier parts. */
  async *#count(parts: Iterator<PackedEvents>): AsyncGenerator<RollupRows> {
    const counted: Promise<RollupRows>[] = [];
    const countNext = () => {
      const { value: events } = parts.next();
      if (!events) return;
      const rows = this.#runInThread({ what: 'count', events }) as Promise<RollupRows>;
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

  /** In the thread, or here while the thread has enough to do, so that both cores have work. */
  async #accept(task: Task): Promise<TaskResult> {
    if (this.#chunksInThread >= CHUNKS_IN_THREAD_MAX) return this.#here.run(task);
    this.#chunksInThread++;
    try {
      return await this.#runInThread(task);
    } finally {
      this.#chunksInThread--;
    }
  }

  #runInThread(task: Task): Promise<TaskResult> {
    return this.#thread.call(task, buffersOf(task));
  }
}
