// Counts batches: accepts their events, then, in one transaction, locks the websites, claims the receipts,
// drops duplicates, and counts and stores the rest. Used by the collector and the file import.
import { existingWebsites } from '../catalog/list-websites.ts';
import type { NewKeys } from '../catalog/register-keys.ts';
import type { Clock } from '../clock.ts';
import { type Database, DatabaseUnavailableError, LockTimeoutError, type Queries } from '../database/database.ts';
import { type ShardFinder, WebsiteShards } from '../database/website-shards.ts';
import { Problem } from '../problem.ts';
import type { RollupRows } from '../rollups/rows.ts';
import {
  addWebsiteRows,
  type LockedWebsites,
  lockFreeWebsites,
  lockWebsites,
  removeWebsiteRows,
  storeRows,
} from '../rollups/store.ts';
import type { AcceptedBatch } from './accept-batch.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { type EventGroup, eventGroups } from './event-group.ts';
import { KeyRegistrar } from './key-registrar.ts';
import { type LockWait, LockWaitByCommits } from './lock-wait.ts';
import { claimReceipts, fillReceipts, type Receipt, receiptOf } from './receipts.ts';
import { UnregisteredKeys } from './unregistered-keys.ts';

/** Resolves only after the commit. */
export interface Ingestion {
  ingest(batch: Batch): Promise<BatchOutcome>;
}

/**
 * The result of a batch in a group: it was counted, it failed alone, it was set aside because another transaction has
 * locked its website for long, or it was postponed because its website already writes enough rows in this commit.
 */
export type BatchResult = BatchOutcome | Error | typeof SET_ASIDE | typeof POSTPONED;

export const SET_ASIDE: unique symbol = Symbol('set aside');
export const POSTPONED: unique symbol = Symbol('postponed');

/** A website that writes more rows than this in a commit continues in the next one, so that others wait less. */
const ROWS_PER_WEBSITE_MAX = 2_000;

/** What a commit does about websites that another transaction has locked for longer than a moment (see lock-wait.ts). */
export type BusyWebsites = 'wait' | 'set aside';

/** Parts that are counted before the transaction: all of a small commit, or as many as memory allows. */
const PARTS_AHEAD_MAX = 2;

/** What a committer has of its own unless it is given. */
export interface CommitterParts {
  readonly openEventGroup: () => Promise<EventGroup>;
  readonly registrar: KeyRegistrar;
  readonly shards: ShardFinder;
  readonly lockWait: LockWait;
}

export class BatchCommitter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #openEventGroup: () => Promise<EventGroup>;
  readonly #registrar: KeyRegistrar;
  readonly #shards: ShardFinder;
  readonly #lockWait: LockWait;

  constructor(database: Database, clock: Clock, parts: Partial<CommitterParts> = {}) {
    this.#database = database;
    this.#clock = clock;
    this.#openEventGroup = parts.openEventGroup ?? eventGroups(database);
    this.#registrar = parts.registrar ?? new KeyRegistrar(database, clock);
    this.#shards = parts.shards ?? new WebsiteShards(database, clock);
    this.#lockWait = parts.lockWait ?? new LockWaitByCommits();
  }

  /** All batches in one transaction: all or nothing. */
  async commit(batches: readonly Batch[]): Promise<BatchOutcome[]> {
    const group = await this.openGroup();
    for (const batch of batches) await group.add(batch);
    return group.commitNext(batches.length);
  }

  /** For batches that failed with `UnregisteredKeys`. */
  register(newKeys: readonly NewKeys[]): Promise<void> {
    return this.#registrar.register(newKeys);
  }

  /**
   * All batches in one transaction, but each with its own result: a failure does not affect the others. A batch with new
   * keys fails with `UnregisteredKeys`, so that the others don't wait until these are registered.
   */
  async commitEach(batches: readonly Batch[], busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const group = await this.#openGroup();
    const failures = new Map<Batch, Error>();
    const rowsByWebsite = new Map<number | undefined, number>();
    const added: Batch[] = [];
    for (const batch of batches) {
      const rows = rowsByWebsite.get(batch.onlyWebsiteId) ?? 0;
      if (rows >= ROWS_PER_WEBSITE_MAX) continue;
      added.push(batch);
      try {
        const accepted = await group.add(batch);
        rowsByWebsite.set(batch.onlyWebsiteId, rows + accepted.rows);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        failures.set(batch, error as Error);
      }
    }
    const results = await group.commitEach(busyWebsites);
    const resultOf = new Map<Batch, BatchResult>(
      added.map((batch, place) => [batch, failures.get(batch) ?? results[place]!]),
    );
    return batches.map((batch) => resultOf.get(batch) ?? POSTPONED);
  }

  /** A group that registers new keys by itself. */
  openGroup(): Promise<CommitGroup> {
    return this.#openGroup(this.#registrar);
  }

  async #openGroup(registrar?: KeyRegistrar): Promise<CommitGroup> {
    const events = await this.#openEventGroup();
    const [shards, lockWait] = [this.#shards, this.#lockWait];
    return new CommitGroup(this.#database, this.#clock, { events, shards, registrar, lockWait });
  }
}

interface BatchToCommit {
  /** Its index in the group. */
  readonly index: number;
  readonly accepted: AcceptedBatch;
  readonly receipt: Receipt | undefined;
  /** The websites that it writes to: events or a receipt. */
  readonly websiteIds: readonly number[];
  /** See `Batch`. */
  readonly acceptedListedMax: number | undefined;
}

interface GroupParts extends Pick<CommitterParts, 'shards' | 'lockWait'> {
  readonly events: EventGroup;
  /** undefined: new keys are not registered. */
  readonly registrar: KeyRegistrar | undefined;
}

/** Batches that are accepted one by one, then committed in one transaction, or in several. */
export class CommitGroup {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #events: EventGroup;
  readonly #shards: ShardFinder;
  readonly #registrar: KeyRegistrar | undefined;
  readonly #lockWait: LockWait;
  /** Without those that could not be added, and those that were committed. */
  #batches: BatchToCommit[] = [];
  #batchCount = 0;

  constructor(database: Database, clock: Clock, { events, shards, registrar, lockWait }: GroupParts) {
    this.#database = database;
    this.#clock = clock;
    this.#events = events;
    this.#shards = shards;
    this.#registrar = registrar;
    this.#lockWait = lockWait;
  }

  /** Once it resolves, the batch's bytes are not needed any more. A batch that fails is not part of the group. */
  async add(batch: Batch): Promise<AcceptedBatch> {
    // Before the bytes move to another thread.
    const receipt = batch.receipt && receiptOf(batch.receipt, batch);
    const index = this.#batchCount++;
    const accepted = await this.#accept(batch);
    const ofReceipt = batch.receipt?.kind === 'request' ? [batch.receipt.websiteId] : [];
    const { acceptedListedMax } = batch;
    const websiteIds = [...ofReceipt, ...accepted.websiteIds];
    this.#batches.push({ index, accepted, receipt, websiteIds, acceptedListedMax });
    return accepted;
  }

  async #accept(batch: Batch): Promise<AcceptedBatch> {
    const nowMs = this.#clock().getTime();
    try {
      return await this.#events.accept(batch, nowMs);
    } catch (error) {
      if (!(error instanceof UnregisteredKeys && this.#registrar)) throw error;
      await this.#registrar.register(error.newKeys);
      await this.#events.readNewKeys?.();
      return this.#events.accept({ ...error.batch, keysRegistered: true }, nowMs);
    }
  }

  /** Commits the first `count` batches that are not committed yet. For commits that may take long. */
  async commitNext(count: number): Promise<BatchOutcome[]> {
    const batches = this.#takeBatches(count);
    await this.#database.transaction((tx) => addWebsiteRows(tx, websitesOf(batches)));
    const counted = await countAhead(this.#events, batches);
    const results = await this.#commit(batches, { busyWebsites: 'wait', counted });
    return batches.map((batch) => {
      const result = results.get(batch)!;
      if (result instanceof Error || typeof result === 'symbol') throw result;
      return result;
    });
  }

  /** Commits all of them once. The results have the indexes of the batches; there is none for a batch that was not added. */
  async commitEach(busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const results: BatchResult[] = [];
    const batches = this.#takeBatches(this.#batchCount);
    for (const [{ index }, result] of await this.#commit(batches, { busyWebsites })) results[index] = result;
    return results;
  }

  #takeBatches(count: number): BatchToCommit[] {
    // Two threads may have accepted them. Of two events with one id, the first in the file counts.
    this.#batches.sort((a, b) => a.index - b.index);
    return this.#batches.splice(0, count);
  }

  async #commit(
    batches: readonly BatchToCommit[],
    { busyWebsites, counted }: CommitOptions,
  ): Promise<Map<BatchToCommit, BatchResult>> {
    const ids = [...websitesOf(batches)];
    const lockAll: Lock = (tx) => lockWebsites(tx, ids);
    const commit = (lock: Lock) => (tx: Queries) => this.#commitIn(tx, batches, { lock, counted });
    if (busyWebsites === 'wait') return this.#database.transaction(commit(lockAll));
    let lockedAtMs = 0;
    const lockForMoment: Lock = async (tx) => {
      const locked = await lockAll(tx);
      lockedAtMs = this.#clock().getTime();
      return locked;
    };
    try {
      const results = await this.#database.transaction(commit(lockForMoment), { lockMsMax: this.#lockWait.ms });
      this.#lockWait.noteCommit(this.#clock().getTime() - lockedAtMs);
      return results;
    } catch (error) {
      if (!(error instanceof LockTimeoutError)) throw error;
    }
    // Before the transaction, which may use the last free connection.
    const groups = await this.#shards.group(ids);
    return this.#database.transaction(commit((tx) => lockFreeWebsites(tx, groups)));
  }

  async #commitIn(
    tx: Queries,
    batches: readonly BatchToCommit[],
    { lock, counted }: { readonly lock: Lock } & Pick<CommitOptions, 'counted'>,
  ): Promise<Map<BatchToCommit, BatchResult>> {
    const now = this.#clock();
    const results = new Map<BatchToCommit, BatchResult>(batches.map((batch) => [batch, SET_ASIDE]));
    // Always websites before receipts, to avoid deadlocks.
    const locked = await lock(tx);
    const free = batches.filter(({ websiteIds }) => websiteIds.every((id) => locked.has(id)));
    const kept = new Set(await withoutErasedWebsites(tx, free));
    for (const batch of free) if (!kept.has(batch)) results.set(batch, websiteErased());
    const receipts = [...kept].flatMap(({ receipt }) => receipt ?? []);
    const claimed = await claimReceipts(tx, receipts, now);
    const newBatches: BatchToCommit[] = [];
    for (const batch of kept) {
      const earlier = batch.receipt && claimed.get(batch.receipt);
      if (earlier) results.set(batch, earlier);
      else newBatches.push(batch);
    }
    const areNew = await checkClaims(
      tx,
      newBatches.map(({ accepted }) => accepted),
      now.getTime(),
    );
    const areAllNew = newBatches.length === batches.length;
    const parts = areAllNew && counted ? counted : this.#events.count(areNew);
    for await (const rows of parts) await storeRows(tx, rows, locked);

    const outcomes = new Map<Receipt, BatchOutcome>();
    for (const batch of newBatches) {
      const outcome = withClaims(batch.accepted.outcome, areNew.get(batch.accepted)!);
      if (batch.receipt) outcomes.set(batch.receipt, outcome);
      results.set(batch, this.#withListed(outcome, batch, areNew.get(batch.accepted)!));
    }
    await fillReceipts(tx, outcomes, now);
    return results;
  }

  #withListed(outcome: BatchOutcome, { accepted, acceptedListedMax }: BatchToCommit, areNew: Uint8Array): BatchOutcome {
    if (acceptedListedMax === undefined || !this.#events.list) return outcome;
    return { ...outcome, listed: this.#events.list(accepted, areNew, acceptedListedMax) };
  }
}

type Lock = (tx: Queries) => Promise<LockedWebsites>;

interface CommitOptions {
  readonly busyWebsites: BusyWebsites;
  /** The rows of the batches, valid if all events are new. */
  readonly counted?: AsyncIterable<RollupRows> | undefined;
}

/** Before the transaction, so that nobody waits for it. Not possible if the database decides which events count. */
async function countAhead(
  events: EventGroup,
  batches: readonly BatchToCommit[],
): Promise<AsyncIterable<RollupRows> | undefined> {
  if (batches.some(({ accepted }) => accepted.claims.length > 0)) return undefined;
  const rows = asyncRows(events.count(new Map(batches.map(({ accepted }) => [accepted, new Uint8Array()]))));
  const ahead: RollupRows[] = [];
  while (ahead.length < PARTS_AHEAD_MAX) {
    const { done, value } = await rows.next();
    if (done) break;
    ahead.push(value);
  }
  return concatenated(ahead, rows);
}

async function* asyncRows(rows: ReturnType<EventGroup['count']>): AsyncGenerator<RollupRows> {
  yield* rows;
}

async function* concatenated(first: Iterable<RollupRows>, rest: AsyncIterable<RollupRows>): AsyncGenerator<RollupRows> {
  yield* first;
  yield* rest;
}

function websitesOf(batches: readonly BatchToCommit[]): Set<number> {
  return new Set(batches.flatMap(({ websiteIds }) => websiteIds));
}

/** A website may have been erased since the batch was accepted. Rows written for it now would never be erased. */
async function withoutErasedWebsites(
  tx: Queries,
  batches: readonly BatchToCommit[],
): Promise<readonly BatchToCommit[]> {
  const ids = [...websitesOf(batches)];
  const existing = await existingWebsites(tx, ids);
  const erased = new Set(ids.filter((id) => !existing.has(id)));
  if (erased.size === 0) return batches;
  await removeWebsiteRows(tx, erased);
  return batches.filter(({ websiteIds }) => !websiteIds.some((id) => erased.has(id)));
}

function websiteErased(): Problem {
  return new Problem(401, 'The website of these events was erased. Nothing was counted.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** For each batch: whether the event of each claim is new (1). */
async function checkClaims(
  tx: Queries,
  batches: readonly AcceptedBatch[],
  nowMs: number,
): Promise<Map<AcceptedBatch, Uint8Array>> {
  const areNew = await dropDuplicates(
    tx,
    batches.flatMap(({ claims }) => claims),
    nowMs,
  );
  const byBatch = new Map<AcceptedBatch, Uint8Array>();
  let start = 0;
  for (const batch of batches) {
    const end = start + batch.claims.length;
    byBatch.set(batch, areNew.subarray(start, end));
    start = end;
  }
  return byBatch;
}

function withClaims(outcome: BatchOutcome, areNew: Uint8Array): BatchOutcome {
  const accepted = areNew.reduce((sum, isNew) => sum + isNew, 0);
  return {
    ...outcome,
    accepted: outcome.accepted + accepted,
    duplicates: outcome.duplicates + areNew.length - accepted,
  };
}
