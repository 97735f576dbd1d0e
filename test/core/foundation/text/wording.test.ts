import { expect, test } from 'vitest';
import { formatChange } from '../../../../dashboard/src/format/numbers.ts';
import { nearestName } from '../../../../src/core/foundation/text/nearest-name.ts';
import {
  counted,
  exactMoney,
  inPercent,
  percent,
  plainName,
  roundMoney,
  signedPercent,
  variantWords,
} from '../../../../src/core/foundation/text/wording.ts';

test('a name has at most 80 characters', () => {
  expect(plainName('x'.repeat(80))).toBe('x'.repeat(80));
  expect(plainName('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
});

test('the first 50 characters of a name are compared', () => {
  const known = ['x'.repeat(51), 'x'.repeat(50)];
  expect(nearestName('x'.repeat(51), known)).toBe(known[1]);
  expect(nearestName('x'.repeat(50), known)).toBe(known[1]);
});

test('money in sentences: whole units from a hundred on, decimals below', () => {
  expect(roundMoney(1_234.56, 'USD')).toBe('$1,235');
  expect(roundMoney(99.995, 'USD')).toBe('$100.00');
  expect(roundMoney(12.5, 'EUR')).toBe('€12.50');
  expect(roundMoney(5_000, 'JPY')).toBe('¥5,000');
  expect(roundMoney(1, 'XYZ')).toBe('XYZ 1.00');
});

test('exact money: always the decimals of the currency', () => {
  expect(exactMoney(1_438.8, 'USD')).toBe('$1,438.80');
  expect(exactMoney(1_438.8, 'JPY')).toBe('¥1,439');
  expect(exactMoney(0, 'KWD')).toBe('KWD 0.000');
});

test('percent: one decimal, two below one', () => {
  expect(percent(0.1234)).toBe('12.3%');
  expect(percent(0.00456)).toBe('0.46%');
  expect(percent(0)).toBe('0.0%');
});

test('changes have a sign, unless they are shown as zero', () => {
  expect(signedPercent(0.0912)).toBe('+9.1%');
  expect(signedPercent(-0.0912)).toBe('\u22129.1%');
  for (const none of [0, -0, 0.0004, -0.0004]) expect(signedPercent(none)).toBe('0.0%');
});

test('changes are rounded from those of reports, which have two decimals, as pages do', () => {
  for (const rate of [0.47246, -0.47246, 0.00049, 12.3456]) {
    expect(signedPercent(rate)).toBe(formatChange(inPercent(rate)).replace(',', ''));
  }
  expect(signedPercent(0.47246)).toBe('+47.3%');
});

test('one is not many', () => {
  expect(counted(1, 'viewer')).toBe('1 viewer');
  expect(counted(1234, 'viewer')).toBe('1,234 viewers');
});

test('a name cannot close its quotes, break the line or be endless', () => {
  expect(plainName('The “big”\n one')).toBe("The 'big' one");
  expect(plainName('„Gut“ «bien»')).toBe("'Gut' 'bien'");
  expect(plainName('x'.repeat(500))).toHaveLength(80);
  expect(plainName(`x${'🎉'.repeat(100)}`).isWellFormed()).toBe(true);
  expect(plainName('🎉'.repeat(100)).isWellFormed()).toBe(true);
  expect(variantWords({ name: null, variation: 'B' })).toEqual({
    code: 'unnamedVariant',
    values: { name: { name: 'B' } },
  });
  expect(variantWords({ name: 'Bold', variation: 'B' })).toEqual({ name: 'Bold' });
});
