// What the catalog's dialogs suggest.
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { equalShares, keyFor } from '../../dashboard/src/format/catalog.ts';
import { isKey } from '../../src/core/engine/catalog/subject-key.ts';

it.each([
  ['Spring popup!', 'spring-popup'],
  ['Crème brûlée', 'creme-brulee'],
  ['  a.b_c  ', 'a.b_c'],
  ['2025', undefined],
  ['春', undefined],
  ['', undefined],
])('the key of %j is %j', (name, key) => {
  expect(keyFor(name)).toBe(key);
});

test('every suggested key is valid', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const key = keyFor(name);
      expect(key === undefined || isKey(key)).toBe(true);
    }),
  );
});

test('equal shares add up to 100 and differ by one at most', () => {
  for (let count = 1; count <= 100; count++) {
    const shares = equalShares(count);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  }
});
