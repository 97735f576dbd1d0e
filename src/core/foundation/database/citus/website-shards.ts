// Where the data of websites are on Citus. Elsewhere they are all in one place.
import type { Clock } from '../../time/clock.ts';
import { BatchedLookups } from '../batched-lookups.ts';
import type { Database } from '../database.ts';

export interface Shard {
  readonly id: number;
  /** The node that has it. */
  readonly nodeId: number;
  /** How many nodes have shards. */
  readonly nodeCount: number;
}

const ONLY_SHARD: Shard = { id: 0, nodeId: 0, nodeCount: 1 };
/** Operators move and split shards. With an outdated shard a commit is slower, and nothing else. */
const KNOWN_MS_MAX = 60_000;
const KNOWN_WEBSITES_MAX = 100_000;

export interface ShardFinder {
  /** Websites that don't exist have a shard, too. */
  find(websiteId: number): Promise<Shard>;
  /** Groups that are each on one shard. */
  group(websiteIds: readonly number[]): Promise<(readonly number[])[]>;
}

export class WebsiteShards implements ShardFinder {
  readonly #database: Pick<Database, 'query' | 'isDistributed'>;
  readonly #clock: Clock;
  readonly #reads: BatchedLookups<number, Shard>;
  readonly #known = new Map<number, Shard>();
  #knownSinceMs = 0;

  constructor(database: Pick<Database, 'query' | 'isDistributed'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#reads = new BatchedLookups((websiteIds) => readShards(database, websiteIds));
  }

  async find(websiteId: number): Promise<Shard> {
    if (!(await this.#database.isDistributed())) return ONLY_SHARD;
    this.#forgetOld();
    const known = this.#known.get(websiteId);
    if (known) return known;
    // The extension may be installed although nothing is distributed yet.
    const shard = (await this.#reads.get(websiteId)) ?? ONLY_SHARD;
    this.#known.set(websiteId, shard);
    return shard;
  }

  async group(websiteIds: readonly number[]): Promise<(readonly number[])[]> {
    if (!(await this.#database.isDistributed())) return [websiteIds];
    const found = await Promise.all(
      websiteIds.map(async (websiteId) => ({ websiteId, shardId: (await this.find(websiteId)).id })),
    );
    const byShard = Map.groupBy(found, ({ shardId }) => shardId);
    return Array.from(byShard.values(), (group) => group.map(({ websiteId }) => websiteId));
  }

  #forgetOld(): void {
    const nowMs = this.#clock().getTime();
    const isOld = Math.abs(nowMs - this.#knownSinceMs) >= KNOWN_MS_MAX;
    if (!isOld && this.#known.size < KNOWN_WEBSITES_MAX) return;
    this.#known.clear();
    this.#knownSinceMs = nowMs;
  }
}

/** Asks the coordinator alone. All distributed tables are co-located, so one stands for all. */
async function readShards(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, Shard>> {
  const wanted = websiteIds.map((_, index) => `(CAST($${index + 1} AS bigint))`).join(', ');
  const rows = await database.query<{ website_id: number; shard_id: number; node_id: number; nodes: number }>(
    // Materialized, so that the function is called once for each website.
    `WITH wanted (website_id) AS (VALUES ${wanted}),
     shards AS (
       SELECT logicalrelid, shardid, groupid FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
       WHERE logicalrelid = 'website_activity'::regclass
     ),
     placed AS MATERIALIZED (
       SELECT website_id, get_shard_id_for_distribution_column(logicalrelid, website_id) AS shardid
       FROM wanted CROSS JOIN (SELECT DISTINCT logicalrelid FROM shards) AS distributed
     )
     SELECT website_id, shardid AS shard_id, groupid AS node_id,
       (SELECT COUNT(DISTINCT groupid) FROM shards) AS nodes
     FROM placed JOIN shards USING (shardid)`,
    websiteIds,
  );
  return new Map(rows.map((row) => [row.website_id, { id: row.shard_id, nodeId: row.node_id, nodeCount: row.nodes }]));
}
