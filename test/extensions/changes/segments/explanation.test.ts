import { expect, test } from 'vitest';
import { movedSegment } from '../../../../src/core/answers/segments/moved-segment-schema.ts';
import { wordsIn } from '../../../../src/core/foundation/text/words.ts';
import { explanationSentence, movedSegmentOf } from '../../../../src/extensions/changes/segments/explanation.ts';

const EXPLANATION = {
  dimension: 'device',
  value: 'mobile',
  share: 0.9312,
  own: { observed: 1_200, expected: 4_012.4 },
  others: { observed: 3_001, expected: 2_990.2 },
} as const;

test('the sentence says what the segment and the others have, and what was expected', () => {
  expect(wordsIn()(explanationSentence(EXPLANATION, 'visitors'))).toBe(
    'The fall comes from the device “mobile”: 1,200 visitors instead of about 4,012. All others are stable: 3,001 instead of about 2,990.',
  );
  const rose = { ...EXPLANATION, own: { observed: 80, expected: 20 } };
  expect(wordsIn()(explanationSentence(rose, 'orders'))).toMatch(
    /^The rise comes from .*: 80 orders instead of about 20\./,
  );
});

test('what is stored has the share in percent, and nothing else', () => {
  expect(movedSegment.parse(movedSegmentOf(EXPLANATION))).toEqual({ dimension: 'device', value: 'mobile', share: 93 });
});
