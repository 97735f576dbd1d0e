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

/** A fold takes up to a few hundred bytes for each visit in it. */
const VISITS_PER_FOLD = 100_000;

export class WaitingVisits {
  #numbers = new Int32Array(0);
  #length = 0;
  readonly #subjects = new Map<Subject, number>();
  #order: Int32Array | undefined;

  /** Of one batch. `subjects` has the visits' subjects by their places. */
  addAll(batch: number, visits: Int32Array, subjects: readonly Subject[]): void {
    const subjectNumbers = subjects.map((subject) => this.#numberOf(subject));
    const count = visits.length / NUMBERS_PER_VISIT;
    this.#makeRoom(count);
    const numbers = this.#numbers;
    let to = this.#length * NUMBERS_PER_WAITING;
    for (let from = 0; from < visits.length; from += NUMBERS_PER_VISIT) {
      numbers[to++] = batch;
      numbers[to++] = subjectNumbers[visits[from]!]!;
      numbers[to++] = visits[from + 1]!;
      numbers[to++] = visits[from + 2]!;
      numbers[to++] = visits[from + 3]!;
      numbers[to++] = visits[from + 4]!;
    }
    this.#length += count;
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
    const numbers = this.#numbers;
    if (!this.#order) this.sort();
    const order = this.#order!;
    for (let next = 0; next < order.length; ) {
      const end = Math.min(next + VISITS_PER_FOLD, order.length);
      for (; next < end; next++) {
        const at = order[next]! * NUMBERS_PER_WAITING;
        if (withoutBatches.has(numbers[at]!)) continue;
        const subject = subjects[numbers[at + 1]!]!;
        fold.count(subject, numbers[at + 2]!, numbers[at + 3] as Metric, numbers[at + 4]!, numbers[at + 5]!);
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

  #makeRoom(count: number): void {
    const wanted = this.#length + count;
    if (wanted > VISITS_MAX) throw new Error(`more than ${VISITS_MAX} visits wait for one commit`);
    if (wanted * NUMBERS_PER_WAITING <= this.#numbers.length) return;
    const larger = new Int32Array(Math.max(wanted * NUMBERS_PER_WAITING, this.#numbers.length * 2));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  /** The engine sorts 64-bit numbers that lie in halves side by side without making a BigInt of any. */
  #inOrder(subjects: readonly Subject[]): Int32Array {
    const ranks = ranksOf(subjects);
    const numbers = this.#numbers;
    const halves = new Uint32Array(this.#length * 2);
    for (let visit = 0; visit < this.#length; visit++) {
      const rank = ranks[numbers[visit * NUMBERS_PER_WAITING + 1]!]!;
      const day = numbers[visit * NUMBERS_PER_WAITING + 2]!;
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
