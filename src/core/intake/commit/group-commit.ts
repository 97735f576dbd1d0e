// Takes the batches of the collector through their stages. Batches that arrive during a commit share the next one: the main cost of a
// commit, waiting for the disk, is paid once for all of them, so that single events are as durable as large batches and still fast.
//
// | a batch is … | until …                                                                                                 |
// |--------------|---------------------------------------------------------------------------------------------------------|
// | waiting      | its turn comes (website-turns.ts) and it is accepted; or it is refused                                   |
// | registering  | its new keys are registered. Then it waits again, in front of all others. Nobody else waits for it       |
// | accepted     | it is counted and committed; or it is refused                                                           |
// | locked       | its website is free. It stays accepted and waits in front of all others: see locked-websites.ts          |
// Why: docs/decisions/events.md, "Batches that arrive together share a commit, and can't fail each other".
// Why: docs/decisions/events.md, "Events are counted before anything is locked".

import { CommitUnknownError, DatabaseUnavailableError, LockTimeoutError } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { KeyRegistrar } from '../accept/key-registrar.ts';
import type { Batch, BatchOutcome, Ingestion } from '../events/batch.ts';
import type { AcceptedEvent } from '../events/event.ts';
import type { BatchCommitter, CommitResults } from './commit-batches.ts';
import type { CollectedEvents } from './count-events.ts';
import { LOCK_WAIT_MS, LockedWebsites } from './locked-websites.ts';
import { fillGroup, type WaitingBatch, WebsiteTurns } from './website-turns.ts';

/** A website that writes more rows than this in a commit continues in the next one, so that others wait less. */
const ROWS_PER_WEBSITE_MAX = 2_000;
/** How often websites that were locked are tried. */
const RETRY_MS = 50;
/** How long a batch waits for a locked website. */
const LOCKED_MS_MAX = 60_000;

/** The parts that do the work of the stages. */
export interface GroupStages {
  readonly events: Pick<CollectedEvents, 'refreshCatalog' | 'accept'>;
  readonly registrar: Pick<KeyRegistrar, 'register'>;
  readonly committer: Pick<BatchCommitter<AcceptedEvent[]>, 'commitFree'>;
}

export class GroupCommit implements Ingestion {
  readonly #stages: GroupStages;
  readonly #clock: Clock;
  readonly #locked: LockedWebsites;
  readonly #turns: WebsiteTurns;
  #waiting: WaitingBatch[] = [];
  #isRunning = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #isRetryDue = false;

  constructor(stages: GroupStages, clock: Clock) {
    this.#stages = stages;
    this.#clock = clock;
    this.#locked = new LockedWebsites(clock);
    this.#turns = new WebsiteTurns(clock);
  }

  /** Batches of different shards don't share a commit: see lanes.ts. */
  ingest(batch: Batch, shardId?: number): Promise<BatchOutcome> {
    this.#turns.noteArrival(batch);
    const arrivedAtMs = this.#clock().getTime();
    return new Promise((resolve, reject) => {
      const waiting: WaitingBatch = { batch, shardId, arrivedAtMs, resolve, reject };
      this.#waiting.push(waiting);
      this.#continueWith(waiting);
    });
  }

  #continueWith(waiting: WaitingBatch): void {
    if (this.#isLocked(waiting)) this.#retryLater();
    else if (!this.#isRunning) void this.#run();
  }

  #retryLater(): void {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined;
      this.#isRetryDue = true;
      if (!this.#isRunning) void this.#run();
    }, RETRY_MS);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isRetryDue || this.#isAnyWaiting({ isLocked: false })) {
      // Batches that have arrived meanwhile may join.
      await new Promise(setImmediate);
      if (this.#isRetryDue) {
        this.#isRetryDue = false;
        await this.#commitNext({ isLocked: true }, 0);
      }
      await this.#commitNext({ isLocked: false }, LOCK_WAIT_MS);
      // A website that was free before may be locked now.
      if (this.#isAnyWaiting({ isLocked: true })) this.#retryLater();
    }
    this.#isRunning = false;
  }

  #isAnyWaiting({ isLocked }: { isLocked: boolean }): boolean {
    return this.#waiting.some((waiting) => this.#isLocked(waiting) === isLocked);
  }

  #isLocked({ batch }: WaitingBatch): boolean {
    return this.#locked.has(batch.onlyWebsiteId);
  }

  async #commitNext(websites: { isLocked: boolean }, lockMsMax: number): Promise<void> {
    if (!this.#isAnyWaiting(websites)) return;
    let group = new Set<WaitingBatch>();
    try {
      await this.#stages.events.refreshCatalog();
      group = this.#takeGroup(websites);
      await this.#acceptAll(group);
      if (group.size > 0) await this.#commit([...group], lockMsMax);
    } catch (error) {
      // All waiting batches are refused at once. Otherwise each would wait as long again for the same error, and later ones even longer.
      refuse([...group, ...this.#waiting.splice(0)], error);
    }
  }

  #takeGroup({ isLocked }: { isLocked: boolean }): Set<WaitingBatch> {
    const wanted = this.#waiting.filter((waiting) => this.#isLocked(waiting) === isLocked);
    // A website may have become locked or free meanwhile.
    if (wanted.length === 0) return new Set();
    const others = this.#waiting.filter((waiting) => this.#isLocked(waiting) !== isLocked);
    const { group, later } = isLocked ? fillGroup(wanted) : this.#turns.nextGroup(wanted);
    this.#waiting = [...others, ...later];
    return new Set(group);
  }

  /** Accepts the batches of a group. Removes those from the group that are not part of the commit. */
  async #acceptAll(group: Set<WaitingBatch>): Promise<void> {
    const postponed: WaitingBatch[] = [];
    const rowsByWebsite = new Map<number | undefined, number>();
    for (const waiting of group) {
      const { onlyWebsiteId } = waiting.batch;
      const rows = rowsByWebsite.get(onlyWebsiteId) ?? 0;
      if (rows >= ROWS_PER_WEBSITE_MAX) {
        postponed.push(waiting);
        continue;
      }
      if (!waiting.accepted) await this.#accept(waiting);
      if (waiting.accepted) rowsByWebsite.set(onlyWebsiteId, rows + waiting.accepted.rows);
      else group.delete(waiting);
    }
    for (const waiting of postponed) group.delete(waiting);
    this.#waiting.unshift(...postponed);
  }

  /** Afterwards, the batch is accepted, or it was refused, or its new keys are being registered. */
  async #accept(waiting: WaitingBatch): Promise<void> {
    try {
      const accepted = await this.#stages.events.accept(waiting.batch, this.#clock().getTime());
      if ('bytes' in accepted) void this.#register(waiting, accepted);
      else waiting.accepted = accepted;
    } catch (error) {
      waiting.reject(error);
      if (error instanceof DatabaseUnavailableError) throw error;
    }
  }

  async #register(waiting: WaitingBatch, batchWithNewKeys: Batch): Promise<void> {
    try {
      await this.#stages.registrar.register(batchWithNewKeys);
      waiting.batch = batchWithNewKeys;
      this.#waitInFront([waiting]);
    } catch (error) {
      waiting.reject(error);
    }
  }

  #waitInFront(batches: readonly WaitingBatch[]): void {
    this.#waiting.unshift(...batches);
    for (const waiting of batches) this.#continueWith(waiting);
  }

  /** Afterwards, each batch has its result or waits for its locked website. Throws if the database can't be used. */
  async #commit(group: readonly WaitingBatch[], lockMsMax: number): Promise<void> {
    try {
      const batches = group.map(({ accepted }) => accepted!);
      this.#answer(group, await this.#stages.committer.commitFree(batches, lockMsMax));
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      if (error instanceof CommitUnknownError) return refuse(group, commitUnknown(error.cause));
      if (group.length === 1) return refuse(group, error);
      // One of the batches fails in the database. Halving the group finds it in a few commits.
      const half = Math.ceil(group.length / 2);
      await this.#commit(group.slice(0, half), lockMsMax);
      await this.#commit(group.slice(half), lockMsMax);
    }
  }

  #answer(group: readonly WaitingBatch[], results: CommitResults<AcceptedEvent[]>): void {
    const locked: WaitingBatch[] = [];
    const counted: BatchOutcome[] = [];
    for (const waiting of group) {
      const result = results.get(waiting.accepted!);
      if (!result) locked.push(waiting);
      else if (result instanceof Problem) waiting.reject(result);
      else {
        counted.push(result);
        waiting.resolve(result);
      }
    }
    // Nobody has read the outcome yet: callers continue after this function has returned.
    if (counted.length > 0) counted[0]!.groupBatches = counted.length;
    if (locked.length > 0) this.#waitForLocked(locked);
  }

  #waitForLocked(locked: readonly WaitingBatch[]): void {
    for (const { batch } of locked) this.#locked.add(batch.onlyWebsiteId);
    const oldestMs = this.#clock().getTime() - LOCKED_MS_MAX;
    const { tooOld = [], others = [] } = Object.groupBy(locked, ({ arrivedAtMs }) =>
      arrivedAtMs < oldestMs ? 'tooOld' : 'others',
    );
    refuse(tooOld, new LockTimeoutError(new Error('another transaction has locked the website')));
    this.#waitInFront(others);
  }
}

function refuse(batches: readonly WaitingBatch[], error: unknown): void {
  for (const { reject } of batches) reject(error);
}

/** The service does not retry such a commit, because it could count everything twice. The sender can, with a receipt or with event ids. */
export function commitUnknown(cause: unknown): Problem {
  const detail =
    'The commit was interrupted, so the events may have been counted or not. ' +
    'Send the same batch again if it carries an Idempotency-Key or its events carry ids: it is then counted once.';
  const problem = new Problem(503, detail, { code: 'commit_unknown', headers: { 'retry-after': '1' } });
  problem.cause = cause;
  return problem;
}
