// Events that wait to be counted, as plain numbers: a group that is committed together may hold a million of them.
import type { Subject } from '../catalog/subject.ts';
import { Fold } from '../rollups/fold.ts';
import { METRIC, type Metric } from '../rollups/metric.ts';
import { Numbering } from './numbering.ts';
import { NUMBERS_PER_EVENT, type PackedEvents, revenueOf, SELECTION } from './packed-events.ts';

/** The condition on which it counts, subject's number, day, what happened, and the two numbers that tell more of it. */
const NUMBERS_PER_WAITING = 6;

/** Where an event stands in the order, as one 64-bit number: 22 bits the subject's rank, 20 the day, 22 the event. */
const EVENT_BITS = 22;
const DAY_LOW_BITS = 32 - EVENT_BITS;
const EVENTS_MAX = 1 << EVENT_BITS;

/** Events lie in blocks of so many, so that making room for more moves none; the first block starts small. */
const BLOCK_BITS = 14;
const EVENTS_PER_BLOCK = 1 << BLOCK_BITS;
const EVENTS_AT_FIRST = 64;

/** A fold takes up to a few hundred bytes for each event in it. */
const EVENTS_PER_FOLD = 75_000;

export class WaitingEvents {
  readonly #blocks: Int32Array[] = [];
  #length = 0;
  readonly #subjects = new Numbering<Subject>();
  readonly #texts = new Numbering<string | null>();
  #order: Int32Array | undefined;

  /** Of one batch. An event without a claim depends on the first condition, and each claim has its own after it. */
  addAll({ events, texts }: PackedEvents, subjects: readonly Subject[], firstCondition: number): void {
    if (this.#order) throw new Error('events came after the group was complete');
    const subjectNumbers = subjects.map((subject) => this.#subjects.numberOf(subject));
    const textNumbers = texts.map((text) => this.#texts.numberOf(text));
    for (let from = 0; from < events.length; from += NUMBERS_PER_EVENT) {
      const block = this.#blockWithRoom();
      let to = (this.#length++ % EVENTS_PER_BLOCK) * NUMBERS_PER_WAITING;
      const what = events[from + 2]!;
      const first = events[from + 3]!;
      const second = events[from + 4]!;
      block[to++] = firstCondition + events[from + 5]!;
      block[to++] = subjectNumbers[events[from]!]!;
      block[to++] = events[from + 1]!;
      block[to++] = what;
      block[to++] = what === SELECTION ? textNumbers[first]! : first;
      block[to++] = what === SELECTION ? textNumbers[second]! : second;
    }
  }

  /** When all are in. It takes a while, which need not be within a transaction. */
  sort(): void {
    this.#order = this.#inOrder(this.#subjects.all());
  }

  /**
   * Those whose conditions hold, counted. Those of one subject and day come together, and the subjects of a campaign
   * next to each other: so what one event has touched is still at hand for the next, and few folds have rows in
   * common. The first fold may hold something already.
   */
  *folds(holds: Uint8Array, fold = new Fold()): Generator<Fold> {
    const subjects = this.#subjects.all();
    const texts = this.#texts.all();
    if (!this.#order) this.sort();
    const order = this.#order!;
    for (let next = 0; next < order.length; ) {
      const end = Math.min(next + EVENTS_PER_FOLD, order.length);
      for (; next < end; next++) {
        const event = order[next]!;
        const block = this.#blocks[event >>> BLOCK_BITS]!;
        const at = (event % EVENTS_PER_BLOCK) * NUMBERS_PER_WAITING;
        if (holds[block[at]!]) countEvent(fold, subjects, texts, block, at);
      }
      if (next === order.length) break;
      yield fold;
      fold = new Fold();
    }
    yield fold;
  }

  #blockWithRoom(): Int32Array {
    const used = this.#length % EVENTS_PER_BLOCK;
    if (this.#length === EVENTS_MAX) throw new Error(`more than ${EVENTS_MAX} events wait for one commit`);
    if (used === 0)
      this.#blocks.push(
        new Int32Array((this.#length === 0 ? EVENTS_AT_FIRST : EVENTS_PER_BLOCK) * NUMBERS_PER_WAITING),
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
    for (let event = 0; event < this.#length; event++) {
      const block = this.#blocks[event >>> BLOCK_BITS]!;
      const at = (event % EVENTS_PER_BLOCK) * NUMBERS_PER_WAITING;
      const rank = ranks[block[at + 1]!]!;
      const day = block[at + 2]!;
      halves[event * 2] = (day << EVENT_BITS) | event;
      halves[event * 2 + 1] = (rank << DAY_LOW_BITS) | (day >>> DAY_LOW_BITS);
    }
    new BigUint64Array(halves.buffer).sort();
    const order = new Int32Array(this.#length);
    for (let event = 0; event < order.length; event++) order[event] = halves[event * 2]! & (EVENTS_MAX - 1);
    return order;
  }
}

function countEvent(
  fold: Fold,
  subjects: readonly Subject[],
  texts: readonly (string | null)[],
  block: Int32Array,
  at: number,
): void {
  const subject = subjects[block[at + 1]!]!;
  const day = block[at + 2]!;
  const what = block[at + 3]!;
  const first = block[at + 4]!;
  const second = block[at + 5]!;
  if (what === SELECTION) fold.valueCell(subject, day, texts[first]!, texts[second]!).selections++;
  else if (what === METRIC.orders) fold.countOrder(subject, day, revenueOf(first, second));
  else fold.count(subject, day, what as Metric, first, second);
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
