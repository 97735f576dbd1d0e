// The language of a visitor's browser, as the code of the language alone: `de` for Austrian German, too.

/** What is longer has extensions, which say nothing about the language. */
const TAG_LENGTH_MAX = 100;
const CODE = /^[a-z]{2,3}$/;
/** The code for a language that is not known. */
const UNDETERMINED = 'und';

/**
 * Reads a tag such as `de-AT` (BCP 47), or a locale such as `de_AT.UTF-8`. Codes that were replaced become those of today: `iw` is `he`.
 * undefined: it names no language.
 */
export function languageOf(tag: string): string | undefined {
  const [given = ''] = tag.trim().slice(0, TAG_LENGTH_MAX).split(/[.@]/);
  const code = canonicalLanguage(given.replaceAll('_', '-'));
  return code !== undefined && CODE.test(code) && code !== UNDETERMINED ? code : undefined;
}

function canonicalLanguage(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
