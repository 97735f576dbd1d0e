// Where the citus extension is installed, every table that carries a website is distributed by it, co-located, so that
// all statements about one website run on one shard; the small tables are copied to every node.
import type { Queries } from './database.ts';

export const DISTRIBUTION_COLUMN = 'website_id';

/** Parents before their children: Citus wants a referenced table to be placed first. */
export const REFERENCE_TABLES = [
  'accounts',
  'websites',
  'catalog_state',
  'id_sequences',
  'ingest_keys',
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
  'insights_lease',
  'copy_progress',
] as const;

/** Parents before their children, as above. */
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
] as const;

export async function distributeTables(tx: Queries): Promise<void> {
  if ((await tx.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'")).length === 0) return;
  // Placing reference and distributed tables in one transaction needs one connection to each node.
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
