// Detects other writers that have to wait for the commits of an import: on SQLite all writers, elsewhere those that
// write events of the same websites.
// Why: docs/decisions/imports.md, "Other writers are noticed by what they have written".
import { type Database, placeholders } from '../../foundation/database/database.ts';

const IDS_PER_QUERY_MAX = 1_000;

type WatchedDatabase = Pick<Database, 'othersChangeCounter' | 'query'>;

export class OtherWriters {
  readonly #database: WatchedDatabase;
  #changes: number | undefined;
  /** The versions of the imported websites at the last check, plus our own commits since then. */
  readonly #versions = new Map<number, number>();

  constructor(database: WatchedDatabase) {
    this.#database = database;
    this.#changes = database.othersChangeCounter();
  }

  /** From now on, writes of others to these websites are detected. */
  async watch(websiteIds: readonly number[]): Promise<void> {
    if (this.#changes !== undefined) return;
    const unknown = websiteIds.filter((id) => !this.#versions.has(id));
    for (const [id, version] of await this.#currentVersions(unknown)) {
      // Another chunk may have added the website meanwhile.
      if (!this.#versions.has(id)) this.#versions.set(id, version);
    }
  }

  /** Call it after every own commit. */
  noteOwnCommit(websiteIds: Iterable<number>): void {
    for (const id of websiteIds) this.#versions.set(id, (this.#versions.get(id) ?? 0) + 1);
  }

  /** Whether others have written since the last call. Don't call it during an own commit. */
  async haveWritten(): Promise<boolean> {
    const changes = this.#database.othersChangeCounter();
    if (changes === undefined) return this.#haveWrittenToSameWebsites();
    const haveWritten = changes !== this.#changes;
    this.#changes = changes;
    return haveWritten;
  }

  async #haveWrittenToSameWebsites(): Promise<boolean> {
    let haveWritten = false;
    for (const [id, version] of await this.#currentVersions([...this.#versions.keys()])) {
      if (version !== this.#versions.get(id)) haveWritten = true;
      this.#versions.set(id, version);
    }
    return haveWritten;
  }

  async #currentVersions(websiteIds: readonly number[]): Promise<Map<number, number>> {
    const versions = new Map(websiteIds.map((id) => [id, 0]));
    for (let start = 0; start < websiteIds.length; start += IDS_PER_QUERY_MAX) {
      const ids = websiteIds.slice(start, start + IDS_PER_QUERY_MAX);
      const rows = await this.#database.query<{ website_id: number; version: number }>(
        `SELECT website_id, version FROM website_activity WHERE website_id IN (${placeholders(ids.length)})`,
        ids,
      );
      for (const { website_id: id, version } of rows) versions.set(id, version);
    }
    return versions;
  }
}
