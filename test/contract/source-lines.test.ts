// The lines and comments of the sources: lines fit 140 characters, and a comment is a whole sentence, or names what it is about.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const LENGTH_MAX = 140;
/** A word that is longer, such as a URL or bytes in base64, can't be broken. */
const WORD_LENGTH_MAX = 100;

const ROOTS = ['src', 'dashboard', 'packages', 'bench', 'capacity', 'eval', 'reference', 'test'];
/**
 * Of `languages/`, only the code at its top: the texts in its folders are exempt. Each is one string on one line, however long it is, so
 * that it can be searched for, and the same text of two languages compared.
 */
const CODE_OF_LANGUAGES = 'languages/*.ts';

const PATHS = globSync(
  [...ROOTS.map((root) => `${root}/**/*.{ts,tsx,js,css}`), CODE_OF_LANGUAGES, 'migrations/*.sql'],
  {
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
).sort();
/** They are generated, or have texts that are read line by line. */
const EXCEPTIONS =
  /^packages\/api-client\/src\/(constants|schema)\.ts$|-wasm\.ts$|^src\/core\/server\/surfaces\/(mcp\/instructions|docs\/introduction)\.ts$/;

/**
 * The first sentence of a comment that begins with such a word, is short and has no comma mostly has no verb, or nobody who does it: `Of
 * its days.`, `Called once.` What it is about is named instead: `The time zone of its days.`, `Is called once.`
 */
const FRAGMENT = new RegExp(
  '^ *(?:/[*][*]|/[*]|//|--|[{]/[*]) ' +
    '(?:After|As|At(?! least| most)|Before|Below|Above|Between|By|For|From|In|Instead of|Into|Like|Of|On|Per|Since|So that|To|Until|' +
    'With|Without|Besides?|Called|Enough|Room for|Shown|Such as|Those of|(?:Also|Only|Not) (?:about|by|for|from|in|of|on|to|with)) ' +
    '(?:[^ .,:;]+ ){0,6}[^ .,:;]+[.](?: |$)',
);

function linesWhere(holds: (line: string, before: string) => boolean): string[] {
  return PATHS.filter((path) => !EXCEPTIONS.test(path)).flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      holds(line, lines[index - 1] ?? '') ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    );
  });
}

test(`lines have at most ${LENGTH_MAX} characters`, () => {
  const long = linesWhere(
    (line) => line.length > LENGTH_MAX && line.split(' ').every(({ length }) => length <= WORD_LENGTH_MAX),
  );
  expect(long).toEqual([]);
});

test('comments are no fragments', () => {
  const continues = (line: string, before: string) => [line, before].every((text) => /^ *(\/\/|--)/.test(text));
  expect(linesWhere((line, before) => FRAGMENT.test(line) && !continues(line, before))).toEqual([]);
});
