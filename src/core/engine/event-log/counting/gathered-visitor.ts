// A visitor of a range of visitors whose events have been gathered (gather-visitors.ts). There is one object, which goes from visitor to
// visitor: most questions have more visitors than anything else.
import { type GatheredRange, UNORDERED, VISITOR } from './gather-visitors.ts';
import type { Visitor, VisitorColumns, VisitorEvent } from './log-question.ts';

export class GatheredVisitor<Meaning> implements Visitor<Meaning>, VisitorColumns<Meaning> {
  isNobody = false;
  isDaily = false;
  first = 0;
  end = 0;
  readonly days: Int32Array;
  readonly times: Float64Array;
  readonly revenues: Float64Array;
  readonly places: Int32Array;
  readonly meanings: readonly Meaning[];
  readonly #visitors: Int32Array;

  /** Events only have places of meanings that there are. */
  constructor({ days, times, revenues, places, visitors }: GatheredRange, meanings: readonly (Meaning | undefined)[]) {
    this.days = days;
    this.times = times;
    this.revenues = revenues;
    this.places = places;
    this.meanings = meanings as readonly Meaning[];
    this.#visitors = visitors;
  }

  /** Goes to the visitor with this number in the range. Returns whether there are events. */
  goTo(number: number): boolean {
    const visitors = this.#visitors;
    const at = VISITOR.size * number;
    this.isNobody = number === 0;
    this.first = visitors[at + VISITOR.firstEvent]!;
    this.end = visitors[at + VISITOR.endEvent]!;
    this.isDaily = visitors[at + VISITOR.isDaily] === 1;
    if ((visitors[at + VISITOR.disorder]! & UNORDERED) !== 0) this.#putInOrder();
    return this.end > this.first;
  }

  get columns(): VisitorColumns<Meaning> {
    return this;
  }

  get events(): VisitorEvent<Meaning>[] {
    const events: VisitorEvent<Meaning>[] = [];
    for (let place = this.first; place < this.end; place++) {
      events.push({
        day: this.days[place]!,
        time: this.times[place]!,
        revenue: this.revenues[place]!,
        meaning: this.meanings[this.places[place]!]!,
      });
    }
    return events;
  }

  /** Hardly any visitor has events that are not: of runs of one day that are not merged yet, or after a change of the time zone. */
  #putInOrder(): void {
    const { first, end, times } = this;
    const order = Array.from({ length: end - first }, (_, place) => first + place).sort(
      (a, b) => times[a]! - times[b]!,
    );
    for (const column of [this.days, this.revenues, this.places, times]) {
      column.set(
        order.map((place) => column[place]!),
        first,
      );
    }
  }
}
