import { resolve } from 'node:path';
import { listWebsites } from '../../core/engine/catalog/list-websites.ts';
import { DatabaseUnavailableError } from '../../core/foundation/database/database.ts';
import { isPostgresUrl, sqlitePath } from '../../core/foundation/database/open/open.ts';
import { type Arguments, type Command, CommandError, parseId, UsageError } from '../../core/server/command/command.ts';
import { formatCount, ProgressBar } from '../../core/server/command/progress-bar.ts';
import { withCause, withDatabase } from '../../core/server/command/with-database.ts';
import { unknownWebsite } from '../../core/server/commands/websites/website.ts';
import { type Config, readSection } from '../../core/server/config/config.ts';
import { EXPORT_SECTION } from './export-config.ts';
import { type ExportResult, type MissingWebsite, runExport } from './run-export.ts';
import { EXPORT_FORMATS, type ExportFormat } from './targets/export-format.ts';
import { ExportError, type ExportTarget } from './targets/export-target.ts';
import { openTarget } from './targets/open-target.ts';

export const exportCommand: Command = {
  name: 'export',
  options: {
    website: { type: 'string', multiple: true, value: 'ID', help: 'a website to export; may be repeated' },
    to: {
      type: 'string',
      value: 'TARGET',
      help: 'a folder, s3://BUCKET/PREFIX, or a database: postgres://…?schema=NAME',
    },
    format: { type: 'string', value: 'FORMAT', help: `${EXPORT_FORMATS.join(' or ')}; default: parquet` },
    since: { type: 'string', value: 'CURSOR', help: 'write only what has changed since the run with this cursor' },
    'stable-visitors': {
      type: 'boolean',
      help: 'name visitors as all such exports do; default: as this export alone does',
    },
    contacts: { type: 'boolean', help: 'export the contacts, too' },
  },
  summary: 'Exports websites for other tools: catalog, counters and visitor sketches per day, events, experiments.',
  details:
    'The target keeps what it has, so a repeated export with --since replaces only days that have changed, whatever the\n' +
    'reason. If an export is interrupted, run it again. What the target has of other websites is removed.',
  async run(args, context) {
    const websiteIds = args.strings('website').map((id) => parseId(id, '--website'));
    if (websiteIds.length === 0) throw new UsageError('--website is required');
    const target = refused(() => targetFrom(args, context.config));
    await withDatabase(context, async (database) => {
      const known = new Set((await listWebsites(database)).map(({ id }) => id));
      const unknown = websiteIds.find((id) => !known.has(id));
      if (unknown !== undefined) throw unknownWebsite(`Website ${unknown} does not exist.`);
    });
    const bar = new ProgressBar('rows');
    const { databaseUrl, exactEventsMax, queryEventsMax } = context.config;
    const missing: MissingWebsite[] = [];
    const result = await runExport(
      {
        databaseUrl,
        now: context.clock(),
        bounds: { exactEventsMax, queryEventsMax },
        onRows: (rows) => bar.update({ share: undefined, done: rows }),
        onMissing: (website) => missing.push(website),
      },
      {
        websiteIds,
        since: args.string('since'),
        hasStableVisitors: args.flag('stable-visitors'),
        hasContacts: args.flag('contacts'),
      },
      target,
    )
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailableError && missing.length > 0) throw withoutWebsites(missing);
        if (error instanceof DatabaseUnavailableError) throw withCause(error);
        throw error instanceof ExportError ? new CommandError(error.message) : error;
      })
      .finally(() => bar.finish());
    context.print(result, () => describe(result));
    if (missing.length > 0) throw withoutWebsites(missing, result.cursor);
  },
};

/** Without a cursor, nothing was exported. */
export function withoutWebsites(missing: readonly MissingWebsite[], cursor?: string): CommandError {
  const websites = missing.map(({ websiteId, reason }) => `  website ${websiteId}: ${reason}`).join('\n');
  const again =
    cursor === undefined
      ? 'Nothing was exported. Run the same command again when it answers.'
      : `The others were exported. Run the command again with --since ${cursor} when it answers: it exports what is missing.`;
  const hint = 'On a cluster, funnel doctor names the worker that does not answer.';
  return new CommandError(`These websites could not be reached (unreachable). ${hint}\n${websites}\n${again}`);
}

function refused<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ExportError ? new UsageError(error.message) : error;
  }
}

function targetFrom(args: Arguments, config: Config): ExportTarget {
  const { databaseUrl } = config;
  const to = args.string('to');
  if (to === undefined) throw new UsageError('--to is required');
  const format = args.string('format') ?? 'parquet';
  if (!isFormat(format)) throw new UsageError(`--format must be ${EXPORT_FORMATS.join(' or ')}, not "${format}"`);
  if (!isPostgresUrl(databaseUrl) && resolve(to) === resolve(sqlitePath(databaseUrl))) {
    throw new UsageError('--to is the database itself');
  }
  return openTarget({ to, format, s3: readSection(config, EXPORT_SECTION).s3 });
}

function isFormat(format: string): format is ExportFormat {
  return (EXPORT_FORMATS as readonly string[]).includes(format);
}

function describe({ files, rows, cursor }: ExportResult): string {
  return [
    `files   ${formatCount(files)}`,
    `rows    ${formatCount(rows)}`,
    `cursor  ${cursor}`,
    'To export later what has changed by then, add: --since CURSOR',
  ].join('\n');
}
