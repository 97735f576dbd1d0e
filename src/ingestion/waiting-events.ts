// Events that wait to be counted, as plain numbers: a group that is committed together may hold a million of them.
import type { Subject } from '../catalog/subject.ts';
import { Fold } from '../rollups/fold.ts';
import { METRIC, type Metric } from '../rollups/metric.ts';
import { Numbering } from './numbering.ts';
import { NUMBERS_PER_EVENT, type PackedEvents, revenueOf, SELECTION } from './packed-events.ts';

/** The condition on which it counts, subject's number, day, what happened, and the two numbers that tell more of it. */
const NUMBERS_PER_WAITING = 6;
const SUBJECT = 1;
const DAY = 2;

/** Events lie in blocks of so many, so that making room for more moves none; the first block starts small. */
const BLOCK_BITS = 14;
const EVENTS_PER_BLOCK = 1 << BLOCK_BITS;
const EVENTS_AT_FIRST = 64;

/** A fold takes up to a few hundred bytes for each event in it. */
const EVENTS_PER_FOLD = 75_000;

export class WaitingEvents {
  #blocks: Int32Array[] = [];
  #length = 0;
  readonly #subjects = new Numbering<Subject>();
  readonly #texts = new Numbering<string | null>();
  #isSorted = false;
  #firstDay = Number.MAX_SAFE_INTEGER;
  #lastDay = 0;

  /** Of one batch. An event without a claim depends on the first condition, and each claim has its own after it. */
  addAll({ events, texts }: PackedEvents, subjects: readonly Subject[], firstCondition: number): void {
    if (this.#isSorted) throw new Error('events came after the group was complete');
    const subjectNumbers = subjects.map((subject) => this.#subjects.numberOf(subject));
    const textNumbers = texts.map((text) => this.#texts.numberOf(text));
    for (let from = 0; from < events.length; from += NUMBERS_PER_EVENT) {
      const block = this.#blockWithRoom();
      let to = placeInBlock(this.#length++);
      const day = events[from + 1]!;
      const what = events[from + 2]!;
      const first = events[from + 3]!;
      const second = events[from + 4]!;
      block[to++] = firstCondition + events[from + 5]!;
      block[to++] = subjectNumbers[events[from]!]!;
      block[to++] = day;
      block[to++] = what;
      block[to++] = what === SELECTION ? textNumbers[first]! : first;
      block[to++] = what === SELECTION ? textNumbers[second]! : second;
      if (day < this.#firstDay) this.#firstDay = day;
      if (day > this.#lastDay) this.#lastDay = day;
    }
  }

  /**
   * When all are in. It takes a while, which need not be within a transaction. Those of one subject and day come
   * together, and the subjects of a campaign next to each other: so what one event has touched is still at hand for the
   * next, and few folds have rows in common. The events themselves are moved, because reading a million of them in any
   * other order than that in which they lie takes longer.
   */
  sort(): void {
    const dayCount = this.#length === 0 ? 0 : this.#lastDay - this.#firstDay + 1;
    this.#moveBy(DAY, this.#firstDay, Int32Array.from(Array(dayCount).keys()));
    this.#moveBy(SUBJECT, 0, ranksOf(this.#subjects.all()));
    this.#isSorted = true;
  }

  /** Those whose conditions hold, counted. The first fold may hold something already. */
  *folds(holds: Uint8Array, fold = new Fold()): Generator<Fold> {
    const subjects = this.#subjects.all();
    const texts = this.#texts.all();
    if (!this.#isSorted) this.sort();
    for (let next = 0; next < this.#length; ) {
      const end = Math.min(next + EVENTS_PER_FOLD, this.#length);
      for (; next < end; next++) {
        const block = this.#blocks[next >>> BLOCK_BITS]!;
        const at = placeInBlock(next);
        if (holds[block[at]!]) countEvent(fold, subjects, texts, block, at);
      }
      if (next === this.#length) break;
      yield fold;
      fold = new Fold();
    }
    yield fold;
  }

  /**
   * Into the order of the ranks that one of their numbers has, from the smallest one on. Events of one rank stay in the
   * order that they are in.
   */
  #moveBy(number: number, smallest: number, ranks: Int32Array): void {
    const blocks = this.#blocks;
    const places = this.#placesOfRanks(number, smallest, ranks);
    const moved = blocks.map(({ length }) => new Int32Array(length));
    for (let event = 0; event < this.#length; event++) {
      const from = blocks[event >>> BLOCK_BITS]!;
      const fromAt = placeInBlock(event);
      const place = places[ranks[from[fromAt + number]! - smallest]!]!++;
      const to = moved[place >>> BLOCK_BITS]!;
      const toAt = placeInBlock(place);
      to[toAt] = from[fromAt]!;
      to[toAt + 1] = from[fromAt + 1]!;
      to[toAt + 2] = from[fromAt + 2]!;
      to[toAt + 3] = from[fromAt + 3]!;
      to[toAt + 4] = from[fromAt + 4]!;
      to[toAt + 5] = from[fromAt + 5]!;
    }
    this.#blocks = moved;
  }

  /** By rank: where its first event goes. */
  #placesOfRanks(number: number, smallest: number, ranks: Int32Array): Int32Array {
    const places = new Int32Array(ranks.length + 1);
    for (let event = 0; event < this.#length; event++) {
      const block = this.#blocks[event >>> BLOCK_BITS]!;
      places[ranks[block[placeInBlock(event) + number]! - smallest]! + 1]!++;
    }
    for (let rank = 0; rank < ranks.length; rank++) places[rank + 1]! += places[rank]!;
    return places;
  }

  #blockWithRoom(): Int32Array {
    const used = this.#length % EVENTS_PER_BLOCK;
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
}

function placeInBlock(event: number): number {
  return (event % EVENTS_PER_BLOCK) * NUMBERS_PER_WAITING;
}

function countEvent(
  fold: Fold,
  subjects: readonly Subject[],
  texts: readonly (string | null)[],
  block: Int32Array,
  at: number,
): void {
  const subject = subjects[block[at + SUBJECT]!]!;
  const day = block[at + DAY]!;
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
