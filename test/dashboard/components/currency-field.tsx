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

  it('keeps a code that the browser does not know', () => {
    render(<CurrencyField currency="QQQ" />);
    expect(select().value).toBe('QQQ');
    expect(select().selectedOptions[0]?.text).toBe('QQQ');
  });
});
