// Exchange rates of a CSV file: what is downloaded can be imported again.

import type { ExchangeRate } from '../api/types.ts';
import { t } from '../language/t.ts';
import { numberIn, readCsv } from './read-csv.ts';

const COLUMNS = ['currency', 'date', 'rate'];

/** Throws an error that names the line. Whether it is a currency, a date and a rate, the service checks. */
export function parseRates(text: string): ExchangeRate[] {
  const [head, ...lines] = readCsv(text);
  if (head?.fields.join() !== COLUMNS.join()) throw new Error(t('report.csvFirstLine', { columns: COLUMNS.join() }));
  return lines.map(({ line, fields: [currency = '', date = '', text = ''] }) => {
    const rate = numberIn(text);
    if (rate !== undefined) return { currency, date, rate };
    throw new Error(t('report.csvRateLine', { line: String(line), example: 'EUR,2026-01-31,1.0825' }));
  });
}

/** Those that were there, with the new ones. One of the same currency and date is replaced. */
export function withRates(rates: readonly ExchangeRate[], added: readonly ExchangeRate[]): ExchangeRate[] {
  const byKey = new Map([...rates, ...added].map((rate) => [`${rate.currency} ${rate.date}`, rate]));
  return [...byKey.values()];
}
