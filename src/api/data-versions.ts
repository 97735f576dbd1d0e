// Looks up the versions of the data that reports depend on, where they did not come with the token.
import { catalogVersionSql } from '../access/data-version.ts';
import { type Database, placeholders } from '../database/database.ts';
import { SharedReads } from '../database/shared-reads.ts';

export class DataVersions {
  readonly #database: Pick<Database, 'query'>;
  // Two statements at the same time: on a cluster, one of them is for the coordinator and the other one for the shards.
  readonly #catalogs = new SharedReads((ids: readonly number[]) => this.#read(CATALOG_VERSIONS, ids));
  readonly #activities = new SharedReads((ids: readonly number[]) => this.#read(ACTIVITY_VERSIONS, ids));

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Changes whenever data that a result for these websites depends on has changed. */
  async versionOf(websiteIds: readonly number[]): Promise<number> {
    const versions = await Promise.all(websiteIds.flatMap((id) => [this.#catalogs.get(id), this.#activities.get(id)]));
    return versions.reduce<number>((sum, version = 0) => sum + version, 0);
  }

  async #read(select: (ids: string) => string, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#database.query<{ id: number; version: number }>(select(placeholders(ids.length)), ids);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}

const CATALOG_VERSIONS = (ids: string) =>
  `SELECT id, ${catalogVersionSql('websites.id')} AS version FROM websites WHERE id IN (${ids})`;
const ACTIVITY_VERSIONS = (ids: string) =>
  `SELECT website_id AS id, version FROM website_activity WHERE website_id IN (${ids})`;

/** Versions only grow, so equal sums mean that none has changed. */
export function sumOf(websiteIds: readonly number[], versions: ReadonlyMap<number, number>): number {
  return websiteIds.reduce((sum, id) => sum + versions.get(id)!, 0);
}
