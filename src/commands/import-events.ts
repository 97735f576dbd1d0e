import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isPostgresUrl, sqlitePath } from '../database/open.ts';
import { isFileOfDatabase } from '../database/sqlite-files.ts';
import { BulkEvents } from '../ingestion/bulk/bulk-events.ts';
import { type ImportedEvents, importEvents } from '../ingestion/bulk/import-events.ts';
import { BatchCommitter } from '../ingestion/ingestion.ts';
import { type Arguments, type Command, CommandError, UsageError } from './command.ts';
import { formatCount, ProgressBar } from './progress-bar.ts';
import { withDatabase } from './with-database.ts';

const CHUNK_MIB_MAX = 64;

export const importEventsCommand: Command = {
  name: 'import events',
  positionals: ['FILE'],
  options: {
    strict: { type: 'boolean', help: 'fail (exit 1) if any line was rejected; the good ones are counted all the same' },
    again: { type: 'boolean', help: 'count the file even if it was imported before' },
    'chunk-mib': {
      type: 'string',
      value: 'N',
      help: `commit after every N MiB, 1 to ${CHUNK_MIB_MAX}; default: after about a million events`,
    },
  },
  summary: 'Counts events from a file of NDJSON, one event a line.',
  details:
    'FILE may be - for standard input, and may be gzipped (.gz). An import that was interrupted is simply run again: what\n' +
    'was counted is known by its content and is not counted twice.',
  async run(args, context) {
    const commitBytesMax = commitBytesFrom(args);
    const path = args.positional('FILE');
    refuseDatabase(path, context.config.databaseUrl);
    const source = await openSource(path);
    const bar = new ProgressBar('lines');
    const imported = await withDatabase(context, async (database) => {
      const bulk = new BulkEvents(database, context.config.databaseUrl);
      const committer = new BatchCommitter(database, context.clock, () => bulk.openGroup());
      try {
        return await importEvents(database, committer, source.bytes, {
          again: args.flag('again'),
          ...(commitBytesMax !== undefined && { commitBytesMax }),
          onRead: (lines) => bar.update({ share: source.share(), done: lines }),
        });
      } finally {
        bar.finish();
        await bulk.close();
      }
    });
    context.print(imported, () => describe(imported));
    if (args.flag('strict') && imported.rejected > 0) {
      throw new CommandError(`${formatCount(imported.rejected)} lines were rejected (--strict)`);
    }
    if (imported.accepted + imported.duplicates === 0 && imported.rejected > 0) {
      throw new CommandError('Nothing was counted: every line was rejected.');
    }
  },
};

function commitBytesFrom(args: Arguments): number | undefined {
  const text = args.text('chunk-mib');
  if (text === undefined) return undefined;
  const mib = Number(text);
  if (/^\d+$/.test(text) && mib >= 1 && mib <= CHUNK_MIB_MAX) return mib * 1024 * 1024;
  throw new UsageError(`--chunk-mib must be a whole number from 1 to ${CHUNK_MIB_MAX}, not "${text}"`);
}

/** Reading it would drop SQLite's locks, see sqlite-files.ts. */
function refuseDatabase(path: string, databaseUrl: string): void {
  if (isPostgresUrl(databaseUrl) || !isFileOfDatabase(path, sqlitePath(databaseUrl))) return;
  throw new CommandError(`${path} is the database itself. FILE must be a file of events.`);
}

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** How much has been read, from 0 to 1. */
  share(): number | undefined;
}

async function openSource(path: string): Promise<Source> {
  if (path === '-') return { bytes: process.stdin as AsyncIterable<Buffer>, share: () => undefined };
  const size = await stat(path).then(
    (stats) => stats.size,
    (error: Error) => {
      throw new CommandError(`${path} can't be read: ${error.message}`);
    },
  );
  const file = createReadStream(path, { highWaterMark: 2 * 1024 * 1024 });
  return { bytes: unpacked(file, path), share: () => (size > 0 ? file.bytesRead / size : undefined) };
}

async function* unpacked(file: ReadStream, path: string): AsyncGenerator<Uint8Array> {
  // The callback takes errors that `for await` reports as well; without one they would end the process.
  const bytes: Readable = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (error) {
    throw new CommandError(`${path} can't be read: ${(error as Error).message}`);
  }
}

function describe(imported: ImportedEvents): string {
  const lines = [
    `accepted    ${formatCount(imported.accepted)}`,
    `duplicates  ${formatCount(imported.duplicates)}`,
    `rejected    ${formatCount(imported.rejected)}`,
    ...imported.samples.map(({ line, code, message }) => `  line ${line}: ${code}: ${message}`),
  ];
  if (imported.rejected > imported.samples.length) {
    lines.push('  all rejected lines, by reason:');
    for (const [code, count] of Object.entries(imported.reasons)) lines.push(`    ${code}  ${formatCount(count)}`);
  }
  return lines.join('\n');
}
