// The languages that a browser asks for.
import { chooseLanguage, type Language } from '../../../../languages/language.ts';

/** More than anybody speaks. The header comes from a stranger. */
export const LANGUAGES_MAX = 20;

/**
 * The languages of an `Accept-Language` header such as `de-AT,de;q=0.9,en;q=0.5` (RFC 9110, section 12.5.4). The most preferred one comes
 * first, and `*` is left out.
 */
export function preferredLanguages(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(',', LANGUAGES_MAX)
    .map(rangeOf)
    .filter(({ locale, quality }) => locale !== '' && locale !== '*' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ locale }) => locale);
}

function rangeOf(part: string): { readonly locale: string; readonly quality: number } {
  const [locale = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { locale, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** What the browser gets of the languages that we have. undefined: it asks for none. */
export function browserLanguage(header: string | undefined): Language | undefined {
  const preferred = preferredLanguages(header);
  return preferred.length === 0 ? undefined : chooseLanguage(preferred).language;
}
