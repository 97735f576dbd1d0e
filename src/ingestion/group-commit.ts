// Batches that arrive while a commit is under way share the next one: a commit's cost, waiting for the disk, is paid
// once for all of them, so that single events are as durable as large batches and still fast.
import { CommitUnknownError, DatabaseUnavailableError } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import type { BatchCommitter, Ingestion } from './ingestion.ts';

const GROUP_BATCHES_MAX = 500;
const GROUP_BYTES_MAX = 8 * 1024 * 1024;

interface Waiting {
  readonly batch: Batch;
  resolve(outcome: BatchOutcome): void;
  reject(error: unknown): void;
}

export class GroupCommit implements Ingestion {
  readonly #committer: Pick<BatchCommitter, 'commit'>;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(committer: Pick<BatchCommitter, 'commit'>) {
    this.#committer = committer;
  }

  ingest(batch: Batch): Promise<BatchOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      // Whatever has arrived by now may join.
      await new Promise(setImmediate);
      await this.#commit(this.#takeGroup());
    }
    this.#running = false;
  }

  #takeGroup(): Waiting[] {
    const group: Waiting[] = [];
    const later: Waiting[] = [];
    const receipts = new Set<string>();
    let bytes = 0;
    for (const waiting of this.#waiting) {
      const receipt = waiting.batch.receipt && JSON.stringify(waiting.batch.receipt);
      const fits = group.length < GROUP_BATCHES_MAX && bytes + waiting.batch.bytes.length <= GROUP_BYTES_MAX;
      // A repeat has to see the first one's answer, so it goes with a later group.
      const isRepeat = receipt !== undefined && receipts.has(receipt);
      if (group.length > 0 && (!fits || isRepeat)) later.push(waiting);
      else {
        group.push(waiting);
        bytes += waiting.batch.bytes.length;
      }
      if (receipt) receipts.add(receipt);
    }
    this.#waiting = later;
    return group;
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#committer.commit(group.map(({ batch }) => batch));
      outcomes[0]!.groupBatches = group.length;
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!);
    } catch (error) {
      if (error instanceof CommitUnknownError) for (const { reject } of group) reject(commitUnknown());
      // Whoever waits would wait as long again for the same answer, and those behind them longer still.
      else if (error instanceof DatabaseUnavailableError) {
        for (const { reject } of [...group, ...this.#waiting.splice(0)]) reject(error);
      } else if (group.length === 1) group[0]!.reject(error);
      // One batch must not spoil the others: each gets a commit, and an answer, of its own.
      else for (const waiting of group) await this.#commit([waiting]);
    }
  }
}

/** Trying again here could count everything twice; the sender can, by a receipt or by the events' ids. */
export function commitUnknown(): Problem {
  const detail =
    'The commit was interrupted, so the events may have been counted or not. ' +
    'Send the same batch again if it carries an Idempotency-Key or its events carry ids: it is then counted once.';
  return new Problem(503, detail, { code: 'commit_unknown', headers: { 'retry-after': '1' } });
}
