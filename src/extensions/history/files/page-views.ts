// Counts the page views of a tool that exports events, one after the other and in any order: distinct visitors and visits of each day,
// and of each value of a dimension. That is how Umami counts them, too.
import { STORED_DIMENSIONS, type StoredDimension } from '../../../core/foundation/dimensions/dimension.ts';
import { DistinctKeys, hashOf, type KeyHash, mixed } from './distinct-keys.ts';
import { HistoryFileTooLargeError } from './file-error.ts';
import type { TrafficDays } from './traffic-days.ts';

/** Only the first page view of a visit says where it came from, so page views are not counted by these. */
const OF_SOURCES: ReadonlySet<StoredDimension> = new Set<StoredDimension>([
  ...(['channel', 'utm_source', 'utm_medium', 'utm_campaign', 'referrer'] as const),
]);

export interface PageView {
  readonly day: number;
  readonly visitor: string;
  readonly visit: string;
  /** Visits that came from nowhere have no `channel`. */
  readonly values: Readonly<Partial<Record<StoredDimension, string | undefined>>>;
}

interface NamedEvent {
  readonly day: number;
  readonly visitor: string;
  readonly name: string;
}

/** What makes keys of the same visitor and day different from each other. */
const KIND = { visitor: 1, visit: 2, value: 16, event: 64 } as const;

export class PageViews {
  readonly #days: TrafficDays;
  readonly #keysMax: number;
  readonly #file: string;
  readonly #keys = new DistinctKeys();
  readonly #dimensions: ReadonlySet<StoredDimension>;
  /** What has a value of each dimension, by day. */
  readonly #withValue = new Map<number, Sums[]>();

  /** `dimensions`: those that the file has. `keysMax`: bounds the memory. */
  constructor(days: TrafficDays, file: string, dimensions: Iterable<StoredDimension>, keysMax: number) {
    this.#days = days;
    this.#file = file;
    this.#dimensions = new Set(dimensions);
    this.#keysMax = keysMax;
  }

  add({ day, visitor, visit, values }: PageView): void {
    const ofVisitor = mixed(mixed(hashOf(visitor), day), KIND.visitor);
    const ofVisit = mixed(mixed(hashOf(visit), day), KIND.visit);
    const sums = this.#sumsOf(day);
    this.#days.addTotals(day, {
      visitors: this.#isNew(ofVisitor) ? 1 : 0,
      visits: this.#isNew(ofVisit) ? 1 : 0,
      pageViews: 1,
    });
    for (const [place, dimension] of STORED_DIMENSIONS.entries()) {
      const value = values[dimension];
      if (value === undefined || !this.#dimensions.has(dimension)) continue;
      const ofValue = mixed(hashOf(value), KIND.value + place).low;
      this.#days.addValue(day, dimension, value, {
        visitors: this.#isNew(mixed(ofVisitor, ofValue)) ? 1 : 0,
        visits: this.#isNew(mixed(ofVisit, ofValue)) ? 1 : 0,
        pageViews: OF_SOURCES.has(dimension) ? null : 1,
      });
      const withValue = sums[place]!;
      if (this.#keys.mark(ofVisitor, place)) withValue.visitors++;
      if (this.#keys.mark(ofVisit, place)) withValue.visits++;
      withValue.pageViews++;
    }
  }

  addEvent({ day, visitor, name }: NamedEvent): void {
    const ofVisitor = mixed(hashOf(visitor), day);
    const isNew = this.#isNew(mixed(mixed(ofVisitor, hashOf(name).low), KIND.event));
    this.#days.addEvent(day, name, { visitors: isNew ? 1 : 0, count: 1 });
  }

  /** Whoever had no value on a day counts for none; whoever came from nowhere came directly. */
  finish(): void {
    for (const [day, sums] of this.#withValue) {
      const total = (name: 'visitors' | 'visits' | 'pageViews') => this.#days.totalOf(day, name) ?? 0;
      for (const dimension of this.#dimensions) {
        const { visitors, visits, pageViews } = sums[STORED_DIMENSIONS.indexOf(dimension)]!;
        const rest = {
          visitors: total('visitors') - visitors,
          visits: total('visits') - visits,
          pageViews: OF_SOURCES.has(dimension) ? null : total('pageViews') - pageViews,
        };
        if (!rest.visitors && !rest.visits && !rest.pageViews) continue;
        this.#days.addValue(day, dimension, dimension === 'channel' ? 'direct' : undefined, rest);
      }
    }
  }

  #sumsOf(day: number): Sums[] {
    let sums = this.#withValue.get(day);
    if (!sums) {
      sums = STORED_DIMENSIONS.map(() => ({ visitors: 0, visits: 0, pageViews: 0 }));
      this.#withValue.set(day, sums);
    }
    return sums;
  }

  #isNew(key: KeyHash): boolean {
    if (this.#keys.size >= this.#keysMax) {
      throw new HistoryFileTooLargeError({ file: this.#file }, 'it has too many visits: export fewer days at once');
    }
    return this.#keys.add(key);
  }
}

interface Sums {
  visitors: number;
  visits: number;
  pageViews: number;
}
