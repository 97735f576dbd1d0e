// Counts the page views of a tool that exports events, one after the other and in any order: distinct visitors and visits of each day,
// and of each value of a dimension. That is how Umami counts them, too.
import { STORED_DIMENSIONS, type StoredDimension } from '../../foundation/dimensions/dimension.ts';
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
  readonly #withValue = new Map<string, { visitors: number; visits: number; pageViews: number }>();
  readonly #dayNumbers = new Set<number>();

  /** `dimensions`: those that the file has. `keysMax`: bounds the memory. */
  constructor(days: TrafficDays, file: string, dimensions: Iterable<StoredDimension>, keysMax: number) {
    this.#days = days;
    this.#file = file;
    this.#dimensions = new Set(dimensions);
    this.#keysMax = keysMax;
  }

  add({ day, visitor, visit, values }: PageView): void {
    const ofVisitor = mixed(hashOf(visitor), day);
    const ofVisit = mixed(hashOf(visit), day);
    this.#dayNumbers.add(day);
    this.#days.addTotals(day, {
      visitors: this.#isNew(ofVisitor, KIND.visitor) ? 1 : 0,
      visits: this.#isNew(ofVisit, KIND.visit) ? 1 : 0,
      pageViews: 1,
    });
    for (const [place, dimension] of STORED_DIMENSIONS.entries()) {
      const value = values[dimension];
      if (value === undefined || !this.#dimensions.has(dimension)) continue;
      const ofValue = hashOf(value).low;
      const counts = (kind: number) => ({
        visitors: this.#isNew(mixed(ofVisitor, ofValue * kind), KIND.value + place) ? 1 : 0,
        visits: this.#isNew(mixed(ofVisit, ofValue * kind + 1), KIND.value + place) ? 1 : 0,
      });
      const pageViews = OF_SOURCES.has(dimension) ? null : 1;
      this.#days.addValue(day, dimension, value, { ...counts(1), pageViews });
      this.#addWithValue(day, dimension, counts(0));
    }
  }

  addEvent({ day, visitor, name }: NamedEvent): void {
    const ofVisitor = mixed(hashOf(visitor), day);
    const isNew = this.#isNew(mixed(ofVisitor, hashOf(name).low), KIND.event);
    this.#days.addEvent(day, name, { visitors: isNew ? 1 : 0, count: 1 });
  }

  /** Whoever had no value on a day counts for none; whoever came from nowhere came directly. */
  finish(): void {
    for (const day of this.#dayNumbers) {
      const total = (name: 'visitors' | 'visits' | 'pageViews') => this.#days.totalOf(day, name) ?? 0;
      for (const dimension of this.#dimensions) {
        const { visitors, visits, pageViews } = this.#withValue.get(`${day} ${dimension}`) ?? NONE;
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

  #addWithValue(
    day: number,
    dimension: StoredDimension,
    { visitors, visits }: { visitors: number; visits: number },
  ): void {
    const key = `${day} ${dimension}`;
    const sums = this.#withValue.get(key) ?? { ...NONE };
    sums.visitors += visitors;
    sums.visits += visits;
    sums.pageViews++;
    this.#withValue.set(key, sums);
  }

  #isNew(key: KeyHash, kind: number): boolean {
    if (this.#keys.size >= this.#keysMax) {
      throw new HistoryFileTooLargeError({ file: this.#file }, 'it has too many visits: export fewer days at once');
    }
    return this.#keys.add(mixed(key, kind));
  }
}

const NONE = { visitors: 0, visits: 0, pageViews: 0 };
