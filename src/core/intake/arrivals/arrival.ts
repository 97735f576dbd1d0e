// An event that arrived at the service, as users see it: its outcome, and nothing about the visitor.

import type { SubjectReference } from '../../engine/catalog/subject.ts';
import type { BatchSource } from '../events/batch.ts';

/** How events arrive. Of a `file` only refunds are noted whose order never came: everything else is in the report of the import. */
export const ARRIVAL_SOURCES = ['server', 'browser', 'segment', 'webhook', 'file'] as const satisfies BatchSource[];
export type ArrivalSource = (typeof ARRIVAL_SOURCES)[number];

/** `ignored` events were understood, but have nothing to count. Events of a `bot` were not counted, because no person caused them. */
export const ARRIVAL_OUTCOMES = ['accepted', 'duplicate', 'rejected', 'ignored', 'bot'] as const;
export type ArrivalOutcome = (typeof ARRIVAL_OUTCOMES)[number];

/** Who sent an event, and how. */
export interface Sender {
  readonly websiteId: number;
  readonly source: ArrivalSource;
  /** The ingest key. It is undefined if it is not known. */
  readonly keyId?: number | undefined;
  /** The origin of the page, if a browser sent the event. */
  readonly origin?: string | undefined;
}

/** An event, or several that are alike. Never give it a visitor, an address, or anything else about a person. */
export interface Arrival extends Sender {
  readonly at: Date;
  readonly outcome: ArrivalOutcome;
  /** How many events it stands for. The default is 1. */
  readonly count?: number | undefined;
  /** Why it was not counted: a word with underscores, such as unknown_field. */
  readonly code?: string | undefined;
  /** What is wrong, and how to fix it. */
  readonly message?: string | undefined;
  readonly type?: string | undefined;
  /** The subject in the catalog, or as the sender named it. */
  readonly subject?: SubjectReference | string | undefined;
}
