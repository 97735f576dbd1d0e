// Batches that arrive during a commit share the next one: the cost of a commit, waiting for the disk, is paid
// once for all of them, so that single events are as durable as large batches and still fast.
import type { Clock } from '../clock.ts';
import { CommitUnknownError, DatabaseUnavailableError } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import {
  type BatchCommitter,
  type BatchResult,
  type BusyWebsites,
  type Ingestion,
  POSTPONED,
  SET_ASIDE,
} from './ingestion.ts';
import { UnregisteredKeys } from './unregistered-keys.ts';

const GROUP_BATCHES_MAX = 500;
const GROUP_BYTES_MAX = 8 * 1024 * 1024;
/** The share of a group that one website may use while others wait, so that they don't wait for all of its batches. */
const WEBSITE_SHARE = 1 / 4;

/** How long a website stays aside that is locked for long: an import locks it again and again, and each time others would wait for it. */
const ASIDE_MS = 3_000;

interface Waiting {
  readonly batch: Batch;
  readonly shardId: number | undefined;
  resolve(outcome: BatchOutcome): void;
  reject(error: unknown): void;
}

type Committer = Pick<BatchCommitter, 'commitEach' | 'register'>;
export type CommitterThatWaits = Pick<BatchCommitter, 'commitEach'>;

export class GroupCommit implements Ingestion {
  readonly #committer: Committer;
  readonly #committerThatWaits: CommitterThatWaits;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #isRunning = false;
  /** Batches of websites that another transaction has locked, by website. Nobody else waits for them. */
  readonly #aside = new Map<number | undefined, Waiting[]>();
  /** When a website was last found locked for long. */
  readonly #lockedAtMs = new Map<number | undefined, number>();
  #isRunningAside = false;

  /** Two committers, because they work concurrently and each reads the catalog for its group. */
  constructor(committer: Committer, committerThatWaits: CommitterThatWaits, clock: Clock) {
    this.#committer = committer;
    this.#committerThatWaits = committerThatWaits;
    this.#clock = clock;
  }

  /** Batches of different shards don't share a commit: see lanes.ts. */
  ingest(batch: Batch, shardId?: number): Promise<BatchOutcome> {
    return new Promise((resolve, reject) => this.#add({ batch, shardId, resolve, reject }));
  }

  #add(waiting: Waiting): void {
    if (this.#isAside(waiting.batch.onlyWebsiteId)) this.#setAside(waiting);
    else {
      this.#waiting.push(waiting);
      if (!this.#isRunning) void this.#run();
    }
  }

  /** Nobody else waits for the new keys of a batch. */
  async #addWhenRegistered(waiting: Waiting, { newKeys }: UnregisteredKeys): Promise<void> {
    try {
      await this.#committer.register(newKeys);
      this.#add({ ...waiting, batch: { ...waiting.batch, keysRegistered: true } });
    } catch (error) {
      waiting.reject(error);
    }
  }

  /** Before later ones. */
  #addAgain(postponed: readonly Waiting[]): void {
    for (const waiting of postponed.toReversed()) {
      (this.#aside.get(waiting.batch.onlyWebsiteId) ?? this.#waiting).unshift(waiting);
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // Batches that have arrived meanwhile may join.
      await new Promise(setImmediate);
      const { group, later } = nextGroup(this.#waiting);
      this.#waiting = later;
      const locked = await this.#commit(this.#committer, group, 'set aside');
      if (locked.length > 0) this.#setWebsitesAside(locked);
    }
    this.#isRunning = false;
  }

  #setWebsitesAside(locked: readonly Waiting[]): void {
    for (const waiting of locked) this.#setAside(waiting);
    // Batches of the same websites have arrived meanwhile: the next commit must not wait for them, too.
    for (const waiting of this.#waiting.splice(0)) this.#add(waiting);
  }

  #isAside(websiteId: number | undefined): boolean {
    if (this.#aside.has(websiteId)) return true;
    const lockedAtMs = this.#lockedAtMs.get(websiteId);
    if (lockedAtMs === undefined) return false;
    // The clock may have been set back meanwhile.
    if (Math.abs(this.#clock().getTime() - lockedAtMs) < ASIDE_MS) return true;
    this.#lockedAtMs.delete(websiteId);
    return false;
  }

  #setAside(waiting: Waiting): void {
    const { onlyWebsiteId } = waiting.batch;
    const aside = this.#aside.get(onlyWebsiteId);
    if (aside) aside.push(waiting);
    else this.#aside.set(onlyWebsiteId, [waiting]);
    if (!this.#isRunningAside) void this.#runAside();
  }

  /**
   * One website at a time: they share the one connection that waits for locks. Most were locked for a moment only, by a commit of another
   * service node that waited for one of them itself. So each gets a second try before any is waited for.
   */
  async #runAside(): Promise<void> {
    this.#isRunningAside = true;
    // All that were set aside together may join.
    await new Promise(setImmediate);
    while (this.#aside.size > 0) {
      const isLocked = (websiteId: number | undefined) => this.#lockedAtMs.has(websiteId);
      for (const id of [...this.#aside.keys()].filter((id) => !isLocked(id))) await this.#commitAside(id, 'set aside');
      for (const id of [...this.#aside.keys()].filter(isLocked).slice(0, 1)) await this.#commitAside(id, 'wait');
    }
    this.#isRunningAside = false;
  }

  async #commitAside(websiteId: number | undefined, busyWebsites: BusyWebsites): Promise<void> {
    const { group, later } = nextGroup(this.#aside.get(websiteId)!);
    this.#aside.set(websiteId, later);
    const locked = await this.#commit(this.#committerThatWaits, group, busyWebsites);
    if (locked.length > 0) this.#lockedAtMs.set(websiteId, this.#clock().getTime());
    this.#aside.delete(websiteId);
    for (const waiting of [...locked, ...later]) this.#add(waiting);
  }

  /** Returns the batches that were set aside. All others have their results. */
  async #commit(
    committer: CommitterThatWaits,
    group: readonly Waiting[],
    busyWebsites: BusyWebsites,
  ): Promise<Waiting[]> {
    try {
      const batches = group.map(({ batch }) => batch);
      const results = await committer.commitEach(batches, busyWebsites);
      this.#addAgain(group.filter((_, index) => results[index] === POSTPONED));
      for (const [index, waiting] of group.entries()) {
        const result = results[index];
        if (result instanceof UnregisteredKeys) void this.#addWhenRegistered(waiting, result);
      }
      return answer(group, results);
    } catch (error) {
      if (error instanceof CommitUnknownError) return refuse(group, commitUnknown());
      // Otherwise each waiting batch would wait as long again for the same error, and later ones even longer.
      if (error instanceof DatabaseUnavailableError) {
        return refuse([...group, ...(committer === this.#committer ? this.#waiting.splice(0) : [])], error);
      }
      if (group.length === 1) return refuse(group, error);
      // One of them fails in the database. Halving the group finds it in a few commits.
      const half = Math.ceil(group.length / 2);
      return [
        ...(await this.#commit(committer, group.slice(0, half), busyWebsites)),
        ...(await this.#commit(committer, group.slice(half), busyWebsites)),
      ];
    }
  }
}

/** From the waiting batches, in order of arrival; all of one shard. */
function nextGroup(waiting: readonly Waiting[]): { group: Waiting[]; later: Waiting[] } {
  const group: Waiting[] = [];
  const later: Waiting[] = [];
  const receipts = new Set<string>();
  const shardId = waiting[0]?.shardId;
  const isShared = new Set(waiting.map(({ batch }) => batch.onlyWebsiteId)).size > 1;
  const all = new Fill(1);
  const byWebsite = new Map<number | undefined, Fill>();
  for (const one of waiting) {
    if (one.shardId !== shardId) {
      later.push(one);
      continue;
    }
    const { receipt, onlyWebsiteId } = one.batch;
    const own = byWebsite.get(onlyWebsiteId) ?? new Fill(isShared ? WEBSITE_SHARE : 1);
    byWebsite.set(onlyWebsiteId, own);
    const receiptName = receipt && JSON.stringify(receipt);
    // A repeat must see the result of the first one, so it goes into a later group.
    const isRepeat = receiptName !== undefined && receipts.has(receiptName);
    if (group.length > 0 && (isRepeat || !all.hasRoomFor(one.batch) || !own.hasRoomFor(one.batch))) later.push(one);
    else {
      group.push(one);
      all.add(one.batch);
      own.add(one.batch);
    }
    if (receiptName) receipts.add(receiptName);
  }
  return { group, later };
}

/** The size of a group, or of a website's share. */
class Fill {
  readonly #share: number;
  #batches = 0;
  #bytes = 0;

  constructor(share: number) {
    this.#share = share;
  }

  hasRoomFor({ bytes }: Batch): boolean {
    return (
      this.#batches < GROUP_BATCHES_MAX * this.#share && this.#bytes + bytes.length <= GROUP_BYTES_MAX * this.#share
    );
  }

  add({ bytes }: Batch): void {
    this.#batches++;
    this.#bytes += bytes.length;
  }
}

function answer(group: readonly Waiting[], results: readonly BatchResult[]): Waiting[] {
  const setAside: Waiting[] = [];
  const counted: BatchOutcome[] = [];
  for (const [index, waiting] of group.entries()) {
    const result = results[index]!;
    if (result === SET_ASIDE) setAside.push(waiting);
    else if (result instanceof UnregisteredKeys) continue;
    else if (result instanceof Error) waiting.reject(result);
    else if (result !== POSTPONED) {
      counted.push(result);
      waiting.resolve(result);
    }
  }
  // Before anyone reads it: waiting callers continue after this function.
  if (counted.length > 0) counted[0]!.groupBatches = counted.length;
  return setAside;
}

function refuse(group: readonly Waiting[], error: unknown): Waiting[] {
  for (const { reject } of group) reject(error);
  return [];
}

/** A retry here could count everything twice. The sender can retry safely, with a receipt or with event ids. */
export function commitUnknown(): Problem {
  const detail =
    'The commit was interrupted, so the events may have been counted or not. ' +
    'Send the same batch again if it carries an Idempotency-Key or its events carry ids: it is then counted once.';
  return new Problem(503, detail, { code: 'commit_unknown', headers: { 'retry-after': '1' } });
}
