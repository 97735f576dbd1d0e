// The recipes in CONTRIBUTING.md name files, commands and code that exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string) => readFileSync(ROOT + path, 'utf8');

const SOURCES = globSync(
  [
    'src/**/*.ts',
    'languages/**/*.ts',
    '{packages,dashboard,test}/**/*.{ts,tsx}',
    '.dependency-cruiser.js',
    'migrations/*.sql',
  ],
  {
    cwd: ROOT,
    exclude: (path) => /node_modules|dist/.test(path),
  },
).filter((path) => !path.endsWith('recipes.test.ts'));
const SOURCE = SOURCES.map(textOf).join('\n');
const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts;

const NAME = /^[A-Za-z_]\w*(\.\w+)?$/;
const FILE_OF_NAMES = /((?:`\w+`(?:, | and )?)+) in `([\w./-]+\.\w+)`/g;

/** What is wrong with what a recipe has in code. undefined: nothing. */
function mistakeIn(code: string, source: string): string | undefined {
  const [program, command, ...args] = code.split(' ');
  if (program === 'npm') return args[0]! in SCRIPTS || command !== 'run' ? undefined : `there is no script ${args[0]}`;
  if (program === 'npx')
    return args
      .slice(1)
      .map((path) => mistakeIn(path, source))
      .find(Boolean);
  if (code.startsWith('…'))
    return SOURCES.some((path) => path.endsWith(code.slice(1))) ? undefined : `no file is named ${code}`;
  if (NAME.test(code))
    return new RegExp(`\\b${code.split('.').at(-1)}\\b`).test(source) ? undefined : `nothing is named ${code}`;
  if (code.startsWith('--')) return source.includes(code.trim()) ? undefined : `nothing reads ${code}`;
  return existsSync(ROOT + code) ? undefined : `there is no file ${code}`;
}

function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

const [, section = ''] = /^## Recipes$(.*?)^## /ms.exec(textOf('CONTRIBUTING.md'))!;
const recipes = section
  .split(/^\*\*/m)
  .slice(1)
  .map((text) => ({ name: text.split('**')[0]!, text: text.replaceAll(/\s+/g, ' ') }));

describe.each(recipes)('$name', ({ text }) => {
  it('names what exists', () => {
    expect(codesIn(text).flatMap((code) => mistakeIn(code, SOURCE) ?? [])).toEqual([]);
  });

  it('names what is in the files that it names for it', () => {
    const mistakes = [...text.matchAll(FILE_OF_NAMES)].flatMap(([, names, path]) =>
      codesIn(names!).flatMap((name) => mistakeIn(name, textOf(path!)) ?? []),
    );
    expect(mistakes).toEqual([]);
  });
});

test.each(['dimension', 'metric', 'report', 'job', 'protocol', 'alert', 'setting', 'language', 'command', 'question'])(
  'there is a recipe for a new %s',
  (what) => {
    expect(recipes.filter(({ name }) => name.startsWith('A new ') && name.includes(what))).toHaveLength(1);
  },
);

test.each([
  ['npm run never', 'there is no script never'],
  ['npx vitest run test/never', 'there is no file test/never'],
  ['EVENT_STAIRS', 'nothing is named EVENT_STAIRS'],
  ['src/never.ts', 'there is no file src/never.ts'],
  ['…-never.ts', 'no file is named …-never.ts'],
])('%s is a mistake', (code, mistake) => {
  expect(mistakeIn(code, SOURCE)).toBe(mistake);
});
