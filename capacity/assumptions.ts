// What the model assumes and nobody measured here. Each is an input that `npm run simulate -- scale` takes from this list.
import { SUBJECTS_CACHED_MAX } from '../src/core/engine/catalog/record-limits.ts';

export interface Assumptions {
  /** 10 billion a day on 5 million websites. */
  readonly eventsPerWebsiteDay: number;
  /** Of the size of a website by its rank; see sizes.ts. */
  readonly zipfExponent: number;
  /** Events of the busiest hour compared with the average hour. */
  readonly peakFactor: number;
  /** How much of its processors, its disk and its memory a node may use. */
  readonly fill: number;
  /** How often a visitor does the same thing on the same subject in a day. */
  readonly eventsPerVisitor: number;
  /** The visitors of n days are those of one day times n to this power: some come back. */
  readonly newVisitorsExponent: number;
  readonly shareOfType: Readonly<Record<VisitedType | 'order' | 'selection', number>>;
  /** A website has one campaign, and one more for this many events a day, up to the maximum. */
  readonly eventsPerCampaign: number;
  readonly campaignsMax: number;
  /** How many variants each campaign has. The numbers below are the children of each parent, too. */
  readonly variants: number;
  readonly steps: number;
  readonly elements: number;
  /** The share of events that have an id. Those of the tracker all have one. */
  readonly shareWithId: number;
  /** Of the `subscribe` events, how many create a contact: the others are from people who are known. */
  readonly contactsPerSubscriber: number;
  /** The time from one commit of a service node to its next one. */
  readonly commitSeconds: number;
  /** `CATALOG_CACHE_SUBJECTS` */
  readonly catalogCacheSubjects: number;
  readonly reportsPerWebsiteDay: number;
  readonly shareOfColdReports: number;
  /** `RETENTION_DAYS` and `ORDER_RETENTION_DAYS`. */
  readonly retentionDays: number;
  /** `EVENT_LOG_DAYS` */
  readonly eventLogDays: number;
  /** Of the events, how many are of websites that keep their events. */
  readonly shareLogged: number;
  /** How often everything is stored, a standby included. */
  readonly copies: number;
  readonly node: Node;
}

type VisitedType = 'view' | 'conversion' | 'completion' | 'submission' | 'subscribe';
export const VISITED_TYPES: readonly VisitedType[] = ['view', 'conversion', 'completion', 'submission', 'subscribe'];

/** A machine that one can rent anywhere. */
interface Node {
  readonly cores: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly networkBytesPerSecond: number;
  /** What its disk can write, of which the WAL is the larger part. */
  readonly walBytesPerSecond: number;
}

const GIB = 2 ** 30;

export const DEFAULT_ASSUMPTIONS: Assumptions = {
  eventsPerWebsiteDay: 2_000,
  zipfExponent: 1,
  peakFactor: 3,
  fill: 0.6,
  eventsPerVisitor: 2,
  newVisitorsExponent: 0.8,
  shareOfType: {
    view: 0.6,
    conversion: 0.15,
    completion: 0.08,
    submission: 0.06,
    subscribe: 0.04,
    order: 0.02,
    selection: 0.05,
  },
  eventsPerCampaign: 1_000,
  campaignsMax: 50,
  variants: 2,
  steps: 2,
  elements: 2,
  shareWithId: 1,
  contactsPerSubscriber: 0.02,
  commitSeconds: 0.05,
  catalogCacheSubjects: SUBJECTS_CACHED_MAX,
  reportsPerWebsiteDay: 10,
  shareOfColdReports: 0.3,
  retentionDays: 400,
  eventLogDays: 400,
  shareLogged: 1,
  copies: 2,
  node: {
    cores: 16,
    memoryBytes: 128 * GIB,
    diskBytes: 4_096 * GIB,
    networkBytesPerSecond: 1.25e9,
    walBytesPerSecond: 300e6,
  },
};
