// Where the citus extension is installed, the data of websites are distributed by website_id and co-located, so that all
// statements about one website run on one shard. Other tables are on the coordinator, three of them on all nodes too.
//
// Citus does not commit the coordinator and a single worker atomically: the worker commits first. Only a transaction that writes to two
// workers, or to a reference table, is committed in two phases. One that writes to a table of the coordinator and to a shard must
// ask for it: see two-phases.ts.
//
// Why: docs/decisions/citus.md, "There are three kinds of tables".
// Why: docs/decisions/citus.md, "No foreign key leads from the coordinator to a table on every node".
import type { Database, Queries } from '../database.ts';
import { SchemaError } from '../schema-error.ts';

export const DISTRIBUTION_COLUMN = 'website_id';

/** How long a node may take to accept a connection, when the coordinator is asked whether it answers. */
export const NODE_MS_MAX = 2_000;

/** These are on every node, because distributed tables refer to them. A write locks the table on all nodes, so it must be rare. */
export const REFERENCE_TABLES = ['accounts', 'websites', 'catalog_state'] as const;

/** These are on the coordinator alone, where a write costs what it costs without Citus. Parents come before their children. */
export const COORDINATOR_TABLES = [
  'catalog_changes',
  'id_sequences',
  'ingest_keys',
  'website_settings',
  'visitor_salts',
  'webhook_secrets',
  'access_tokens',
  'access_token_websites',
  'share_links',
  'users',
  'user_accounts',
  'user_websites',
  'audit_log',
  'user_identities',
  'authorization_keys',
  'authorization_records',
  'grant_websites',
  'issued_tokens',
  'website_first_tokens',
  'one_time_links',
  'notification_subscriptions',
  'report_recipients',
  'recipient_links',
  'account_branding',
  'account_reporting',
  'saved_records',
  'costs',
  'history_uploads',
  'history_upload_pieces',
  'job_leases',
  'export_schedule',
  'exported_websites',
  'erasure_turns',
  'trusted_time',
  'outbox_messages',
  'copy_progress',
  'import_chunks',
  'unsettled_imports',
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
  'seen_refunds',
  'order_feed',
  'waiting_refunds',
  'deferred_orders',
  'touch_runs',
  'collector_receipts',
  'website_activity',
  'rollup_counters',
  'rollup_visitors',
  'rollup_values',
  'rollup_order_sources',
  'event_log_pending',
  'event_log_runs',
  'insights_snapshots',
  'contacts',
  'contact_lists',
  'contact_blocks',
  'contact_search',
  'unconfirmed_contacts',
  'arrival_counts',
  'alerts',
  'alert_progress',
  'history_imports',
  'history_days',
  'history_values',
] as const;

/**
 * It has no rows. It is not co-located with the websites, because transactions that use it would wait while any shard of the websites is
 * moved: see two-phases.ts.
 */
export const TWO_PHASES_TABLE = 'two_phases';

export const TABLES = [...REFERENCE_TABLES, ...COORDINATOR_TABLES, ...DISTRIBUTED_TABLES, TWO_PHASES_TABLE] as const;

export async function hasCitus(database: Pick<Queries, 'query'>): Promise<boolean> {
  return (await database.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'")).length > 0;
}

export interface ClusterNode {
  readonly group: number;
  /** Host and port, as the coordinator knows it. */
  readonly name: string;
  readonly shards: number;
  /** The coordinator always does. */
  readonly answers: boolean;
  /** Why it does not, as the coordinator says, if that was listened to. */
  readonly reason?: string | undefined;
}

/** How the coordinator warns of a node to which it cannot connect. */
const WARNING = /^connection to the remote node (?:.*@)?(\S+:\d+) failed(?: with the following error: (.*))?$/s;

/** Adds what the coordinator warned of while it was asked for its nodes. */
export function withReasons(nodes: readonly ClusterNode[], warnings: readonly string[]): readonly ClusterNode[] {
  const reasons = new Map<string, string>();
  for (const warning of warnings) {
    const [, name, reason] = WARNING.exec(warning) ?? [];
    if (name !== undefined && reason !== undefined) reasons.set(name, reason.replaceAll(/\s+/g, ' ').trim());
  }
  return nodes.map((node) => (node.answers ? node : { ...node, reason: reasons.get(node.name) }));
}

/** The nodes of a cluster. Set `citus.node_connection_timeout` before, or it waits for each node that does not answer for 30 seconds. */
export const NODES_SQL = `SELECT node.groupid AS group, nodename || ':' || nodeport AS name, (
    SELECT COUNT(*)::integer FROM pg_dist_placement AS placement JOIN pg_dist_shard USING (shardid)
    WHERE placement.groupid = node.groupid AND logicalrelid = to_regclass('${DISTRIBUTED_TABLES[0]}')
  ) AS shards, groupid = 0 OR citus_check_connection_to_node(nodename, nodeport) AS answers
  FROM pg_dist_node AS node WHERE isactive AND noderole = 'primary'`;

export interface Cluster {
  readonly version: string;
  readonly workers: readonly ClusterNode[];
  /** Tables that should be distributed and are not. */
  readonly unplaced: readonly string[];
}

/** undefined: the extension is not installed. */
export async function describeCluster(database: Pick<Database, 'query' | 'transaction'>): Promise<Cluster | undefined> {
  const [extension] = await database.query<{ version: string }>(
    "SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'",
  );
  if (!extension) return undefined;
  const workers = await database.transaction(readWorkers);
  const placed = await placedTables(database);
  const unplaced = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES, TWO_PHASES_TABLE].filter((table) => !placed.has(table));
  return { ...extension, workers, unplaced };
}

async function readWorkers(tx: Queries): Promise<ClusterNode[]> {
  await tx.runScript(`SET LOCAL citus.node_connection_timeout = ${NODE_MS_MAX}`);
  return (await tx.query<ClusterNode>(NODES_SQL)).filter(({ group }) => group !== 0);
}

/** The view citus_tables would open a second connection, which would wait for the locks of a migration. */
async function placedTables(database: Pick<Queries, 'query'>): Promise<Set<string>> {
  const rows = await database.query<{ name: string }>('SELECT logicalrelid::text AS name FROM pg_dist_partition');
  return new Set(rows.map(({ name }) => name));
}

/** Call it in the transaction of a migration, before the first change of the schema. */
export async function prepareCitus(tx: Queries): Promise<void> {
  if (!(await hasCitus(tx))) return;
  // A transaction that changes reference and distributed tables can have a single connection to each node.
  await tx.runScript("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
  // Otherwise Citus would manage the tables of the coordinator itself, and refuse some of their foreign keys.
  await tx.runScript('SET LOCAL citus.enable_local_reference_table_foreign_keys TO off');
  await requireNodes(tx);
  await copyReferenceTables(tx);
}

async function requireNodes(tx: Queries): Promise<void> {
  const nodes = await tx.query<{ groupid: number; shouldhaveshards: boolean }>(
    'SELECT groupid, shouldhaveshards FROM pg_dist_node',
  );
  // Citus adds the coordinator by itself to a cluster without nodes.
  if (nodes.length === 0) return;
  if (nodes.every(({ groupid }) => groupid !== 0)) {
    throw new SchemaError(
      "The coordinator must be a node of its own cluster. Run there: SELECT citus_set_coordinator_host('HOST', PORT)",
    );
  }
  if (nodes.every(({ shouldhaveshards }) => !shouldhaveshards)) {
    throw new SchemaError(
      "No node of the cluster is allowed to have shards. Run on the coordinator: SELECT citus_add_node('WORKER', PORT), or for a cluster " +
        "of one node: SELECT citus_set_node_property('HOST', PORT, 'shouldhaveshards', true)",
    );
  }
}

/** A node that was added lately has none yet, and Citus can't copy them any more once a migration has changed one. */
async function copyReferenceTables(tx: Queries): Promise<void> {
  const nodesWithout = await tx.query(
    `SELECT 1 FROM pg_dist_node AS node WHERE isactive AND noderole = 'primary' AND EXISTS (
       SELECT 1 FROM pg_dist_partition JOIN pg_dist_shard USING (logicalrelid) WHERE partmethod = 'n' AND NOT EXISTS (
         SELECT 1 FROM pg_dist_placement AS placement
         WHERE placement.shardid = pg_dist_shard.shardid AND placement.groupid = node.groupid
       )
     )`,
  );
  if (nodesWithout.length === 0) return;
  const copy = "SELECT replicate_reference_tables('block_writes')";
  try {
    await tx.query(copy);
  } catch (error) {
    throw new SchemaError(
      `A node has no copies yet of the tables that are on every node, and they could not be made (${(error as Error).message}). ` +
        `Run on the coordinator as a superuser: ${copy}`,
      { cause: error },
    );
  }
}

/** Moves the tables that are not where they should be, and returns their names. */
export async function distributeTables(tx: Queries): Promise<string[]> {
  if (!(await hasCitus(tx))) return [];
  const placed = await placedTables(tx);
  const isUnplaced = (table: string) => !placed.has(table);
  const references = REFERENCE_TABLES.filter(isUnplaced);
  for (const table of references) await tx.query('SELECT create_reference_table($1)', [table]);
  await dropForeignKeysToReferenceTables(tx);
  const [first] = DISTRIBUTED_TABLES;
  const distributed = DISTRIBUTED_TABLES.filter(isUnplaced);
  for (const table of distributed) {
    const colocateWith = table === first ? 'default' : first;
    await tx.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
      table,
      DISTRIBUTION_COLUMN,
      colocateWith,
    ]);
  }
  // Citus has copied the rows that were there, and left the originals on the coordinator, where nothing reads them. (The few
  // rows of reference tables have to stay: tables of the coordinator refer to them.)
  for (const table of distributed.toReversed()) {
    await tx.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  }
  const twoPhases = [TWO_PHASES_TABLE].filter(isUnplaced);
  for (const table of twoPhases) {
    await tx.query("SELECT create_distributed_table($1, 'id', colocate_with => 'none', shard_count => 1)", [table]);
  }
  return [...references, ...distributed, ...twoPhases];
}

/**
 * Citus would check each insert into a table of the coordinator on the first worker, and lock the row there: nobody could create a
 * token while that worker is down. Everything that inserts looks for the website or account itself.
 */
async function dropForeignKeysToReferenceTables(tx: Queries): Promise<void> {
  const [children, parents] = [new Set<string>(COORDINATOR_TABLES), new Set<string>(REFERENCE_TABLES)];
  const keys = await tx.query<{ name: string; child: string; parent: string }>(
    `SELECT conname::text AS name, conrelid::regclass::text AS child, confrelid::regclass::text AS parent
     FROM pg_constraint WHERE contype = 'f'`,
  );
  for (const { name, child, parent } of keys) {
    if (children.has(child) && parents.has(parent)) await tx.runScript(`ALTER TABLE ${child} DROP CONSTRAINT ${name}`);
  }
}
