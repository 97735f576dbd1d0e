// A batch of events as it is sent, and its outcome. On its way it is accepted (accept-batch.ts), its new keys are registered
// (key-registrar.ts), its events are counted (count-events.ts) and committed (commit-batches.ts).

import type { JsonBounds } from '../../contract/operations/json-bounds.ts';
import type { NewKeys } from '../../engine/catalog/records/register-keys.ts';
import type { SubjectReference } from '../../engine/catalog/subject.ts';
import type { DimensionFields, VisitField } from '../../foundation/dimensions/fields.ts';
import type { EventType, MappedEvent, RejectedEvent, Rejection } from './event.ts';

/** A batch is plain data, because it is sent to another thread. */
export interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * `ndjson` is a part of a file, `any` is NDJSON or one JSON array, `envelope` a JSON object with the array `events`. The others are
   * protocols of other services.
   */
  readonly format: 'ndjson' | 'any' | 'envelope' | ProtocolFormat;
  /** The only website that the sender may write to. If it is undefined, the sender may write to all. */
  readonly onlyWebsiteId?: number;
  /** A browser sent the batch, so anybody could have sent it. */
  readonly isFromBrowser?: boolean;
  /** A program caused the events, not a person. They are not counted; only their number is returned. */
  readonly isFromBot?: boolean;
  /** The values of fields that an event leaves out. Without defaults, an event must not leave them out. */
  readonly defaults?: EventDefaults | undefined;
  readonly eventsMax: number;
  /** The limits of each event. If it is undefined, there are none. */
  readonly eventBounds?: EventBounds;
  /** The maximum age of an event in days. If it is undefined, there is no limit. */
  readonly ageDaysMax?: number;
  /** The maximum number of different subject days, each of which means rows to write. If it is undefined, there is no limit. */
  readonly subjectDaysMax?: number;
  readonly rejectionsKeptMax: number;
  /** The file that the batch is a part of. Its orders without a subject are credited when all of it is counted: see deferred-orders.ts. */
  readonly importId?: string;
  /** How many accepted events the outcome lists. If it is undefined, the outcome lists none, which costs nothing. */
  readonly acceptedListedMax?: number;
  /**
   * The new keys that its events name, if it was accepted before. It is accepted again after they are registered, as far as the limits
   * allow.
   */
  readonly newKeys?: readonly NewKeys[];
  /** Prevents a repeated batch from being counted again. */
  readonly receipt?: ReceiptRequest;
}

/** The format of another service's protocol. What else its decoder has to know is up to the protocol. */
export interface ProtocolFormat {
  readonly protocol: 'segment' | 'webhook';
}

export type ProtocolBody = Pick<Batch, 'bytes' | 'onlyWebsiteId'>;

/** Throws a problem of status 400 or 413 if the body can't be read at all. */
export type DecodeProtocol = (body: ProtocolBody, format: ProtocolFormat) => Iterable<MappedEvent>;

/** What an extension adds for the protocol that it receives. */
export interface ProtocolDecoder extends ProtocolFormat {
  readonly decode: DecodeProtocol;
}

/** The way in. */
export type BatchSource = 'server' | 'browser' | ProtocolFormat['protocol'] | 'file';

export function batchSourceOf({ format, isFromBrowser }: Pick<Batch, 'format' | 'isFromBrowser'>): BatchSource {
  if (typeof format !== 'string') return format.protocol;
  if (isFromBrowser) return 'browser';
  return format === 'ndjson' ? 'file' : 'server';
}

export interface EventDefaults {
  readonly websiteId: number;
  /** The visitor of all events of the batch, as it was sent. */
  readonly visitor?: unknown;
  /** The ids of a visitor without consent. */
  readonly dailyVisitor?: DailyVisitor | undefined;
  /** What a browser says about the visit of its events. */
  readonly visit?: SentVisit;
}

/** The user agent becomes a device, a browser and an operating system, the address becomes a country. Both are then forgotten. */
export interface SentVisit {
  readonly fields: Pick<DimensionFields, VisitField>;
  readonly userAgent: string;
  readonly ipAddress: string;
  /** What a trusted proxy says, unchecked. undefined: none says anything. */
  readonly country?: string | undefined;
}

/** The ids of a visitor who gets another id on each UTC day. */
export interface DailyVisitor {
  readonly yesterday: { readonly day: number; readonly visitor: string };
  /** The id of today. It is also used for events of other days, whose ids can't be derived. */
  readonly otherwise: string;
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
  /** How many events were rejected, by code. */
  reasons: Record<string, number>;
  /** The first of these events, up to the batch's `rejectionsKeptMax`. */
  rejections: (RejectedEvent & { line: number })[];
  /** Events that were understood, but have nothing to count. It is undefined if there are none. */
  ignored?: IgnoredEvents;
  /** How many events there were, if the batch is from a bot. */
  bots?: number;
  /** The first accepted events, up to the batch's `acceptedListedMax`. They are not stored with a receipt. */
  listed?: ListedEvent[];
  /** The batch was counted before, and this is the outcome of that time. */
  isRepeat?: true;
  /** How many batches shared the commit. Set on the first of them only, so that each commit is reported once. */
  groupBatches?: number;
}

export interface IgnoredEvents {
  count: number;
  /** How many events were ignored, by code. */
  reasons: Record<string, number>;
  /** The first of these events, up to the batch's `rejectionsKeptMax`. */
  listed: (Rejection & { readonly type?: EventType | undefined })[];
}

/** An accepted event, without anything about the visitor. */
export interface ListedEvent {
  readonly type: EventType;
  readonly subject: SubjectReference;
  readonly isDuplicate: boolean;
}

/** Resolves only after the commit. */
export interface Ingestion {
  ingest(batch: Batch): Promise<BatchOutcome>;
}

export function emptyOutcome(): BatchOutcome {
  return { accepted: 0, duplicates: 0, rejected: 0, reasons: {}, rejections: [] };
}
