// What has to be said beside the numbers of a report, so that nobody reads more into them than is there. The rules are in notes/.
import type { Sentence } from '../../../../languages/sentence.ts';

export const NOTE_CODES = [
  'unknown_value',
  'before_first_day',
  'in_the_future',
  'partly_covered',
  'period_not_over',
  'within_noise',
  'includes_holdout',
  'no_previous_period',
  'mixed_currencies',
  'estimated',
  'none_stored',
  'watched',
  'no_views',
  'outside_campaigns',
  'has_history',
  'visitors_added_per_day',
] as const;

export interface Note {
  readonly code: (typeof NOTE_CODES)[number];
  readonly sentences: readonly Sentence[];
}
