import { expect, test } from 'vitest';
import { distanceTo, queryWords, wordsOf } from '../../../../src/core/foundation/text/match-words.ts';

test('words are compared without case, accents and punctuation', () => {
  expect(wordsOf('Été-Sale: 10 % off!')).toEqual(['ete', 'sale', '10', 'off']);
  expect(queryWords('a A b')).toEqual(['a', 'b']);
});

test.each([
  ['popup', 'popup', 0],
  ['pop', 'popup', 0.5],
  ['spirng', 'spring', 1],
  ['sprng', 'spring', 1],
  ['newslettr', 'newsletter', 1],
  ['nwslettr', 'newsletter', 2],
  ['letter', 'newsletter', 1.5],
  ['bar', 'car', undefined],
  ['quiz', 'popup', undefined],
])('%s is as far from %s as %s', (word, other, distance) => {
  expect(distanceTo(word, [other])).toBe(distance);
});

test('the nearest word counts', () => {
  expect(distanceTo('popup', ['popups', 'popup'])).toBe(0);
  expect(distanceTo('popup', [])).toBeUndefined();
});

test('8 words of a query count, and 50 characters of a word', () => {
  expect(queryWords('a b c d e f g h i')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  const word = 'x'.repeat(50);
  expect(queryWords(`${word} ${word}x ${word}y b`)).toEqual([word, 'b']);
  expect(wordsOf('a b c d e f g h i')).toHaveLength(9);
});
