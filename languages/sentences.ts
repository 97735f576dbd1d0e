// Says the service's sentences in another language. The service writes verdicts, insights and alerts in English, and keeps those of former
// weeks as text. Here they are understood by the English texts of the area `sentences`: a text with `{rate}` in it matches a sentence with
// any percentage there. A sentence that no text matches stays as it is.
//
// Names and values from visitors are always in “ and ” (src/foundation/text/wording.ts), so they are never taken for words of the service.
import { IntlMessageFormat } from 'intl-messageformat';
import english from './en/sentences.ts';
import { countryIn, dayIn, FIGURE, figureIn, weekdayIn } from './figures.ts';
import type { Translate } from './translate.ts';

type Name = keyof typeof english;
type Element = ReturnType<IntlMessageFormat['getAst']>[number];
type Say = (name: Name, values?: Readonly<Record<string, string | number>>) => string;

/** All sentences of a text. English stays as it is, and so does a text with a day or a figure that does not exist, such as 2026-02-99. */
export function sayIn(t: Translate, text: string): string {
  if (t.language === 'en') return text;
  const translate = t as unknown as (key: string, values?: Readonly<Record<string, string | number>>) => string;
  try {
    return saidAs(text, {
      say: (name, values) => translate(`sentences.${name}`, values),
      nameOf: (key) => translate(key),
      locale: t.locale,
    });
  } catch {
    // A page or a mail must not fail because of it.
    return text;
  }
}

interface Language {
  readonly say: Say;
  /** One of the names of values. */
  readonly nameOf: (key: string) => string;
  readonly locale: string;
}

export function saidAs(text: string, language: Language): string {
  const found = sentencesIn(text);
  if (!found) return text;
  const said: string[] = [];
  for (const { name, match } of found) {
    const sentence = rendered(name, match.groups ?? {}, language);
    said.push(startingWithCase(sentence, said.at(-1), language.locale));
  }
  return said.join(' ');
}

/** What to do about a verdict while its experiment runs. */
const ADVICE = new Set<Name>([
  'showToEverybody',
  'giveAllTraffic',
  'stopCampaign',
  'stopVariant',
  'keepFavourite',
  'tryBolderOrStop',
]);

/** A verdict, still in English, of an experiment that has ended. */
export function withoutAdvice(verdict: string): string {
  const facts = sentencesIn(verdict)?.filter(({ name }) => !ADVICE.has(name));
  return facts ? facts.map(({ match }) => match[0].trimEnd()).join(' ') : verdict;
}

interface Sentence {
  readonly name: Name;
  readonly match: RegExpExecArray;
}

/** undefined: one of them matches no text. */
function sentencesIn(text: string): Sentence[] | undefined {
  const sentences: Sentence[] = [];
  let rest = text;
  while (rest !== '') {
    const found = firstSentence(rest);
    if (!found) return undefined;
    sentences.push(found);
    rest = rest.slice(found.match[0].length);
  }
  return sentences;
}

/** With a capital letter; after a colon with a small one, but in German. */
function startingWithCase(sentence: string, before: string | undefined, locale: string): string {
  const first = sentence.charAt(0);
  const isCapital = !before?.endsWith(':') || locale.startsWith('de');
  return (isCapital ? first.toLocaleUpperCase(locale) : first.toLocaleLowerCase(locale)) + sentence.slice(1);
}

/** Of several texts that match, the longest. */
function firstSentence(text: string): Sentence | undefined {
  let longest: Sentence | undefined;
  for (const [name, { atStart }] of allPatterns()) {
    const match = WORDS.has(name) ? null : atStart.exec(text);
    if (match && match[0].length > (longest?.match[0].length ?? 0)) longest = { name, match };
  }
  return longest;
}

const QUOTED = '“[^”]*”';
const VARIANT = `(?:variant )?${QUOTED}`;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What stands for a value. All others are figures. */
const TOKENS: Readonly<Record<string, string>> = {
  name: QUOTED,
  type: QUOTED,
  variant: `(?:${VARIANT}|[Tt]he holdout)`,
  rival: `(?:${VARIANT}|the holdout)`,
  funnel: `${QUOTED}(?: \\(${VARIANT}\\))?`,
  day: '\\d{4}-\\d{2}-\\d{2}',
  weekday: WEEKDAYS.join('|'),
};

/** Values that are one of these texts. */
const PHRASES: Readonly<Record<string, readonly Name[]>> = {
  metric: ['aConversionRate', 'aCompletionRate', 'aSubscribeRate', 'anOrderRate', 'aRevenuePerVisitor'],
  eventNoun: ['conversions', 'completions', 'subscribers', 'orders'],
  kind: ['kindMoney', 'kindOrders', 'kindConversions'],
  noun: ['visitors', 'visitorsWhoConverted', 'visitorsWhoContinued', 'orders'],
  credited: ['creditedMoney', 'creditedOrders', 'creditedConversions'],
  totals: ['totalsWithOrders', 'totalsWithConversions'],
  totalsBefore: ['totalsWithOrders', 'totalsWithConversions'],
  dimension: [
    'channel',
    'source',
    'medium',
    'utmCampaign',
    'referrer',
    'device',
    'browser',
    'operatingSystem',
    'country',
    'language',
    'page',
    'kindOfVisitor',
  ],
};

interface List {
  readonly of: readonly Name[];
  readonly separator: ', ' | ' and ';
}

/** Values that are lists of these texts. */
const LISTS: Readonly<Record<string, List>> = {
  shares: { of: ['shareInsteadOf'], separator: ', ' },
  experiments: { of: ['experimentWithDays', 'experimentOnly'], separator: ', ' },
  elements: { of: ['elementOn'], separator: ', ' },
  counts: { of: ['countInsteadOf'], separator: ' and ' },
};

/** Words that stand in sentences, but not alone. */
const WORDS = new Set<Name>([
  ...Object.values(PHRASES).flat(),
  ...Object.values(LISTS).flatMap(({ of }) => of),
  'quoted',
  'unnamedVariant',
  'unnamedVariantInList',
  'variantOfCampaign',
  'holdout',
  'rivalHoldout',
]);

interface Pattern {
  /** A text that begins with it. */
  readonly atStart: RegExp;
  readonly whole: RegExp;
  /** The values that choose a plural. */
  readonly plurals: ReadonlySet<string>;
}

let patterns: ReadonlyMap<Name, Pattern> | undefined;

/** Of all texts. They are parsed when the first sentence is said. */
function allPatterns(): ReadonlyMap<Name, Pattern> {
  patterns ??= new Map((Object.keys(english) as Name[]).map((name) => [name, patternOf(name)]));
  return patterns;
}

function patternOf(name: Name): Pattern {
  const source = sourceOf(name, true);
  return {
    atStart: new RegExp(`^${source}(?: |$)`),
    whole: new RegExp(`^${source}$`),
    plurals: new Set(elementsOf(name).flatMap((element) => (element.type === 6 ? [element.value] : []))),
  };
}

/** The text as a regular expression. `isOuter`: its values are groups. */
function sourceOf(name: Name, isOuter = false): string {
  return elementsOf(name)
    .map((element) => elementSource(element, isOuter))
    .join('');
}

function elementsOf(name: Name): readonly Element[] {
  return new IntlMessageFormat(english[name], 'en').getAst();
}

// By the numbers of the parser: 0 is plain text, 1 a value, 6 a plural, 7 the number in a plural.
function elementSource(element: Element, isOuter: boolean): string {
  if (element.type === 0) return element.value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (element.type === 1) return group(element.value, valueSource(element.value), isOuter);
  if (element.type !== 6) throw new Error(`sentences can't have elements of the type ${element.type}`);
  const forms = Object.values(element.options).map(({ value: [, ...rest] }) =>
    rest.map((part) => elementSource(part, false)).join(''),
  );
  return `${group(element.value, '[\\d,]+', isOuter)}(?:${forms.join('|')})`;
}

function group(name: string, source: string, isOuter: boolean): string {
  return isOuter ? `(?<${name}>${source})` : `(?:${source})`;
}

function valueSource(value: string): string {
  const list = LISTS[value];
  if (list) return `${anyOf(list.of)}(?:${list.separator}${anyOf(list.of)})*`;
  if (value === 'variants') return `${VARIANT}(?: and ${VARIANT})*`;
  const phrases = PHRASES[value];
  return phrases ? anyOf(phrases) : (TOKENS[value] ?? FIGURE);
}

function anyOf(names: readonly Name[]): string {
  return `(?:${names.map((name) => sourceOf(name)).join('|')})`;
}

function rendered(name: Name, groups: Readonly<Record<string, string>>, language: Language): string {
  const { plurals } = allPatterns().get(name)!;
  const values = Object.entries(groups).map(([value, text]) => [
    value,
    plurals.has(value) ? Number(text.replaceAll(',', '')) : valueIn(language, value, text, groups.dimension),
  ]);
  return language.say(name, Object.fromEntries(values));
}

/** `dimension`: of the name, if it is a value of one. */
function valueIn(language: Language, value: string, text: string, dimension?: string): string {
  const list = LISTS[value];
  if (list) return listIn(language, list, text);
  if (value in PHRASES) return phraseIn(language, PHRASES[value]!, text);
  switch (value) {
    case 'name':
    case 'type':
      return language.say('quoted', { name: valueNameIn(language, text.slice(1, -1), dimension) });
    case 'variant':
    case 'rival':
      return variantIn(language, text, value === 'rival' ? 'rivalHoldout' : 'holdout');
    case 'variants':
      return joined(
        language,
        text.match(new RegExp(VARIANT, 'g'))!.map((one) => namedVariantIn(language, one, 'unnamedVariantInList')),
      );
    case 'funnel':
      return funnelIn(language, text);
    case 'day':
      return dayIn(language.locale, text);
    case 'weekday':
      return weekdayIn(language.locale, WEEKDAYS.indexOf(text));
    default:
      return figureIn(language.locale, text);
  }
}

function listIn(language: Language, { of, separator }: List, text: string): string {
  const items = text.match(new RegExp(anyOf(of), 'g'))!.map((item) => phraseIn(language, of, item));
  return separator === ', ' ? items.join(', ') : joined(language, items);
}

function joined({ locale }: Language, items: readonly string[]): string {
  return new Intl.ListFormat(locale).format(items);
}

function phraseIn(language: Language, names: readonly Name[], text: string): string {
  for (const name of names) {
    const match = allPatterns().get(name)!.whole.exec(text);
    if (match) return rendered(name, match.groups ?? {}, language);
  }
  throw new Error(`none of these texts is ${text}: ${names.join(', ')}`);
}

function quotedIn({ say }: Language, text: string): string {
  return say('quoted', { name: text.slice(1, -1) });
}

/** By dimension: the values that are codes, with the names that breakdowns have for them. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [english.device]: { desktop: 'names.desktop', mobile: 'names.mobile', tablet: 'names.tablet' },
  [english.kindOfVisitor]: { new: 'names.newVisitors', returning: 'names.returningVisitors' },
  [english.channel]: {
    direct: 'names.direct',
    organic_search: 'names.organicSearch',
    paid_search: 'names.paidSearch',
    organic_social: 'names.organicSocial',
    paid_social: 'names.paidSocial',
    email: 'common.email',
    display: 'names.display',
    affiliates: 'names.affiliates',
    referral: 'names.referral',
    other: 'common.other',
  },
};

function valueNameIn({ locale, nameOf }: Language, value: string, dimension = ''): string {
  if (dimension === english.country) return countryIn(locale, value);
  const key = CODES[dimension]?.[value];
  return key === undefined ? value : nameOf(key);
}

function variantIn(language: Language, text: string, holdout: 'holdout' | 'rivalHoldout'): string {
  return text.endsWith('”') ? namedVariantIn(language, text, 'unnamedVariant') : language.say(holdout);
}

/** Such as `variant “B”`, or only its name. */
function namedVariantIn(language: Language, text: string, unnamed: 'unnamedVariant' | 'unnamedVariantInList'): string {
  if (text.startsWith('“')) return quotedIn(language, text);
  return language.say(unnamed, { name: quotedIn(language, text.slice('variant '.length)) });
}

/** A campaign, with its variant if it has several. */
function funnelIn(language: Language, text: string): string {
  const [, name, variant] = /^(“[^”]*”)(?: \((.*)\))?$/.exec(text)!;
  if (variant === undefined) return quotedIn(language, name!);
  return language.say('variantOfCampaign', {
    name: quotedIn(language, name!),
    variant: namedVariantIn(language, variant, 'unnamedVariantInList'),
  });
}
