// Reads to which account and group each website belongs.
import { readSettingsOf } from '../../../engine/catalog/website-settings.ts';
import { type Database, placeholders } from '../../../foundation/database/database.ts';

interface GroupedWebsite {
  readonly id: number;
  readonly account_id: number;
  readonly group: string | null;
}

/** Returns them in the order of their ids. */
export async function readWebsiteGroups(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<GroupedWebsite[]> {
  const [websites, settings] = await Promise.all([
    database.query<{ id: number; account_id: number }>(
      `SELECT id, account_id FROM websites WHERE id IN (${placeholders(websiteIds.length)}) ORDER BY id`,
      websiteIds,
    ),
    readSettingsOf(database, websiteIds),
  ]);
  return websites.map((website) => ({ ...website, group: settings.get(website.id)?.group_name || null }));
}
