// An event that arrived at the service, as users see it: its outcome, and nothing about the visitor.

import type { SubjectPlace } from '../catalog/subject.ts';

/** How events arrive over HTTP. Not files: an import has its own report. */
export const ARRIVAL_SOURCES = ['server', 'browser', 'segment', 'webhook'] as const;
export type ArrivalSource = (typeof ARRIVAL_SOURCES)[number];

/** ignored: it was understood, but has nothing to count. bot: it was not counted, because no person caused it. */
export const ARRIVAL_OUTCOMES = ['accepted', 'duplicate', 'rejected', 'ignored', 'bot'] as const;
export type ArrivalOutcome = (typeof ARRIVAL_OUTCOMES)[number];

/** Who sent it, and how. */
export interface Sender {
  readonly websiteId: number;
  readonly source: ArrivalSource;
  /** The ingest key; undefined: not known. */
  readonly keyId?: number | undefined;
  /** The origin of the page, if a browser sent it. */
  readonly origin?: string | undefined;
}

/** An event, or several that are alike. Never give it a visitor, an address, or anything else about a person. */
export interface Arrival extends Sender {
  readonly at: Date;
  readonly outcome: ArrivalOutcome;
  /** How many events it stands for; default 1. */
  readonly count?: number | undefined;
  /** Why it was not counted: a word with underscores, such as unknown_field. */
  readonly code?: string | undefined;
  /** What is wrong, and how to fix it. */
  readonly message?: string | undefined;
  readonly type?: string | undefined;
  /** Its subject: the path in the catalog, or as the sender named it. */
  readonly subject?: SubjectPlace | string | undefined;
}
