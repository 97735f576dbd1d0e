import { type Sentence, sentence } from '../../languages/sentence.ts';
import { wordsIn } from '../../src/core/foundation/text/words.ts';

interface Sayable {
  readonly sentences: readonly Sentence[] | (() => readonly Sentence[]);
}

/** What a verdict, a finding or the like says in English. */
export function said({ sentences }: Sayable): string {
  return wordsIn()(typeof sentences === 'function' ? sentences() : sentences);
}

/** Adds what it says in English. */
export function withWords<Of extends Sayable>(of: Of): Of & { readonly sentence: string } {
  return { ...of, sentence: said(of) };
}

/** An alert with its words in English. */
export function saidAlert<Of extends { readonly title: Sentence; readonly text: readonly Sentence[] }>(alert: Of) {
  return { ...alert, title: wordsIn()([alert.title]), text: wordsIn()(alert.text) };
}

/** Any text in place of a sentence. */
export function anySentence(text: string): Sentence {
  return sentence('settings', { list: text });
}
