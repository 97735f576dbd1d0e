import { describe, expect, it } from 'vitest';
import { isOneLine, oneLineAdvice } from '../../../../src/core/foundation/text/one-line.ts';

describe('a name', () => {
  it.each([
    ...['Spring popup', 'Müller & Søn', 'e\u0301', '<b>"it\'s"</b> =?x?=', '例え', 'שלום', 'مرحبا', 'می\u200cخواهم'],
    ...[
      '\u200fעברית (2)',
      '👩\u200d👩\u200d👧',
      '👩🏽\u200d💻',
      '❤\ufe0f\u200d🔥',
      '❤\ufe0f',
      'क्\u200dष',
      'soft\u00adhyphen',
      'no\u00a0break',
    ],
  ])('may be %j', (name) => expect(isOneLine(name)).toBe(true));

  it.each([
    ['a\nb', 'U+000A'],
    ['a\r', 'U+000D'],
    ['\ta', 'U+0009'],
    ['a\u0000', 'U+0000'],
    ['\u001b[31m', 'U+001B'],
    ['a\u0085b', 'U+0085'],
    ['a\u2028b', 'U+2028'],
    ['a\u202eb', 'U+202E'],
    ['a\u2066b\u2069', 'U+2066'],
    ['a\ud800', 'U+D800'],
    ['pay\u200bpal', 'U+200B'],
    ['\ufeffa', 'U+FEFF'],
    ['a\u2060b', 'U+2060'],
    ['a\u200db', 'U+200D'],
    ['\u200c', 'U+200C'],
    ['a\u200eb', 'U+200E'],
  ])('is not %j, because of %s', (name, character) => {
    expect(isOneLine(name)).toBe(false);
    expect(oneLineAdvice(name)).toBe(`must not contain ${character}: remove it`);
  });
});
