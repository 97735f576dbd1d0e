// Which language a reader gets.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '../../languages/en/index.ts';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES, withRegion } from '../../languages/language.ts';
import { translator } from '../../languages/translate.ts';

describe('the language of a reader', () => {
  it('is the first of their languages that we have, with their region', () => {
    expect(chooseLanguage(['sv', 'de-AT', 'en'])).toEqual({ language: 'de', locale: 'de-AT' });
    expect(chooseLanguage(['EN-gb'])).toEqual({ language: 'en', locale: 'EN-gb' });
  });

  it('is English if we have none of them', () => {
    expect(chooseLanguage(['sv', '*', 'x', '']).locale).toBe('en-US');
    expect(chooseLanguage([]).language).toBe('en');
  });

  it('is the chosen one, in the region that the browser prefers for it', () => {
    expect(withRegion('pt', ['de', 'pt-PT', 'pt'])).toEqual({ language: 'pt', locale: 'pt-PT' });
    expect(withRegion('pt', ['de'])).toEqual({ language: 'pt', locale: 'pt-BR' });
  });
});

it('puts values, plurals and tags into texts', () => {
  const t = translator(en, chooseLanguage(['en']));
  expect(t('contacts.count', { count: 1 })).toBe('1 contact');
  expect(t('contacts.count', { count: 1_200 })).toBe('1,200 contacts');
  const parts = t.parts('contacts.willBeDeleted', { name: '<b>', strong: (content) => ({ content }) });
  expect(parts).toEqual([{ content: ['<b>'] }, expect.stringContaining(' will be deleted')]);
});

it('is documented: all languages, with what they call themselves', () => {
  const listed = readFileSync('docs/languages.md', 'utf8').matchAll(/^\| `(\w+)` \| (.+) \|$/gm);
  expect(Array.from(listed, ([, code, name]) => [code, name])).toEqual(
    LANGUAGES.map((code) => [code, LANGUAGE_NAMES[code]]),
  );
});
