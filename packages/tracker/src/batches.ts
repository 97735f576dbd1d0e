// How events are put into requests, and how long to wait before a failed request is repeated. Pure functions.

export interface TrackedEvent {
  readonly type: string;
  readonly id: string;
  /** JSON writes a date as the string that the service expects. */
  readonly at: string | Date;
  readonly [field: string]: unknown;
}

const EVENTS_PER_BATCH_MAX = 100;
/** Browsers allow 64 KiB in all requests that outlive their page, and a character takes up to 3 bytes. */
export const BATCH_LENGTH_MAX = 20_000;
const RETRY_FIRST_MS = 1_000;
const RETRY_MS_MAX = 5 * 60_000;

/** Keeps the order. An event that is too long for any batch gets one to itself. */
export function splitIntoBatches<Event>(events: readonly Event[]): Event[][] {
  const batches: Event[][] = [];
  let batch!: Event[];
  let length = BATCH_LENGTH_MAX;
  for (const event of events) {
    const added = JSON.stringify(event).length + 1;
    length += added;
    if (length > BATCH_LENGTH_MAX || batch.length === EVENTS_PER_BATCH_MAX) {
      batch = [];
      batches.push(batch);
      length = added;
    }
    batch.push(event);
  }
  return batches;
}

/** Each delay is twice as long as the one before. `random` is from 0 to 1, so that pages do not all come back at the same time. */
export function retryDelayMs(attempt: number, random: number, retryAfter: string | null | undefined): number {
  const backOff = Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_MS_MAX);
  return Math.max(backOff * (0.5 + random / 2), Math.min(+retryAfter! * 1_000 || 0, RETRY_MS_MAX));
}
