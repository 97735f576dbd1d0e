// The shapes of a batch that ARCHITECTURE.md lists are in the code, and they are few. The folders of src/ are those that the check of
// boundaries knows, none is too full, few arrows are between the wings, and tests mirror them. Pure code calls only pure code. The
// mechanisms that docs/mechanisms.md lists are as many as it says, and no cache, thread or job is missing.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import { loadHalves } from '../../src/core/server/command/extension.ts';
import { READ_HALVES } from '../../src/extension-reads.ts';
import { WEEK_ITEMS } from '../../src/extension-week-items.ts';
import { EXTENSIONS } from '../../src/extensions.ts';
import { LISTED } from '../support/operations.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

const ROW = /^\| `(?<shape>\w+)` \| .+ \| `(?<file>[\w/-]+\.ts)` \| (?<collector>yes|no) \| (?<import>yes|no) \|$/gm;
const SHAPES = Array.from(read('ARCHITECTURE.md').matchAll(ROW), ({ groups }) => groups!);

test.each(SHAPES)('$shape is declared in intake/$file', ({ shape, file }) => {
  expect(read(`src/core/intake/${file}`)).toMatch(new RegExp(`^(export )?(interface|type|class) ${shape}\\b`, 'm'));
});

test.each([
  ['collector', 4, 'four shapes on its way through the collector'],
  ['import', 6, 'six on its way through the import'],
] as const)('%s: %i shapes, as the text says', (journey, count, text) => {
  expect(SHAPES.filter((row) => row[journey] === 'yes')).toHaveLength(count);
  expect(read('ARCHITECTURE.md')).toContain(text);
});

const FILES_MAX = 25;
const FLOORS_MAX = 9;
const ARROWS_MAX = 30;
const README_LINES_MAX = 40;
/** The lists that an extension adds to, and what others may import of it. */
const LISTS = /\/(decoders|extension|index|reads|server)\.ts$/;
/** Lines of `src/` and of each extension. */
const LINES_MAX: Readonly<Record<string, number>> = {
  ...{ core: 66_900, experiments: 2_450, changes: 4_080, 'company-login': 1_300, questions: 5_600, exports: 3_200 },
  ...{ sharing: 1_150, history: 4_000, privacy: 1_480, protocols: 1_800, notifications: 7_450, demo: 2_030 },
};
/** So that each removal is seen, too. */
const LINES_TO_SPARE_MAX = 500;
const WORDS_MAX = 125_400;
const ARCHITECTURE_WORDS_MAX = 3_000;
const OPERATIONS_MAX = 152;
const TABLES_MAX = 74;
const MECHANISMS_MAX = 46;
interface Boundaries {
  /** The rows of rooms by wing or large room. */
  readonly HOUSE: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Regular expressions of the files without input and output. */
  readonly PURE: readonly string[];
}
const { HOUSE, PURE }: Boundaries = await import(new URL('../../.dependency-cruiser.js', import.meta.url).href);

const WINGS = HOUSE.core!.flat();
const SOURCES = new URL('../../src/', import.meta.url).pathname;
const FILES = globSync('**/*.ts', { cwd: SOURCES });

/** How many files are directly in each folder of src/ that has some. */
function filesByFolder(): Map<string, number> {
  const root = new URL('../../src', import.meta.url).pathname;
  const files = new Map<string, number>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const folder = relative(root, entry.parentPath) || '.';
    if (entry.isFile()) files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return files;
}

test('the list of wings and rooms has every folder of src/ that has files, and no other', () => {
  const listed = Object.entries(HOUSE).flatMap(([parent, rows]) =>
    rows
      .flat()
      .map((folder) => ({ folder: join(parent, folder), isDivided: folder !== '.' && join(parent, folder) in HOUSE })),
  );
  const withFiles = listed.filter(({ isDivided }) => !isDivided).map(({ folder }) => folder);
  expect(withFiles.sort()).toEqual([...filesByFolder().keys()].sort());
  const divided = listed.filter(({ isDivided }) => isDivided).map(({ folder }) => folder);
  expect(['', ...divided].sort()).toEqual(Object.keys(HOUSE).sort());
});

test(`no folder of src/ has more than ${FILES_MAX} files`, () => {
  expect([...filesByFolder()].filter(([, files]) => files > FILES_MAX)).toEqual([]);
});

test('the tests of a wing are in the folders of the wing', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const tests = globSync('test/{core,extensions}/**/*.ts', { cwd: root });
  const folders = new Set(tests.map((path) => join(path, '..').replace(/^test\//, '')));
  const known = FILES.map((file) => join(file, '..'));
  expect([...folders].filter((folder) => !known.some((path) => `${path}/`.startsWith(`${folder}/`)))).toEqual([]);
  expect(folders.size).toBeGreaterThan(40);
});

const PICTURE = /```\nmain\.ts\n(?<lines>[^`]+)```/.exec(read('ARCHITECTURE.md'))!.groups!.lines!;

/** The rooms of a wing in the picture, from top to bottom. Two wings can be side by side, with a bar between them. */
function drawnRooms(wing: string): string[] {
  const texts = PICTURE.split(/^-+$/m).flatMap((storey) =>
    [0, 1].map((column) => storey.split('\n').map((line) => line.split('|')[column] ?? '')),
  );
  const words = texts.map((lines) => lines.join(' ').trim().split(/\s+/)).find(([first]) => first === wing)!;
  return words.slice(1).join(' ').split(' > ');
}

const sorted = (row: readonly string[]) => row.toSorted().join(', ');

test.each(WINGS)('the picture of ARCHITECTURE.md has the rooms of %s in their order', (wing) => {
  const rows = HOUSE[`core/${wing}`]!.toReversed().map(sorted);
  expect(drawnRooms(wing).map((row) => sorted(row.split(', ')))).toEqual(rows);
});

/** The files of `src/` that a file imports, and whether it imports more than types. */
function importsOf(file: string): { readonly path: string; readonly calls: boolean }[] {
  const imports = read(`src/${file}`).matchAll(/^(?:import|export) (?<type>type )?[^;]*?'(?<path>\.[^']+)';/gm);
  return Array.from(imports, ({ groups }) => ({ path: join(file, '..', groups!.path!), calls: !groups!.type })).filter(
    ({ path }) => !path.startsWith('..'),
  );
}

test(`the wings are on at most ${FLOORS_MAX} floors, with at most ${ARROWS_MAX} arrows between them`, () => {
  const wingOf = (file: string) => file.split('/')[1]!;
  const core = FILES.filter((file) => file.startsWith('core/'));
  const pairs = core.flatMap((file) => importsOf(file).map(({ path }) => [wingOf(file), wingOf(path)] as const));
  const arrows = new Set(pairs.filter(([from, to]) => from !== to).map(([from, to]) => `${from} > ${to}`));
  expect(arrows.size).toBeLessThanOrEqual(ARROWS_MAX);
  expect(arrows).toContain('server > answers');
  expect(HOUSE.core!.length).toBeLessThanOrEqual(FLOORS_MAX);
});

describe('extensions', () => {
  const folders = readdirSync(join(SOURCES, 'extensions'));
  const extensionOf = (file: string) => /^extensions\/([^/]+)\//.exec(file)?.[1];
  const needsOf = (name: string | undefined) => EXTENSIONS.find((extension) => extension.name === name)?.needs ?? [];

  test('are those that src/extensions.ts lists, after the ones that they need', () => {
    const names = EXTENSIONS.map(({ name }) => name);
    expect(names.toSorted()).toEqual(folders.toSorted());
    for (const [index, { needs = [] }] of EXTENSIONS.entries())
      expect(names.slice(0, index)).toEqual(expect.arrayContaining([...needs]));
  });

  test('are loaded by read threads in the same order', async () => {
    const halves = await loadHalves(EXTENSIONS);
    expect(halves.flatMap(({ reads }) => reads ?? [])).toEqual(READ_HALVES);
  });

  test('add to a week in the thread what they add to it in a command', async () => {
    const halves = await loadHalves(EXTENSIONS);
    expect(halves.flatMap(({ weekItems }) => weekItems ?? [])).toEqual(WEEK_ITEMS);
    expect(WEEK_ITEMS).not.toEqual([]);
  });

  test.each(folders)('%s has a README of at most a page, which names each of its files', (folder) => {
    const readme = read(`src/extensions/${folder}/README.md`);
    expect(readme.split('\n').length).toBeLessThanOrEqual(README_LINES_MAX);
    const files = FILES.filter((file) => extensionOf(file) === folder && !LISTS.test(file));
    expect(files.filter((file) => !readme.includes(`\`${file.split('/').at(-1)}\``))).toEqual([]);
    expect(files).not.toEqual([]);
  });

  test('import from each other the public files of those that they need', () => {
    const arrows = FILES.flatMap((file) => importsOf(file).map(({ path }) => ({ file, path })));
    const between = arrows.filter(
      ({ file, path }) => extensionOf(path) !== undefined && extensionOf(file) !== extensionOf(path),
    );
    const allowed = ({ file, path }: (typeof between)[number]) =>
      (file === 'extensions.ts' && path.endsWith('/extension.ts')) ||
      (file === 'extension-reads.ts' && path.endsWith('/reads.ts')) ||
      (file === 'extension-decoders.ts' && path.endsWith('/decoders.ts')) ||
      (file === 'extension-week-items.ts' && path.endsWith('/week-items.ts')) ||
      (path.endsWith('/index.ts') && needsOf(extensionOf(file)).includes(extensionOf(path)!));
    expect(between.filter((arrow) => !allowed(arrow))).toEqual([]);
    expect(between.length).toBeGreaterThanOrEqual(folders.length);
  });
});

/**
 * What the whole may take. Whoever needs more changes the number in the same commit and says why in its message; whoever needs less,
 * too.
 */
describe('the budget', () => {
  const linesOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + read(`src/${file}`).split('\n').length - 1, 0);
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
  const isCore = (file: string) => !file.startsWith('extensions/');

  test('of lines in the core and in each extension', () => {
    const lines: Record<string, number> = { core: linesOf(FILES.filter(isCore)) };
    for (const { name } of EXTENSIONS)
      lines[name] = linesOf(FILES.filter((file) => file.startsWith(`extensions/${name}/`)));
    expect(Object.keys(lines)).toEqual(Object.keys(LINES_MAX));
    expect(
      Object.entries(lines).filter(
        ([name, count]) => count > LINES_MAX[name]! || count < LINES_MAX[name]! - LINES_TO_SPARE_MAX,
      ),
    ).toEqual([]);
  });

  test('of operations, tables and mechanisms', () => {
    const [, mechanisms] = /There are (\d+), \d+ thread scripts/.exec(read('docs/mechanisms.md'))!;
    const counted = { operations: LISTED.all.length, tables: TABLES.length, mechanisms: Number(mechanisms) };
    expect(counted).toEqual({ operations: OPERATIONS_MAX, tables: TABLES_MAX, mechanisms: MECHANISMS_MAX });
  });

  test('of words in the documents', () => {
    const root = new URL('../../', import.meta.url).pathname;
    const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: root });
    const words = documents.reduce((sum, file) => sum + wordsOf(read(file)), 0);
    expect(words).toBeLessThanOrEqual(WORDS_MAX);
    expect(wordsOf(read('ARCHITECTURE.md'))).toBeLessThanOrEqual(ARCHITECTURE_WORDS_MAX);
  });
});

describe('pure code', () => {
  const patterns = PURE.map((pattern) => new RegExp(pattern));
  const isPure = (file: string) => patterns.some((pattern) => pattern.test(`src/${file}`));

  test('calls only pure code, because it would do input and output by what it calls', () => {
    const calls = FILES.filter(isPure).flatMap((file) =>
      importsOf(file)
        .filter((imported) => imported.calls)
        .map(({ path }) => ({ file, called: path })),
    );
    expect(calls.length).toBeGreaterThan(500);
    expect(calls.filter(({ called }) => !isPure(called))).toEqual([]);
  });

  test('is what every declaration names', () => {
    expect(patterns.filter((pattern) => !FILES.some((file) => pattern.test(`src/${file}`)))).toEqual([]);
  });
});

describe('mechanisms', () => {
  const text = read('docs/mechanisms.md');
  const rows = text.match(/^\| [^*|]+ \| `[^|]+\.ts`.* \|$/gm)!;
  const [, ...said] = /There are (\d+), (\d+) thread scripts and (\d+) jobs/.exec(text)!;
  /** The document leaves out the folder of the core. */
  const shortOf = (file: string) => file.replace(/^core\//, '');
  const workers = FILES.filter((file) => file.endsWith('-worker.ts'));
  const jobs = FILES.flatMap((file) => read(`src/${file}`).match(/(?<!function )startRepeatedJob\(\{/g) ?? []);

  test('are as many as the text says, and so are thread scripts and jobs', () => {
    expect([rows.length, workers.length, jobs.length]).toEqual(said.map(Number));
  });

  test('have every file that keeps something in an LRU cache', () => {
    const caches = FILES.filter((file) => read(`src/${file}`).includes('new LRUCache'));
    expect(caches.filter((file) => !rows.join().includes(`\`${shortOf(file)}\``))).toEqual([]);
    expect(caches).not.toEqual([]);
  });

  test('name every thread script', () => {
    expect(workers.filter((file) => !text.includes(`\`${shortOf(file)}\``))).toEqual([]);
  });
});
