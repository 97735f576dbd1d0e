// The question by hour: what is counted of a subject in each hour of a window.
// Why: docs/decisions/reports.md, "Hours are values of a breakdown".
import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { Window } from '../../rollups/window.ts';
import {
  type AskedSubject,
  dimensionsOf,
  type Filter,
  type LogQuestion,
  type TimeSpan,
} from '../counting/log-question.ts';
import { type Answer, countingOf, SubjectCounts } from './subject-counts.ts';

const HOUR_SECONDS = 3_600;

export interface HoursQuestion {
  readonly subject: AskedSubject;
  readonly window: Window;
  /** Only events for which all of them hold are counted. */
  readonly filters: readonly Filter[];
  /** Only events in this time are counted. Default: all of the window. */
  readonly timeSpan?: TimeSpan | undefined;
  readonly hours: Hours;
}

/** Hours in the order of time, in seconds since 1970. There may be gaps between them. */
export interface Hours {
  readonly starts: readonly number[];
  /** Exclusive. */
  readonly ends: readonly number[];
}

/**
 * The value of an event is the place of its hour among the hours, as text; and `(other)` if it is in none of them. Of a sample, only its
 * visitors are counted.
 */
export function hours({
  subject,
  window,
  filters,
  timeSpan,
  hours: asked,
}: HoursQuestion): LogQuestion<Answer, Answer> {
  const counted = { subjects: [subject], windows: [window], filters };
  return {
    reads: { windows: [window], dimensions: dimensionsOf(filters), needsTimes: true },
    count(log) {
      const counts = new SubjectCounts(counted, 1, [...asked.starts.map((_, hour) => String(hour)), OTHER_VALUES]);
      const visitors = log.visitors(countingOf(counted), { timeSpan });
      visitors.each((visitor) => counts.countVisitor(visitor, ({ time }) => hourOf(time, asked)));
      return { subjects: counts.answer(), sampled: log.sampled };
    },
    rollups: () => [],
    answer: (answer) => answer,
  };
}

/** The place of the hour; if there is none, the place after the last one. */
function hourOf(time: number, { starts, ends }: Hours): number {
  const none = starts.length;
  // Nearly all hours have 60 minutes, so this is the place of the hour, or one next to it.
  let hour = Math.min(Math.max(0, Math.floor((time - (starts[0] ?? 0)) / HOUR_SECONDS)), none - 1);
  while (hour > 0 && starts[hour]! > time) hour--;
  while (hour + 1 < none && starts[hour + 1]! <= time) hour++;
  return hour >= 0 && starts[hour]! <= time && time < ends[hour]! ? hour : none;
}
