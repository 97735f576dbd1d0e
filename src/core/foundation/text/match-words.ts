// How well the words of a query match the words of names, with typos: Sring popup finds Spring popup.
import { foldText } from './fold-text.ts';
import { editDistance } from './nearest-name.ts';

const WORDS_MAX = 8;
const WORD_LENGTH_MAX = 50;
/** A shorter word with another letter is another word. */
const TYPO_LENGTH_MIN = 4;
/** From this length on, two edits are a typo. */
const TWO_TYPOS_LENGTH_MIN = 8;

export function wordsOf(text: string): string[] {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '').map((word) => word.slice(0, WORD_LENGTH_MAX));
}

export function queryWords(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, WORDS_MAX);
}

/** How far a word of a query is from the nearest of these words. 0: it is one of them. undefined: it is near to none. */
export function distanceTo(word: string, words: readonly string[]): number | undefined {
  const distances = words.flatMap((other) => distanceOf(word, other) ?? []);
  return distances.length === 0 ? undefined : Math.min(...distances);
}

function distanceOf(word: string, other: string): number | undefined {
  if (word === other) return 0;
  if (other.startsWith(word)) return 0.5;
  const edits = word.length < TYPO_LENGTH_MIN ? 0 : word.length < TWO_TYPOS_LENGTH_MIN ? 1 : 2;
  if (Math.abs(word.length - other.length) <= edits) {
    const distance = editDistance(word, other);
    if (distance <= edits) return distance;
    // Two letters that are swapped are two edits.
    if (distance === 2 && isSwapped(word, other)) return 1;
  }
  return word.length >= TYPO_LENGTH_MIN && other.includes(word) ? 1.5 : undefined;
}

function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  return word[at] === other[at + 1] && word[at + 1] === other[at] && word.slice(at + 2) === other.slice(at + 2);
}
