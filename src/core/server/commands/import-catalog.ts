import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { importCatalog } from '../../engine/catalog/records/import-catalog.ts';
import { type Command, type CommandContext, CommandError } from '../command/command.ts';
import { formatTable } from '../command/table.ts';
import { withDatabase } from '../command/with-database.ts';

/** The whole document is in memory at once, several times over. */
const DOCUMENT_MIB_MAX = 64;
const DOCUMENT_BYTES_MAX = DOCUMENT_MIB_MAX * 1024 * 1024;

export const importCatalogCommand: Command = {
  name: 'import catalog',
  positionals: ['FILE'],
  summary:
    'Creates or updates accounts, websites, areas, campaigns, variants, steps and elements from a JSON document.',
  details:
    'FILE may be - for standard input, and may be gzipped (.gz). ' +
    'Imports the whole document or, on an error, nothing.\n\nA variant with "is_holdout": true shows nothing; ' +
    'see docs/experiments.md. All fields are in docs/catalog.md and docs/events.md.',
  async run(args, context) {
    const document = parseJson(await readString(args.positional('FILE'), context));
    const counts = await withDatabase(context, (database) => importCatalog(database, document, context.clock));
    context.print(counts, () =>
      formatTable(Object.entries(counts), {
        records: ([table]) => table,
        created: ([, { created }]) => created,
        updated: ([, { updated }]) => updated,
        unchanged: ([, { unchanged }]) => unchanged,
      }),
    );
  },
};

async function readString(path: string, { stdin }: CommandContext): Promise<string> {
  try {
    const bytes = path === '-' ? await buffer(stdin()) : await readFile(path);
    const document = path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: DOCUMENT_BYTES_MAX }) : bytes;
    if (document.length <= DOCUMENT_BYTES_MAX) return document.toString('utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_BUFFER_TOO_LARGE') throw new CommandError(`Cannot read ${path}: ${message}`);
  }
  throw new CommandError(
    `The catalog has more than ${DOCUMENT_MIB_MAX} MiB, unpacked. Import it in several files, each with some of the websites.`,
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CommandError(`The catalog is not valid JSON: ${(error as Error).message}`);
  }
}
