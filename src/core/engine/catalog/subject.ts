// Subjects: the five kinds of things that events are counted for, as a tree.
import type { OwnHosts } from '../../foundation/dimensions/referrer.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import type { WebsiteSettings } from './settings.ts';

/** Stored in the rollups, the event log and the touches: a number never changes. */
export const SUBJECT_KIND = { website: 1, campaign: 2, variant: 3, step: 4, element: 5 } as const;
type SubjectKindName = keyof typeof SUBJECT_KIND;
export type SubjectKind = (typeof SUBJECT_KIND)[SubjectKindName];

/** Names a subject within the catalog of its website. */
export interface SubjectReference {
  readonly kind: SubjectKind;
  readonly id: number;
}

export interface Subject extends SubjectReference {
  readonly websiteId: number;
  readonly parent: Subject | null;
  /**
   * Whether a view of this subject also counts as a view of its parent. False for elements, and for all steps of a variant
   * but the first: otherwise a funnel of three steps would count each visitor's view three times.
   */
  readonly viewsCountForParent: boolean;
  /** A variant that shows nothing. */
  readonly isHoldout: boolean;
}

/**
 * The next subject above that events of this one count for. The visitors of a holdout were not shown its campaign, so their events count
 * for the website alone.
 */
export function countedAbove({ parent, isHoldout }: Subject): Subject | null {
  return isHoldout ? parent!.parent : parent;
}

export interface Children {
  readonly count: number;
  /** Where there is just one. */
  readonly only: Subject | undefined;
  readonly byKey: ReadonlyMap<string, Subject>;
}

/** The records of a website that events have registered. */
export interface RegisteredCount {
  readonly total: number;
  /** The last hour in which there were any, see `hourOf`; '': never. */
  readonly lastHour: string;
  readonly inLastHour: number;
}

export interface WebsiteCatalog {
  readonly website: Subject;
  readonly currency: string;
  /** The rates into its currency. */
  readonly rates: ExchangeRates;
  readonly settings: WebsiteSettings;
  /** The time zone of its days. */
  readonly zone: Zone;
  /** Only known if the website keeps its events. */
  readonly ownHosts: OwnHosts;
  /** The subjects of each kind, by id. */
  readonly subjects: Readonly<Record<SubjectKind, ReadonlyMap<number, Subject>>>;
  childrenOf(subject: Subject): Children;
  readonly registered: RegisteredCount;
}
