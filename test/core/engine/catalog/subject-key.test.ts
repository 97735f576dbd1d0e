// What a key is, and what is an id instead.
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { idFromDigits, isKey } from '../../../../src/core/engine/catalog/subject-key.ts';
import { anyCharacter } from '../../../support/any-text.ts';

const ALLOWED = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.';

it.each(['a', 'Spring-popup_2.0', '1a', '-', '2.0', 'x'.repeat(64), '__proto__', 'constructor'])(
  '%j is a key',
  (value) => {
    expect([isKey(value), idFromDigits(value)]).toEqual([true, undefined]);
  },
);

it.each(['', 'x'.repeat(65), 'a b', 'a/b', 'ä', 'a\n', '\na', 'a\u0000', '🚀', null, undefined, 12, {}, ['a'], true])(
  '%j is not a key',
  (value) => {
    expect([isKey(value), idFromDigits(value)]).toEqual([false, undefined]);
  },
);

test('digits alone are an id', () => {
  expect([isKey('12'), idFromDigits('12'), isKey('٣'), idFromDigits('٣')]).toEqual([false, 12, false, undefined]);
});

test('any string of allowed characters is either a key or an id, and no other string is', () => {
  const strings = fc.oneof(
    fc.string({ unit: fc.constantFrom(...ALLOWED), maxLength: 70 }),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(strings, (value) => {
      const isAllowed = value.length > 0 && [...value].every((character) => ALLOWED.includes(character));
      const isDigits =
        isAllowed && Number.isFinite(Number(value)) && [...value].every((digit) => digit >= '0' && digit <= '9');
      expect(isKey(value)).toBe(isAllowed && !isDigits && value.length <= 64);
      expect(idFromDigits(value)).toBe(isDigits ? Number(value) : undefined);
    }),
  );
});
