// Gives sentences their words, in any language.
// Why: docs/decisions/insights.md, "Sentences are codes with values until somebody reads them".
import actionsDe from '../../../../languages/de/actions.ts';
import sentencesDe from '../../../../languages/de/sentences.ts';
import actionsEn from '../../../../languages/en/actions.ts';
import sentencesEn from '../../../../languages/en/sentences.ts';
import actionsEs from '../../../../languages/es/actions.ts';
import sentencesEs from '../../../../languages/es/sentences.ts';
import actionsFr from '../../../../languages/fr/actions.ts';
import sentencesFr from '../../../../languages/fr/sentences.ts';
import { chooseLanguage, defaultLocale, LANGUAGES, type Language } from '../../../../languages/language.ts';
import actionsPt from '../../../../languages/pt/actions.ts';
import sentencesPt from '../../../../languages/pt/sentences.ts';
import type { Code, Sentence, Value } from '../../../../languages/sentence.ts';
import { type Message, messageOf } from '../../../../languages/translate.ts';
import { number, percent, plainName, roundMoney, signedPercent } from './wording.ts';

const TEXTS: Readonly<Record<Language, Readonly<Record<Code, string>>>> = {
  en: { ...sentencesEn, ...actionsEn },
  de: { ...sentencesDe, ...actionsDe },
  fr: { ...sentencesFr, ...actionsFr },
  es: { ...sentencesEs, ...actionsEs },
  pt: { ...sentencesPt, ...actionsPt },
};

/** Several sentences become one text. One alone may be words that stand elsewhere, so it keeps its case. */
export type Say = (sentences: Sentence | readonly Sentence[]) => string;

const BY_LOCALE = new Map(LANGUAGES.map((language) => [defaultLocale(language), sayIn(defaultLocale(language))]));

const FOR_PROGRAMS = sayIn(defaultLocale('en'), (isoDay) => isoDay);

/** `locale`: such as de or de-AT. Default: English for programs and assistants, with days such as 2026-10-27. */
export function wordsIn(locale?: string): Say {
  return locale === undefined ? FOR_PROGRAMS : (BY_LOCALE.get(locale) ?? sayIn(locale));
}

function sayIn(locale: string, dayOf: (isoDay: string) => string = (isoDay) => dayIn(locale, isoDay)): Say {
  const { language } = chooseLanguage([locale]);
  const messages = new Map<Code, Message>();
  const words = ({ code, values = {} }: Sentence): string => {
    const message = messages.get(code) ?? messageOf(TEXTS[language][code], locale);
    messages.set(code, message);
    const worded = Object.entries(values).map(([name, value]) => [
      name,
      message.plurals.has(name) ? Math.round(value as number) : valueIn(value),
    ]);
    return message.format(Object.fromEntries(worded));
  };
  const valueIn = (value: Value): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return number(value, locale);
    if ('code' in value) return words(value);
    if ('percent' in value) return percent(value.percent, locale, value.decimals);
    if ('change' in value) return signedPercent(value.change, locale);
    if ('money' in value) return roundMoney(value.money, value.currency, locale);
    if ('day' in value) return dayOf(value.day);
    if ('weekday' in value) return weekdayIn(locale, value.weekday);
    if ('name' in value) return words({ code: 'quoted', values: { name: plainName(value.name) } });
    if ('country' in value) return new Intl.DisplayNames(locale, { type: 'region' }).of(value.country)!;
    if ('list' in value) return value.list.map(valueIn).join(', ');
    const items = value.all.map(valueIn);
    // English may have a comma before its `and`, which is left out.
    return language === 'en' ? items.join(' and ') : new Intl.ListFormat(locale).format(items);
  };
  return (sentences) => {
    if ('code' in sentences) return words(sentences);
    const said: string[] = [];
    for (const one of sentences) said.push(startingWithCase(words(one), said.at(-1), language));
    return said.join(' ');
  };
}

/** English texts have their case. In the others, a sentence begins with a capital letter, but after a colon only in German. */
function startingWithCase(text: string, before: string | undefined, language: Language): string {
  if (language === 'en') return text;
  const first = text.charAt(0);
  const isCapital = !before?.endsWith(':') || language === 'de';
  return (isCapital ? first.toLocaleUpperCase(language) : first.toLocaleLowerCase(language)) + text.slice(1);
}

/** English pages shorten the names of months. */
function dayIn(locale: string, isoDay: string): string {
  const dateStyle = locale.startsWith('en') ? 'medium' : 'long';
  const day = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(new Date(isoDay));
  // Intl does not know that the first day of a month is an ordinal number in French.
  return locale.startsWith('fr') ? day.replace(/^1 /, '1er ') : day;
}

/** The fifth day of 1970 was a Monday. */
function weekdayIn(locale: string, index: number): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + index));
}
