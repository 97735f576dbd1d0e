// Which workers of a Citus cluster answer. A worker that is dead makes statements fail at once, but one that is frozen or cut off
// keeps them waiting, and with them the connections that everybody needs. So the coordinator is asked now and then whether it can
// connect to its workers. Statements about websites on those that do not answer are refused or given up.
import pg from 'pg';
import { type ClusterNode, DISTRIBUTED_TABLES, NODE_MS_MAX, NODES_SQL } from './citus.ts';
import { type Database, placeholders, type ShardCounts } from './database.ts';

/** How long a result is used. */
const CHECK_EVERY_MS = 5_000;
/** The same for a statement that takes long: it may have begun after the last check. */
const CHECK_FOR_STATEMENT_EVERY_MS = 1_000;
/** Of the whole check, where many workers do not answer. */
const CHECK_MS_MAX = 10_000;

const NONE: ReadonlySet<number> = new Set();
/** All tables that are distributed have their shards in the same places. */
const [ANY_TABLE] = DISTRIBUTED_TABLES;

export class ClusterWorkers {
  readonly #url: string;
  readonly #database: Pick<Database, 'query' | 'isDistributed'>;
  #workers: readonly ClusterNode[] = [];
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #check: Promise<void> | undefined;
  /** Since the last check. */
  #unreachable = new Map<number, boolean>();

  constructor(url: string, database: Pick<Database, 'query' | 'isDistributed'>) {
    this.#url = url;
    this.#database = database;
  }

  async shards(): Promise<ShardCounts | undefined> {
    if (!(await this.#database.isDistributed())) return undefined;
    await this.#checkIfOld();
    const sum = (workers: readonly ClusterNode[]) => workers.reduce((total, { shards }) => total + shards, 0);
    return { total: sum(this.#workers), unreachable: sum(this.#silent) };
  }

  /** A statement that takes long is probably waiting for them. */
  async someDoNotAnswer(): Promise<boolean> {
    if (!(await this.#database.isDistributed())) return false;
    await this.#checkIfOld(CHECK_FOR_STATEMENT_EVERY_MS);
    return this.#silent.length > 0;
  }

  /** Does not wait for a check, so that a request costs no more than it has to. */
  async unreachable(websiteIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (!(await this.#database.isDistributed())) return NONE;
    // If the coordinator does not answer either, the caller's own statement says so.
    void this.#checkIfOld().catch(() => {});
    const groups = this.#silent.map(({ group }) => group);
    if (groups.length === 0) return NONE;
    const unknown = websiteIds.filter((id) => !this.#unreachable.has(id));
    if (unknown.length > 0) await this.#locate(unknown, groups, this.#unreachable);
    return new Set(websiteIds.filter((id) => this.#unreachable.get(id)));
  }

  get #silent(): readonly ClusterNode[] {
    return this.#workers.filter(({ answers }) => !answers);
  }

  /** On the coordinator alone, which knows where the shards are. */
  async #locate(ids: readonly number[], groups: readonly number[], into: Map<number, boolean>): Promise<void> {
    const values = ids.map((_, index) => `(CAST($${1 + groups.length + index} AS bigint))`).join(', ');
    const rows = await this.#database.query<{ id: number; is_unreachable: boolean }>(
      `SELECT id, groupid IN (${placeholders(groups.length)}) AS is_unreachable FROM (VALUES ${values}) AS websites (id)
       JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('${ANY_TABLE}', id)`,
      [...groups, ...ids],
    );
    for (const { id, is_unreachable: isUnreachable } of rows) into.set(id, isUnreachable);
  }

  #checkIfOld(ageMsMax = CHECK_EVERY_MS): Promise<void> {
    const isOld = performance.now() - this.#checkedAtMs > ageMsMax;
    if (!isOld) return Promise.resolve();
    this.#check ??= this.#checkNow().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  /** Over a connection of its own: those of the pool may all be waiting. */
  async #checkNow(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'funnel worker check',
      connectionTimeoutMillis: NODE_MS_MAX,
      query_timeout: CHECK_MS_MAX,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      this.#workers = await askNodes(client);
      this.#unreachable = new Map();
    } finally {
      // Also where it failed: the next check has to wait its time.
      this.#checkedAtMs = performance.now();
      void client.end().catch(() => {});
    }
  }
}

async function askNodes(client: pg.Client): Promise<ClusterNode[]> {
  await client.query(`SET citus.node_connection_timeout = ${NODE_MS_MAX}`);
  return (await client.query<ClusterNode>(NODES_SQL)).rows;
}
