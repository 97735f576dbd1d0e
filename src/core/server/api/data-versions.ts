// The versions of the data that reports depend on. Versions that did not come with the token are looked up.
// Why: docs/decisions/citus.md, "Reads share look-ups by node".
import { catalogVersionSql, type DataVersion } from '../../contract/access/data-version.ts';
import { BatchedLookups, filledUp } from '../../foundation/database/batched-lookups.ts';
import type { ShardFinder } from '../../foundation/database/citus/website-shards.ts';
import { type Database, placeholders } from '../../foundation/database/database.ts';

const CATALOG_VERSIONS = (ids: string) =>
  `SELECT id, ${catalogVersionSql('websites.id')} AS version FROM websites WHERE id IN (${ids})`;
const ACTIVITY_VERSIONS = (ids: string) =>
  `SELECT website_id AS id, version FROM website_activity WHERE website_id IN (${ids})`;

interface VersionOptions {
  /** The versions that are known already. They were read after the request arrived. */
  readonly known?: ReadonlyMap<number, DataVersion> | undefined;
  /** Whether the result depends on the catalog alone. */
  readonly isOnlyCatalog?: boolean | undefined;
}

export class DataVersions {
  readonly #database: Pick<Database, 'query'>;
  readonly #shards: Pick<ShardFinder, 'find'>;
  readonly #catalogs = new BatchedLookups((ids: readonly number[]) => this.#read<string>(CATALOG_VERSIONS, ids));
  /** The look-ups of each node. */
  readonly #activities = new Map<number, BatchedLookups<number, number>>();

  constructor(database: Pick<Database, 'query'>, shards: Pick<ShardFinder, 'find'>) {
    this.#database = database;
    this.#shards = shards;
  }

  /** Returns a version that changes whenever data has changed that a result for these websites depends on. */
  async versionOf(websiteIds: readonly number[], { known, isOnlyCatalog }: VersionOptions = {}): Promise<string> {
    const versions = websiteIds.map(async (id) => {
      const version = known?.get(id);
      const [catalog, activity] = await Promise.all([
        version?.catalog ?? this.#catalogs.get(id),
        isOnlyCatalog ? 0 : (version?.activity ?? this.#activityOf(id)),
      ]);
      // Both numbers are part of the version, because their sum could be the same again.
      return `${catalog}/${activity}`;
    });
    return (await Promise.all(versions)).join();
  }

  /**
   * On a cluster, only requests for websites of the same node share a statement, because it fails for all of them if a node is down.
   * For a minute after Citus has moved a website, requests for websites of two nodes may share one.
   */
  async #activityOf(websiteId: number): Promise<number> {
    const { nodeId } = await this.#shards.find(websiteId);
    let reads = this.#activities.get(nodeId);
    if (!reads) {
      reads = new BatchedLookups((ids) => this.#read<number>(ACTIVITY_VERSIONS, ids));
      this.#activities.set(nodeId, reads);
    }
    return (await reads.get(websiteId)) ?? 0;
  }

  async #read<Version>(select: (ids: string) => string, ids: readonly number[]): Promise<ReadonlyMap<number, Version>> {
    const wanted = filledUp(ids);
    const sql = select(placeholders(wanted.length));
    const rows = await this.#database.query<{ id: number; version: Version }>(sql, wanted);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}
