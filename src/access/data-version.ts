// The version of a website's data: a string that changes with every write to the website, its catalog or the whole catalog.

/** SQL for the part that is on the coordinator of a cluster; the argument is an SQL expression. */
export function catalogVersionSql(websiteId: string): string {
  return `((SELECT version FROM catalog_state WHERE id = 1) || '/' ||
    COALESCE((SELECT change FROM catalog_changes WHERE catalog_changes.website_id = ${websiteId}), 0))`;
}

/**
 * SQL for the whole of it. null on a cluster: there the rest is on the website's shard, and reading both in one statement takes
 * longer than two.
 */
export function dataVersionSql(websiteId: string, isDistributed: boolean): string {
  if (isDistributed) return 'NULL';
  return `(${catalogVersionSql(websiteId)} || '/' ||
    COALESCE((SELECT version FROM website_activity WHERE website_activity.website_id = ${websiteId}), 0))`;
}

/** The same from its two parts; undefined: a website without any activity. */
export function dataVersion(catalogVersion: string | undefined, activityVersion: number | undefined): string {
  return `${catalogVersion}/${activityVersion ?? 0}`;
}

/** From rows with the result of `dataVersionSql`. */
export function dataVersionsOf(
  rows: readonly { readonly website_id: number; readonly data_version: string | null }[],
): ReadonlyMap<number, string> | undefined {
  const known = rows.flatMap(({ website_id: id, data_version: version }) =>
    version === null ? [] : [[id, version] as const],
  );
  return known.length === 0 ? undefined : new Map(known);
}
