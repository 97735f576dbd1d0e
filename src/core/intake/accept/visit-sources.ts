// Where the visits of visitors without consent came from. Nothing is stored in their browsers, so the service remembers the first source
// of a visit by the visitor's id of the day, for as long as the visit lasts: until 30 minutes after its last event. It is in the memory
// of this process only, and the id can't be derived once its salt is gone.
// Why: docs/decisions/events.md, "The first source of a visit is remembered in memory".

import type { Source } from '../../foundation/dimensions/channel.ts';
import { isEmptySource } from '../../foundation/dimensions/event-dimensions.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { DailyVisitor } from '../events/batch.ts';

const VISIT_MS = 30 * 60 * 1000;
/**
 * They take about 60 MB. When all places are taken, a visit of a website that has less than its share, an equal one for each, takes the
 * place of a visit of a website that has more. Other visits are not remembered. So an invented visit pushes out none that is there, unless
 * it makes room for a website's share.
 */
const VISITS_MAX = 200_000;

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
  /** The visits by the visitor's id. The one whose last event is the oldest comes first. */
  readonly #visits = new Map<string, RememberedVisit>();
  /** The ids of each website, in the same order. */
  readonly #idsByWebsite = new Map<number, Set<string>>();
  /** The website that had the most visits when it was last looked for. */
  #largest: Set<string> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock, visitsMax = VISITS_MAX) {
    this.#clock = clock;
    this.#visitsMax = visitsMax;
  }

  get size(): number {
    return this.#visits.size;
  }

  /** The source of the visit that events have arrived from. A visit that came from nowhere gets the first source that it names. */
  firstSourceOf({ websiteId, visitor, source, hasConsent }: Arrival): Source {
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
    const { websiteId } = visit;
    if (this.#visits.size >= this.#visitsMax && !this.#makeRoomFor(websiteId)) return;
    this.#visits.set(id, visit);
    const ids = this.#idsByWebsite.get(websiteId) ?? new Set();
    this.#idsByWebsite.set(websiteId, ids.add(id));
    if (ids.size > this.#largest.size) this.#largest = ids;
    this.#forgetLater();
  }

  /**
   * false: the website has its share already. Otherwise another one has more, and its visit that had no event for the longest time is
   * forgotten.
   */
  #makeRoomFor(websiteId: number): boolean {
    const own = this.#idsByWebsite.get(websiteId);
    const share = this.#visitsMax / (this.#idsByWebsite.size + (own ? 0 : 1));
    if ((own?.size ?? 0) + 1 > share) return false;
    if (this.#largest.size <= share) {
      for (const ids of this.#idsByWebsite.values()) if (ids.size > this.#largest.size) this.#largest = ids;
    }
    const [oldest] = this.#largest;
    this.#forget(oldest!);
    return true;
  }

  /** Makes sure that visits are forgotten if no further events arrive. */
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
    const ids = this.#idsByWebsite.get(visit.websiteId)!;
    ids.delete(id);
    if (ids.size === 0) this.#idsByWebsite.delete(visit.websiteId);
  }

  #forgetEnded(): void {
    const endedBeforeMs = this.#clock().getTime() - VISIT_MS;
    for (const [id, { lastEventMs }] of this.#visits) {
      if (lastEventMs >= endedBeforeMs) break;
      this.#forget(id);
    }
  }
}
