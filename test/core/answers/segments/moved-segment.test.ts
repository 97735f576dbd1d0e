import { expect, test } from 'vitest';
import { segmentValueWords } from '../../../../src/core/answers/segments/moved-segment.ts';
import { wordsIn } from '../../../../src/core/foundation/text/words.ts';

test.each([
  ['country', 'DE', '“Germany”', '„Deutschland“'],
  ['country', 'somewhere', '“somewhere”', '„somewhere“'],
  ['channel', 'paid_social', '“paid social”', '„Soziale Medien (bezahlt)“'],
  ['device', 'mobile', '“mobile”', '„Smartphone“'],
  // Somebody may call a campaign like a device.
  ['utm_campaign', 'mobile', '“mobile”', '„mobile“'],
] as const)('the value of %s, %s, is called %s and %s', (dimension, value, english, german) => {
  const words = segmentValueWords({ dimension, value });
  expect([wordsIn()(words), wordsIn('de')(words)]).toEqual([english, german]);
});
