// Visits that wait to be counted, as plain numbers: a group that is committed together may hold a million of them.
import type { Subject } from '../catalog/subject.ts';
import { Fold } from '../rollups/fold.ts';
import type { Metric } from '../rollups/metric.ts';
import { NUMBERS_PER_VISIT } from './packed-events.ts';

/** Batch, subject's number, day, metric, and the two halves of the visitor's hash. */
const NUMBERS_PER_WAITING = 6;

/** Where a visit stands in the order, as one 64-bit number: 22 bits the subject's rank, 20 the day, 22 the visit. */
const VISIT_BITS = 22;
const DAY_LOW_BITS = 32 - VISIT_BITS;
const VISITS_MAX = 1 << VISIT_BITS;

/** Visits lie in blocks of so many, so that making room for more moves none; the first block starts small. */
const BLOCK_BITS = 14;
const VISITS_PER_BLOCK = 1 << BLOCK_BITS;
const VISITS_AT_FIRST = 64;

/** A fold takes up to a few hundred bytes for each visit in it. */
const VISITS_PER_FOLD = 75_000;

export class WaitingVisits {
  readonly #blocks: Int32Array[] = [];
  #length = 0;
  readonly #subjects = new Map<Subject, number>();
  #order: Int32Array | undefined;

  /** Of one batch. `subjects` has the visits' subjects by their places. */
  addAll(batch: number, visits: Int32Array, subjects: readonly Subject[]): void {
    const subjectNumbers = subjects.map((subject) => this.#numberOf(subject));
    for (let from = 0; from < visits.length; from += NUMBERS_PER_VISIT) {
      const block = this.#blockWithRoom();
      let to = (this.#length++ % VISITS_PER_BLOCK) * NUMBERS_PER_WAITING;
      block[to++] = batch;
      block[to++] = subjectNumbers[visits[from]!]!;
      block[to++] = visits[from + 1]!;
      block[to++] = visits[from + 2]!;
      block[to++] = visits[from + 3]!;
      block[to++] = visits[from + 4]!;
    }
  }

  /** When all are in. It takes a while, which need not be within a transaction. */
  sort(): void {
    this.#order = this.#inOrder([...this.#subjects.keys()]);
  }

  /**
   * The visits of all batches but these, counted. Those of one subject and day come together, and the subjects of a
   * campaign next to each other: so what one visit has touched is still at hand for the next, and few folds have rows
   * in common. The first fold may hold something already.
   */
  *folds(withoutBatches: ReadonlySet<number>, fold = new Fold()): Generator<Fold> {
    const subjects = [...this.#subjects.keys()];
    if (!this.#order) this.sort();
    const order = this.#order!;
    for (let next = 0; next < order.length; ) {
      const end = Math.min(next + VISITS_PER_FOLD, order.length);
      for (; next < end; next++) {
        const visit = order[next]!;
        const block = this.#blocks[visit >>> BLOCK_BITS]!;
        const at = (visit % VISITS_PER_BLOCK) * NUMBERS_PER_WAITING;
        if (withoutBatches.has(block[at]!)) continue;
        const subject = subjects[block[at + 1]!]!;
        fold.count(subject, block[at + 2]!, block[at + 3] as Metric, block[at + 4]!, block[at + 5]!);
      }
      if (next === order.length) break;
      yield fold;
      fold = new Fold();
    }
    yield fold;
  }

  #numberOf(subject: Subject): number {
    let number = this.#subjects.get(subject);
    if (number === undefined) {
      number = this.#subjects.size;
      this.#subjects.set(subject, number);
    }
    return number;
  }

  #blockWithRoom(): Int32Array {
    const used = this.#length % VISITS_PER_BLOCK;
    if (this.#length === VISITS_MAX) throw new Error(`more than ${VISITS_MAX} visits wait for one commit`);
    if (used === 0)
      this.#blocks.push(
        new Int32Array((this.#length === 0 ? VISITS_AT_FIRST : VISITS_PER_BLOCK) * NUMBERS_PER_WAITING),
      );
    const last = this.#blocks.at(-1)!;
    if (used * NUMBERS_PER_WAITING < last.length) return last;
    const larger = new Int32Array(last.length * 2);
    larger.set(last);
    this.#blocks[this.#blocks.length - 1] = larger;
    return larger;
  }

  /** The engine sorts 64-bit numbers that lie in halves side by side without making a BigInt of any. */
  #inOrder(subjects: readonly Subject[]): Int32Array {
    const ranks = ranksOf(subjects);
    const halves = new Uint32Array(this.#length * 2);
    for (let visit = 0; visit < this.#length; visit++) {
      const block = this.#blocks[visit >>> BLOCK_BITS]!;
      const at = (visit % VISITS_PER_BLOCK) * NUMBERS_PER_WAITING;
      const rank = ranks[block[at + 1]!]!;
      const day = block[at + 2]!;
      halves[visit * 2] = (day << VISIT_BITS) | visit;
      halves[visit * 2 + 1] = (rank << DAY_LOW_BITS) | (day >>> DAY_LOW_BITS);
    }
    new BigUint64Array(halves.buffer).sort();
    const order = new Int32Array(this.#length);
    for (let visit = 0; visit < order.length; visit++) order[visit] = halves[visit * 2]! & (VISITS_MAX - 1);
    return order;
  }
}

/** By the subject's number. */
function ranksOf(subjects: readonly Subject[]): Int32Array {
  const ranks = new Int32Array(subjects.length);
  const byCampaign = [...subjects.keys()].sort((a, b) => compareByCampaign(subjects[a]!, subjects[b]!));
  for (const [rank, number] of byCampaign.entries()) ranks[number] = rank;
  return ranks;
}

function compareByCampaign(a: Subject, b: Subject): number {
  return a.websiteId - b.websiteId || campaignIdOf(a) - campaignIdOf(b) || a.kind - b.kind || a.id - b.id;
}

/** 0 of a website itself. */
function campaignIdOf(subject: Subject): number {
  let id = 0;
  for (let above = subject; above.parent; above = above.parent) id = above.id;
  return id;
}
