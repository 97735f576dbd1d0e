// Reads and changes the settings of a website. They are read with its catalog, so changing them changes the catalog.
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../contract/access/principal.ts';
import { type Database, placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import { systemClock } from '../../foundation/time/clock.ts';
import { zoneOf } from '../../foundation/time/zone.ts';
import { markCatalogChanged, nextCatalogChange } from './catalog-changes.ts';
import {
  DEFAULT_SETTINGS,
  SETTING_NAMES,
  type SettingChanges,
  type SettingName,
  type SettingValue,
  settingAsText,
  type WebsiteSettings,
} from './settings.ts';

/** undefined: there is no such website. */
export async function readWebsiteSettings(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<WebsiteSettings | undefined> {
  return (await readSettingsOf(database, [websiteId])).get(websiteId);
}

/** The settings of each website that exists. */
export async function readSettingsOf(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, WebsiteSettings>> {
  const rows = await database.query<{ id: number } & Record<SettingName, SqlValue>>(
    `SELECT id, ${SETTING_NAMES.join(', ')} FROM websites LEFT JOIN website_settings ON website_id = id
     WHERE id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  return new Map(rows.map((row) => [row.id, settingsOf((name) => fromColumn(name, row[name]))]));
}

function settingsOf(valueFor: (name: SettingName) => unknown): WebsiteSettings {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, valueFor(name)])) as unknown as WebsiteSettings;
}

/** null: nobody has set it. */
function fromColumn(name: SettingName, stored: SqlValue): SqlValue | boolean {
  const byDefault = DEFAULT_SETTINGS[name];
  if (stored === null) return byDefault;
  return typeof byDefault === 'boolean' ? stored === 1 : stored;
}

/** The settings afterwards; undefined: there is no such website. */
export function changeWebsiteSettings(
  database: Database,
  websiteId: number,
  changes: SettingChanges,
  clock = systemClock,
  actor = COMMAND_LINE,
): Promise<WebsiteSettings | undefined> {
  return database.transaction(async (tx) => {
    const change = await nextCatalogChange(tx);
    const before = await readWebsiteSettings(tx, websiteId);
    const settings = await storeWebsiteSettings(tx, websiteId, changes, clock());
    if (settings) await markCatalogChanged(tx, websiteId, change);
    const changed = SETTING_NAMES.filter((name) => settings?.[name] !== before?.[name]);
    if (settings && changed.length > 0) {
      const subject = sentence('settings', { list: { list: changed.map((name) => worded(name, settings[name])) } });
      await recordAudit(tx, { websiteId, actor, action: 'website_settings_changed', subject }, clock);
    }
    return settings;
  });
}

function worded(name: SettingName, value: SettingValue): Sentence {
  const text = settingAsText(value);
  const words = (VALUES_WITH_WORDS as readonly string[]).includes(text)
    ? sentence(`value_${text as (typeof VALUES_WITH_WORDS)[number]}`)
    : text;
  return sentence('setting', { field: sentence(`field_${name}`), value: words });
}

const VALUES_WITH_WORDS = ['on', 'off', 'conversion', 'view'] as const;

/** Is called in a transaction that changes the catalog. */
export async function storeWebsiteSettings(
  tx: Queries,
  websiteId: number,
  changes: SettingChanges,
  now: Date,
): Promise<WebsiteSettings | undefined> {
  const before = await readWebsiteSettings(tx, websiteId);
  if (!before) return undefined;
  const settings = settingsOf((name) => changes[name] ?? before[name]);
  await tx.insertMany({
    into: 'website_settings',
    columns: ['website_id', ...SETTING_NAMES],
    rows: [[websiteId, ...SETTING_NAMES.map((name) => toColumn(settings[name]))]],
    onConflict: `ON CONFLICT (website_id) DO UPDATE SET ${SETTING_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  });
  if (settings.timezone !== before.timezone) await noteZoneChange(tx, websiteId, settings.timezone, now);
  return settings;
}

/** Before the first event there is nothing that was counted in another zone. */
async function noteZoneChange(tx: Queries, websiteId: number, timezone: string, now: Date): Promise<void> {
  const [activity] = await tx.query<{ first_day: number | null }>(
    'SELECT first_day FROM website_activity WHERE website_id = $1',
    [websiteId],
  );
  if (activity?.first_day == null) return;
  await tx.query('UPDATE website_settings SET timezone_changed_day = $2 WHERE website_id = $1', [
    websiteId,
    zoneOf(timezone).dayAt(now.getTime()),
  ]);
}

function toColumn(value: SettingValue): SqlValue {
  return typeof value === 'boolean' ? Number(value) : value;
}
