// Changes of the data that reports depend on: a number for the catalog and one for each website, increased by every write.
import { type Database, placeholders } from '../database/database.ts';
import { SharedReads } from '../database/shared-reads.ts';

/** Stands for the catalog among the ids of websites, which start at 1. */
const CATALOG = 0;

export class DataVersions {
  readonly #database: Pick<Database, 'query'>;
  readonly #versions = new SharedReads((ids: readonly number[]) => this.#readMany(ids));

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Changes whenever data that a result for these websites depends on has changed. */
  async versionOf(websiteIds: readonly number[]): Promise<string> {
    const [catalog, ...websites] = await Promise.all(
      [CATALOG, ...websiteIds].map(async (id) => (await this.#versions.get(id)) ?? 0),
    );
    return `${catalog}/${websites.reduce((sum, version) => sum + version, 0)}`;
  }

  async #readMany(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#database.query<{ id: number; version: number }>(
      `SELECT ${CATALOG} AS id, version FROM catalog_state WHERE id = 1
       UNION ALL
       SELECT website_id, version FROM website_activity WHERE website_id IN (${placeholders(ids.length)})
       UNION ALL
       SELECT website_id, change FROM catalog_changes WHERE website_id IN (${placeholders(ids.length)})`,
      ids,
    );
    const versions = new Map<number, number>();
    // Both grow only, so their sum does too.
    for (const { id, version } of rows) versions.set(id, (versions.get(id) ?? 0) + version);
    return versions;
  }
}
