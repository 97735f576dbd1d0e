// What a commit adds to the event log: encoded before anything is locked, like the rows of the rollups.
import { encodeRuns } from './encode-runs.ts';
import type { LogEvent } from './log-event.ts';
import { packRuns } from './run.ts';

/** Events of one website and day. */
interface LogRow {
  readonly websiteId: number;
  readonly day: number;
  readonly eventCount: number;
  readonly content: Uint8Array;
}

export interface LogRows {
  /** The websites that have a log. Of the others, no events are logged. */
  readonly websiteIds: ReadonlySet<number>;
  readonly rows: readonly LogRow[];
}

/** Collects the events of a commit. */
export class EventLogger {
  readonly #events = new Map<number, LogEvent[]>();
  readonly #hasLog: (websiteId: number) => boolean;

  constructor(hasLog: (websiteId: number) => boolean) {
    this.#hasLog = hasLog;
  }

  /** undefined: the website has no log. */
  eventsOf(websiteId: number): LogEvent[] | undefined {
    const known = this.#events.get(websiteId);
    if (known || !this.#hasLog(websiteId)) return known;
    const events: LogEvent[] = [];
    this.#events.set(websiteId, events);
    return events;
  }

  rows(): LogRows {
    const rows = Array.from(this.#events, ([websiteId, events]) => rowsOfWebsite(websiteId, events));
    return { websiteIds: new Set(this.#events.keys()), rows: rows.flat() };
  }
}

function rowsOfWebsite(websiteId: number, events: readonly LogEvent[]): LogRow[] {
  return encodeRuns(events).map((run) => {
    const { day, eventCount } = run;
    return { websiteId, day, eventCount, content: packRuns([run]) };
  });
}
