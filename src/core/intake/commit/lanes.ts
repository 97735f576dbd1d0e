// On Citus, batches are committed in lanes, at the same time. A commit is about websites of one shard, so it is an ordinary
// commit of one node: over several shards it would be a two-phase commit of all their nodes. A lane has shards of one node
// only, so a node that is gone or hangs holds up its own websites and nobody else's. On PostgreSQL without Citus there are two: one
// for large batches, whose commits take long, so that small ones do not wait for them. On SQLite, which has one writer, there is one.
//
// Lanes can't deadlock, because a commit holds nothing that others wait for before it has locked its websites. Service nodes can't either:
// a commit locks its websites before anything else, in the order of their ids. If another transaction keeps one locked, the commit gives up
// after a moment and takes those that are free.
// Why: docs/decisions/citus.md, "A commit is about one shard, in a lane".
// Why: docs/decisions/citus.md, "Events are refused only if a commit has failed, too".
// Why: docs/decisions/events.md, "Large batches have a lane of their own on PostgreSQL".

import { type Shard, type ShardFinder, WebsiteShards } from '../../foundation/database/citus/website-shards.ts';
import { type Database, DatabaseUnavailableError, requireReachable } from '../../foundation/database/database.ts';
import { CountryTable } from '../../foundation/dimensions/country-table.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { KeyRegistrar } from '../accept/key-registrar.ts';
import type { KnownVisits } from '../accept/resolve-dimensions.ts';
import { VisitSources } from '../accept/visit-sources.ts';
import type { Batch, BatchOutcome, DecodeProtocol, Ingestion } from '../events/batch.ts';
import { BatchCommitter } from './commit-batches.ts';
import { CollectedEvents } from './count-events.ts';
import { GroupCommit } from './group-commit.ts';

/** The lanes of a node. */
interface NodeLanes {
  readonly lanes: GroupCommit[];
  readonly laneOfShard: Map<number, GroupCommit>;
  /** The lanes of the node share it, so that it uses one connection however many lanes there are. */
  readonly registrar: KeyRegistrar;
  /** Whether the newest commit that ended has failed because the database could not be used. */
  hasFailed: boolean;
}

/** Stands for the node of batches of several websites, which may be on any shard. */
const ANY_NODE = -1;

/** So large are about 500 events. */
const LARGE_BYTES = 64 * 1024;
/** Stands for the shard of large batches. */
const LARGE = -2;

interface LanesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly connectionsMax: number;
  /** How many subjects of the catalog each lane keeps in memory. */
  readonly catalogSubjectsMax?: number;
  readonly shards?: ShardFinder;
  /** The file of the country table; undefined: the one that is installed with the service. */
  readonly countryTable?: string | undefined;
  /** Needed for batches in the format of another service's protocol. */
  readonly decodeProtocol?: DecodeProtocol;
}

export class Lanes implements Ingestion {
  readonly #options: LanesOptions;
  readonly #lanesMax: number;
  readonly #shards: ShardFinder;
  readonly #nodes = new Map<number, NodeLanes>();
  readonly #visits: KnownVisits;

  constructor(options: LanesOptions) {
    const { database, clock, connectionsMax, shards = new WebsiteShards(database, clock) } = options;
    this.#options = options;
    this.#visits = { sources: new VisitSources(clock), countries: new CountryTable(options.countryTable) };
    // One connection is left for registering keys.
    this.#lanesMax = connectionsMax - 1;
    this.#shards = shards;
  }

  async ingest(batch: Batch): Promise<BatchOutcome> {
    const { onlyWebsiteId } = batch;
    if (onlyWebsiteId === undefined) {
      return this.#laneOf(this.#nodeOf(ANY_NODE), { id: ANY_NODE, nodeCount: 1 }).ingest(batch);
    }
    const shard = await this.#shards.find(onlyWebsiteId);
    const node = this.#nodeOf(shard.nodeId);
    // A batch is not refused because of the check alone: on a busy worker, new connections may take long while commits over existing ones
    // work.
    if (node.hasFailed) await requireReachable(this.#options.database, [onlyWebsiteId]);
    try {
      const lane = (await this.#isForLarge(batch)) ? { ...shard, id: LARGE } : shard;
      const outcome = await this.#laneOf(node, lane).ingest(batch, shard.id);
      node.hasFailed = false;
      return outcome;
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) node.hasFailed = true;
      throw error;
    }
  }

  async #isForLarge({ bytes }: Batch): Promise<boolean> {
    const { database } = this.#options;
    return bytes.length > LARGE_BYTES && database.engine === 'postgres' && !(await database.isDistributed());
  }

  #laneOf(node: NodeLanes, { id, nodeCount }: Pick<Shard, 'id' | 'nodeCount'>): GroupCommit {
    const known = node.laneOfShard.get(id);
    if (known) return known;
    // Lanes get shards in turn, because shards have about equally many websites.
    const lanesMax = Math.max(1, Math.floor(this.#lanesMax / nodeCount));
    const place = node.laneOfShard.size % lanesMax;
    node.lanes[place] ??= this.#openLane(node.registrar);
    const lane = node.lanes[place];
    node.laneOfShard.set(id, lane);
    return lane;
  }

  #nodeOf(nodeId: number): NodeLanes {
    const known = this.#nodes.get(nodeId);
    if (known) return known;
    const registrar = new KeyRegistrar(this.#options.database, this.#options.clock);
    const node: NodeLanes = { lanes: [], laneOfShard: new Map(), registrar, hasFailed: false };
    this.#nodes.set(nodeId, node);
    return node;
  }

  /** Each lane has a catalog of its own, because lanes work at the same time and each reads the catalog for its group. */
  #openLane(registrar: KeyRegistrar): GroupCommit {
    const { database, clock, catalogSubjectsMax, decodeProtocol } = this.#options;
    const events = new CollectedEvents(database, { catalogSubjectsMax, visits: this.#visits, decodeProtocol });
    const committer = new BatchCommitter(database, clock, events.count, events.countChanges, this.#shards);
    return new GroupCommit({ events, registrar, committer }, clock);
  }
}
