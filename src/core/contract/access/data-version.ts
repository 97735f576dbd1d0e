// The version of a website's data changes with every write to the website, its catalog or the whole catalog. It has two parts: on a
// cluster, that of the catalog is on the coordinator, and that of the website's activity on its shard.
// Why: docs/decisions/database.md, "The version of the data comes with the token".

export interface DataVersion {
  readonly catalog: string;
  /** undefined: not read yet. */
  readonly activity: number | undefined;
}

/** Columns of a statement that finds a credential and its websites. */
export interface VersionColumns {
  readonly catalog_version: string;
  /** null: not read. */
  readonly activity_version: number | null;
}

/** SQL; the argument is an SQL expression for the id of the website. */
export function catalogVersionSql(websiteId: string): string {
  return `((SELECT version FROM catalog_state WHERE id = 1) || '/' ||
    COALESCE((SELECT change FROM catalog_changes WHERE catalog_changes.website_id = ${websiteId}), 0))`;
}

/** SQL for `VersionColumns`. On a cluster without the activity: reading both in one statement takes longer than two. */
export function versionColumns(websiteId: string, isDistributed: boolean): string {
  const activity = isDistributed
    ? 'NULL'
    : `COALESCE((SELECT version FROM website_activity WHERE website_activity.website_id = ${websiteId}), 0)`;
  return `${catalogVersionSql(websiteId)} AS catalog_version, ${activity} AS activity_version`;
}

export function dataVersionsOf(
  rows: readonly (VersionColumns & { readonly website_id: number })[],
): ReadonlyMap<number, DataVersion> {
  return new Map(
    rows.map(({ website_id: id, catalog_version: catalog, activity_version: activity }) => [
      id,
      { catalog, activity: activity ?? undefined },
    ]),
  );
}
