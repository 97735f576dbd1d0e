// Texts in the format of ICU messages, such as `{count, plural, one {# contact} other {# contacts}}`. The compiler knows from the English
// text which values a text needs.
import type { GetICUArgs } from '@schummar/icu-type-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type en from './en/index.ts';
import type { ChosenLanguage } from './language.ts';

type EnglishTexts = typeof en;
type Area = keyof EnglishTexts;

/** What each language has: the same names as English, with other texts. */
export type Texts = { readonly [A in Area]: TextsOf<A> };
/** The texts of an area. Its file says so: `export default { … } satisfies TextsOf<'contacts'>`. */
export type TextsOf<A extends Area> = { readonly [Name in keyof EnglishTexts[A]]: string };

/** The area and the name, such as `contacts.add`. */
export type TextKey = { [A in Area]: `${A}.${Extract<keyof EnglishTexts[A], string>}` }[Area];
type English<Key extends TextKey> = Key extends `${infer A extends Area}.${infer Name}`
  ? Name extends keyof EnglishTexts[A]
    ? Extract<EnglishTexts[A][Name], string>
    : never
  : never;

/** The values that a text needs, by the kinds that stand in it and that choose a plural. */
export type ValuesWith<Text extends string, Kinds extends { text: unknown; plural: unknown }> = GetICUArgs<
  Text,
  { ICUArgument: Kinds['text']; ICUNumberArgument: Kinds['plural']; ICUDateArgument: Date }
>;
/** Counts and money are numbers only for `plural`; otherwise they are formatted before. */
type Values<Text extends string> = ValuesWith<Text, { text: string | number; plural: number }>;
type TagNames<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagNames<Rest>
  : never;
type Tags<Text extends string, Part> = { readonly [Tag in TagNames<Text>]: (content: (string | Part)[]) => Part };
type Given<All> = Record<never, never> extends All ? [values?: All] : [values: All];

export interface Translate {
  <Key extends TextKey>(key: Key, ...values: Given<Values<English<Key>>>): string;
  /** A text with tags, such as `Read <link>the guide</link>.`: each tag is a function of what it encloses. Values may be parts, too. */
  parts<Part, Key extends TextKey>(
    key: Key,
    values: { readonly [Name in keyof Values<English<Key>>]: Values<English<Key>>[Name] | Part } & Tags<
      English<Key>,
      Part
    >,
  ): (string | Part)[];
  /** Whether there is such a text: keys may come from elsewhere, such as codes of the API. */
  has(key: string): boolean;
  readonly language: ChosenLanguage['language'];
  readonly locale: string;
}

export function translator(texts: Texts, { language, locale }: ChosenLanguage): Translate {
  // A text is parsed when it is first used.
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (key: string) => {
    const known = formats.get(key);
    if (known) return known;
    const [area, name] = key.split('.') as [Area, never];
    const format = new IntlMessageFormat(texts[area][name], locale);
    formats.set(key, format);
    return format;
  };
  const translate = (key: string, values?: Record<string, string | number | Date>) =>
    String(formatOf(key).format(values));
  const parts = <Part>(key: string, values: Record<string, Part>) => {
    const result = formatOf(key).format<Part>(values as never);
    return Array.isArray(result) ? result : [result];
  };
  const has = (key: string) => {
    const [area = '', name = ''] = key.split('.');
    return Object.hasOwn(texts, area) && Object.hasOwn(texts[area as Area], name);
  };
  return Object.assign(translate, { parts, has, language, locale }) as unknown as Translate;
}

export interface Message {
  format(values: Readonly<Record<string, string | number>>): string;
  /** The values that choose a plural: they have to be numbers. */
  readonly plurals: ReadonlySet<string>;
}

export function messageOf(text: string, locale: string): Message {
  const message = new IntlMessageFormat(text, locale);
  // By the number that the parser has for a plural.
  const plurals = message.getAst().flatMap((element) => (element.type === 6 ? [element.value] : []));
  return { format: (values) => String(message.format(values)), plurals: new Set(plurals) };
}
