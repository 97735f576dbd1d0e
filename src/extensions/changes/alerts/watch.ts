// What is remembered of a website between two looks.
// Why: docs/decisions/insights.md, "A day is judged when its events are in".
import { expectedCount } from '../../../core/answers/alerts/rhythm.ts';
import { JUDGED_COUNTS, type WebsiteDays } from './website-days.ts';

const DAYS_PER_WEEK = 7;
/** It is not known how events arrive of a website that was never looked at: maybe once a day, as a file. */
const FIRST_SILENCE = { hours: 24, knownDays: 3 };
/** Nights are silent, too. */
export const SILENCE_HOURS_MIN = 6;
/** How long a silence stays in memory. */
const SILENCE_KNOWN_DAYS = 28;

/** Kinds of alerts that last: the next one comes after the website was back to normal. */
export type Episode = 'events_stopped' | 'drop' | 'spike';

export interface Watch {
  readonly judgedDay: number;
  /** Visitors, or whatever is counted more often, on each of the 7 days after the judged one; it repeats every week. */
  readonly expected: readonly number[];
  readonly open: readonly Episode[];
  /** The longest time after midnight without events that is usual, and the day on which it is forgotten. */
  readonly usualSilence: { readonly hours: number; readonly forgottenDay: number };
  /** The one that goes on after this day, if it is worth remembering. */
  readonly silence?: { readonly lastDay: number; readonly hours: number };
}

/** What one look passes on to the next. */
export type KnownBefore = Pick<Watch, 'open' | 'usualSilence' | 'silence'>;

export function newWatch(today: number): KnownBefore {
  const { hours, knownDays } = FIRST_SILENCE;
  return { open: [], usualSilence: { hours, forgottenDay: today + knownDays } };
}

/** If events of a later day have arrived, the silence is over. It is usual from now on: either it was, or there was an alert. */
export function afterSilence({ open, usualSilence, silence }: Watch, lastDay: number, today: number): KnownBefore {
  if (!silence) return { open, usualSilence };
  if (lastDay <= silence.lastDay) return { open, usualSilence, silence };
  const hours = Math.max(silence.hours, usualSilenceHours(usualSilence, today));
  return {
    open: open.filter((episode) => episode !== 'events_stopped'),
    usualSilence: { hours, forgottenDay: today + SILENCE_KNOWN_DAYS },
  };
}

/** The day from which on the events are known to arrive at once, so that a day can be judged as soon as it is over. */
export function promptFrom({ usualSilence: { hours, forgottenDay } }: Watch): number {
  return hours < SILENCE_HOURS_MIN ? 0 : forgottenDay;
}

export function usualSilenceHours({ hours, forgottenDay }: Watch['usualSilence'], today: number): number {
  return today < forgottenDay ? hours : 0;
}

/** What is expected of the 7 days after the last given one. */
export function expectedNextDays(days: WebsiteDays): number[] {
  return Array.from({ length: DAYS_PER_WEEK }, (_, index) =>
    Math.round(Math.max(...JUDGED_COUNTS.map((name) => expectedCount(days[name], index + 1) ?? 0))),
  );
}

export function expectedOn({ judgedDay, expected }: Watch, day: number): number {
  return expected[(day - judgedDay - 1) % DAYS_PER_WEEK]!;
}
