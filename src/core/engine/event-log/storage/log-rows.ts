// What a commit adds to the event log: encoded before anything is locked, like the rows of the rollups.
// Why: docs/decisions/events.md, "Large commits are sorted when they are merged".
import { type DayEvents, EventsByDay } from '../format/day-events.ts';
import { writePending } from '../format/pending.ts';
import { type RunPart, writeParts } from '../format/run-parts.ts';

/**
 * More events of a day are stored as a run at once: a question then reads only the columns and the visitors that it needs. What a file has
 * of a day mostly stays as it is stored. Days of the collector get more, and are merged soon: there, senders do not wait until events are
 * sorted.
 */
const PENDING_EVENTS_MAX = { collector: 16_384, file: 4_096 } as const;

/** Events of one website and day: a pending row, or the parts of a run. */
interface LogRow {
  readonly websiteId: number;
  readonly day: number;
  readonly eventCount: number;
  readonly content: Uint8Array | readonly RunPart[];
}

export interface LogRows {
  /** The websites that have a log. Of the others, no events are logged. */
  readonly websiteIds: ReadonlySet<number>;
  readonly rows: readonly LogRow[];
}

/** Collects the events of a commit. */
export class EventLogger {
  readonly #events = new Map<number, EventsByDay>();
  readonly #hasLog: (websiteId: number) => boolean;
  readonly #pendingEventsMax: number;
  #lastWebsiteId: number | undefined;
  #lastEvents: EventsByDay | undefined;

  constructor(hasLog: (websiteId: number) => boolean, from: keyof typeof PENDING_EVENTS_MAX) {
    this.#hasLog = hasLog;
    this.#pendingEventsMax = PENDING_EVENTS_MAX[from];
  }

  /** undefined: the website has no log. Remembers the last website, because consecutive events mostly have the same one. */
  eventsOf(websiteId: number): EventsByDay | undefined {
    if (websiteId !== this.#lastWebsiteId) {
      this.#lastWebsiteId = websiteId;
      this.#lastEvents = this.#findEvents(websiteId);
    }
    return this.#lastEvents;
  }

  #findEvents(websiteId: number): EventsByDay | undefined {
    const known = this.#events.get(websiteId);
    if (known || !this.#hasLog(websiteId)) return known;
    const events = new EventsByDay();
    this.#events.set(websiteId, events);
    return events;
  }

  rows(): LogRows {
    const rows = Array.from(this.#events, ([websiteId, events]) =>
      events.days().map((ofDay) => rowOf(websiteId, ofDay, this.#pendingEventsMax)),
    );
    return { websiteIds: new Set(this.#events.keys()), rows: rows.flat() };
  }
}

function rowOf(websiteId: number, events: DayEvents, pendingEventsMax: number): LogRow {
  const { day } = events;
  const eventCount = events.table.count;
  const content = eventCount > pendingEventsMax ? writeParts(events.sorted()) : writePending(events);
  return { websiteId, day, eventCount, content };
}
