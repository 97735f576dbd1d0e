// The way of a batch, in order: decode, validate and resolve each event (prepare), then in one transaction claim the
// receipts, drop duplicates, fold, roll up and commit. File import and collector both go through here.
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { lockWebsites, storeRows } from '../rollups/store.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import type { PreparedBatch } from './prepare.ts';
import { LocalPreparer, type OpenGroup, type Preparer } from './preparer.ts';
import { type Receipt, receiptOf } from './receipts.ts';

/** Resolves only after the commit. */
export interface Ingestion {
  ingest(batch: Batch): Promise<BatchOutcome>;
}

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

  async openGroup(): Promise<CommitGroup> {
    return new CommitGroup(this.#database, this.#clock, await this.#preparer.openGroup());
  }
}

interface Work {
  /** The batch's place in its group. */
  readonly number: number;
  readonly prepared: PreparedBatch;
  readonly receipt: Receipt | undefined;
}

/** Batches that are prepared one by one and committed in one transaction. */
export class CommitGroup {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #events: OpenGroup;
  readonly #works: Work[] = [];
  #batchCount = 0;

  constructor(database: Database, clock: Clock, events: OpenGroup) {
    this.#database = database;
    this.#clock = clock;
    this.#events = events;
  }

  /** When it resolves, the batch's bytes are not needed any more. A batch that fails spoils its group. */
  async add(batch: Batch): Promise<PreparedBatch> {
    // Before the bytes move to another thread.
    const receipt = batch.receipt && receiptOf(batch.receipt, batch);
    const number = this.#batchCount++;
    const prepared = await this.#events.add(number, batch, this.#clock().getTime());
    this.#works[number] = { number, prepared, receipt };
    return prepared;
  }

  /** Once. The outcomes are in the order of the batches. */
  async commit(): Promise<BatchOutcome[]> {
    const now = this.#clock();
    this.#events.complete();
    try {
      return await this.#database.transaction((tx) => this.#commitIn(tx, now));
    } finally {
      this.#events.close();
    }
  }

  async #commitIn(tx: Queries, now: Date): Promise<BatchOutcome[]> {
    const works = this.#works;
    const repeats = await claimReceipts(tx, works, now);
    const first = works.filter((work) => !repeats.has(work));
    await lockWebsites(tx, new Set(first.flatMap(({ prepared }) => prepared.websiteIds)));

    const claims = first.flatMap(({ prepared }) => prepared.claims);
    const holds = await dropDuplicates(tx, claims, now.getTime());
    const settled = dealtOut(holds, first);
    const settlement = works.map((work) => settled.get(work) ?? null);
    for await (const some of this.#events.rows(settlement)) await storeRows(tx, some);

    const outcomes = new Map(first.map((work) => [work, withClaims(work.prepared.outcome, settled.get(work)!)]));
    for (const work of first) await work.receipt?.fill(tx, outcomes.get(work)!);
    return works.map((work) => repeats.get(work) ?? outcomes.get(work)!);
  }
}

async function claimReceipts(tx: Queries, works: readonly Work[], now: Date): Promise<Map<Work, BatchOutcome>> {
  const repeats = new Map<Work, BatchOutcome>();
  const withReceipt = works.filter((work) => work.receipt !== undefined);
  // In the same order everywhere, so that two transactions can't wait for each other.
  withReceipt.sort((a, b) => (a.receipt!.name < b.receipt!.name ? -1 : 1));
  for (const work of withReceipt) {
    const earlier = await work.receipt!.claim(tx, now);
    if (earlier) repeats.set(work, earlier);
  }
  return repeats;
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
