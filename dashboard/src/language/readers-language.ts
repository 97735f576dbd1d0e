// Which language the dashboard has: the one that the user chose, or else the browser's.
import {
  type ChosenLanguage,
  chooseLanguage,
  isLanguage,
  type Language,
  withRegion,
} from '../../../languages/language.ts';
import type { Texts } from '../../../languages/translate.ts';
import { setLocale } from '../format/locale.ts';
import { setTexts } from './t.ts';

const KEY = 'language';

/** A file each, of which a browser loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import('../../../languages/en/index.ts'),
  de: () => import('../../../languages/de/index.ts'),
  fr: () => import('../../../languages/fr/index.ts'),
  es: () => import('../../../languages/es/index.ts'),
  pt: () => import('../../../languages/pt/index.ts'),
};

/** `asked`: the language that the URL of a shared page names. */
export async function loadReadersLanguage(asked?: string | null): Promise<void> {
  const chosen = isLanguage(asked) ? withRegion(asked, navigator.languages) : readersLanguage();
  const { default: texts } = await LOADERS[chosen.language]();
  setTexts(texts, chosen);
  setLocale(chosen.locale, { namesFollowBrowser: rememberedLanguage() === undefined });
  document.documentElement.lang = chosen.language;
}

function readersLanguage(): ChosenLanguage {
  const own = rememberedLanguage();
  return own === undefined ? chooseLanguage(navigator.languages) : withRegion(own, navigator.languages);
}

/** What the user chose, as this browser remembers it. */
function rememberedLanguage(): Language | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return isLanguage(text) ? text : undefined;
  } catch {
    // If there is no storage, the browser's language applies.
    return undefined;
  }
}

/** null: the browser's language. Loads the page again if it shows another one. */
export function followChoice(choice: Language | null): void {
  if ((rememberedLanguage() ?? null) === choice) return;
  const before = readersLanguage().language;
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    return;
  }
  if (readersLanguage().language !== before) window.location.reload();
}
