// The name that an application chooses for itself, as people read it on the consent page and on their profile.
import { describe, expect, test } from 'vitest';
import { plainName } from '../../../../src/core/manage/authorization-server/applications/client-description.ts';

describe('the name of an application', () => {
  test.each([
    ['Report mailer', 'Report mailer'],
    ['  Two\n\nlines\u2028here ', 'Two lines here'],
    ['moc.evil\u202Eelpmaxe', 'moc.evil elpmaxe'],
    ['zero\u200Bwidth\u0000', 'zero width'],
    [`o${'\u0335\u0322'.repeat(80)}k`, 'o\u0335\u0322\u0335k'],
    ['x'.repeat(200), `${'x'.repeat(59)}…`],
    ['\u202E\u2066', ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(plainName(name)).toBe(shown);
  });

  test('is not cut within a character', () => {
    expect(plainName('🎉'.repeat(60)).isWellFormed()).toBe(true);
  });
});
