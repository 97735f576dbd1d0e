// The segment that explains a move: as it is stored, and in a sentence.
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { dimensionWords, type MovedSegment, segmentValueWords } from '../../../core/answers/segments/moved-segment.ts';
import type { Explanation } from './explain-move.ts';
import type { Move } from './move.ts';

export function movedSegmentOf({ dimension, value, share }: Explanation): MovedSegment {
  return { dimension, value, share: Math.round(100 * share) };
}

/** `noun`: what is counted. */
export function explanationSentence(explanation: Explanation, noun: Move['noun']): Sentence {
  const { own, others, dimension } = explanation;
  return sentence(own.observed < own.expected ? 'fallComesFrom' : 'riseComesFrom', {
    dimension: dimensionWords(dimension),
    name: segmentValueWords(explanation),
    observed: own.observed,
    noun: sentence(noun),
    expected: own.expected,
    othersObserved: others.observed,
    othersExpected: others.expected,
  });
}
