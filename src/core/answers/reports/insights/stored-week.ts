// What is stored of a week of insights, as JSON: its numbers, and its items as codes with values.
import type { Sentence } from '../../../../../languages/sentence.ts';
import type { MovedSegment } from '../../segments/moved-segment.ts';

export interface StoredWeek {
  readonly revenue: number;
  readonly viewers: number;
  readonly items: readonly WeekItem[];
}

export interface WeekItem {
  /** claim: significant; fact: certain; note: worth knowing; summary: the week in numbers. */
  readonly kind: 'claim' | 'fact' | 'note' | 'summary';
  readonly sentences: readonly Sentence[];
  /** What it is about; empty: the whole website. */
  readonly campaign_ids: readonly number[];
  /** The one that explains it. */
  readonly segment?: MovedSegment;
}

export function storedWeek(json: string): StoredWeek {
  return JSON.parse(json) as StoredWeek;
}
