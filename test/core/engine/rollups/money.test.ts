import { expect, test } from 'vitest';
import { money } from '../../../../src/core/engine/rollups/money.ts';

test('revenue is stored in 1/10,000 of a currency unit', () => {
  expect(money(12_345_600, 'USD')).toEqual({ money: 1234.56, currency: 'USD' });
  expect(money(125_000, 'EUR')).toEqual({ money: 12.5, currency: 'EUR' });
});
