import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey, phoneKey } from '../../../../src/core/manage/contacts/match-keys.ts';

describe('emailKey', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace+News@Example.COM\t', 'ada.lovelace+news@example.com'],
    ['jürgen@exämple.de', 'jürgen@exämple.de'],
    // The same letter, composed and decomposed.
    ['ju\u0308rgen@example.de', 'jürgen@example.de'],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('accepts %j', (text, key) => expect(emailKey(text)).toBe(key));

  it.each([
    '',
    ' ',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example..com',
    'ada@.com',
    'ada@example.com.',
    'a b@example.com',
    'ada@exam ple.com',
    'ada@@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,bob@example.com',
    'ada\u0000@example.com',
    'ada\ud800@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('rejects %j', (text) => expect(emailKey(text)).toBeUndefined());

  it('ignores case', () => {
    const upper = (text: string, mask: readonly boolean[]) =>
      [...text].map((character, index) => (mask[index] ? character.toUpperCase() : character)).join('');
    fc.assert(
      fc.property(fc.emailAddress(), fc.array(fc.boolean()), (email, mask) => {
        const key = emailKey(email);
        fc.pre(key !== undefined);
        expect(emailKey(` ${upper(email.toLowerCase(), mask)} `)).toBe(key);
      }),
      { seed: 1 },
    );
  });
});

describe('phoneKey', () => {
  it.each([
    '+49 30 123456',
    '+49 (0)30 123456',
    '0049 30 123456',
    '+49-30-12 34 56',
    '+49/30/123456',
    'tel:+4930123456',
  ])('normalizes %j to the same number', (text) => expect(phoneKey(text)).toBe('+4930123456'));

  it('distinguishes extensions', () => {
    expect(phoneKey('+1 212 555 0100 ext. 12')).toBe('+12125550100;ext=12');
    expect(phoneKey('+1 212 555 0100')).toBe('+12125550100');
  });

  it('compares a number without a country code by its characters', () => {
    expect(phoneKey('(030) 123-456')).toBe(phoneKey('030 123456'));
    expect(phoneKey('030 123456')).not.toBe(phoneKey('+49 30 123456'));
    expect(phoneKey('1-800-FLOWERS')).not.toBe(phoneKey('1-800-CANDLES'));
  });

  it.each(['', '12', 'call me', '+', '1'.repeat(65), '+49 30\u0000123456', '+49 30 123456\ud800'])(
    'rejects %j',
    (text) => expect(phoneKey(text)).toBeUndefined(),
  );
});
