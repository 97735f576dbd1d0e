// The time zones of websites: whoever asks which day it is, asks for a website.
// Why: docs/decisions/events.md, "A changed time zone moves nothing that is stored".
import { type Database, placeholders } from '../../foundation/database/database.ts';
import { UTC, type Zone, zoneOf } from '../../foundation/time/zone.ts';

export interface WebsiteZone {
  readonly zone: Zone;
  /** The day on which the zone was changed last. Events that arrived earlier were counted on days of another zone. */
  readonly changedDay?: number;
}

type Reader = Pick<Database, 'query'>;

const IN_UTC: WebsiteZone = { zone: UTC };

/** The zone of a website, and whether its events are kept. */
export async function readZone(
  database: Reader,
  websiteId: number,
): Promise<WebsiteZone & { readonly keepsEvents: boolean }> {
  const [row] = await readRows(database, [websiteId]);
  return { ...(row ? zoneIn(row) : IN_UTC), keepsEvents: row?.event_log === 1 };
}

/** Returns a function from the id of each of these websites to its zone. */
export async function readZones(
  database: Reader,
  websiteIds: readonly number[],
): Promise<(websiteId: number) => WebsiteZone> {
  // All of them may have been erased meanwhile, and PostgreSQL has no empty lists.
  if (websiteIds.length === 0) return () => IN_UTC;
  const rows = await readRows(database, websiteIds);
  const zones = new Map(rows.map((row) => [row.website_id, zoneIn(row)]));
  return (id) => zones.get(id) ?? IN_UTC;
}

interface SettingsRow {
  readonly website_id: number;
  readonly timezone: string;
  readonly timezone_changed_day: number | null;
  readonly event_log: number;
}

/** None of websites that are in UTC and keep no events. */
function readRows(database: Reader, websiteIds: readonly number[]): Promise<SettingsRow[]> {
  return database.query<SettingsRow>(
    `SELECT website_id, timezone, timezone_changed_day, event_log FROM website_settings
     WHERE website_id IN (${placeholders(websiteIds.length)})
       AND (timezone <> '${UTC.name}' OR timezone_changed_day IS NOT NULL OR event_log = 1)`,
    websiteIds,
  );
}

function zoneIn({ timezone, timezone_changed_day: day }: SettingsRow): WebsiteZone {
  return { zone: zoneOf(timezone), ...(day !== null && { changedDay: day }) };
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
