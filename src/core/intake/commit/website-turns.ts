// Which of the waiting batches are committed next, as a group.
//
// A website that sends alone gets large groups: they are faster, because most batches change the same rows. While several websites
// send, groups are small, and small and large ones take turns:
// - a small group has the batches of websites that have little waiting. So there is only one large group between two small ones, however
//   many large batches arrived before;
// - a large group is of a website that has more waiting than fits into a group. These websites take turns, too.
// If a group has room left, batches of the other websites fill it.
// Batches of one website keep their order, unless a smaller one fits into a group that a larger one does not fit into.
// Why: docs/decisions/events.md, "Commits are small while several websites send".
import type { Clock } from '../../foundation/time/clock.ts';
import type { AcceptedBatch } from '../accept/accept-batch.ts';
import type { Batch, BatchOutcome } from '../events/batch.ts';
import type { AcceptedEvent } from '../events/event.ts';

const BATCHES_MAX = 500;
const BYTES_MAX = 8 * 1024 * 1024;
/** The limit while several websites send: about 1,000 events. One batch may be larger. */
const SHARED_BYTES_MAX = 128 * 1024;
/** How long several websites count as sending after their batches arrived. */
const SHARED_MS = 10_000;

/** A batch of the collector, until it has its result. */
export interface WaitingBatch {
  batch: Batch;
  readonly shardId: number | undefined;
  readonly arrivedAtMs: number;
  /** It is undefined until the batch is accepted. A batch that was accepted waits only while its website is locked. */
  accepted?: AcceptedBatch<AcceptedEvent[]>;
  resolve(outcome: BatchOutcome): void;
  reject(error: unknown): void;
}

interface Choice {
  readonly group: WaitingBatch[];
  readonly later: WaitingBatch[];
}

export class WebsiteTurns {
  readonly #clock: Clock;
  #latestWebsiteId: number | undefined;
  #sharedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the last group was a small one although large batches waited. */
  #wereLargePassedOver = false;
  /** The number of each website's last large group. They are forgotten when there is no large group to come. */
  readonly #lastTurns = new Map<number | undefined, number>();
  #turns = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteArrival({ onlyWebsiteId }: Batch): void {
    const isOther = this.#latestWebsiteId !== undefined && this.#latestWebsiteId !== onlyWebsiteId;
    if (isOther) this.#sharedAtMs = this.#clock().getTime();
    this.#latestWebsiteId = onlyWebsiteId;
  }

  /** At least one batch must be waiting. */
  nextGroup(waiting: readonly WaitingBatch[]): Choice {
    // The clock may have been set back meanwhile.
    const isShared = Math.abs(this.#clock().getTime() - this.#sharedAtMs) < SHARED_MS;
    if (!isShared) return fillGroup(waiting);
    const byWebsite = [...Map.groupBy(waiting, ({ batch }) => batch.onlyWebsiteId).values()];
    const small = byWebsite.filter((own) => bytesOf(own) <= SHARED_BYTES_MAX).flat();
    const large = this.#inTurn(byWebsite.filter((own) => bytesOf(own) > SHARED_BYTES_MAX));
    const [first, ...others] = large;
    if (!first || (small.length > 0 && !this.#wereLargePassedOver)) {
      this.#wereLargePassedOver = large.length > 0;
      return fillGroup([...small, ...large.flat()], SHARED_BYTES_MAX);
    }
    this.#wereLargePassedOver = false;
    this.#lastTurns.set(websiteOf(first), ++this.#turns);
    return fillGroup([...first, ...small, ...others.flat()], SHARED_BYTES_MAX);
  }

  /**
   * The turn does not depend on which batch is the first in the queue, because batches that were put off are put in front of all others.
   */
  #inTurn(websites: readonly WaitingBatch[][]): WaitingBatch[][] {
    if (websites.length === 0) this.#lastTurns.clear();
    const lastTurn = (own: readonly WaitingBatch[]) => this.#lastTurns.get(websiteOf(own)) ?? 0;
    return websites.toSorted((a, b) => lastTurn(a) - lastTurn(b));
  }
}

/** Returns the website of batches that all have the same one. */
function websiteOf(waiting: readonly WaitingBatch[]): number | undefined {
  return waiting[0]!.batch.onlyWebsiteId;
}

function bytesOf(waiting: readonly WaitingBatch[]): number {
  return waiting.reduce((sum, { batch }) => sum + batch.bytes.length, 0);
}

/** Takes the first batches that fit, all of one shard. It takes at least one, however large that is. */
export function fillGroup(waiting: readonly WaitingBatch[], bytesMax = BYTES_MAX): Choice {
  const group: WaitingBatch[] = [];
  const later: WaitingBatch[] = [];
  const receipts = new Set<string>();
  const shardId = waiting[0]?.shardId;
  let bytes = 0;
  for (const one of waiting) {
    if (one.shardId !== shardId) {
      later.push(one);
      continue;
    }
    const { receipt, bytes: own } = one.batch;
    const receiptName = receipt && JSON.stringify(receipt);
    // A repeat must see the result of the first one, so it goes into a later group.
    const isRepeat = receiptName !== undefined && receipts.has(receiptName);
    const hasRoom = group.length === 0 || (group.length < BATCHES_MAX && bytes + own.length <= bytesMax);
    if (isRepeat || !hasRoom) later.push(one);
    else {
      group.push(one);
      bytes += own.length;
    }
    if (receiptName) receipts.add(receiptName);
  }
  return { group, later };
}
