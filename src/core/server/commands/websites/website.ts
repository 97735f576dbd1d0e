import { listWebsites } from '../../../engine/catalog/list-websites.ts';
import { SETTING_SCHEMAS } from '../../../engine/catalog/setting-schemas.ts';
import {
  SETTING_LIST,
  type Setting,
  type SettingChanges,
  type SettingName,
  type SettingValue,
  settingAsText,
} from '../../../engine/catalog/settings.ts';
import { changeWebsiteSettings, readWebsiteSettings } from '../../../engine/catalog/website-settings.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { type Arguments, type Command, CommandError, UsageError } from '../../command/command.ts';
import { formatTable } from '../../command/table.ts';
import { withDatabase } from '../../command/with-database.ts';

/** The error of every command that was given a website that does not exist. */
export function unknownWebsite(message: string): CommandError {
  return new CommandError(
    `${message} List the websites with: funnel website list. Add one with: funnel import catalog FILE`,
  );
}

export async function requireWebsite(database: Database, websiteId: number): Promise<void> {
  const found = await database.query('SELECT id FROM websites WHERE id = $1', [websiteId]);
  if (found.length === 0) throw unknownWebsite(`Website ${websiteId} does not exist.`);
}

const NO_WEBSITES = 'No websites. Import them with: funnel import catalog FILE, or look at the demo: npm run demo';

export const websiteListCommand: Command = {
  name: 'website list',
  summary: 'Lists the websites and their accounts, with the ids that other commands ask for.',
  async run(_args, context) {
    const websites = await withDatabase(context, listWebsites);
    context.print({ websites }, () =>
      websites.length === 0
        ? NO_WEBSITES
        : formatTable(websites, {
            id: ({ id }) => id,
            name: ({ name }) => name,
            currency: ({ currency }) => currency,
            account: ({ account_id }) => account_id,
            'account name': ({ account_name }) => account_name,
            created: ({ created_at }) => created_at,
          }),
    );
  },
};

export const websiteSettingsCommand: Command = {
  name: 'website settings',
  options: {
    website: { type: 'string', value: 'ID', help: 'the website' },
    ...Object.fromEntries(
      SETTING_LIST.map(([name, { option }]) => [optionName(name), { type: 'string' as const, ...option }]),
    ),
  },
  summary: 'Shows the settings of a website, and changes those that are given.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const changes = settingChanges(args);
    const settings = await withDatabase(context, (database) =>
      Object.keys(changes).length === 0
        ? readWebsiteSettings(database, websiteId)
        : changeWebsiteSettings(database, websiteId, changes, context.clock),
    );
    if (!settings) throw unknownWebsite(`Website ${websiteId} does not exist.`);
    context.print({ website_id: websiteId, ...settings }, () =>
      formatTable(SETTING_LIST, {
        setting: ([name]) => optionName(name),
        value: ([name, { unit = '' }]) => `${settingAsText(settings[name])}${unit}`,
      }),
    );
  },
};

function settingChanges(args: Arguments): SettingChanges {
  const given = SETTING_LIST.flatMap(([name, setting]) => {
    const text = args.string(optionName(name));
    return text === undefined ? [] : [[name, settingValue(name, setting, text)]];
  });
  return Object.fromEntries(given);
}

function optionName(setting: SettingName): string {
  return setting.replaceAll('_', '-');
}

function settingValue(name: SettingName, { rule, default: example }: Setting, text: string): SettingValue {
  const { success, data } = SETTING_SCHEMAS[name].safeParse(valueLike(example, text));
  if (success) return data;
  throw new UsageError(
    `--${optionName(name)} ${typeof example === 'boolean' ? 'must be on or off' : rule}, not "${text}"`,
  );
}

/** Returns the value that JSON would have. Text that is no switch or number stays text, which the schema rejects. */
function valueLike(example: SettingValue, text: string): SettingValue {
  if (typeof example === 'boolean' && (text === 'on' || text === 'off')) return text === 'on';
  if (typeof example === 'number' && /^(0|[1-9]\d*)$/.test(text)) return Number(text);
  return text;
}
