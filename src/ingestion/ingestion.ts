// How batches are counted: their events are accepted, then, in one transaction, the websites are locked, the receipts
// claimed, duplicates dropped, and the rest is counted and stored. Collector and file import both come here.
import type { Clock } from '../clock.ts';
import { type Database, DatabaseUnavailableError, placeholders, type Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { addWebsiteRows, lockFreeWebsites, lockWebsites, removeWebsiteRows, storeRows } from '../rollups/store.ts';
import type { AcceptedBatch } from './accept-batch.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { type EventGroup, eventGroups } from './event-group.ts';
import { type Receipt, receiptOf } from './receipts.ts';

const WEBSITES_PER_QUERY_MAX = 500;

/** Resolves only after the commit. */
export interface Ingestion {
  ingest(batch: Batch): Promise<BatchOutcome>;
}

/**
 * What became of a batch of a group: it was counted, it failed alone, it was set aside because another transaction is
 * writing to its website, or it was postponed because its website writes enough rows in this commit already.
 */
export type BatchResult = BatchOutcome | Error | typeof SET_ASIDE | typeof POSTPONED;

export const SET_ASIDE: unique symbol = Symbol('set aside');
export const POSTPONED: unique symbol = Symbol('postponed');

/** A website that writes more rows than this in a commit goes on in the next one, so that the others wait less. */
const ROWS_PER_WEBSITE_MAX = 500;

/** What a commit does about websites that another transaction is writing to. */
export type BusyWebsites = 'wait' | 'set aside';

export class BatchCommitter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #openEventGroup: () => Promise<EventGroup>;

  constructor(database: Database, clock: Clock, openEventGroup = eventGroups(database)) {
    this.#database = database;
    this.#clock = clock;
    this.#openEventGroup = openEventGroup;
  }

  /** All batches in one transaction: counted together or not at all. */
  async commit(batches: readonly Batch[]): Promise<BatchOutcome[]> {
    const group = await this.openGroup();
    for (const batch of batches) await group.add(batch);
    return group.commit();
  }

  /** All batches in one transaction, but each with a result of its own: one that fails does not touch the others. */
  async commitEach(batches: readonly Batch[], busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const group = await this.openGroup();
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

  async openGroup(): Promise<CommitGroup> {
    return new CommitGroup(this.#database, this.#clock, await this.#openEventGroup());
  }
}

interface BatchToCommit {
  /** Its place in the group. */
  readonly index: number;
  readonly accepted: AcceptedBatch;
  readonly receipt: Receipt | undefined;
  /** Where it writes: events, or a receipt. */
  readonly websiteIds: readonly number[];
}

/** Batches that are accepted one by one and committed in one transaction. */
export class CommitGroup {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #events: EventGroup;
  /** Without those that could not be added. */
  readonly #batches: BatchToCommit[] = [];
  #batchCount = 0;

  constructor(database: Database, clock: Clock, events: EventGroup) {
    this.#database = database;
    this.#clock = clock;
    this.#events = events;
  }

  /** Once it resolves, the batch's bytes are not needed any more. A batch that fails is not part of the group. */
  async add(batch: Batch): Promise<AcceptedBatch> {
    // Before the bytes move to another thread.
    const receipt = batch.receipt && receiptOf(batch.receipt, batch);
    const index = this.#batchCount++;
    const accepted = await this.#events.accept(batch, this.#clock().getTime());
    const ofReceipt = batch.receipt?.kind === 'request' ? [batch.receipt.websiteId] : [];
    this.#batches.push({ index, accepted, receipt, websiteIds: [...ofReceipt, ...accepted.websiteIds] });
    return accepted;
  }

  /** Once. The outcomes are in the order of the batches. For commits that may take long. */
  async commit(): Promise<BatchOutcome[]> {
    await this.#database.transaction((tx) => addWebsiteRows(tx, websitesOf(this.#batches)));
    const results = await this.commitEach('wait');
    return results.map((result) => {
      if (result instanceof Error || typeof result === 'symbol') throw result;
      return result;
    });
  }

  /** Once. The results are at the places of the batches; there is none for a batch that was not added. */
  async commitEach(busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const now = this.#clock();
    // Two threads may have accepted them. Of two events with one id, the first in the file counts.
    this.#batches.sort((a, b) => a.index - b.index);
    return this.#database.transaction((tx) => this.#commitIn(tx, now, busyWebsites));
  }

  async #commitIn(tx: Queries, now: Date, busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const results: BatchResult[] = Array(this.#batchCount).fill(SET_ASIDE);
    // Websites before receipts, everywhere: two transactions that want the same ones can't wait for each other.
    const locked = await withLockedWebsites(tx, this.#batches, busyWebsites);
    const batches = await withoutErasedWebsites(tx, locked);
    const kept = new Set(batches);
    for (const batch of locked) if (!kept.has(batch)) results[batch.index] = websiteErased();
    const claimed = await claimReceipts(tx, batches, now);
    for (const [{ index }, earlier] of claimed) results[index] = earlier;

    const newBatches = batches.filter((batch) => !claimed.has(batch));
    const areNew = await checkClaims(
      tx,
      newBatches.map(({ accepted }) => accepted),
      now.getTime(),
    );
    for await (const rows of this.#events.count(areNew)) await storeRows(tx, rows);

    for (const { index, accepted, receipt } of newBatches) {
      const outcome = withClaims(accepted.outcome, areNew.get(accepted)!);
      await receipt?.fill(tx, outcome);
      results[index] = outcome;
    }
    return results;
  }
}

function websitesOf(batches: readonly BatchToCommit[]): Set<number> {
  return new Set(batches.flatMap(({ websiteIds }) => websiteIds));
}

/** Those that may write to all their websites now. */
async function withLockedWebsites(
  tx: Queries,
  batches: readonly BatchToCommit[],
  busyWebsites: BusyWebsites,
): Promise<readonly BatchToCommit[]> {
  const wanted = websitesOf(batches);
  if (busyWebsites === 'wait') {
    await lockWebsites(tx, wanted);
    return batches;
  }
  const free = await lockFreeWebsites(tx, wanted);
  return batches.filter(({ websiteIds }) => websiteIds.every((id) => free.has(id)));
}

/** A website may have been erased since the batch was accepted. What was written for it now, nobody would ever find or erase. */
async function withoutErasedWebsites(
  tx: Queries,
  batches: readonly BatchToCommit[],
): Promise<readonly BatchToCommit[]> {
  const erased = websitesOf(batches);
  const ids = [...erased];
  for (let start = 0; start < ids.length; start += WEBSITES_PER_QUERY_MAX) {
    const some = ids.slice(start, start + WEBSITES_PER_QUERY_MAX);
    const sql = `SELECT id FROM websites WHERE id IN (${placeholders(some.length)})`;
    for (const { id } of await tx.query<{ id: number }>(sql, some)) erased.delete(id);
  }
  if (erased.size === 0) return batches;
  await removeWebsiteRows(tx, erased);
  return batches.filter(({ websiteIds }) => !websiteIds.some((id) => erased.has(id)));
}

function websiteErased(): Problem {
  return new Problem(401, 'The website of these events was erased. Nothing was counted.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** The results of batches that are not new: their outcome of the first time, or why they are refused. */
async function claimReceipts(
  tx: Queries,
  batches: readonly BatchToCommit[],
  now: Date,
): Promise<Map<BatchToCommit, BatchOutcome | Problem>> {
  const earlier = new Map<BatchToCommit, BatchOutcome | Problem>();
  const withReceipt = batches.filter((batch) => batch.receipt !== undefined);
  // In the same order everywhere, for the same reason as above.
  withReceipt.sort((a, b) => (a.receipt!.name < b.receipt!.name ? -1 : 1));
  for (const batch of withReceipt) {
    const known = await batch.receipt!.claim(tx, now);
    if (known) earlier.set(batch, known);
  }
  return earlier;
}

/** Per batch: whether the event of each of its claims is new (1). */
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
