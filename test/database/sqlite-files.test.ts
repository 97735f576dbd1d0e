// Nothing but SQLite opens the files of a database: closing any descriptor of a file drops the locks that the process holds
// on it. Sources are read here, because a test that runs the program sees only the ways that it takes.
import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sqlitePath } from '../../src/database/open.ts';
import { CommandLine } from '../support/command-line.ts';

/** They look at names and open no file. */
const OPEN_NOTHING = [
  'existsSync',
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

/** Who opens files, and which. Before you add one here: it must not be able to open a file of the database. */
const OPENERS: Readonly<Record<string, string>> = {
  'src/commands/import-catalog.ts': 'a catalog, closed before the database is opened',
  'src/commands/import-events.ts': 'events; a file of the database is refused',
  'src/commands/new-file.ts': 'a folder',
  'src/database/migrations.ts': 'the migrations',
  'src/surfaces/dashboard/built-files.ts': "the dashboard's files",
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

test('only known sources open files', () => {
  const found = SOURCES.filter(({ text }) => openingImports(text).length > 0).map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(OPENERS).toSorted());
  // Other ways to node:fs, which the search above does not see.
  expect(SOURCES.filter(({ text }) => /require\(|import\('(node:)?fs/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('only one source knows the names of the files beside the database', () => {
  const found = SOURCES.filter(({ text }) => /-(shm|wal)\b/.test(text)).map(({ path }) => path);
  expect(found).toEqual(['src/database/sqlite-files.ts']);
});

test('an import of the database itself is refused, by whatever name', async () => {
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
