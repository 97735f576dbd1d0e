// The shapes of a batch that ARCHITECTURE.md lists are in the code, and they are few. The folders of src/ are those that the check of
// boundaries knows, and none is too full. Pure code calls only pure code. The mechanisms that it lists are as many as it says, and no
// cache, thread or job is missing.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

const ROW = /^\| `(?<shape>\w+)` \| .+ \| `(?<file>[\w/-]+\.ts)` \| (?<collector>yes|no) \| (?<import>yes|no) \|$/gm;
const SHAPES = Array.from(read('ARCHITECTURE.md').matchAll(ROW), ({ groups }) => groups!);

test.each(SHAPES)('$shape is declared in intake/$file', ({ shape, file }) => {
  expect(read(`src/intake/${file}`)).toMatch(new RegExp(`^(export )?(interface|type|class) ${shape}\\b`, 'm'));
});

test.each([
  ['collector', 4, 'four shapes on its way through the collector'],
  ['import', 6, 'six on its way through the import'],
] as const)('%s: %i shapes, as the text says', (journey, count, text) => {
  expect(SHAPES.filter((row) => row[journey] === 'yes')).toHaveLength(count);
  expect(read('ARCHITECTURE.md')).toContain(text);
});

const FILES_MAX = 25;
interface Boundaries {
  /** The rows of rooms by wing or large room. */
  readonly HOUSE: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Regular expressions of the files without input and output. */
  readonly PURE: readonly string[];
}
const { HOUSE, PURE }: Boundaries = await import(new URL('../../.dependency-cruiser.js', import.meta.url).href);

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

const PICTURE = /```\nmain\.ts\n(?<lines>[^`]+)```/.exec(read('ARCHITECTURE.md'))!.groups!.lines!;
const WINGS = HOUSE['']!.flat().filter((wing) => wing !== '.');

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
  const rows = HOUSE[wing]!.toReversed().map(sorted);
  expect(drawnRooms(wing).map((row) => sorted(row.split(', ')))).toEqual(rows);
});

const SOURCES = new URL('../../src/', import.meta.url).pathname;
const FILES = globSync('**/*.ts', { cwd: SOURCES });

/** The files of `src/` that a file imports more than types from. */
function calledBy(file: string): string[] {
  const imports = read(`src/${file}`).matchAll(/^(?:import|export) (?!type )[^;]*?'(?<path>\.[^']+)';/gm);
  return Array.from(imports, ({ groups }) => join(file, '..', groups!.path!)).filter((path) => !path.startsWith('..'));
}

describe('pure code', () => {
  const patterns = PURE.map((pattern) => new RegExp(pattern));
  const isPure = (file: string) => patterns.some((pattern) => pattern.test(`src/${file}`));

  test('calls only pure code, because it would do input and output by what it calls', () => {
    const calls = FILES.filter(isPure).flatMap((file) => calledBy(file).map((called) => ({ file, called })));
    expect(calls.length).toBeGreaterThan(500);
    expect(calls.filter(({ called }) => !isPure(called))).toEqual([]);
  });

  test('is what every declaration names', () => {
    expect(patterns.filter((pattern) => !FILES.some((file) => pattern.test(`src/${file}`)))).toEqual([]);
  });
});

describe('mechanisms', () => {
  const [, text] = /^## Mechanisms.*?$(.*?)^## /ms.exec(read('ARCHITECTURE.md'))!;
  const rows = text!.match(/^\| [^*|]+ \| `[^|]+\.ts`.* \|$/gm)!;
  const [, ...said] = /There are (\d+), (\d+) thread scripts and (\d+) jobs/.exec(text!)!;
  const workers = FILES.filter((file) => file.endsWith('-worker.ts'));
  const jobs = FILES.flatMap((file) => read(`src/${file}`).match(/(?<!function )startRepeatedJob\(\{/g) ?? []);

  test('are as many as the text says, and so are thread scripts and jobs', () => {
    expect([rows.length, workers.length, jobs.length]).toEqual(said.map(Number));
  });

  test('have every file that keeps something in an LRU cache', () => {
    const caches = FILES.filter((file) => read(`src/${file}`).includes('new LRUCache'));
    expect(caches.filter((file) => !rows.join().includes(`\`${file}\``))).toEqual([]);
    expect(caches).not.toEqual([]);
  });

  test('name every thread script', () => {
    expect(workers.filter((file) => !text!.includes(`\`${file}\``))).toEqual([]);
  });
});
