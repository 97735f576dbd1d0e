// The time zones of websites: whoever asks which day it is, asks for a website.
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { UTC, type Zone, zoneOf } from '../../foundation/time/zone.ts';

export interface WebsiteZone {
  readonly zone: Zone;
  /** The day on which the zone was changed last. Events that arrived earlier were counted on days of another zone. */
  readonly changedDay?: number;
}

type Reader = Pick<Database, 'query'>;

const IN_UTC: WebsiteZone = { zone: UTC };

export async function readZone(database: Reader, websiteId: number): Promise<WebsiteZone> {
  return (await readZones(database, [websiteId]))(websiteId);
}

/** Returns a function from the id of each of these websites to its zone. */
export async function readZones(
  database: Reader,
  websiteIds: readonly number[],
): Promise<(websiteId: number) => WebsiteZone> {
  // All of them may have been erased meanwhile, and PostgreSQL has no empty lists.
  if (websiteIds.length === 0) return () => IN_UTC;
  const rows = await database.query<{ website_id: number; timezone: string; timezone_changed_day: number | null }>(
    `SELECT website_id, timezone, timezone_changed_day FROM website_settings
     WHERE website_id IN (${placeholders(websiteIds.length)})
       AND (timezone <> '${UTC.name}' OR timezone_changed_day IS NOT NULL)`,
    websiteIds,
  );
  const zones = new Map(
    rows.map(({ website_id: id, timezone, timezone_changed_day: day }): [number, WebsiteZone] => {
      return [id, { zone: zoneOf(timezone), ...(day !== null && { changedDay: day }) }];
    }),
  );
  return (id) => zones.get(id) ?? IN_UTC;
}

/** The current day of a website. */
export async function readToday(database: Reader, websiteId: number, now: Date): Promise<number> {
  const { zone } = await readZone(database, websiteId);
  return zone.dayAt(now.getTime());
}

/** The names of the zones that any website has. */
export async function zoneNamesInUse(database: Reader): Promise<string[]> {
  const rows = await database.query<{ timezone: string }>('SELECT DISTINCT timezone FROM website_settings');
  return [...new Set([UTC.name, ...rows.map(({ timezone }) => timezone)])];
}
