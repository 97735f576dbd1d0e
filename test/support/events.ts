// Builders for events and batches.
import type { Batch } from '../../src/core/intake/events/batch.ts';

/** Anything that a client may send, including invalid input. */
export type SentEvent = Readonly<Record<string, unknown>>;

/** A valid view of website 1, with the given fields changed or added. */
export function eventWith(fields: SentEvent = {}): SentEvent {
  return { type: 'view', website_id: 1, visitor: 'visitor-1', ...fields };
}

/** Without a visitor, which is optional for orders. */
export function orderWith(fields: SentEvent = {}): SentEvent {
  return { type: 'order', website_id: 1, revenue: 10, ...fields };
}

/** Of all that is left of the order `o`. */
export function refundWith(fields: SentEvent = {}): SentEvent {
  return { type: 'refund', website_id: 1, order_id: 'o', ...fields };
}

export function selectionWith(fields: SentEvent = {}): SentEvent {
  return { type: 'selection', website_id: 1, visitor: 'visitor-1', element_id: 10000, ...fields };
}

export function ndjson(events: readonly SentEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** In its own buffer, as a batch requires. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function batchOf(events: readonly SentEvent[] | string, options: Partial<Batch> = {}): Batch {
  const text = typeof events === 'string' ? events : ndjson(events);
  return {
    bytes: bytesOf(text),
    format: 'any',
    eventsMax: Number.POSITIVE_INFINITY,
    rejectionsKeptMax: Number.POSITIVE_INFINITY,
    ...options,
  };
}
