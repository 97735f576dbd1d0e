import { expect, test } from 'vitest';
import { money } from '../../../src/engine/rollups/money.ts';

test('revenue is stored in 1/10,000 of a currency unit', () => {
  expect(money(12_345_600, 'USD')).toBe('$1,235');
  expect(money(125_000, 'EUR')).toBe('€12.50');
});
