import { expect, test } from 'vitest';
import { shortened } from '../../../../src/core/foundation/text/shortened.ts';

const FAMILY = '👩\u200d👩\u200d👧';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  // No half is left of a surrogate pair or of an emoji of several parts, and no letter without its accent.
  ['abc👍d', 5, 'abc…'],
  [`ab${FAMILY}cd`, 8, 'ab…'],
  ['abce\u0301f', 5, 'abc…'],
  // One character that is longer than all that is allowed.
  [`e${'\u0301'.repeat(9)}`, 5, `e${'\u0301'.repeat(3)}…`],
  [`${FAMILY}${FAMILY}`, 3, '👩…'],
  [`${FAMILY}${FAMILY}`, 2, '…'],
])('%j becomes at most %i units long: %j', (text, lengthMax, expected) => {
  expect(shortened(text, lengthMax)).toBe(expected);
});
