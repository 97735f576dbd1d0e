// The way of a batch, in order: decode, validate and resolve each event (prepare), then in one transaction lock
// the websites, claim the receipts, drop duplicates, fold, roll up and commit. File import and collector both go through here.
import type { Clock } from '../clock.ts';
import { type Database, DatabaseUnavailableError, type Queries } from '../database/database.ts';
import type { Problem } from '../problem.ts';
import { addWebsiteRows, lockFreeWebsites, lockWebsites, storeRows } from '../rollups/store.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import type { PreparedBatch } from './prepare.ts';
import { LocalPreparer, type OpenGroup, type Preparer } from './preparer.ts';
import { type Receipt, receiptOf } from './receipts.ts';

/** Resolves only after the commit. */
export interface Ingestion {
  ingest(batch: Batch): Promise<BatchOutcome>;
}

/**
 * What became of a batch of a group: it was counted, it failed alone, or it was set aside because another transaction is
 * writing to its website.
 */
export type BatchResult = BatchOutcome | Error | typeof SET_ASIDE;

export const SET_ASIDE = Symbol('set aside');

/** What a commit does about websites that another transaction is writing to. */
export type BusyWebsites = 'wait' | 'set aside';

export class BatchCommitter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #preparer: Preparer;

  constructor(database: Database, clock: Clock, preparer: Preparer = new LocalPreparer(database)) {
    this.#database = database;
    this.#clock = clock;
    this.#preparer = preparer;
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
    const failures: Error[] = [];
    for (const [index, batch] of batches.entries()) {
      await group.add(batch).catch((error: Error) => {
        if (error instanceof DatabaseUnavailableError) throw error;
        failures[index] = error;
      });
    }
    const results = await group.commitEach(busyWebsites);
    return batches.map((_, index) => failures[index] ?? results[index]!);
  }

  async openGroup(): Promise<CommitGroup> {
    return new CommitGroup(this.#database, this.#clock, await this.#preparer.openGroup());
  }
}

interface Work {
  /** The batch's place in its group. */
  readonly number: number;
  readonly prepared: PreparedBatch;
  readonly receipt: Receipt | undefined;
  /** Where it writes: events, or a receipt. */
  readonly websiteIds: readonly number[];
}

/** Batches that are prepared one by one and committed in one transaction. */
export class CommitGroup {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #events: OpenGroup;
  /** Without those that could not be added. */
  readonly #works: Work[] = [];
  #batchCount = 0;

  constructor(database: Database, clock: Clock, events: OpenGroup) {
    this.#database = database;
    this.#clock = clock;
    this.#events = events;
  }

  /** When it resolves, the batch's bytes are not needed any more. A batch that fails is not part of the group. */
  async add(batch: Batch): Promise<PreparedBatch> {
    // Before the bytes move to another thread.
    const receipt = batch.receipt && receiptOf(batch.receipt, batch);
    const number = this.#batchCount++;
    const prepared = await this.#events.add(number, batch, this.#clock().getTime());
    const ofReceipt = batch.receipt?.kind === 'request' ? [batch.receipt.websiteId] : [];
    this.#works.push({ number, prepared, receipt, websiteIds: [...ofReceipt, ...prepared.websiteIds] });
    return prepared;
  }

  /** Once. The outcomes are in the order of the batches. For commits that may take long. */
  async commit(): Promise<BatchOutcome[]> {
    await this.#database.transaction((tx) => addWebsiteRows(tx, websitesOf(this.#works)));
    const results = await this.commitEach('wait');
    return results.map((result) => {
      if (result instanceof Error || result === SET_ASIDE) throw result;
      return result;
    });
  }

  /** Once. The results are at the places of the batches; there is none for a batch that was not added. */
  async commitEach(busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const now = this.#clock();
    this.#events.complete();
    // Two threads may have prepared them. Of two events with one id, the first in the file counts.
    this.#works.sort((a, b) => a.number - b.number);
    try {
      return await this.#database.transaction((tx) => this.#commitIn(tx, now, busyWebsites));
    } finally {
      this.#events.close();
    }
  }

  async #commitIn(tx: Queries, now: Date, busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const results: BatchResult[] = Array(this.#batchCount).fill(SET_ASIDE);
    // Websites before receipts, everywhere: two transactions that want the same ones can't wait for each other.
    const works = await withLockedWebsites(tx, this.#works, busyWebsites);
    const claimed = await claimReceipts(tx, works, now);
    for (const [{ number }, earlier] of claimed) results[number] = earlier;

    const first = works.filter((work) => !claimed.has(work));
    const claims = first.flatMap(({ prepared }) => prepared.claims);
    const holds = await dropDuplicates(tx, claims, now.getTime());
    const settled = dealtOut(holds, first);
    const settlement: (Uint8Array | null)[] = Array(this.#batchCount).fill(null);
    for (const [{ number }, claimsThatHold] of settled) settlement[number] = claimsThatHold;
    for await (const some of this.#events.rows(settlement)) await storeRows(tx, some);

    for (const work of first) {
      const outcome = withClaims(work.prepared.outcome, settled.get(work)!);
      await work.receipt?.fill(tx, outcome);
      results[work.number] = outcome;
    }
    return results;
  }
}

function websitesOf(works: readonly Work[]): Set<number> {
  return new Set(works.flatMap(({ websiteIds }) => websiteIds));
}

/** Those that may write to all their websites now. */
async function withLockedWebsites(tx: Queries, works: readonly Work[], busyWebsites: BusyWebsites): Promise<Work[]> {
  const wanted = websitesOf(works);
  if (busyWebsites === 'wait') {
    await lockWebsites(tx, wanted);
    return [...works];
  }
  const free = await lockFreeWebsites(tx, wanted);
  return works.filter(({ websiteIds }) => websiteIds.every((id) => free.has(id)));
}

/** What is known of those that are no first ones. */
async function claimReceipts(
  tx: Queries,
  works: readonly Work[],
  now: Date,
): Promise<Map<Work, BatchOutcome | Problem>> {
  const earlier = new Map<Work, BatchOutcome | Problem>();
  const withReceipt = works.filter((work) => work.receipt !== undefined);
  // In the same order everywhere, for the same reason as above.
  withReceipt.sort((a, b) => (a.receipt!.name < b.receipt!.name ? -1 : 1));
  for (const work of withReceipt) {
    const known = await work.receipt!.claim(tx, now);
    if (known) earlier.set(work, known);
  }
  return earlier;
}

/** To each its own: the claims of all of them lie one after the other. */
function dealtOut(holds: Uint8Array, works: readonly Work[]): Map<Work, Uint8Array> {
  const ofWorks = new Map<Work, Uint8Array>();
  let start = 0;
  for (const work of works) {
    const end = start + work.prepared.claims.length;
    ofWorks.set(work, holds.slice(start, end));
    start = end;
  }
  return ofWorks;
}

function withClaims(outcome: BatchOutcome, holds: Uint8Array): BatchOutcome {
  const accepted = holds.reduce((sum, isNew) => sum + isNew, 0);
  return {
    ...outcome,
    accepted: outcome.accepted + accepted,
    duplicates: outcome.duplicates + holds.length - accepted,
  };
}
