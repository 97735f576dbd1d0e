// The shapes of a batch that ARCHITECTURE.md lists are in the code, and they are few.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
