import { expect, test } from 'vitest';
import { withFewMarks } from '../../../../src/core/foundation/text/few-marks.ts';

test('a letter keeps three marks', () => {
  expect(withFewMarks(`a${'\u0301'.repeat(100)}b${'\u0323'.repeat(4)}`)).toBe('a\u0301\u0301\u0301b\u0323\u0323\u0323');
});

test.each(['Zażółć gęślą jaźń', 'Tiếng Việt'.normalize('NFD'), 'שָׁלוֹם', 'ภาษาไทย', 'हिन्दी', 'བོད་སྐད', 'e\u0301'])(
  '%s stays as it is',
  (name) => {
    expect(withFewMarks(name)).toBe(name);
  },
);
