import { expect, it } from 'vitest';
import { preferredLanguages } from '../../../../src/core/foundation/text/accept-language.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.5', ['de-AT', 'de', 'en']],
  ['en;q=0.5, fr ;Q=0.8 , pt-BR', ['pt-BR', 'fr', 'en']],
  // Equal ones in the order in which they are named.
  ['es, de, fr;q=0.2, en;q=0.2', ['es', 'de', 'fr', 'en']],
  // 0 means that the language is not wanted, and what is no weight counts as that.
  ['de;q=0, fr;q=2, es;q=x, pt;q=, en', ['en']],
  [',,;q=1, ', []],
  ['*', []],
  ['', []],
  [undefined, []],
])('%s asks for %j', (header, expected) => {
  expect(preferredLanguages(header)).toEqual(expected);
});

it('reads only the beginning of a long header', () => {
  expect(preferredLanguages('x,'.repeat(10_000))).toHaveLength(20);
});
