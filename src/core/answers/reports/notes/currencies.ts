// Sums of different currencies are no amounts of money.
import { sentence } from '../../../../../languages/sentence.ts';
import type { Note } from '../note.ts';

/** `currencies`: those of all websites whose revenue was added up. */
export function mixedCurrencies(currencies: Iterable<string>): Note[] {
  const names = [...new Set(currencies)].sort();
  if (names.length < 2) return [];
  return [{ code: 'mixed_currencies', sentences: [sentence('mixedCurrencies', { currencies: { all: names } })] }];
}
