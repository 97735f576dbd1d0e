// Which workers of a Citus cluster answer. A worker that is dead makes statements fail at once, but one that is frozen or cut off
// keeps them waiting, and with them the connections that everybody needs. So the coordinator is asked now and then whether it can
// connect to its workers. Statements about websites on those that do not answer are refused or given up.
// Why: docs/decisions/citus.md, "A worker that does not answer hurts only its own websites".
import pg from 'pg';
import type { Database, ShardCounts } from '../database.ts';
import { type ClusterNode, DISTRIBUTED_TABLES, hasCitus, NODE_MS_MAX, NODES_SQL, withReasons } from './citus.ts';

/** How long the result of a check is used. */
const CHECK_EVERY_MS = 5_000;
/** The same for statements and reads that take long: the worker may have stopped answering after the last check. */
const CHECK_FOR_STATEMENT_EVERY_MS = 1_000;
/**
 * How soon workers are checked again while one does not answer, even if nobody asks: so its websites are served again as soon as it does.
 */
const CHECK_SILENT_EVERY_MS = 500;
/** The time limit of a whole check, during which many workers may not answer. */
const CHECK_MS_MAX = 10_000;

const NONE: ReadonlyMap<number, string> = new Map();
/** One table stands for all: the shards of all distributed tables are in the same places. */
const [ANY_TABLE] = DISTRIBUTED_TABLES;

/** Asks the coordinator for its nodes, and whether they answer. undefined: not a cluster. */
type AskNodes = () => Promise<readonly ClusterNode[] | undefined>;

export class ClusterWorkers {
  readonly #ask: AskNodes;
  readonly #database: Pick<Database, 'query' | 'isDistributed'>;
  /** undefined: not a cluster. */
  #workers: readonly ClusterNode[] | undefined = [];
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #check: Promise<void> | undefined;
  #nextCheck: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The worker of each website, if it does not answer, as far as it was asked since the last check. */
  #unreachable = new Map<number, ClusterNode | undefined>();

  constructor(ask: AskNodes, database: Pick<Database, 'query' | 'isDistributed'>) {
    this.#ask = ask;
    this.#database = database;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#nextCheck);
  }

  async shards(): Promise<ShardCounts | undefined> {
    if (!(await this.#database.isDistributed())) return undefined;
    await this.#checkIfOld();
    const sum = (workers: readonly ClusterNode[]) => workers.reduce((total, { shards }) => total + shards, 0);
    return { total: sum(this.#workers ?? []), unreachable: sum(this.#silent) };
  }

  /**
   * Says which workers do not answer, and why: a statement that takes long is then probably waiting for them. undefined: all do. This takes
   * no connection of the pool, because all of them may be waiting, too.
   */
  async silence(): Promise<string | undefined> {
    if (this.#workers) await this.#checkIfOld(CHECK_FOR_STATEMENT_EVERY_MS);
    return this.#silent.length === 0 ? undefined : this.#silent.map(describe).join('; ');
  }

  /** Waits for a check only if the caller was delayed and no silent worker is known. So other requests cost no more than they have to. */
  async unreachable(
    websiteIds: readonly number[],
    { isDelayed } = { isDelayed: false },
  ): Promise<ReadonlyMap<number, string>> {
    if (!(await this.#database.isDistributed())) return NONE;
    // If the coordinator does not answer either, the caller's own statement says so.
    const check = this.#checkIfOld(isDelayed ? CHECK_FOR_STATEMENT_EVERY_MS : CHECK_EVERY_MS).catch(() => {});
    if (isDelayed && this.#silent.length === 0) await check;
    const silent = this.#silent;
    if (silent.length === 0) return NONE;
    // A check may replace it while websites are located. Nothing would be known of them then.
    const known = this.#unreachable;
    const unknown = websiteIds.filter((id) => !known.has(id));
    if (unknown.length > 0) await this.#locate(unknown, silent, known);
    const found = new Map<number, string>();
    for (const id of websiteIds) {
      const worker = known.get(id);
      if (worker) found.set(id, describe(worker));
    }
    return found;
  }

  get #silent(): readonly ClusterNode[] {
    return this.#workers?.filter(({ answers }) => !answers) ?? [];
  }

  /** Asks the coordinator alone, which knows where the shards are. */
  async #locate(
    ids: readonly number[],
    silent: readonly ClusterNode[],
    into: Map<number, ClusterNode | undefined>,
  ): Promise<void> {
    const values = ids.map((_, index) => `(CAST($${index + 1} AS bigint))`).join(', ');
    const rows = await this.#database.query<{ id: number; groupid: number }>(
      `SELECT id, groupid FROM (VALUES ${values}) AS websites (id)
       JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('${ANY_TABLE}', id)`,
      ids,
    );
    for (const { id, groupid } of rows)
      into.set(
        id,
        silent.find(({ group }) => group === groupid),
      );
  }

  #checkIfOld(ageMsMax = CHECK_EVERY_MS): Promise<void> {
    const isOld = performance.now() - this.#checkedAtMs >= ageMsMax;
    if (!isOld) return Promise.resolve();
    this.#check ??= this.#checkNow().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #checkNow(): Promise<void> {
    try {
      this.#workers = await this.#ask();
      this.#unreachable = new Map();
    } finally {
      // A failed check counts too: the next one has to wait its time.
      this.#checkedAtMs = performance.now();
      if (this.#silent.length > 0 && !this.#isClosed) this.#checkAgainSoon();
    }
  }

  #checkAgainSoon(): void {
    clearTimeout(this.#nextCheck);
    const check = () => void this.#checkIfOld(0).catch(() => {});
    this.#nextCheck = setTimeout(check, CHECK_SILENT_EVERY_MS).unref();
  }
}

function describe({ name, reason }: ClusterNode): string {
  return reason === undefined ? name : `${name}: ${reason}`;
}

/** Uses a connection of its own, because those of the pool may all be waiting. */
export async function askNodes(url: string): Promise<readonly ClusterNode[] | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'funnel worker check',
    connectionTimeoutMillis: NODE_MS_MAX,
    query_timeout: CHECK_MS_MAX,
  });
  client.on('error', () => {});
  const warnings: string[] = [];
  client.on('notice', ({ message = '' }) => warnings.push(message));
  try {
    await client.connect();
    const query = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    if (!(await hasCitus({ query }))) return undefined;
    await client.query(`SET citus.node_connection_timeout = ${NODE_MS_MAX}`);
    return withReasons((await client.query<ClusterNode>(NODES_SQL)).rows, warnings);
  } finally {
    void client.end().catch(() => {});
  }
}
