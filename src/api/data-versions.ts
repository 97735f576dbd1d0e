// Looks up the versions of the data that reports depend on, where they did not come with the token.
import { catalogVersionSql, dataVersion } from '../access/data-version.ts';
import { type Database, placeholders } from '../database/database.ts';
import { SharedReads } from '../database/shared-reads.ts';

const CATALOG_VERSIONS = (ids: string) =>
  `SELECT id, ${catalogVersionSql('websites.id')} AS version FROM websites WHERE id IN (${ids})`;
const ACTIVITY_VERSIONS = (ids: string) =>
  `SELECT website_id AS id, version FROM website_activity WHERE website_id IN (${ids})`;

export class DataVersions {
  readonly #database: Pick<Database, 'query' | 'isDistributed'>;
  // Two statements at the same time: on a cluster, one of them is for the coordinator and the other one for the shards.
  readonly #catalogs = new SharedReads((ids: readonly number[]) => this.#read<string>(CATALOG_VERSIONS, ids));
  readonly #activities = new SharedReads((ids: readonly number[]) => this.#read<number>(ACTIVITY_VERSIONS, ids));

  constructor(database: Pick<Database, 'query' | 'isDistributed'>) {
    this.#database = database;
  }

  /** Changes whenever data that a result for these websites depends on has changed. */
  async versionOf(websiteIds: readonly number[], isOnlyCatalog = false): Promise<string> {
    const [catalogs, activities] = await Promise.all([
      getAll(this.#catalogs, websiteIds),
      isOnlyCatalog ? new Map<number, number>() : this.#activitiesOf(websiteIds),
    ]);
    return websiteIds.map((id) => dataVersion(catalogs.get(id), activities.get(id))).join();
  }

  /** On a cluster, requests for different websites share no statement: it would fail for all of them if one worker is down. */
  async #activitiesOf(websiteIds: readonly number[]): Promise<ReadonlyMap<number, number | undefined>> {
    if (await this.#database.isDistributed()) return this.#read<number>(ACTIVITY_VERSIONS, websiteIds);
    return getAll(this.#activities, websiteIds);
  }

  async #read<Version>(select: (ids: string) => string, ids: readonly number[]): Promise<ReadonlyMap<number, Version>> {
    const rows = await this.#database.query<{ id: number; version: Version }>(select(placeholders(ids.length)), ids);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}

async function getAll<Version>(
  reads: SharedReads<number, Version>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Version | undefined>> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await reads.get(id)] as const)));
}
