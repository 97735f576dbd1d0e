// Nothing but SQLite opens the files of a database: closing any descriptor of a file drops the locks that the process holds
// on it. This test reads the source code, because running the program would cover only some of its paths.
import { globSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { filesOf, OpenedFiles } from '../../../../src/core/foundation/database/sqlite/sqlite-files.ts';
import { CommandLine } from '../../../support/command-line.ts';

/** Functions that open no file. */
const OPEN_NOTHING = [
  'accessSync',
  'constants',
  'existsSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'mkdtempSync',
  'readdirSync',
  'realpathSync',
  'renameSync',
  'rmSync',
  'stat',
  'statSync',
  'statfsSync',
];

/** Source files that open files, and which. Before adding one: it must not be able to open a file of the database. */
const OPENERS: Readonly<Record<string, string>> = {
  'src/core/server/app/logger.ts': 'nothing: it writes to standard error',
  'src/core/server/commands/backup/backup-file.ts': 'a backup, before SQLite opens it or after SQLite has closed it',
  'src/core/server/commands/import-catalog.ts': 'a catalog, closed before the database is opened',
  'src/core/server/commands/import-events.ts': 'events; a file of the database is refused',
  'src/extensions/history/history-commands.ts': 'the export of another tool; a file of the database is refused',
  'src/core/server/commands/listings.ts': 'new files; the database is not opened',
  'src/core/server/commands/backup/new-file.ts': 'a folder',
  'src/core/server/commands/backup/restore.ts': 'the beginning of a backup, closed before SQLite opens anything',
  'src/core/server/commands/websites/website-rates.ts': 'rates, closed before the database is opened',
  'src/core/foundation/database/open/storage-state.ts':
    'nothing: it asks how large files are, and how much room is left',
  'src/core/foundation/database/sqlite/last-backup.ts':
    'the time of the last backup, in a file that SQLite does not know',
  'src/extensions/exports/targets/file-target.ts': 'new files in a new folder',
  'src/extensions/exports/targets/folder-store.ts':
    'the records of an export, whose names no database has, and folders',
  'src/extensions/exports/targets/s3-store.ts': 'files that it has made in a new folder',
  'src/extensions/exports/targets/staging-folder.ts': 'nothing: it makes, lists and removes folders',
  'src/core/foundation/database/schema/migrations.ts': 'the migrations',
  'src/core/foundation/dimensions/country-table.ts': 'the table of countries, which is installed with the service',
  'src/extensions/notifications/scheduled-reports/pdf-paper.ts': 'fonts, which are installed with the service',
  'src/core/server/surfaces/http/built-files.ts': 'the files of the dashboard and of the tracker',
  'src/core/server/surfaces/mcp/report-view.ts': 'the view of results for chats',
};

const SOURCES = globSync('src/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

function openingImports(text: string): string[] {
  const imports = text.matchAll(/import\s+(?:\{([^}]*)\}|([^'"]*))\s*from\s+'(?:node:)?fs(?:\/promises)?'/g);
  return [...imports].flatMap(([, names, whole]) => {
    if (names === undefined) return [whole!.trim()];
    const values = names.split(',').map((name) => name.trim());
    return values.filter((name) => name !== '' && !name.startsWith('type ') && !OPEN_NOTHING.includes(name));
  });
}

test('only the listed source files open files', () => {
  const found = SOURCES.filter(({ text }) => openingImports(text).length > 0).map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(OPENERS).toSorted());
  // Other ways to import node:fs, which the search above does not find.
  expect(
    SOURCES.filter(({ text }) => /require\((?!'(?!(node:)?fs))|import\('(node:)?fs/.test(text)).map(({ path }) => path),
  ).toEqual([]);
});

test('only one source file names the WAL files', () => {
  const found = SOURCES.filter(({ text }) => /-(shm|wal)\b/.test(text)).map(({ path }) => path);
  expect(found).toEqual(['src/core/foundation/database/sqlite/sqlite-files.ts']);
});

test('an import of the database file itself is refused, also through a link', async () => {
  const cli = new CommandLine();
  expect(await cli.run(['migrate'])).toMatchObject({ code: 0 });
  const path = sqlitePath(cli.databaseUrl);
  const link = join(cli.folder, 'events.ndjson');
  symlinkSync(path, link);
  for (const name of [path, link]) {
    expect(await cli.run(['import', 'events', name])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is the database itself'),
    });
  }
  cli.dispose();
});

test.each(['', '-wal', '-shm'])(
  'statements of one turn share a check, and the next turn notices that %s was replaced',
  async (suffix) => {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-files-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'funnel.db');
    for (const file of filesOf(path)) writeFileSync(file, '');
    const files = new OpenedFiles(path);
    files.requireNotReplacedInThisTurn();
    renameSync(path + suffix, join(folder, 'aside'));
    writeFileSync(path + suffix, '');
    expect(() => files.requireNotReplacedInThisTurn()).not.toThrow();
    expect(() => files.requireNotReplaced()).toThrow('replaced');
    await new Promise(setImmediate);
    expect(() => files.requireNotReplacedInThisTurn()).toThrow('replaced');
  },
);
