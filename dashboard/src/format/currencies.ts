// The currencies that the browser knows.
import { inLocale } from './locale.ts';

const names = inLocale((locale) => new Intl.DisplayNames(locale, { type: 'currency' }));

/** In the order of their codes, with `chosen` even if the browser does not know it. */
export function listCurrencies(chosen: string): { readonly code: string; readonly name: string }[] {
  const codes = new Set([...Intl.supportedValuesOf('currency'), chosen]);
  return [...codes].sort().map((code) => ({ code, name: names().of(code) ?? code }));
}
