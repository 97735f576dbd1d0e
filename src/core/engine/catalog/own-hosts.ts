// The hosts of websites: their names, and the origins of their public keys. A visitor who comes from there has not come from elsewhere.
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { OwnHosts } from '../../foundation/dimensions/referrer.ts';

interface HostsRow {
  id: number;
  name: string;
  /** A JSON array; null: the website has no public key. */
  origins: string | null;
}

/** The hosts of each website. They are read with the catalog, so creating and revoking a public key changes the catalog. */
export async function readOwnHosts(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, OwnHosts>> {
  if (websiteIds.length === 0) return new Map();
  const rows = await database.query<HostsRow>(
    `SELECT websites.id, websites.name, origins FROM websites LEFT JOIN ingest_keys
       ON website_id = websites.id AND public_key IS NOT NULL AND revoked_at IS NULL
     WHERE websites.id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  const byWebsite = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    Array.from(byWebsite, ([id, keys]) => {
      const origins = keys.flatMap((key) => (key.origins === null ? [] : (JSON.parse(key.origins) as string[])));
      return [id, new OwnHosts(keys[0]!.name, origins)];
    }),
  );
}
