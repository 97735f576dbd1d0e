// On Citus, batches are committed in lanes, at the same time. A commit is about websites of one shard, so it is an ordinary
// commit of one node: over several shards it would be a two-phase commit of all their nodes. A lane has shards of one node
// only, so a node that is gone or hangs holds up its own websites and nobody else's. Elsewhere there is one lane.
//
// Lanes can't deadlock: their websites differ. Neither can service nodes: a commit locks its websites before anything else, in the
// order of their ids, and gives up after a moment if another transaction has locked one for longer. Then it takes those that are free.
// Commits that wait for as long as it takes ('wait') are about one website each.
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { type Shard, type ShardFinder, WebsiteShards } from '../database/website-shards.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { eventGroups } from './event-group.ts';
import { type CommitterThatWaits, GroupCommit } from './group-commit.ts';
import { BatchCommitter, type BatchResult, type BusyWebsites, type Ingestion } from './ingestion.ts';
import { KeyRegistrar } from './key-registrar.ts';

/** The lanes of a node. */
interface NodeLanes {
  readonly lanes: GroupCommit[];
  readonly laneOfShard: Map<number, GroupCommit>;
  /** Takes one connection, however many lanes there are. */
  readonly registrar: KeyRegistrar;
}

/** For batches of several websites, which may be on any shard. */
const ANY_NODE = -1;

interface LanesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly connectionsMax: number;
  /** Of the catalog that each lane keeps in memory. */
  readonly catalogSubjectsMax?: number;
  readonly shards?: ShardFinder;
}

export class Lanes implements Ingestion {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #lanesMax: number;
  readonly #shards: ShardFinder;
  readonly #catalogSubjectsMax: number | undefined;
  readonly #committerThatWaits: CommitterThatWaits;
  readonly #nodes = new Map<number, NodeLanes>();

  constructor(options: LanesOptions) {
    const {
      database,
      clock,
      connectionsMax,
      catalogSubjectsMax,
      shards = new WebsiteShards(database, clock),
    } = options;
    this.#database = database;
    this.#clock = clock;
    this.#catalogSubjectsMax = catalogSubjectsMax;
    // One connection waits for locks of websites.
    this.#lanesMax = connectionsMax - 1;
    this.#shards = shards;
    this.#committerThatWaits = new OneAtATime(this.#newCommitter());
  }

  async ingest(batch: Batch): Promise<BatchOutcome> {
    const { onlyWebsiteId } = batch;
    if (onlyWebsiteId === undefined)
      return this.#laneOf({ id: ANY_NODE, nodeId: ANY_NODE, nodeCount: 1 }).ingest(batch);
    const shard = await this.#shards.find(onlyWebsiteId);
    return this.#laneOf(shard).ingest(batch, shard.id);
  }

  #laneOf({ id, nodeId, nodeCount }: Shard): GroupCommit {
    const node = this.#nodes.get(nodeId) ?? this.#addNode(nodeId);
    const known = node.laneOfShard.get(id);
    if (known) return known;
    // In turn, because shards have about equally many websites.
    const lanesMax = Math.max(1, Math.floor(this.#lanesMax / nodeCount));
    const place = node.laneOfShard.size % lanesMax;
    node.lanes[place] ??= this.#openLane(node.registrar);
    const lane = node.lanes[place];
    node.laneOfShard.set(id, lane);
    return lane;
  }

  #addNode(nodeId: number): NodeLanes {
    const registrar = new KeyRegistrar(this.#database, this.#clock);
    const node: NodeLanes = { lanes: [], laneOfShard: new Map(), registrar };
    this.#nodes.set(nodeId, node);
    return node;
  }

  /** Each has a committer of its own, because they work concurrently and each reads the catalog for its group. */
  #openLane(registrar: KeyRegistrar): GroupCommit {
    return new GroupCommit(this.#newCommitter(registrar), this.#committerThatWaits, this.#clock);
  }

  #newCommitter(registrar?: KeyRegistrar): BatchCommitter {
    return new BatchCommitter(this.#database, this.#clock, {
      openEventGroup: eventGroups(this.#database, this.#catalogSubjectsMax),
      shards: this.#shards,
      ...(registrar && { registrar }),
    });
  }
}

/** Commits that wait for locks share one connection. */
class OneAtATime implements CommitterThatWaits {
  readonly #committer: CommitterThatWaits;
  #last: Promise<unknown> = Promise.resolve();

  constructor(committer: CommitterThatWaits) {
    this.#committer = committer;
  }

  commitEach(batches: readonly Batch[], busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const results = this.#last.then(() => this.#committer.commitEach(batches, busyWebsites));
    this.#last = results.catch(() => {});
    return results;
  }
}
