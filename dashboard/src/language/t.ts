// The texts of the dashboard in the reader's language. It is chosen once, before anything else is loaded: to change it, the page is loaded
// again.
import { createElement, Fragment, type ReactNode } from 'react';
import type { ChosenLanguage } from '../../../languages/language.ts';
import { type TextKey, type Texts, type Translate, translator } from '../../../languages/translate.ts';

/** A text: `t('contacts.add')`, or with values, `t('contacts.count', { count: 3 })`. */
export let t: Translate;

export function setTexts(texts: Texts, chosen: ChosenLanguage): void {
  t = translator(texts, chosen);
}

/** The parameter of requests whose answers have sentences: without it they are English, with days as programs write them. */
export function languageOfAnswers(): { readonly language: string } {
  return { language: t.locale };
}

/** Lets a report say its notes, in the language of the reader. */
export function notesOfAnswers() {
  return { notes: true, ...languageOfAnswers() } as const;
}

type RichValues<Key extends TextKey> = Parameters<typeof t.parts<ReactNode, Key>>[1];

/** A text with elements in it: `rich('people.linkStops', { email, strong: (text) => <strong>{text}</strong> })`. */
export function rich<Key extends TextKey>(key: Key, values: RichValues<Key>): ReactNode {
  return createElement(Fragment, null, ...t.parts<ReactNode, Key>(key, values));
}
