// Importing what other tools have counted, and removing it again.
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { COMMAND_LINE } from '../../core/contract/access/principal.ts';
import { dayFromIso, isoOfDay } from '../../core/engine/rollups/calendar.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  parseId,
  UsageError,
} from '../../core/server/command/command.ts';
import { rejectDatabaseFile } from '../../core/server/command/database-file.ts';
import { formatTable } from '../../core/server/command/table.ts';
import { withDatabase } from '../../core/server/command/with-database.ts';
import { requireWebsite } from '../../core/server/commands/websites/website.ts';
import type { HistoryImport } from './days/store-history.ts';
import type { HistoryTool } from './days/traffic-day.ts';
import { COMMAND_LIMITS } from './files/read-history-file.ts';
import { HistoryImports } from './history-imports.ts';

const WEBSITE_OPTION = { type: 'string', value: 'ID', help: 'the website' } as const;

export const importPlausibleCommand = importCommand(
  'plausible',
  'Imports what Plausible has counted, from the zip archive that it exports.',
);
export const importUmamiCommand = importCommand(
  'umami',
  'Imports what Umami has counted, from the archive of its data export, or website_event as CSV.',
);
export const importGa4Command = importCommand(
  'ga4',
  'Imports what Google Analytics 4 has counted, from a report as CSV, or a zip archive of several.',
);

function importCommand(tool: HistoryTool, summary: string): Command {
  return {
    name: `import ${tool}`,
    positionals: ['FILE'],
    options: {
      website: WEBSITE_OPTION,
      'conversion-event': { type: 'string', value: 'NAME', help: 'events of this name are imported as conversions' },
      'last-day': { type: 'string', value: 'DATE', help: 'only days up to this one; default: up to yesterday' },
    },
    summary,
    details:
      'Imports all of the file, or nothing: not if a day of it has events of this service, or is in another import.\n' +
      'The same file again changes nothing. See docs/history.md.',
    async run(args, context) {
      const websiteId = args.requiredId('website');
      const lastDay = lastDayOf(args);
      const path = args.positional('FILE');
      rejectDatabaseFile(path, context.config.databaseUrl, `the export of another tool`);
      const sent = {
        ...{ tool, bytes: await openFile(path), fileName: basename(path), limits: COMMAND_LIMITS },
        ...{ conversionEvent: args.string('conversion-event'), lastDay },
      };
      const imported = await withHistory(context, websiteId, (imports) => imports.add(websiteId, sent, COMMAND_LINE));
      const { isRepeated, skipped, ...added } = imported;
      context.print({ ...documentOf(added), skipped, repeated: isRepeated }, () =>
        [
          isRepeated ? `The file was imported before, as import ${added.id}. Nothing was changed.` : described(added),
          ...skipped.map((name) => `not read: ${name}`),
        ].join('\n'),
      );
    },
  };
}

export const historyListCommand: Command = {
  name: 'history list',
  options: { website: WEBSITE_OPTION },
  summary: 'Lists the imports of what other tools have counted.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const imports = await withHistory(context, websiteId, (history) => history.list(websiteId));
    context.print({ imports: imports.map(documentOf) }, () =>
      imports.length === 0
        ? 'Nothing was imported.'
        : formatTable(imports, {
            id: ({ id }) => id,
            tool: ({ tool }) => tool,
            file: ({ fileName }) => fileName,
            first: ({ firstDay }) => isoOfDay(firstDay),
            last: ({ lastDay }) => isoOfDay(lastDay),
            days: ({ dayCount }) => dayCount,
            created: ({ createdAt }) => createdAt,
          }),
    );
  },
};

export const historyRemoveCommand: Command = {
  name: 'history remove',
  positionals: ['ID'],
  options: { website: WEBSITE_OPTION },
  summary: 'Removes an import of what another tool has counted, with all its days.',
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const id = parseId(args.positional('ID'), 'ID');
    const removed = await withHistory(context, websiteId, (imports) => imports.remove(websiteId, id, COMMAND_LINE));
    context.print(documentOf(removed), () => `Removed import ${id} with ${removed.dayCount} days.`);
  },
};

function lastDayOf(args: Arguments): number | undefined {
  const text = args.string('last-day');
  const day = text === undefined ? undefined : dayFromIso(text);
  if (text !== undefined && day === undefined) {
    throw new UsageError(`--last-day must be a date such as 2026-01-31, not "${text}"`);
  }
  return day;
}

async function openFile(path: string): Promise<Blob> {
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file');
    return await openAsBlob(path);
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

function withHistory<Result>(
  context: CommandContext,
  websiteId: number,
  work: (imports: HistoryImports) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, async (database) => {
    await requireWebsite(database, websiteId);
    try {
      return await work(new HistoryImports(database, context.clock));
    } catch (error) {
      throw error instanceof Problem ? new CommandError(error.message) : error;
    }
  });
}

function documentOf({ id, tool, fileName, conversionEvent, firstDay, lastDay, dayCount, createdAt }: HistoryImport) {
  return {
    ...{ id, tool, file_name: fileName, conversion_event: conversionEvent },
    ...{ first_day: isoOfDay(firstDay), last_day: isoOfDay(lastDay), days: dayCount, created_at: createdAt },
  };
}

function described({ id, firstDay, lastDay, dayCount }: HistoryImport): string {
  return `Import ${id}: ${dayCount} days from ${isoOfDay(firstDay)} to ${isoOfDay(lastDay)}.`;
}
