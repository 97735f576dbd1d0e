import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BulkEvents } from '../../intake/bulk/bulk-events.ts';
import { type ImportedEvents, ImportStoppedError, importEvents } from '../../intake/bulk/import-events.ts';
import { type Arguments, type Command, type CommandContext, CommandError, UsageError } from '../command/command.ts';
import { rejectDatabaseFile } from '../command/database-file.ts';
import { formatCount, ProgressBar } from '../command/progress-bar.ts';
import { withDatabase } from '../command/with-database.ts';

const CHUNK_MIB_MAX = 64;
const UNREACHABLE_NAMED_MAX = 10;

export const importEventsCommand: Command = {
  name: 'import events',
  positionals: ['FILE'],
  options: {
    strict: { type: 'boolean', help: 'exit with 1 if any line was rejected; valid lines are still counted' },
    again: { type: 'boolean', help: 'count the file even if it was already imported' },
    'chunk-mib': {
      type: 'string',
      value: 'N',
      help: `commit after every N MiB, 1 to ${CHUNK_MIB_MAX}; default: up to a million events, or 0.5 MiB while others write`,
    },
  },
  summary: 'Imports events from an NDJSON file, one event per line.',
  details:
    'FILE may be - for standard input, and may be gzipped (.gz). If an import is interrupted, run it again: events that\n' +
    'were already counted are recognized by their content and not counted twice.',
  async run(args, context) {
    const commitBytesMax = commitBytesFrom(args);
    const path = args.positional('FILE');
    rejectDatabaseFile(path, context.config.databaseUrl, 'events');
    const source = await openSource(path, context);
    const bar = new ProgressBar('lines');
    const imported = await withDatabase(context, async (database) => {
      const bulk = new BulkEvents(database, context.config.databaseUrl, context.clock);
      try {
        return await importEvents(database, bulk, source.bytes, {
          again: args.flag('again'),
          clock: context.clock,
          ...(commitBytesMax !== undefined && { commitBytesMax }),
          onRead: (lines) => bar.update({ share: source.share(), done: lines }),
        });
      } catch (error) {
        throw error instanceof ImportStoppedError ? stopped(error, args.flag('again')) : error;
      } finally {
        bar.finish();
        await bulk.close();
      }
    });
    context.print(imported, () => describe(imported));
    if (args.flag('strict') && imported.rejected > 0) {
      throw new CommandError(`Rejected lines: ${formatCount(imported.rejected)} (--strict)`);
    }
    if (imported.accepted + imported.duplicates === 0 && imported.rejected > 0) {
      throw new CommandError(
        `Nothing was counted: every line was rejected (${reasonsOf(imported)}).${adviceFor(imported)}`,
      );
    }
  },
};

function commitBytesFrom(args: Arguments): number | undefined {
  const value = args.string('chunk-mib');
  if (value === undefined) return undefined;
  const mib = Number(value);
  if (/^\d+$/.test(value) && mib >= 1 && mib <= CHUNK_MIB_MAX) return mib * 1024 * 1024;
  throw new UsageError(`--chunk-mib must be a whole number from 1 to ${CHUNK_MIB_MAX}, not "${value}"`);
}

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The share that has been read, from 0 to 1; undefined for standard input. */
  share(): number | undefined;
}

async function openSource(path: string, { stdin }: CommandContext): Promise<Source> {
  if (path === '-') return { bytes: stdin() as AsyncIterable<Buffer>, share: () => undefined };
  const size = await stat(path).then(
    (stats) => stats.size,
    (error: Error) => {
      throw new CommandError(`Cannot read ${path}: ${error.message}`);
    },
  );
  const file = createReadStream(path, { highWaterMark: 2 * 1024 * 1024 });
  return { bytes: decompress(file, path), share: () => (size > 0 ? file.bytesRead / size : undefined) };
}

async function* decompress(file: ReadStream, path: string): AsyncGenerator<Uint8Array> {
  // `for await` reports the same errors. Without a callback here they would also end the process.
  const bytes: Readable = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

/** The error of the database says that nothing was changed: by the statement that has failed. */
export function stopped({ cause, imported, unreachableIds }: ImportStoppedError, isAgain: boolean): CommandError {
  const { accepted, duplicates, rejected } = imported;
  const reason = cause.message.replace(/ Nothing was changed[^.]*\./, '');
  const place = unreachableIds.length > 0 ? ` ${unreachable(unreachableIds)}` : '';
  const committed =
    accepted + duplicates + rejected === 0
      ? 'Nothing of the file was counted.'
      : `The import stopped. So far, events of the file were committed: accepted ${formatCount(accepted)}, ` +
        `duplicates ${formatCount(duplicates)}, rejected ${formatCount(rejected)}.`;
  const advice = isAgain
    ? ' With --again, everything is counted from the start: run it again only if the events have ids.'
    : ' Run the same command again: it goes on where it stopped.';
  return new CommandError(`${reason}${place} ${committed}${advice}`);
}

function unreachable(ids: readonly number[]): string {
  const more = ids.length - UNREACHABLE_NAMED_MAX;
  const websites = `website${ids.length === 1 ? '' : 's'} ${ids.slice(0, UNREACHABLE_NAMED_MAX).join(', ')}`;
  const all = more > 0 ? `${websites} and ${formatCount(more)} more` : websites;
  return `A worker of the cluster does not answer: funnel doctor names it. It has ${all}: a file without events of these can be imported.`;
}

function describe(imported: ImportedEvents): string {
  const lines = [
    `accepted    ${formatCount(imported.accepted)}`,
    `duplicates  ${formatCount(imported.duplicates)}`,
    `rejected    ${formatCount(imported.rejected)}`,
    ...imported.samples.map(({ line, code, message }) => `  line ${line}: ${code}: ${message}`),
  ];
  if (imported.rejected > 0) {
    lines.push('  rejected lines by reason:');
    for (const [code, count] of Object.entries(imported.reasons)) lines.push(`    ${code}  ${formatCount(count)}`);
  }
  return lines.join('\n');
}

function reasonsOf({ reasons }: ImportedEvents): string {
  return Object.entries(reasons)
    .map(([code, count]) => `${code}: ${formatCount(count)}`)
    .join(', ');
}

/** Events of websites or campaigns that are not there: often the catalog has not been imported yet. */
function adviceFor({ reasons }: ImportedEvents): string {
  const isUnknown = Object.keys(reasons).some((code) => /^unknown_(?!field$)/.test(code));
  return isUnknown ? ' What the events name must be in the catalog: funnel import catalog FILE' : '';
}
