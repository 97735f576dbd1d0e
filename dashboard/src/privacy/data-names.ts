// What stored data is called, and which tables of the service have it.
import type { KeptData } from '../api/data.ts';
import { t } from '../language/t.ts';

export type DataGroup = KeptData['kind'] | 'other';

/** What has a page or a card of its own is called as there. */
export function dataName(group: DataGroup): string {
  switch (group) {
    case 'insights':
      return t('common.insights');
    case 'contacts':
      return t('common.contacts');
    case 'audit_log':
      return t('common.auditLog');
    case 'alerts':
      return t('report.alerts');
    default:
      return t(`data.name_${group}`);
  }
}

const GROUPS: Readonly<Record<string, DataGroup>> = {
  logged_events: 'events',
  event_log_runs: 'events',
  event_log_pending: 'events',
  rollup_counters: 'counters',
  rollup_values: 'counters',
  rollup_order_sources: 'counters',
  sketches: 'sketches',
  rollup_visitors: 'sketches',
  insights_snapshots: 'insights',
  alerts: 'alerts',
  orders: 'orders',
  seen_orders: 'orders',
  seen_refunds: 'orders',
  deferred_orders: 'orders',
  waiting_refunds: 'waiting_refunds',
  order_feed: 'order_feed',
  touches: 'touches',
  touch_runs: 'touches',
  seen_events: 'event_ids',
  collector_receipts: 'event_ids',
  arrival_counts: 'arrivals',
  contacts: 'contacts',
  unconfirmed_contacts: 'unconfirmed_contacts',
  history_imports: 'history',
  history_days: 'history',
  history_values: 'history',
  outbox_messages: 'messages',
  report_recipients: 'recipients',
  recipient_links: 'recipient_links',
  share_links: 'share_links',
  exported_websites: 'exports',
};

/** How much there is of each kind of data, in a fixed order. It leaves out what there is none of. */
export function groupRows(rows: Readonly<Record<string, number>>): { group: DataGroup; count: number }[] {
  const { sketches_without_hashes: _, ...erased } = rows;
  const counts = new Map<DataGroup, number>();
  for (const group of [...Object.values(GROUPS), 'other' as const]) counts.set(group, 0);
  for (const [table, count] of Object.entries(erased)) {
    const group = GROUPS[table] ?? 'other';
    counts.set(group, counts.get(group)! + count);
  }
  return [...counts].flatMap(([group, count]) => (count > 0 ? [{ group, count }] : []));
}
