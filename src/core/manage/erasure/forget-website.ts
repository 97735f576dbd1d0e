// Erases a website and everything that belongs to it. First its credentials, so that nothing new arrives; then the data in
// small steps; last the website itself and what arrived meanwhile, so that an interrupted run can be repeated.
import { recordFirstTokens } from '../../contract/access/first-tokens.ts';
import { nextCatalogChange } from '../../engine/catalog/catalog-changes.ts';
import { eraseLogDays } from '../../engine/event-log/upkeep/erase.ts';
import { dayFromIso } from '../../engine/rollups/calendar.ts';
import { eraseDays } from '../../engine/rollups/erase-days.ts';
import { lockWebsites } from '../../engine/rollups/store.ts';
import type { Database } from '../../foundation/database/database.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import { eraseSeen, SEEN_TABLES } from '../../intake/commit/sweep-seen.ts';
import { eraseTouches } from '../../intake/orders/touch-runs.ts';
import { countRows, type RowCounts } from './count-rows.ts';

const ALL_DAYS = { firstDay: 0, lastDay: dayFromIso('9999-12-31')! };
const CONTACTS_PER_STEP = 1_000;

/** And who may see it, and where its data are sent to. */
const CREDENTIAL_TABLES = [
  ...['ingest_keys', 'webhook_secrets', 'access_token_websites', 'grant_websites', 'user_websites', 'share_links'],
  ...['recipient_links', 'report_recipients', 'notification_subscriptions'],
];
/** Children before their parents. */
const CATALOG_TABLES = ['elements', 'steps', 'variants', 'campaigns', 'areas'];
const DATA_TABLES = [
  ...[
    'rollup_counters',
    'rollup_visitors',
    'rollup_values',
    'rollup_order_sources',
    'insights_snapshots',
    'alerts',
    'contacts',
    'unconfirmed_contacts',
  ],
  ...['outbox_messages', 'exported_websites', 'saved_records', 'costs', 'waiting_refunds', 'order_feed', 'touch_runs'],
  ...['history_values', 'history_days', 'history_imports', 'history_upload_pieces', 'history_uploads'],
  ...['deferred_orders', 'unsettled_imports'],
  ...SEEN_TABLES.map(({ table }) => table),
];

/** Written by transactions that only keep the row of the website's activity from being deleted (`keepWebsites`). */
const TABLES_UNDER_ROW_LOCK = ['arrival_counts', 'event_log_pending', 'event_log_runs'];

/** What `forgetWebsite` would erase. */
export async function countWebsite(database: Database, websiteId: number): Promise<RowCounts> {
  const ofWebsite = [...DATA_TABLES, ...TABLES_UNDER_ROW_LOCK, ...CREDENTIAL_TABLES, ...CATALOG_TABLES].map(
    (table) => [table, 'website_id = $1', [websiteId]] as const,
  );
  return countRows(database, [...ofWebsite, ['websites', 'id = $1', [websiteId]]]);
}

export async function forgetWebsite(database: Database, websiteId: number, now: Date): Promise<void> {
  await deleteCredentials(database, websiteId, now);
  await endLog(database, websiteId);
  await eraseDays(database, websiteId, ALL_DAYS);
  await eraseLogDays(database, websiteId, ALL_DAYS);
  await eraseSeen(database, websiteId);
  await eraseTouches(database, websiteId);
  await eraseContacts(database, websiteId);
  await database.transaction(async (tx) => {
    // First, as in a catalog import. Invalidates cached catalogs.
    await tx.query('UPDATE catalog_state SET version = version + 1 WHERE id = 1');
    await nextCatalogChange(tx);
    // Waits for transactions that count its events. Later ones find no website.
    await lockWebsites(tx, [websiteId]);
    const small = [
      ...['contact_search', 'contact_blocks', 'contact_lists', 'website_activity', 'website_first_tokens'],
      ...['website_settings', 'catalog_changes', 'alert_progress', 'erasure_turns'],
    ];
    for (const table of [...DATA_TABLES, ...small, ...CREDENTIAL_TABLES, ...CATALOG_TABLES]) {
      await tx.query(`DELETE FROM ${table} WHERE website_id = $1`, [websiteId]);
    }
    await tx.query('DELETE FROM websites WHERE id = $1', [websiteId]);
    // These tables follow that row, because others hold a lock on it while they write them.
    for (const table of TABLES_UNDER_ROW_LOCK) {
      await tx.query(`DELETE FROM ${table} WHERE website_id = $1`, [websiteId]);
    }
  });
}

/** Also deletes tokens that are valid for this website only. */
async function deleteCredentials(database: Database, websiteId: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const tokens = await tx.query<{ token_id: number }>(
      `SELECT token_id FROM access_token_websites AS bound WHERE website_id = $1 AND NOT EXISTS (
         SELECT 1 FROM access_token_websites AS other WHERE other.token_id = bound.token_id AND other.website_id <> $1
       )`,
      [websiteId],
    );
    for (const table of CREDENTIAL_TABLES) await tx.query(`DELETE FROM ${table} WHERE website_id = $1`, [websiteId]);
    // From now on the website's api_key is not accepted.
    const exists = (await tx.query('SELECT id FROM websites WHERE id = $1', [websiteId])).length > 0;
    if (exists) await recordFirstTokens(tx, [websiteId], isoSeconds(now));
    for (const { token_id: id } of tokens) await tx.query('DELETE FROM access_tokens WHERE id = $1', [id]);
  });
}

/** Otherwise an interrupted run would leave a log that has other events than were counted. */
async function endLog(database: Database, websiteId: number): Promise<void> {
  await database.transaction((tx) =>
    tx.query('UPDATE website_activity SET log_from = NULL WHERE website_id = $1', [websiteId]),
  );
}

async function eraseContacts(database: Database, websiteId: number): Promise<void> {
  for (;;) {
    const [step] = await database.query<{ last: number | null }>(
      `SELECT MAX(id) AS last FROM (
         SELECT id FROM contacts WHERE website_id = $1 ORDER BY id LIMIT ${CONTACTS_PER_STEP}
       ) AS step`,
      [websiteId],
    );
    const last = step!.last;
    if (last === null) return;
    // Let other work run, because SQLite blocks the thread.
    await new Promise(setImmediate);
    await database.transaction(async (tx) => {
      await tx.query(
        `DELETE FROM contact_search WHERE website_id = $1 AND place IN (
           SELECT place FROM contacts WHERE website_id = $1 AND id <= $2
         )`,
        [websiteId, last],
      );
      await tx.query('DELETE FROM unconfirmed_contacts WHERE website_id = $1 AND contact_id <= $2', [websiteId, last]);
      await tx.query('DELETE FROM contacts WHERE website_id = $1 AND id <= $2', [websiteId, last]);
    });
  }
}
