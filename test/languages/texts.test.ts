// All languages have the same texts, with the same values and tags, and each text is used.
import { globSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import deActions from '../../languages/de/actions.ts';
import de from '../../languages/de/index.ts';
import deSentences from '../../languages/de/sentences.ts';
import enActions from '../../languages/en/actions.ts';
import en from '../../languages/en/index.ts';
import enSentences from '../../languages/en/sentences.ts';
import esActions from '../../languages/es/actions.ts';
import es from '../../languages/es/index.ts';
import esSentences from '../../languages/es/sentences.ts';
import frActions from '../../languages/fr/actions.ts';
import fr from '../../languages/fr/index.ts';
import frSentences from '../../languages/fr/sentences.ts';
import { defaultLocale, LANGUAGES } from '../../languages/language.ts';
import ptActions from '../../languages/pt/actions.ts';
import pt from '../../languages/pt/index.ts';
import ptSentences from '../../languages/pt/sentences.ts';

const TEXTS = {
  en: { ...en, actions: enActions, sentences: enSentences },
  de: { ...de, actions: deActions, sentences: deSentences },
  fr: { ...fr, actions: frActions, sentences: frSentences },
  es: { ...es, actions: esActions, sentences: esSentences },
  pt: { ...pt, actions: ptActions, sentences: ptSentences },
};

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** Returns the texts by key, such as `contacts.add`. */
function entriesOf(texts: Texts): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([area, byName]) =>
    Object.entries(byName).map(([name, text]) => [`${area}.${name}`, text] as const),
  );
  return new Map(entries);
}

const ENGLISH = entriesOf(TEXTS.en);

/** The values and tags of a text, and the kinds of those that choose between texts, such as `plural`. */
function needsOf(text: string): string[] {
  const needs = new Set<string>();
  const visit = (elements: readonly Element[]): void => {
    for (const element of elements) {
      // The numbers are those of the parser: 0 is plain text, 5 select, 6 plural, 7 the number in a plural, 8 a tag.
      if (element.type === 0 || element.type === 7) continue;
      needs.add(element.type === 8 ? `<${element.value}>` : `{${element.value}}`);
      if (element.type === 8) visit(element.children);
      if (element.type !== 5 && element.type !== 6) continue;
      if (element.type === 5) needs.add(`{${element.value}: ${Object.keys(element.options).sort().join(' ')}}`);
      for (const { value } of Object.values(element.options)) visit(value);
    }
  };
  visit(new IntlMessageFormat(text, 'en').getAst());
  return [...needs].sort();
}

describe.each(LANGUAGES)('%s', (language) => {
  const entries = entriesOf(TEXTS[language]);

  it('has all texts, and no others', () => {
    expect([...entries.keys()].sort()).toEqual([...ENGLISH.keys()].sort());
    expect([...entries].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has the values and tags of the English texts', () => {
    const needs = (of: ReadonlyMap<string, string>) =>
      Object.fromEntries([...of].map(([key, text]) => [key, needsOf(text)]));
    expect(needs(entries)).toEqual(needs(ENGLISH));
  });

  it('knows its numbers: each plural has a text for one and for others', () => {
    const categories = new Intl.PluralRules(defaultLocale(language)).resolvedOptions().pluralCategories;
    expect(categories).toEqual(expect.arrayContaining(['one', 'other']));
    const plurals = [...entries].filter(([, text]) => /,\s*plural\s*,/.test(text));
    expect(plurals.filter(([, text]) => !/\bone\s*\{|=1\s*\{/.test(text))).toEqual([]);
  });
});

it('has French texts with spaces that never break before punctuation, and inside quotation marks', () => {
  const wrong = /(?<![\u00A0\u202F])(?:[;!?»%€]|:(?!\/\/))|«(?!\u00A0)|'/;
  expect([...entriesOf(TEXTS.fr)].filter(([, text]) => wrong.test(text))).toEqual([]);
});

it('has no text that nothing uses', () => {
  const folders = [
    'dashboard/src/**/*.{ts,tsx}',
    'reference/src/**/*.{ts,tsx}',
    'packages/report-files/src/**/*.ts',
    'src/**/*.ts',
  ];
  const sources = globSync(folders)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const named = new Set([...sources.matchAll(/['"`](\w+\.\w+)['"`]/g)].map(([, key]) => key!));
  // Such as `definitions.${term}_name`: a name with parts that the program puts in.
  const patterns = [...sources.matchAll(/`(\w+)\.((?:\w|\$\{[^}`]*\})+)`/g)]
    .filter(([, , name]) => name!.includes('${'))
    .map(([, area, name]) => new RegExp(`^${area}\\.${name!.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`));
  // Sentences are named by their codes, such as 'setting' or `role_${role}`. Those of findings are shown to be used in words.test.ts.
  const isSaid = (key: string) => {
    const [area, code = ''] = key.split('.');
    return (
      area === 'sentences' ||
      (area === 'actions' && (sources.includes(`'${code}'`) || sources.includes(`\`${code.replace(/_.*/, '_$')}`)))
    );
  };
  const isUsed = (key: string) => named.has(key) || isSaid(key) || patterns.some((pattern) => pattern.test(key));
  expect([...ENGLISH.keys()].filter((key) => !isUsed(key))).toEqual([]);
});
