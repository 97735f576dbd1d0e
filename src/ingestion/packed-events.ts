// The good events of a batch as plain data: they may be prepared in one thread and counted in another.
import type { Subject, SubjectKind } from '../catalog/subject.ts';
import { METRIC } from '../rollups/metric.ts';
import type { EventDraft, ProductSale } from './event.ts';

/** Subject's place in `subjects`, day, metric, and the two halves of the visitor's hash. */
export const NUMBERS_PER_VISIT = 5;
const VISITS_AT_FIRST = 16;

export interface PackedEvents {
  /** Website, kind and id of every subject that is named, once. */
  readonly subjects: readonly (readonly [websiteId: number, kind: SubjectKind, id: number])[];
  /** Events which say that a visitor did something, and no more: the most of all. */
  readonly visits: Int32Array<ArrayBuffer>;
  readonly others: readonly PackedEvent[];
  /** Events that count only if the database says that they are new. */
  readonly claimed: readonly PackedEvent[];
}

/** `subject` is its place in `subjects`; the other fields are those of a draft. */
export interface PackedEvent
  extends Pick<EventDraft, 'day' | 'metric' | 'visitorLow' | 'visitorHigh' | 'revenue' | 'list' | 'value'> {
  readonly subject: number;
  readonly products: readonly ProductSale[];
}

export class EventPacker {
  readonly #subjects = new Map<Subject, number>();
  #visits = new Int32Array(VISITS_AT_FIRST * NUMBERS_PER_VISIT);
  #length = 0;
  readonly #others: PackedEvent[] = [];
  readonly #claimed: PackedEvent[] = [];

  add(event: EventDraft): void {
    if (event.metric !== undefined && event.metric !== METRIC.orders) this.#addVisit(event);
    else this.#others.push(this.#packed(event));
  }

  addClaimed(event: EventDraft): void {
    this.#claimed.push(this.#packed(event));
  }

  packed(): PackedEvents {
    return {
      subjects: [...this.#subjects.keys()].map(({ websiteId, kind, id }) => [websiteId, kind, id]),
      visits: this.#visits.slice(0, this.#length),
      others: this.#others,
      claimed: this.#claimed,
    };
  }

  #addVisit({ subject, day, metric, visitorLow, visitorHigh }: EventDraft): void {
    if (this.#length === this.#visits.length) this.#grow();
    const visits = this.#visits;
    let at = this.#length;
    visits[at++] = this.#placeOf(subject!);
    visits[at++] = day;
    visits[at++] = metric!;
    visits[at++] = visitorLow;
    visits[at++] = visitorHigh;
    this.#length = at;
  }

  #packed({ subject, day, metric, visitorLow, visitorHigh, revenue, products, list, value }: EventDraft): PackedEvent {
    const place = this.#placeOf(subject!);
    return { subject: place, day, metric, visitorLow, visitorHigh, revenue, products, list, value };
  }

  #placeOf(subject: Subject): number {
    let place = this.#subjects.get(subject);
    if (place === undefined) {
      place = this.#subjects.size;
      this.#subjects.set(subject, place);
    }
    return place;
  }

  #grow(): void {
    const larger = new Int32Array(this.#visits.length * 2);
    larger.set(this.#visits);
    this.#visits = larger;
  }
}
