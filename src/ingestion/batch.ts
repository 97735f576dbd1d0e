// A batch of events on its way in, and what became of it.
import type { JsonBounds } from '../json-bounds.ts';
import type { RejectedEvent } from './event.ts';

/** Plain data, because it crosses the border between threads. */
export interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** any: NDJSON, or one JSON array. */
  readonly format: 'ndjson' | 'any';
  /** The one website that the sender may write to; undefined: any. */
  readonly onlyWebsiteId?: number;
  readonly eventsMax: number;
  /** Of each event; undefined: none. */
  readonly eventBounds?: EventBounds;
  /** How many days ago an event may have happened; undefined: any number. */
  readonly ageDaysMax?: number;
  /** How many different days of subjects its events may name, each of which is rows to write; undefined: any number. */
  readonly subjectDaysMax?: number;
  readonly rejectionsKeptMax: number;
  /** Makes a repeat of the batch count nothing. */
  readonly receipt?: ReceiptRequest;
}

export interface EventBounds extends JsonBounds {
  readonly bytesMax: number;
}

export type ReceiptRequest =
  | { readonly kind: 'request'; readonly websiteId: number; readonly idempotencyKey: string }
  | { readonly kind: 'chunk'; readonly digestBefore: string; readonly digestAfter: string; readonly endOffset: number };

export interface BatchOutcome {
  accepted: number;
  duplicates: number;
  rejected: number;
  /** How many were rejected, by code. */
  reasons: Record<string, number>;
  /** The first ones, up to the batch's `rejectionsKeptMax`. */
  rejections: (RejectedEvent & { line: number })[];
  /** The answer of the first time: nothing was counted now. */
  isRepeat?: true;
  /** How many batches shared the commit. Only the first of them says so, which makes it one word for each commit. */
  groupBatches?: number;
}

export function emptyOutcome(): BatchOutcome {
  return { accepted: 0, duplicates: 0, rejected: 0, reasons: {}, rejections: [] };
}
