import { expect, test } from 'vitest';
import { withDependants, withoutExtensions } from './without-extensions.ts';

const EXTENSIONS = [{ name: 'a' }, { name: 'b', needs: ['a'] }, { name: 'c' }, { name: 'd', needs: ['b', 'c'] }];

test.each([
  [['a'], ['a', 'b', 'd']],
  [['c'], ['c', 'd']],
  [['d'], ['d']],
  [[], []],
])('without %j, these go: %j', (names, gone) => {
  expect(withDependants(names, EXTENSIONS)).toEqual(gone);
});

const SOURCE = `import type { Extension } from './core/server/command/extension.ts';
import { a } from './extensions/a/extension.ts';
import { ab } from './extensions/ab/extension.ts';

export const EXTENSIONS: readonly Extension[] = [a, ab];
`;

test('an extension is taken out of the imports and of the list, and others of similar names stay', () => {
  expect(withoutExtensions(SOURCE, ['a'])).toBe(`import type { Extension } from './core/server/command/extension.ts';
import { ab } from './extensions/ab/extension.ts';

export const EXTENSIONS: readonly Extension[] = [ ab];
`);
});

test('the list may become empty', () => {
  expect(withoutExtensions(SOURCE, ['a', 'ab'])).toMatch(/= \[ ?\];/);
});

test('a list may be spread into another one', () => {
  const source =
    "import { decoders } from './extensions/a/decoders.ts';\n\nexport const ALL = [...decoders, ...others];\n";
  expect(withoutExtensions(source, ['a'])).toBe('\nexport const ALL = [ ...others];\n');
});
