// The last stage of a batch. One transaction locks the websites, claims the receipts, drops duplicates, settles refunds and stores what was
// counted: all of it or nothing. The collector and the file import use it.
// Why: docs/decisions/citus.md, "Statements are few and large".
// Why: docs/decisions/events.md, "A commit raises the website's version first".
import { existingWebsites } from '../../engine/catalog/list-websites.ts';
import { storeLog } from '../../engine/event-log/storage/store.ts';
import { addToOrderFeed } from '../../engine/rollups/order-feed.ts';
import { storeOrderSources } from '../../engine/rollups/order-sources.ts';
import {
  addWebsiteRows,
  type LockedWebsites,
  lockFreeWebsites,
  lockWebsites,
  removeWebsiteRows,
  storeRows,
} from '../../engine/rollups/store.ts';
import { type ShardFinder, WebsiteShards } from '../../foundation/database/citus/website-shards.ts';
import {
  type Database,
  LockTimeoutError,
  type Queries,
  type TransactionOptions,
} from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { type AcceptedBatch, addIgnored, addRejection } from '../accept/accept-batch.ts';
import type { BatchOutcome } from '../events/batch.ts';
import { claimReceipts, fillReceipts, type Receipt } from '../events/receipts.ts';
import type { CountChanges, CountEvents, CountedRows } from './count-events.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { type RefusedRefund, settleOrders } from './settle-orders.ts';

/** The outcome of each batch, or why it is refused. A batch has no result if another transaction has locked its website, or rows of it. */
export type CommitResults<Events> = ReadonlyMap<AcceptedBatch<Events>, BatchOutcome | Problem>;

/** How long a commit waits for a row of a website that it has locked. Usually nobody else has one. */
const ROW_MS_MAX = 20;

export class BatchCommitter<Events> {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #count: CountEvents<Events>;
  readonly #countChanges: CountChanges<Events>;
  readonly #shards: ShardFinder;

  constructor(
    database: Database,
    clock: Clock,
    count: CountEvents<Events>,
    countChanges: CountChanges<Events>,
    shards: ShardFinder = new WebsiteShards(database, clock),
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#count = count;
    this.#countChanges = countChanges;
    this.#shards = shards;
  }

  /** Waits for the websites for as long as it takes. Throws if a batch is refused. */
  async commit(batches: readonly AcceptedBatch<Events>[]): Promise<BatchOutcome[]> {
    const ids = websitesOf(batches);
    await this.#database.transaction((tx) => addWebsiteRows(tx, ids));
    const results = await this.#transact(batches, (tx) => lockWebsites(tx, ids));
    return batches.map((batch) => {
      const result = results.get(batch)!;
      if (result instanceof Problem) throw result;
      return result;
    });
  }

  /** Waits for locked rows for at most `lockMsMax` (0: not at all), then commits the batches of whose websites no row is locked. */
  async commitFree(batches: readonly AcceptedBatch<Events>[], lockMsMax: number): Promise<CommitResults<Events>> {
    // Most messages of Segment's protocol and most webhooks have nothing to count.
    if (batches.every(writesNothing)) return new Map(batches.map((batch) => [batch, batch.outcome]));
    const ids = [...websitesOf(batches)];
    if (lockMsMax > 0) {
      try {
        return await this.#transact(batches, (tx) => lockWebsites(tx, ids), { lockMsMax });
      } catch (error) {
        if (!(error instanceof LockTimeoutError)) throw error;
      }
    }
    return this.#commitHalves(batches);
  }

  /**
   * Another transaction may also have locked other rows of a website than the one that commits lock first. PostgreSQL does not say which,
   * so the websites are halved until those that can't be committed are alone. These are as locked as the others.
   */
  async #commitHalves(batches: readonly AcceptedBatch<Events>[]): Promise<CommitResults<Events>> {
    const websites = [...Map.groupBy(batches, ({ websiteIds }) => websiteIds.join()).values()];
    try {
      // Shards are looked up before the transaction begins, because it may take the last free connection.
      const groups = await this.#shards.group([...websitesOf(batches)]);
      return await this.#transact(batches, (tx) => lockFreeWebsites(tx, groups), { lockMsMax: ROW_MS_MAX });
    } catch (error) {
      if (!(error instanceof LockTimeoutError)) throw error;
      if (websites.length === 1) return new Map();
    }
    const half = Math.ceil(websites.length / 2);
    const first = await this.#commitHalves(websites.slice(0, half).flat());
    return new Map([...first, ...(await this.#commitHalves(websites.slice(half).flat()))]);
  }

  /** Each transaction counts anew, because a count can be read only once, and a transaction that was rolled back may have read it. */
  async #transact(
    batches: readonly AcceptedBatch<Events>[],
    lock: (tx: Queries) => Promise<LockedWebsites>,
    options?: TransactionOptions,
  ): Promise<CommitResults<Events>> {
    const counted = await this.#countAhead(batches);
    return this.#database.transaction(async (tx) => this.#commitIn(tx, batches, await lock(tx), counted), options);
  }

  /** Counts before the transaction, so that nobody waits for it. Nearly always all events are new; otherwise they are counted again. */
  async #countAhead(batches: readonly AcceptedBatch<Events>[]): Promise<AsyncIterable<CountedRows>> {
    const allNew = batches.map((batch) => [batch, new Uint8Array(batch.claims.length).fill(1)] as const);
    return started(this.#count(new Map(allNew)));
  }

  async #commitIn(
    tx: Queries,
    batches: readonly AcceptedBatch<Events>[],
    locked: LockedWebsites,
    counted: AsyncIterable<CountedRows>,
  ): Promise<CommitResults<Events>> {
    const now = this.#clock();
    const results = new Map<AcceptedBatch<Events>, BatchOutcome | Problem>();
    // Websites are always locked before receipts are claimed, to avoid deadlocks.
    const free = batches.filter(({ websiteIds }) => websiteIds.every((id) => locked.has(id)));
    const erased = await removeErasedWebsites(tx, free);
    const isErased = ({ websiteIds }: AcceptedBatch) => websiteIds.some((id) => erased.has(id));
    for (const batch of free.filter(isErased)) results.set(batch, websiteErased());
    const kept = free.filter((batch) => !isErased(batch));
    const receipts = kept.flatMap(({ receipt }) => receipt ?? []);
    const claimed = await claimReceipts(tx, receipts, now);
    const newBatches: AcceptedBatch<Events>[] = [];
    for (const batch of kept) {
      const earlier = batch.receipt && claimed.get(batch.receipt);
      if (earlier) results.set(batch, earlier);
      else newBatches.push(batch);
    }
    const areNew = await checkClaims(tx, newBatches, now.getTime());
    const isCountValid =
      newBatches.length === batches.length && [...areNew.values()].every((ofBatch) => !ofBatch.includes(0));
    let part = 0;
    const store = async ({ rollups, log, orderSources = [] }: CountedRows) => {
      await storeRows(tx, rollups, locked, log.websiteIds);
      await storeOrderSources(tx, orderSources);
      await storeLog(tx, log, locked, part++);
    };
    for await (const rows of isCountValid ? counted : this.#count(areNew)) await store(rows);
    const { changes, refused, feed } = await settleOrders(tx, areNew, locked, now.getTime());
    if (changes.length > 0) await store(await this.#countChanges(changes, areNew));
    await addToOrderFeed(tx, locked, feed, now.getTime());

    const outcomes = new Map<Receipt, BatchOutcome>();
    for (const [batch, ofBatch] of areNew) {
      const refusedOfBatch = refused.filter((refund) => refund.batch === batch);
      for (const { claim } of refusedOfBatch) if (claim !== undefined) ofBatch[claim] = CLAIM.rejected;
      const outcome = withRefused(withClaims(batch.outcome, ofBatch), batch, refusedOfBatch);
      if (batch.receipt) outcomes.set(batch.receipt, outcome);
      results.set(batch, withListed(outcome, batch, ofBatch));
    }
    await fillReceipts(tx, outcomes, now);
    return results;
  }
}

function writesNothing({ websiteIds, receipt }: AcceptedBatch): boolean {
  return websiteIds.length === 0 && receipt === undefined;
}

/** Counts the first part now. The function that counts decides how many more parts it counts ahead. */
async function started(rows: AsyncIterable<CountedRows>): Promise<AsyncIterable<CountedRows>> {
  const iterator = rows[Symbol.asyncIterator]();
  return restOf(iterator, await iterator.next());
}

/**
 * A function within `started` would not do: each of those has a prototype of its own, which keeps everything that the function refers to
 * (all events of the commit) until the garbage collector has looked at all objects, not only at new ones.
 */
async function* restOf<Row>(iterator: AsyncIterator<Row>, first: IteratorResult<Row>): AsyncGenerator<Row> {
  for (let next = first; !next.done; next = await iterator.next()) yield next.value;
}

function websitesOf(batches: readonly AcceptedBatch[]): Set<number> {
  return new Set(batches.flatMap(({ websiteIds }) => websiteIds));
}

/** A website may have been erased since the batch was accepted. Rows written for it now would never be erased. */
async function removeErasedWebsites(tx: Queries, batches: readonly AcceptedBatch[]): Promise<ReadonlySet<number>> {
  const ids = [...websitesOf(batches)];
  const existing = await existingWebsites(tx, ids);
  const erased = new Set(ids.filter((id) => !existing.has(id)));
  if (erased.size > 0) await removeWebsiteRows(tx, erased);
  return erased;
}

function websiteErased(): Problem {
  return new Problem(401, 'The website of these events was erased. Nothing was counted.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Stores the claims. Returns for each batch whether the event of each claim is new (1). */
async function checkClaims<Events>(
  tx: Queries,
  batches: readonly AcceptedBatch<Events>[],
  nowMs: number,
): Promise<Map<AcceptedBatch<Events>, Uint8Array>> {
  const areNew = await dropDuplicates(
    tx,
    batches.flatMap(({ claims }) => claims),
    nowMs,
  );
  const byBatch = new Map<AcceptedBatch<Events>, Uint8Array>();
  let start = 0;
  for (const batch of batches) {
    const end = start + batch.claims.length;
    byBatch.set(batch, areNew.subarray(start, end));
    start = end;
  }
  return byBatch;
}

/** What became of the event of a claim. */
const CLAIM = { duplicate: 0, accepted: 1, rejected: 2 } as const;

function withClaims(outcome: BatchOutcome, claims: Uint8Array): BatchOutcome {
  const count = (wanted: number) => claims.reduce((sum, became) => sum + Number(became === wanted), 0);
  return {
    ...outcome,
    accepted: outcome.accepted + count(CLAIM.accepted),
    duplicates: outcome.duplicates + count(CLAIM.duplicate),
  };
}

/** The outcome is the same as if they had been refused before the commit. */
function withRefused(given: BatchOutcome, batch: AcceptedBatch, refused: readonly RefusedRefund[]): BatchOutcome {
  if (refused.length === 0) return given;
  const outcome = structuredClone(given);
  const { rejectionsKeptMax } = batch;
  for (const { claim, reason } of refused) {
    if (claim === undefined) addIgnored(outcome, { ignored: reason, type: 'refund' }, rejectionsKeptMax);
    else addRejection(outcome, { ...batch.claims[claim]!.refund!, type: 'refund' }, reason, rejectionsKeptMax);
  }
  outcome.rejections.sort((a, b) => a.index - b.index);
  return outcome;
}

function withListed(outcome: BatchOutcome, { listed }: AcceptedBatch, claims: Uint8Array): BatchOutcome {
  if (!listed) return outcome;
  const becameOf = (claim: number) => (claim === 0 ? CLAIM.accepted : claims[claim - 1]!);
  return {
    ...outcome,
    listed: listed
      .filter(({ claim }) => becameOf(claim) <= CLAIM.accepted)
      .map(({ claim, ...event }) => ({ ...event, isDuplicate: becameOf(claim) === CLAIM.duplicate })),
  };
}
