import { expect, test } from 'vitest';
import { exceedsBounds } from '../../../../src/core/contract/operations/json-bounds.ts';

const BOUNDS = { depthMax: 3, namesMax: 4 };

test.each([
  [1, false],
  [null, false],
  [{ a: [{ b: 1 }] }, false],
  [{ a: [{ b: {} }] }, true],
  [[[[]]], false],
  [[[[[]]]], true],
  [{ a: 1, b: { c: 1, d: 1 } }, false],
  [{ a: 1, b: { c: 1, d: 1, e: 1 } }, true],
  [Array.from({ length: 1_000 }, (_, index) => index), false],
])('%j: %j', (value, expected) => {
  expect(exceedsBounds(value, BOUNDS)).toBe(expected);
});

test('depth does not exhaust the stack', () => {
  const deep = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
  expect(exceedsBounds(deep, { depthMax: 1_000_000, namesMax: 1 })).toBe(false);
  expect(exceedsBounds(deep, BOUNDS)).toBe(true);
});
