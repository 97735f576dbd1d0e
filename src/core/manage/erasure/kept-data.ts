// How long each kind of data of a website is kept, and when the oldest of it goes. A test compares this list with what the sweeps delete
// (src/core/server/app/sweeps.ts), so that nothing is promised that does not happen.
import { ALERTS_KEPT_DAYS } from '../../answers/alerts/store-alerts.ts';
import { AUDIT_LOG_KEPT_DAYS } from '../../contract/access/audit-log.ts';
import { ENDED_LINKS_KEPT_DAYS } from '../../contract/access/share-links.ts';
import { readWebsiteSettings } from '../../engine/catalog/website-settings.ts';
import { dayOfTimestampMs, firstDayOfMonth, isoOfDay, monthOfDay } from '../../engine/rollups/calendar.ts';
import type { Database } from '../../foundation/database/database.ts';
import { ARRIVAL_COUNTS_KEPT_DAYS } from '../../intake/arrivals/arrival-counts.ts';
import { EVENT_ID_KEPT_MS } from '../../intake/commit/drop-duplicates.ts';
import { REFUND_WAITS_MS } from '../../intake/commit/sweep-seen.ts';
import { isWebsiteErased } from './erasure-turns.ts';

const DAY_MS = 86_400_000;

/** What is not the same in all installations, or is decided in rooms beside this one. undefined: for ever. */
export interface KeptDays {
  readonly retentionDays?: number | undefined;
  readonly orderRetentionDays?: number | undefined;
  readonly eventLogDays: number;
  readonly messageDays: number;
  readonly recipientLinkDays: number;
}

/**
 * age: deleted after so many days. erased: stays until somebody deletes it. expired: goes at its own end, such as that of a login.
 * receiver: it is not here, but where it was sent to.
 */
export const KEPT_UNTIL = ['age', 'erased', 'expired', 'receiver'] as const;

export const DATA_KINDS = [
  ...(['events', 'counters', 'sketches', 'insights', 'alerts', 'orders', 'waiting_refunds', 'order_feed'] as const),
  ...(['touches', 'event_ids', 'arrivals', 'contacts', 'unconfirmed_contacts', 'history', 'audit_log'] as const),
  ...(['messages', 'recipients', 'recipient_links', 'share_links', 'logins', 'visitor_salts', 'exports'] as const),
] as const;
export type DataKind = (typeof DATA_KINDS)[number];

interface KeptOfKind {
  readonly tables: readonly string[];
  readonly until: (typeof KEPT_UNTIL)[number];
  /** undefined: for ever. Left out: it has no age. */
  days?(kept: AllKeptDays): number | undefined;
  /** The name of the setting, in the environment or of the website. */
  readonly setting?: string;
  /** Whole months are deleted. */
  readonly byMonth?: true;
  /** The running day is one of the days. */
  readonly countsToday?: true;
  /** Its oldest row, as a day, milliseconds or a timestamp. */
  readonly oldest?: string;
}

interface AllKeptDays extends KeptDays {
  readonly creditWindowDays: number;
}

const least = (table: string, column: string) => `SELECT MIN(${column}) AS oldest FROM ${table} WHERE website_id = $1`;
const leastOf = (...queries: readonly string[]) =>
  `SELECT MIN(oldest) AS oldest FROM (${queries.join(' UNION ALL ')}) AS all_of_it`;
const days = { until: 'age', byMonth: true, days: (kept: KeptDays) => kept.retentionDays } as const;
const RETENTION = { ...days, setting: 'RETENTION_DAYS' } as const;
const ORDERS = { until: 'age', setting: 'ORDER_RETENTION_DAYS' } as const;

export const KEPT_DATA: Readonly<Record<DataKind, KeptOfKind>> = {
  events: {
    tables: ['event_log_pending', 'event_log_runs'],
    until: 'age',
    days: ({ eventLogDays }) => eventLogDays,
    setting: 'EVENT_LOG_DAYS',
    oldest: leastOf(least('event_log_pending', 'day'), least('event_log_runs', 'day')),
  },
  counters: {
    tables: ['rollup_counters', 'rollup_values', 'rollup_order_sources'],
    ...RETENTION,
    oldest: leastOf(least('rollup_counters', 'day'), least('rollup_values', 'day')),
  },
  sketches: { tables: ['rollup_visitors'], ...RETENTION, oldest: least('rollup_counters', 'day') },
  insights: { tables: ['insights_snapshots'], ...RETENTION, oldest: least('insights_snapshots', 'week') },
  alerts: { tables: ['alerts'], until: 'age', days: () => ALERTS_KEPT_DAYS, oldest: least('alerts', 'day') },
  orders: {
    tables: ['seen_orders', 'seen_refunds'],
    ...ORDERS,
    days: ({ orderRetentionDays }) => orderRetentionDays,
    oldest: least('seen_orders', 'seen_day'),
  },
  waiting_refunds: {
    tables: ['waiting_refunds'],
    until: 'age',
    days: () => REFUND_WAITS_MS / DAY_MS,
    oldest: least('waiting_refunds', 'waiting_from_ms'),
  },
  // Until the webhooks have been told, or nobody wants them.
  order_feed: { tables: ['order_feed'], until: 'expired' },
  touches: {
    tables: ['touch_runs'],
    until: 'age',
    days: ({ creditWindowDays }) => creditWindowDays,
    setting: 'credit_window_days',
    oldest: least('touch_runs', 'first_day'),
  },
  event_ids: {
    tables: ['seen_events', 'collector_receipts'],
    until: 'age',
    days: () => EVENT_ID_KEPT_MS / DAY_MS,
    oldest: least('seen_events', 'seen_at_ms'),
  },
  arrivals: {
    tables: ['arrival_counts'],
    until: 'age',
    days: () => ARRIVAL_COUNTS_KEPT_DAYS,
    countsToday: true,
    oldest: least('arrival_counts', 'day'),
  },
  contacts: { tables: ['contacts'], until: 'erased', oldest: least('contacts', 'created_at') },
  unconfirmed_contacts: {
    tables: ['unconfirmed_contacts'],
    until: 'erased',
    oldest: least('unconfirmed_contacts', 'created_at'),
  },
  history: {
    tables: ['history_imports', 'history_days', 'history_values', 'history_uploads', 'history_upload_pieces'],
    until: 'erased',
    oldest: least('history_days', 'day'),
  },
  audit_log: {
    tables: ['audit_log'],
    until: 'age',
    days: () => AUDIT_LOG_KEPT_DAYS,
    oldest: `SELECT MIN(at) AS oldest FROM audit_log
      WHERE account_id = (SELECT account_id FROM websites WHERE id = $1)`,
  },
  messages: {
    tables: ['outbox_messages'],
    until: 'age',
    days: ({ messageDays }) => messageDays,
    oldest: least('outbox_messages', 'finished_at'),
  },
  recipients: { tables: ['report_recipients'], until: 'erased', oldest: least('report_recipients', 'created_at') },
  recipient_links: {
    tables: ['recipient_links'],
    until: 'age',
    days: ({ recipientLinkDays }) => recipientLinkDays,
    oldest: least('recipient_links', 'created_at'),
  },
  share_links: {
    tables: ['share_links'],
    until: 'age',
    days: () => ENDED_LINKS_KEPT_DAYS,
    oldest: leastOf(least('share_links', 'revoked_at'), least('share_links', 'expires_at')),
  },
  logins: {
    tables: ['issued_tokens', 'authorization_records', 'one_time_links', 'grant_websites'],
    until: 'expired',
  },
  visitor_salts: { tables: ['visitor_salts'], until: 'age', days: () => 1 },
  exports: { tables: [], until: 'receiver' },
};

export interface Kept {
  readonly kind: DataKind;
  readonly until: (typeof KEPT_UNTIL)[number];
  /** null: no age ends it. */
  readonly kept_days: number | null;
  readonly setting: string | null;
  readonly oldest: string | null;
  /** The sweep of this day deletes the oldest. */
  readonly goes_on: string | null;
}

export class KeptData {
  readonly #database: Pick<Database, 'query'>;
  readonly #kept: KeptDays;

  constructor(database: Pick<Database, 'query'>, kept: KeptDays) {
    this.#database = database;
    this.#kept = kept;
  }

  isBeingErased(websiteId: number): Promise<boolean> {
    return isWebsiteErased(this.#database, websiteId);
  }

  async list(websiteId: number): Promise<Kept[]> {
    const settings = await readWebsiteSettings(this.#database, websiteId);
    const kept = { ...this.#kept, creditWindowDays: settings?.credit_window_days ?? 0 };
    return Promise.all(DATA_KINDS.map((kind) => this.#read(kind, websiteId, kept)));
  }

  async #read(kind: DataKind, websiteId: number, allKept: AllKeptDays): Promise<Kept> {
    const { until, setting, oldest: sql, days: daysOf, ...rule } = KEPT_DATA[kind];
    const oldest = sql === undefined ? undefined : await this.#readOldest(sql, websiteId);
    const ages: KeptAge[] = [
      { ...rule, keptDays: daysOf?.(allKept), setting },
      // Events and alerts go with the counts of their days, at the latest.
      ...(kind === 'events' || kind === 'alerts' ? [{ ...RETENTION, keptDays: allKept.retentionDays }] : []),
    ];
    const age = ages.filter(({ keptDays }) => keptDays !== undefined).toSorted((a, b) => a.keptDays! - b.keptDays!)[0];
    const end = oldest && age && endOf(oldest, age);
    return {
      kind,
      until: until === 'age' && !age ? 'erased' : until,
      kept_days: age?.keptDays ?? null,
      setting: (age ?? ages[0])?.setting ?? null,
      oldest: oldest === undefined ? null : isoOfDay(oldest.day),
      goes_on: end === undefined ? null : isoOfDay(end),
    };
  }

  async #readOldest(sql: string, websiteId: number): Promise<Oldest | undefined> {
    const [row] = await this.#database.query<{ oldest: number | string | null }>(sql, [websiteId]);
    const oldest = row?.oldest ?? null;
    if (oldest === null) return undefined;
    if (typeof oldest === 'string') return { day: dayOfTimestampMs(Date.parse(oldest)), hasTime: true };
    return oldest > DAY_MS ? { day: dayOfTimestampMs(oldest), hasTime: true } : { day: oldest, hasTime: false };
  }
}

interface Oldest {
  readonly day: number;
  /** Its age is counted from a time of the day. */
  readonly hasTime: boolean;
}

interface KeptAge extends Pick<KeptOfKind, 'byMonth' | 'countsToday'> {
  readonly keptDays: number | undefined;
  readonly setting?: string | undefined;
}

/** The day on which it is deleted. */
function endOf({ day, hasTime }: Oldest, { keptDays = 0, byMonth, countsToday }: KeptAge): number {
  if (byMonth) return firstDayOfMonth(monthOfDay(day) + 1) + keptDays;
  return day + keptDays + (hasTime || countsToday ? 0 : 1);
}
