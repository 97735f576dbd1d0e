import { listWebsites } from '../catalog/list-websites.ts';
import { changeWebsiteSettings, readWebsiteSettings } from '../catalog/website-settings.ts';
import { type Arguments, type Command, CommandError, UsageError } from './command.ts';
import { formatTable } from './table.ts';
import { withDatabase } from './with-database.ts';

/** The error of every command that was given a website that does not exist. */
export function unknownWebsite(message: string): CommandError {
  return new CommandError(
    `${message} List the websites with: funnel website list. Add one with: funnel import catalog FILE`,
  );
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
    'register-keys': {
      type: 'string',
      value: 'on|off',
      help: 'whether an event with a key that is new registers its campaign, variant, step or element',
    },
    'browser-orders': { type: 'string', value: 'on|off', help: 'whether browsers may send orders' },
    'smallest-lift': {
      type: 'string',
      value: 'PERCENT',
      help: 'the smallest lift that matters in experiments, 1 to 100',
    },
  },
  summary: 'Shows the settings of a website, and changes those that are given.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const registerKeys = onOrOff(args, 'register-keys');
    const browserOrders = onOrOff(args, 'browser-orders');
    const smallestLift = wholePercent(args, 'smallest-lift');
    const changes = {
      ...(registerKeys !== undefined && { register_keys: registerKeys }),
      ...(browserOrders !== undefined && { browser_orders: browserOrders }),
      ...(smallestLift !== undefined && { smallest_lift: smallestLift }),
    };
    const settings = await withDatabase(context, (database) =>
      Object.keys(changes).length === 0
        ? readWebsiteSettings(database, websiteId)
        : changeWebsiteSettings(database, websiteId, changes, context.clock),
    );
    if (!settings) throw unknownWebsite(`Website ${websiteId} does not exist.`);
    context.print({ website_id: websiteId, ...settings }, () =>
      formatTable(
        [
          { setting: 'register-keys', value: settings.register_keys ? 'on' : 'off' },
          { setting: 'browser-orders', value: settings.browser_orders ? 'on' : 'off' },
          { setting: 'smallest-lift', value: `${settings.smallest_lift}%` },
        ],
        { setting: ({ setting }) => setting, value: ({ value }) => value },
      ),
    );
  },
};

function wholePercent(args: Arguments, name: string): number | undefined {
  const value = args.string(name);
  if (value === undefined) return undefined;
  if (/^([1-9]\d?|100)$/.test(value)) return Number(value);
  throw new UsageError(`--${name} must be a whole number from 1 to 100, not "${value}"`);
}

function onOrOff(args: Arguments, name: string): boolean | undefined {
  const value = args.string(name);
  if (value === undefined) return undefined;
  if (value === 'on' || value === 'off') return value === 'on';
  throw new UsageError(`--${name} must be on or off, not "${value}"`);
}
