import { changeWebsiteSettings, readWebsiteSettings } from '../catalog/website-settings.ts';
import { type Arguments, type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

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
  },
  summary: 'Shows the settings of a website, and changes those that are given.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const registerKeys = onOrOff(args, 'register-keys');
    const browserOrders = onOrOff(args, 'browser-orders');
    const changes = {
      ...(registerKeys !== undefined && { register_keys: registerKeys }),
      ...(browserOrders !== undefined && { browser_orders: browserOrders }),
    };
    const settings = await withDatabase(context, (database) =>
      Object.keys(changes).length === 0
        ? readWebsiteSettings(database, websiteId)
        : changeWebsiteSettings(database, websiteId, changes),
    );
    if (!settings) throw new CommandError(`Website ${websiteId} does not exist.`);
    context.print({ website_id: websiteId, ...settings }, () =>
      [
        `register-keys   ${settings.register_keys ? 'on' : 'off'}`,
        `browser-orders  ${settings.browser_orders ? 'on' : 'off'}`,
      ].join('\n'),
    );
  },
};

function onOrOff(args: Arguments, name: string): boolean | undefined {
  const value = args.string(name);
  if (value === undefined) return undefined;
  if (value === 'on' || value === 'off') return value === 'on';
  throw new UsageError(`--${name} must be on or off, not "${value}"`);
}
