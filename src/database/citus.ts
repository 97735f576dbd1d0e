// Where the citus extension is installed, every table with a website_id is distributed by it and co-located, so that all
// statements about one website run on one shard. The small tables are replicated to every node.
import type { Queries } from './database.ts';

export const DISTRIBUTION_COLUMN = 'website_id';

/** Parents before their children: Citus requires a referenced table to be distributed first. */
export const REFERENCE_TABLES = [
  'accounts',
  'websites',
  'catalog_state',
  'catalog_changes',
  'id_sequences',
  'ingest_keys',
  'website_settings',
  'visitor_salts',
  'webhook_secrets',
  'import_chunks',
  'access_tokens',
  'access_token_websites',
  'users',
  'user_accounts',
  'authorization_keys',
  'authorization_records',
  'grant_websites',
  'issued_tokens',
  'website_first_tokens',
  'one_time_links',
  'insights_lease',
  'copy_progress',
] as const;

/** Parents before their children. */
export const DISTRIBUTED_TABLES = [
  'areas',
  'campaigns',
  'variants',
  'steps',
  'elements',
  'seen_events',
  'seen_orders',
  'collector_receipts',
  'website_activity',
  'rollup_counters',
  'rollup_visitors',
  'rollup_values',
  'insights_snapshots',
  'contacts',
  'contact_lists',
  'contact_blocks',
  'arrival_counts',
] as const;

export async function distributeTables(tx: Queries): Promise<void> {
  if ((await tx.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'")).length === 0) return;
  // Reference and distributed tables can only be created in one transaction over a single connection per node.
  await tx.runScript("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
  const placed = new Set(
    (await tx.query<{ name: string }>('SELECT table_name::text AS name FROM citus_tables')).map((row) => row.name),
  );
  for (const table of REFERENCE_TABLES) {
    if (!placed.has(table)) await tx.query('SELECT create_reference_table($1)', [table]);
  }
  const [first] = DISTRIBUTED_TABLES;
  for (const table of DISTRIBUTED_TABLES) {
    if (placed.has(table)) continue;
    const colocateWith = table === first ? 'default' : first;
    await tx.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
      table,
      DISTRIBUTION_COLUMN,
      colocateWith,
    ]);
  }
}
