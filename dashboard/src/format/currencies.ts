// The currencies that the browser knows.
import { inLocale } from './locale.ts';

const names = inLocale((locale) => new Intl.DisplayNames(locale, { type: 'currency' }));

/** In the order of their codes. */
export function listCurrencies(): { readonly code: string; readonly name: string }[] {
  return Intl.supportedValuesOf('currency').map((code) => ({ code, name: names().of(code) ?? code }));
}
