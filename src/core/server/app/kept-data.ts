// How long each kind of data is kept that the core stores, and extensions. `sweeps.ts` deletes it.
import { AUDIT_LOG_KEPT_DAYS, OLDEST_AUDIT_ENTRY } from '../../contract/access/audit-log.ts';
import { type KeptKind, least, leastOf } from '../../engine/sweeps/kept-data.ts';
import { ARRIVAL_COUNTS_KEPT_DAYS } from '../../intake/arrivals/arrival-counts.ts';
import { EVENT_ID_KEPT_MS } from '../../intake/commit/drop-duplicates.ts';
import { REFUND_WAITS_MS } from '../../intake/commit/sweep-seen.ts';
import type { Config } from '../config/config.ts';
import type { ServerHalf } from '../extension/server-half.ts';

const DAY_MS = 86_400_000;

export function keptDataOf(config: Config, halves: readonly ServerHalf[]): KeptKind[] {
  return [...keptByCore(config), ...halves.flatMap((half) => half.keptData?.(config) ?? [])];
}

function keptByCore({ retentionDays, orderRetentionDays, eventLogDays }: Config): KeptKind[] {
  const counted = { until: 'age', days: retentionDays, setting: 'RETENTION_DAYS', byMonth: true } as const;
  return [
    {
      kind: 'events',
      tables: ['event_log_pending', 'event_log_runs'],
      until: 'age',
      days: eventLogDays,
      setting: 'EVENT_LOG_DAYS',
      goesWithCounters: true,
      oldest: leastOf(least('event_log_pending', 'day'), least('event_log_runs', 'day')),
    },
    {
      kind: 'counters',
      tables: ['rollup_counters', 'rollup_values', 'rollup_order_sources'],
      ...counted,
      oldest: leastOf(least('rollup_counters', 'day'), least('rollup_values', 'day')),
    },
    { kind: 'sketches', tables: ['rollup_visitors'], ...counted, oldest: least('rollup_counters', 'day') },
    { kind: 'insights', tables: ['insights_snapshots'], ...counted, oldest: least('insights_snapshots', 'week') },
    {
      kind: 'orders',
      tables: ['seen_orders', 'seen_refunds'],
      until: 'age',
      days: orderRetentionDays,
      setting: 'ORDER_RETENTION_DAYS',
      oldest: least('seen_orders', 'seen_day'),
    },
    {
      kind: 'waiting_refunds',
      tables: ['waiting_refunds'],
      until: 'age',
      days: REFUND_WAITS_MS / DAY_MS,
      oldest: least('waiting_refunds', 'waiting_from_ms'),
    },
    // Until the webhooks have been told, or nobody wants them.
    { kind: 'order_feed', tables: ['order_feed'], until: 'expired' },
    {
      kind: 'touches',
      tables: ['touch_runs'],
      until: 'age',
      days: ({ credit_window_days: days }) => days,
      setting: 'credit_window_days',
      oldest: least('touch_runs', 'first_day'),
    },
    {
      kind: 'event_ids',
      tables: ['seen_events', 'collector_receipts'],
      until: 'age',
      days: EVENT_ID_KEPT_MS / DAY_MS,
      oldest: least('seen_events', 'seen_at_ms'),
    },
    {
      kind: 'arrivals',
      tables: ['arrival_counts'],
      until: 'age',
      days: ARRIVAL_COUNTS_KEPT_DAYS,
      countsToday: true,
      oldest: least('arrival_counts', 'day'),
    },
    { kind: 'contacts', tables: ['contacts'], until: 'erased', oldest: least('contacts', 'created_at') },
    {
      kind: 'unconfirmed_contacts',
      tables: ['unconfirmed_contacts'],
      until: 'erased',
      oldest: least('unconfirmed_contacts', 'created_at'),
    },
    {
      kind: 'audit_log',
      tables: ['audit_log'],
      until: 'age',
      days: AUDIT_LOG_KEPT_DAYS,
      oldest: OLDEST_AUDIT_ENTRY,
    },
    {
      kind: 'logins',
      tables: ['issued_tokens', 'authorization_records', 'one_time_links', 'grant_websites'],
      until: 'expired',
    },
    { kind: 'visitor_salts', tables: ['visitor_salts'], until: 'age', days: 1 },
  ];
}
