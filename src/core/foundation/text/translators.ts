// The texts of what the server renders for people, in every language: pages and mails. The server has no language of its own: whoever
// renders something is given the texts of the reader.
import de from '../../../../languages/de/index.ts';
import en from '../../../../languages/en/index.ts';
import es from '../../../../languages/es/index.ts';
import fr from '../../../../languages/fr/index.ts';
import { chooseLanguage, defaultLocale, LANGUAGES, type Language } from '../../../../languages/language.ts';
import pt from '../../../../languages/pt/index.ts';
import { type Texts, type Translate, translator } from '../../../../languages/translate.ts';
import { LANGUAGES_MAX, preferredLanguages } from './accept-language.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { en, de, fr, es, pt };
const TRANSLATORS = new Map(
  LANGUAGES.map((language) => [language, translator(TEXTS[language], { language, locale: defaultLocale(language) })]),
);

export function textsIn(language: Language): Translate {
  return TRANSLATORS.get(language)!;
}

export const ENGLISH = textsIn('en');

/**
 * The texts of a page. `uiLocales`: what an application asks for (the parameter `ui_locales` of OAuth), which goes before the browser's
 * languages.
 */
export function textsForBrowser(acceptLanguage: string | undefined, uiLocales?: unknown): Translate {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ', LANGUAGES_MAX) : [];
  return textsIn(chooseLanguage([...asked, ...preferredLanguages(acceptLanguage)]).language);
}
