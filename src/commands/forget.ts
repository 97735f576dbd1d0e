import { ContactStore } from '../contacts/contact-store.ts';
import type { Database } from '../database/database.ts';
import { findContact } from '../erasure/find-contact.ts';
import { countDay, forgetDay } from '../erasure/forget-day.ts';
import { forgetVisitor } from '../erasure/forget-visitor.ts';
import { countWebsite, forgetWebsite } from '../erasure/forget-website.ts';
import { dayFromIso } from '../rollups/calendar.ts';
import { type Arguments, type Command, type CommandContext, CommandError, parseId, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

const WEBSITE_OPTION = { type: 'string', value: 'ID', help: 'the website' } as const;
const YES_OPTION = { type: 'boolean', help: 'erase; without it, only what would be erased is told' } as const;
const CANNOT_BE_UNDONE =
  'It can not be undone, and may be run while the service is running. Interrupted, it is run again.';

export const forgetContactCommand: Command = {
  name: 'forget contact',
  options: {
    website: WEBSITE_OPTION,
    email: { type: 'string', value: 'EMAIL', help: "the contact's address" },
    id: { type: 'string', value: 'ID', help: 'or its id' },
    yes: YES_OPTION,
  },
  summary: 'Erases a contact of a website.',
  details: `${CANNOT_BE_UNDONE}\nIts visitor_token is told: "funnel forget visitor" erases what was counted under it.`,
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const filter = contactFilter(args);
    const result = await withDatabase(context, async (database) => {
      const store = new ContactStore(database, context.clock);
      const contact = await findContact(store, websiteId, filter);
      if (!contact) throw new CommandError(`Website ${websiteId} has no such contact.`);
      if (args.flag('yes')) await store.removeById(websiteId, contact.id);
      return { website_id: websiteId, contact_id: contact.id, visitor_token: contact.visitor_token };
    });
    tell(args, context, result, { contacts: 1 });
  },
};

export const forgetVisitorCommand: Command = {
  name: 'forget visitor',
  options: {
    website: WEBSITE_OPTION,
    visitor: { type: 'string', value: 'TOKEN', help: 'as it was sent with the events' },
    yes: YES_OPTION,
  },
  summary: 'Erases the traces of a visitor from the numbers of a website, and contacts that carry the token.',
  details:
    `${CANNOT_BE_UNDONE}\n` +
    'A day with up to 1,280 visitors keeps a hash of each, and this one is taken out. Of more visitors no hashes are kept: nobody\n' +
    'can be found in them or taken out. How often something happened is counted without visitors, and stays.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const visitor = args.text('visitor');
    if (!visitor) throw new UsageError('--visitor is required');
    const isErasing = args.flag('yes');
    const traces = await withDatabase(context, async (database) => {
      await requireWebsite(database, websiteId);
      const contacts = new ContactStore(database, context.clock);
      return forgetVisitor(database, contacts, { websiteId, visitor, isErasing });
    });
    tell(args, context, { website_id: websiteId }, { ...traces });
  },
};

export const forgetDayCommand: Command = {
  name: 'forget day',
  options: {
    website: WEBSITE_OPTION,
    day: { type: 'string', value: 'YYYY-MM-DD', help: 'the UTC day' },
    yes: YES_OPTION,
  },
  summary: 'Erases all that was counted for a website on one day.',
  details:
    `${CANNOT_BE_UNDONE}\n` +
    'Ids of events and orders of that day are still known: the same events are not counted again when they are sent again.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const day = dayFromIso(args.text('day') ?? '');
    if (day === undefined) throw new UsageError('--day is required, a date such as 2025-03-10');
    const rows = await withDatabase(context, async (database) => {
      await requireWebsite(database, websiteId);
      const counted = await countDay(database, websiteId, day);
      if (args.flag('yes')) await forgetDay(database, websiteId, day);
      return counted;
    });
    tell(args, context, { website_id: websiteId, day: args.text('day')! }, rows);
  },
};

export const forgetWebsiteCommand: Command = {
  name: 'forget website',
  options: { website: WEBSITE_OPTION, yes: YES_OPTION },
  summary: 'Erases a website with all that belongs to it: numbers, contacts, insights, keys, tokens and its catalog.',
  details:
    `${CANNOT_BE_UNDONE}\n` +
    'Stop imports of files into it first. A token that is good for other websites too loses this one.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const rows = await withDatabase(context, async (database) => {
      const counted = await countWebsite(database, websiteId);
      if (Object.keys(counted).length === 0) throw new CommandError(`There is no website ${websiteId}.`);
      if (args.flag('yes')) await forgetWebsite(database, websiteId, context.clock());
      return counted;
    });
    tell(args, context, { website_id: websiteId }, rows);
  },
};

function contactFilter(args: Arguments): { id: number } | { email: string } {
  const [id, email] = [args.text('id'), args.text('email')];
  if ((id === undefined) === (email === undefined)) throw new UsageError('one of --email and --id is required');
  return id === undefined ? { email: email! } : { id: parseId(id, '--id') };
}

async function requireWebsite(database: Database, websiteId: number): Promise<void> {
  const found = await database.query('SELECT id FROM websites WHERE id = $1', [websiteId]);
  if (found.length === 0) throw new CommandError(`There is no website ${websiteId}.`);
}

function tell(
  args: Arguments,
  { print }: CommandContext,
  what: Readonly<Record<string, unknown>>,
  rows: Readonly<Record<string, number>>,
): void {
  const erased = args.flag('yes');
  print({ ...what, erased, rows }, () => {
    const lines = Object.entries(rows).map(([name, count]) => `  ${name}  ${count}`);
    const token = what.visitor_token ? [`Its visitor_token: ${what.visitor_token}`] : [];
    const end = erased ? 'Erased.' : 'Nothing was erased. Add --yes to erase it.';
    return [...(lines.length > 0 ? lines : ['  nothing was found']), ...token, end].join('\n');
  });
}
