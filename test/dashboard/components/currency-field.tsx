import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CurrencyField } from '../../../dashboard/src/catalog/currency-field.tsx';

describe('the field for a currency', () => {
  afterEach(cleanup);

  const select = () => screen.getByLabelText<HTMLSelectElement>('Currency');

  it('offers currencies with their names', () => {
    render(<CurrencyField currency="EUR" />);
    expect(select().selectedOptions[0]?.text).toBe('EUR – Euro');
    expect([...select().options].map(({ text }) => text)).toContain('JPY – Japanese Yen');
  });

  it('offers the common ones first, each once, and none that nobody pays with any more', () => {
    render(<CurrencyField />);
    const codes = [...select().options].map(({ value }) => value);
    expect(codes.slice(0, 4)).toEqual(['USD', 'EUR', 'JPY', 'GBP']);
    expect(new Set(codes).size).toBe(codes.length);
    for (const ended of ['ANG', 'BGN', 'HRK', 'SLL', 'XDR', 'ZWL']) expect(codes).not.toContain(ended);
    expect(Intl.supportedValuesOf('currency')).toEqual(expect.arrayContaining(codes));
  });

  it('keeps a code that is not offered otherwise', () => {
    render(<CurrencyField currency="QQQ" />);
    expect(select().value).toBe('QQQ');
    expect(select().selectedOptions[0]?.text).toBe('QQQ');
  });
});
