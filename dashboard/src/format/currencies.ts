// The names of currencies, as the browser knows them.
import { inLocale } from './locale.ts';

const names = inLocale((locale) => new Intl.DisplayNames(locale, { type: 'currency' }));

/** Returns a label such as `EUR – Euro`. */
export function currencyLabel(code: string): string {
  const name = names().of(code) ?? code;
  return code === name ? code : `${code} – ${name}`;
}
