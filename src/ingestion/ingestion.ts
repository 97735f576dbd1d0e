// The way of a batch, in order: decode, validate and resolve each event (prepare), then in one transaction claim the
// receipts, drop duplicates, fold, roll up and commit. File import and collector both go through here.
import { CatalogCache } from '../catalog/load-catalog.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { Fold } from '../rollups/fold.ts';
import { lockWebsites, storeFold } from '../rollups/store.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { countEvent, type PreparedBatch, prepare } from './prepare.ts';
import { type Receipt, receiptOf } from './receipts.ts';

/** Resolves only after the commit. */
export interface Ingestion {
  ingest(batch: Batch): Promise<BatchOutcome>;
}

interface Work {
  readonly prepared: PreparedBatch;
  readonly receipt: Receipt | undefined;
}

export class BatchCommitter {
  readonly #database: Database;
  readonly #catalog: CatalogCache;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#catalog = new CatalogCache(database);
    this.#clock = clock;
  }

  /** All batches in one transaction: counted together or not at all. */
  async commit(batches: readonly Batch[]): Promise<BatchOutcome[]> {
    const now = this.#clock();
    await this.#catalog.refresh();
    const works: Work[] = [];
    for (const batch of batches) {
      const prepared = await prepare(batch, this.#catalog, now.getTime());
      works.push({ prepared, receipt: batch.receipt && receiptOf(batch.receipt, batch) });
    }
    return this.#database.transaction((tx) => commitWorks(tx, works, now));
  }
}

async function commitWorks(tx: Queries, works: readonly Work[], now: Date): Promise<BatchOutcome[]> {
  const repeats = await claimReceipts(tx, works, now);
  const first = works.filter((work) => !repeats.has(work));
  await lockWebsites(tx, new Set(first.flatMap(({ prepared }) => [...prepared.websiteIds])));

  const fold = foldTogether(first.map(({ prepared }) => prepared.fold));
  const isNew = new Set(
    await dropDuplicates(
      tx,
      first.flatMap(({ prepared }) => prepared.claims),
      now.getTime(),
    ),
  );
  for (const event of isNew) countEvent(fold, event);
  fold.rollUp();
  await storeFold(tx, fold);

  const outcomes = new Map(first.map(({ prepared }) => [prepared, withClaims(prepared, isNew)]));
  for (const { prepared, receipt } of first) await receipt?.fill(tx, outcomes.get(prepared)!);
  return works.map((work) => repeats.get(work) ?? outcomes.get(work.prepared)!);
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

function foldTogether(folds: readonly Fold[]): Fold {
  const [first, ...others] = folds;
  const together = first ?? new Fold();
  for (const other of others) together.absorb(other);
  return together;
}

function withClaims({ outcome, claims }: PreparedBatch, isNew: ReadonlySet<unknown>): BatchOutcome {
  const accepted = claims.filter((event) => isNew.has(event)).length;
  return {
    ...outcome,
    accepted: outcome.accepted + accepted,
    duplicates: outcome.duplicates + claims.length - accepted,
  };
}
