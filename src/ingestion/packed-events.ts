// The good events of a batch as plain data: they may be prepared in one thread and counted in another. Almost all of
// them fit into six numbers each, which take a tenth of an object's room and move to another thread without a copy. What
// does not fit is a text that was not chosen before, and the products of an order.
import type { Subject, SubjectKind } from '../catalog/subject.ts';
import { METRIC, METRIC_COUNT } from '../rollups/metric.ts';
import type { EventDraft, ProductSale } from './event.ts';
import { Numbering } from './numbering.ts';

/** Subject's number, day, what happened, two numbers that tell more of it, and the claim (from 1) or 0. */
export const NUMBERS_PER_EVENT = 6;
/** What happened: one of the metrics, of visitors or of orders; or that a value was chosen. */
export const SELECTION = METRIC_COUNT;
const EVENTS_AT_FIRST = 16;
const TWO_TO_32 = 2 ** 32;
const PRODUCT_WEIGHT = 10;
/** Of one that is not among them yet: its place among the others takes more than its letters. */
const TEXT_WEIGHT = 5;
const TEXT_LENGTH_PER_WEIGHT = 20;

export interface PackedEvents {
  /** Website, kind and id of every subject that is named, by its number. */
  readonly subjects: readonly (readonly [websiteId: number, kind: SubjectKind, id: number])[];
  /** The lists and the chosen values, by their numbers. */
  readonly texts: readonly (string | null)[];
  /** The two numbers: halves of the visitor's hash, or of an order's revenue; or a selection's list and value. */
  readonly events: Int32Array<ArrayBuffer>;
  readonly productOrders: readonly ProductOrder[];
  /** Events that count only if the database says that they are new. */
  readonly claimCount: number;
}

/** An order that names products. */
export interface ProductOrder {
  readonly subject: number;
  readonly day: number;
  readonly revenue: number;
  readonly products: readonly ProductSale[];
  readonly claim: number;
}

export class EventPacker {
  readonly #subjects = new Numbering<Subject>();
  readonly #texts = new Numbering<string | null>();
  #events = new Int32Array(EVENTS_AT_FIRST * NUMBERS_PER_EVENT);
  #length = 0;
  readonly #productOrders: ProductOrder[] = [];
  #claimCount = 0;
  #productCount = 0;

  /** The room that it takes, as a number of events that fit into their numbers. */
  get weight(): number {
    const texts = this.#texts.all();
    const textLength = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const textWeight = texts.length * TEXT_WEIGHT + Math.floor(textLength / TEXT_LENGTH_PER_WEIGHT);
    const events = this.#length / NUMBERS_PER_EVENT + this.#productOrders.length;
    return events + this.#productCount * PRODUCT_WEIGHT + textWeight;
  }

  add(event: EventDraft, isClaimed: boolean): void {
    const { metric, day, products, revenue } = event;
    const subject = this.#subjects.numberOf(event.subject!);
    const claim = isClaimed ? ++this.#claimCount : 0;
    if (metric === undefined) {
      const list = this.#texts.numberOf(event.list);
      this.#push(subject, day, SELECTION, list, this.#texts.numberOf(event.value), claim);
    } else if (metric !== METRIC.orders) {
      this.#push(subject, day, metric, event.visitorLow, event.visitorHigh, claim);
    } else if (products.length === 0) {
      this.#push(subject, day, metric, revenue % TWO_TO_32, Math.floor(revenue / TWO_TO_32), claim);
    } else {
      this.#productCount += products.length;
      this.#productOrders.push({ subject, day, revenue, products, claim });
    }
  }

  packed(): PackedEvents {
    return {
      subjects: this.#subjects.all().map(({ websiteId, kind, id }) => [websiteId, kind, id]),
      texts: this.#texts.all(),
      events: this.#events.slice(0, this.#length),
      productOrders: this.#productOrders,
      claimCount: this.#claimCount,
    };
  }

  #push(subject: number, day: number, what: number, first: number, second: number, claim: number): void {
    if (this.#length === this.#events.length) this.#grow();
    const events = this.#events;
    let at = this.#length;
    events[at++] = subject;
    events[at++] = day;
    events[at++] = what;
    events[at++] = first;
    events[at++] = second;
    events[at++] = claim;
    this.#length = at;
  }

  #grow(): void {
    const larger = new Int32Array(this.#events.length * 2);
    larger.set(this.#events);
    this.#events = larger;
  }
}

/** From its two numbers. */
export function revenueOf(first: number, second: number): number {
  return second * TWO_TO_32 + (first >>> 0);
}
