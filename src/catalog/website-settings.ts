// The settings of a website. They are read with its catalog, so changing them changes the catalog.
import { recordAudit } from '../access/audit-log.ts';
import { COMMAND_LINE } from '../access/principal.ts';
import { systemClock } from '../clock.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { markCatalogChanged, nextCatalogChange } from './catalog-changes.ts';

export interface WebsiteSettings {
  /** Whether browsers may send orders. Off by default: anybody could invent revenue. */
  readonly browser_orders: boolean;
  /** Whether an unknown key of a campaign, variant, step or element registers it. */
  readonly register_keys: boolean;
  /** The smallest lift that matters in experiments, in percent. */
  readonly smallest_lift: number;
}

/** Unique visitors are estimated: even with any number of them, much smaller lifts can't be told from none. */
const SMALLEST_LIFT_DEFAULT = 10;

export const DEFAULT_SETTINGS: WebsiteSettings = {
  browser_orders: false,
  register_keys: false,
  smallest_lift: SMALLEST_LIFT_DEFAULT,
};
const NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof WebsiteSettings)[];

/** undefined: there is no such website. */
export async function readWebsiteSettings(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<WebsiteSettings | undefined> {
  return (await readSettingsOf(database, [websiteId])).get(websiteId);
}

/** By website, without those that do not exist. */
export async function readSettingsOf(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, WebsiteSettings>> {
  const rows = await database.query<{ id: number } & Record<keyof WebsiteSettings, number | null>>(
    `SELECT id, ${NAMES.join(', ')} FROM websites LEFT JOIN website_settings ON website_id = id
     WHERE id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  return new Map(
    rows.map(({ id, browser_orders, register_keys, smallest_lift }) => [
      id,
      {
        browser_orders: browser_orders === 1,
        register_keys: register_keys === 1,
        smallest_lift: smallest_lift ?? SMALLEST_LIFT_DEFAULT,
      },
    ]),
  );
}

/** The settings afterwards; undefined: there is no such website. */
export function changeWebsiteSettings(
  database: Database,
  websiteId: number,
  changes: Partial<WebsiteSettings>,
  clock = systemClock,
  actor = COMMAND_LINE,
): Promise<WebsiteSettings | undefined> {
  return database.transaction(async (tx) => {
    const change = await nextCatalogChange(tx);
    const before = await readWebsiteSettings(tx, websiteId);
    const settings = await storeWebsiteSettings(tx, websiteId, changes);
    if (settings) await markCatalogChanged(tx, websiteId, change);
    const changed = NAMES.filter((name) => settings?.[name] !== before?.[name]);
    if (settings && changed.length > 0) {
      const subject = changed.map((name) => describeSetting(name, settings[name])).join(', ');
      await recordAudit(tx, { websiteId, actor, action: 'website_settings_changed', subject }, clock);
    }
    return settings;
  });
}

function describeSetting(name: keyof WebsiteSettings, value: boolean | number): string {
  if (typeof value === 'number') return `${name} ${value}`;
  return `${name} ${value ? 'on' : 'off'}`;
}

/** For a transaction that changes the catalog. */
export async function storeWebsiteSettings(
  tx: Queries,
  websiteId: number,
  changes: Partial<WebsiteSettings>,
): Promise<WebsiteSettings | undefined> {
  const before = await readWebsiteSettings(tx, websiteId);
  if (!before) return undefined;
  const settings = { ...before, ...changes };
  await tx.insertMany({
    into: 'website_settings',
    columns: ['website_id', ...NAMES],
    rows: [[websiteId, ...NAMES.map((name) => Number(settings[name]))]],
    onConflict: `ON CONFLICT (website_id) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  });
  return settings;
}
