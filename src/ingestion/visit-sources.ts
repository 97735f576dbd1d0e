// Where the visits of visitors without consent came from. Nothing is stored in their browsers, so the service remembers the first source
// of a visit by the visitor's id of the day, for as long as the visit lasts: until 30 minutes after its last event. It is in the memory
// of this process only, and the id can't be derived once its salt is gone.
import type { Clock } from '../clock.ts';
import type { Source } from '../dimensions/channel.ts';
import { isEmptySource } from '../dimensions/event-dimensions.ts';
import type { DailyVisitor } from './batch.ts';

const VISIT_MS = 30 * 60 * 1000;
/** About 50 MB. When it is full, no further visits are remembered: an invented visit must not push out one that is there. */
const VISITS_MAX = 200_000;
const WEBSITE_SHARE = 1 / 4;

interface RememberedVisit {
  readonly websiteId: number;
  readonly source: Source;
  readonly lastEventMs: number;
}

interface Arrival {
  readonly websiteId: number;
  readonly visitor: DailyVisitor;
  /** Where the page says that the visit came from. */
  readonly source: Source;
  /** The browser remembers the source itself. */
  readonly hasConsent: boolean;
}

export class VisitSources {
  readonly #clock: Clock;
  readonly #visitsMax: number;
  /** By the visitor's id. The one whose last event is the oldest comes first. */
  readonly #visits = new Map<string, RememberedVisit>();
  readonly #countByWebsite = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock, visitsMax = VISITS_MAX) {
    this.#clock = clock;
    this.#visitsMax = visitsMax;
  }

  get size(): number {
    return this.#visits.size;
  }

  /** The source of the visit that events have arrived from. A visit that came from nowhere gets the first source that it names. */
  sourceOf({ websiteId, visitor, source, hasConsent }: Arrival): Source {
    this.#forgetEnded();
    if (hasConsent && !isEmptySource(source)) return source;
    // A visit around midnight began with the id of yesterday.
    const ids = [visitor.otherwise, visitor.yesterday.visitor];
    const first = ids.map((id) => this.#visits.get(id)).find((visit) => visit !== undefined)?.source ?? source;
    if (hasConsent || isEmptySource(first)) return first;
    for (const id of ids) this.#forget(id);
    this.#remember(visitor.otherwise, { websiteId, source: first, lastEventMs: this.#clock().getTime() });
    return first;
  }

  #remember(id: string, visit: RememberedVisit): void {
    const count = this.#countByWebsite.get(visit.websiteId) ?? 0;
    if (this.#visits.size >= this.#visitsMax || count >= this.#visitsMax * WEBSITE_SHARE) return;
    this.#visits.set(id, visit);
    this.#countByWebsite.set(visit.websiteId, count + 1);
    this.#forgetLater();
  }

  /** Also if no further events arrive. */
  #forgetLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#forgetEnded();
      if (this.#visits.size > 0) this.#forgetLater();
    }, VISIT_MS + 1).unref();
  }

  #forget(id: string): void {
    const visit = this.#visits.get(id);
    if (!visit) return;
    this.#visits.delete(id);
    const count = this.#countByWebsite.get(visit.websiteId)! - 1;
    if (count === 0) this.#countByWebsite.delete(visit.websiteId);
    else this.#countByWebsite.set(visit.websiteId, count);
  }

  #forgetEnded(): void {
    const endedBeforeMs = this.#clock().getTime() - VISIT_MS;
    for (const [id, { lastEventMs }] of this.#visits) {
      if (lastEventMs >= endedBeforeMs) break;
      this.#forget(id);
    }
  }
}
