import { COMMAND_LINE } from '../../contract/access/principal.ts';
import { dayFromIso } from '../../engine/rollups/calendar.ts';
import { type Database, requireReachable } from '../../foundation/database/database.ts';
import { ContactStore } from '../../manage/contacts/contact-store.ts';
import { ContactErasure } from '../../manage/erasure/forget-contact.ts';
import { countDay, forgetDay } from '../../manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../manage/erasure/forget-visitor.ts';
import { countWebsite, forgetWebsite } from '../../manage/erasure/forget-website.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  parseId,
  UsageError,
} from '../command/command.ts';
import { withDatabase } from '../command/with-database.ts';
import { requireWebsite, unknownWebsite } from './websites/website.ts';

const WEBSITE_OPTION = { type: 'string', value: 'ID', help: 'the website' } as const;
const YES_OPTION = { type: 'boolean', help: 'erase the data; without it, only shows what would be erased' } as const;
const CANNOT_BE_UNDONE =
  'This cannot be undone. It may run while the service is running. If interrupted, run it again.';

export const forgetContactCommand: Command = {
  name: 'forget contact',
  options: {
    website: WEBSITE_OPTION,
    email: { type: 'string', value: 'EMAIL', help: "the contact's email" },
    id: { type: 'string', value: 'ID', help: "the contact's id, instead of --email" },
    yes: YES_OPTION,
  },
  summary: 'Erases one contact of a website, and takes its visitor out of touches, orders and the event log.',
  details:
    `${CANNOT_BE_UNDONE}\n` +
    `Prints the contact's visitor_token: "funnel forget visitor" also erases what was counted for it.`,
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const filter = contactFilter(args);
    const isErasing = args.flag('yes');
    const forgotten = await withWebsite(context, websiteId, (database) =>
      new ContactErasure(database, context.clock).forget({ websiteId, filter, actor: COMMAND_LINE, isErasing }),
    );
    if (!forgotten) throw new CommandError(`Website ${websiteId} has no such contact.`);
    const { id, visitor_token } = forgotten.contact;
    const subject = { website_id: websiteId, contact_id: id, visitor_token };
    printResult(args, context, subject, { contacts: 1, ...forgotten.traces });
  },
};

export const forgetVisitorCommand: Command = {
  name: 'forget visitor',
  options: {
    website: WEBSITE_OPTION,
    visitor: { type: 'string', value: 'TOKEN', help: 'the visitor as sent with the events' },
    yes: YES_OPTION,
  },
  summary: 'Erases a visitor from the numbers of a website, with the contacts that have the same visitor_token.',
  details:
    `${CANNOT_BE_UNDONE}\n` +
    'For a day with up to 1,280 visitors a hash of each is stored, and this one is removed. For a day with more, no hashes\n' +
    'are stored, so no visitor can be found or removed. Totals count events without visitors and do not change. In the event log,\n' +
    'the events stay, without visitor, time and dimensions.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const visitor = args.string('visitor');
    if (!visitor) throw new UsageError('--visitor is required');
    const isErasing = args.flag('yes');
    const traces = await withWebsite(context, websiteId, async (database) => {
      await requireWebsite(database, websiteId);
      const contacts = new ContactStore(database, context.clock);
      return forgetVisitor(database, contacts, { websiteId, visitor, isErasing });
    });
    printResult(args, context, { website_id: websiteId }, { ...traces });
  },
};

export const forgetDayCommand: Command = {
  name: 'forget day',
  options: {
    website: WEBSITE_OPTION,
    day: { type: 'string', value: 'YYYY-MM-DD', help: "the day, in the website's time zone" },
    yes: YES_OPTION,
  },
  summary: 'Erases all numbers of a website for one day.',
  details:
    `${CANNOT_BE_UNDONE}\n` +
    'The ids of its events and orders stay stored: the same events are not counted if they are sent again.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const day = dayFromIso(args.string('day') ?? '');
    if (day === undefined) throw new UsageError('--day must be a date, such as 2025-03-10');
    const rows = await withWebsite(context, websiteId, async (database) => {
      await requireWebsite(database, websiteId);
      const counted = await countDay(database, websiteId, day);
      if (args.flag('yes')) await forgetDay(database, websiteId, day);
      return counted;
    });
    printResult(args, context, { website_id: websiteId, day: args.string('day')! }, rows);
  },
};

export const forgetWebsiteCommand: Command = {
  name: 'forget website',
  options: { website: WEBSITE_OPTION, yes: YES_OPTION },
  summary: 'Erases a website and everything that belongs to it: numbers, contacts, insights, keys, tokens, catalog.',
  details: `${CANNOT_BE_UNDONE}\nStop file imports into it first. A token that also grants other websites keeps those.`,
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const rows = await withWebsite(context, websiteId, async (database) => {
      const counted = await countWebsite(database, websiteId);
      if (Object.keys(counted).length === 0) throw unknownWebsite(`Website ${websiteId} does not exist.`);
      if (args.flag('yes')) await forgetWebsite(database, websiteId, context.clock());
      return counted;
    });
    printResult(args, context, { website_id: websiteId }, rows);
  },
};

/** Commands have no time limit, so it asks first whether the website can be reached: a frozen worker would keep them waiting. */
function withWebsite<Result>(
  context: CommandContext,
  websiteId: number,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, async (database) => {
    await requireReachable(database, [websiteId], { isDelayed: true });
    return work(database);
  });
}

function contactFilter(args: Arguments): { id: number } | { email: string } {
  const [id, email] = [args.string('id'), args.string('email')];
  if ((id === undefined) === (email === undefined)) throw new UsageError('exactly one of --email and --id is required');
  return id === undefined ? { email: email! } : { id: parseId(id, '--id') };
}

function printResult(
  args: Arguments,
  { print }: CommandContext,
  subject: Readonly<Record<string, unknown>>,
  rows: Readonly<Record<string, number>>,
): void {
  const erased = args.flag('yes');
  print({ ...subject, erased, rows }, () => {
    const lines = Object.entries(rows).map(([name, count]) => `  ${name}  ${count}`);
    const token = subject.visitor_token ? [`visitor_token: ${subject.visitor_token}`] : [];
    const end = erased ? 'Erased.' : 'Nothing was erased. Add --yes to erase.';
    return [...(lines.length > 0 ? lines : ['  nothing found']), ...token, end].join('\n');
  });
}
