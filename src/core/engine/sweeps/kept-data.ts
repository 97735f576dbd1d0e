// How long each kind of data of a website is kept. Whoever stores data says so of its kinds, and owners are told. A test compares it with
// what the sweeps delete, so that nothing is promised that does not happen.
import type { WebsiteSettings } from '../catalog/settings.ts';

/** Owners see them in this order. */
export const DATA_KINDS = [
  ...(['events', 'counters', 'sketches', 'insights', 'alerts', 'orders', 'waiting_refunds', 'order_feed'] as const),
  ...(['touches', 'event_ids', 'arrivals', 'contacts', 'unconfirmed_contacts', 'history', 'audit_log'] as const),
  ...(['messages', 'recipients', 'recipient_links', 'share_links', 'logins', 'visitor_salts', 'exports'] as const),
] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/**
 * age: deleted after so many days. erased: stays until somebody deletes it. expired: goes at its own end, such as that of a login.
 * receiver: it is not here, but where it was sent to.
 */
export const KEPT_UNTIL = ['age', 'erased', 'expired', 'receiver'] as const;

export interface KeptKind {
  readonly kind: DataKind;
  readonly tables: readonly string[];
  readonly until: (typeof KEPT_UNTIL)[number];
  /** undefined: for ever, or it has no age. */
  readonly days?: number | ((settings: Pick<WebsiteSettings, 'credit_window_days'>) => number) | undefined;
  /** The name of the setting, in the environment or of the website. */
  readonly setting?: string;
  /** Whole months are deleted. */
  readonly byMonth?: true;
  /** The running day is one of the days. */
  readonly countsToday?: true;
  /** It goes with the counters of its days, at the latest. */
  readonly goesWithCounters?: true;
  /** Its oldest row, as a day, milliseconds or a timestamp. */
  readonly oldest?: string;
}

/** The query for the oldest row of a website. */
export function least(table: string, column: string): string {
  return `SELECT MIN(${column}) AS oldest FROM ${table} WHERE website_id = $1`;
}

export function leastOf(...queries: readonly string[]): string {
  return `SELECT MIN(oldest) AS oldest FROM (${queries.join(' UNION ALL ')}) AS all_of_it`;
}
