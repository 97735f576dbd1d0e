// The languages of the dashboard, of mails and of pages that the server renders. Each has a folder with all its texts; the API, the tools
// and the command line are English. See docs/languages.md.

/** They are offered in this order. English is the first one: texts are written in it, and it is used where nothing else fits. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
};

export function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

export interface ChosenLanguage {
  readonly language: Language;
  /** The language with the region that the reader prefers, such as de-AT: numbers and dates are written as there. */
  readonly locale: string;
}

/** The first of the reader's languages that we have, such as ['de-AT', 'en'], the most preferred one first. */
export function chooseLanguage(preferred: readonly string[]): ChosenLanguage {
  for (const locale of preferred) {
    const language = baseOf(locale);
    if (isLanguage(language) && isLocale(locale)) return { language, locale };
  }
  return { language: 'en', locale: 'en-US' };
}

/** Whether the text is a locale of one of the languages, such as de or de-AT. */
export function isKnownLocale(text: string): boolean {
  return chooseLanguage([text]).locale === text;
}

/** A language that somebody has chosen, with the region that they prefer for it. */
export function withRegion(language: Language, preferred: readonly string[]): ChosenLanguage {
  return chooseLanguage([...preferred.filter((locale) => baseOf(locale) === language), defaultLocale(language)]);
}

/** Where no region is known. Texts are in Brazilian Portuguese. */
export function defaultLocale(language: Language): string {
  if (language === 'en') return 'en-US';
  return language === 'pt' ? 'pt-BR' : language;
}

function baseOf(locale: string): string {
  return locale.toLowerCase().split('-', 1)[0]!;
}

function isLocale(text: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([text]).length > 0;
  } catch {
    return false;
  }
}
