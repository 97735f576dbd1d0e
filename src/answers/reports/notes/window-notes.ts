// What there is to say about the days of a report.
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { Note } from '../note.ts';
import { type Comparison, dayCount, type Timeframe } from '../windows.ts';

export interface NotedWindow {
  readonly timeframe: Timeframe;
  readonly window: Window;
  /** undefined: nothing is compared. */
  readonly previous: Window | undefined;
  readonly isComparisonAsked: boolean;
  /** How it is compared. Default: with the period before, as a whole. */
  readonly compare?: Comparison | undefined;
  readonly today: number;
  /** undefined: there are no events. */
  readonly firstEventDay: number | undefined;
}

export function notesOnWindow(asked: NotedWindow): Note[] {
  const onWindow = notesOnDays(asked);
  // What has no numbers has no comparison that could be misread.
  return onWindow.isEmpty ? onWindow.notes : [...onWindow.notes, ...notesOnComparison(asked)];
}

function notesOnDays({ timeframe, window, today, firstEventDay }: NotedWindow) {
  if (window.firstDay > today) return empty('in_the_future', sentence('windowInTheFuture', { day: dayOf(today) }));
  // All time is all that there is.
  const isCovered = firstEventDay === undefined || window.firstDay >= firstEventDay || timeframe === 'all_time';
  if (isCovered) return { isEmpty: false, notes: [] };
  const day = dayOf(firstEventDay);
  if (window.lastDay < firstEventDay) return empty('before_first_day', sentence('windowBeforeFirstDay', { day }));
  return { isEmpty: false, notes: [note('partly_covered', sentence('windowBeginsEarlier', { day }))] };
}

function notesOnComparison(asked: NotedWindow): Note[] {
  const { timeframe, previous, isComparisonAsked, firstEventDay } = asked;
  if (!isComparisonAsked) return [];
  if (!previous) {
    return [note('no_previous_period', sentence(WITHOUT_PREVIOUS[timeframe] ?? 'previousBeforeYear1'))];
  }
  const isCovered = firstEventDay === undefined || previous.firstDay >= firstEventDay;
  return [
    ...(isCovered ? [] : [note('partly_covered', sentence('previousBeginsEarlier', { day: dayOf(firstEventDay) }))]),
    ...notOver(asked),
  ];
}

const WITHOUT_PREVIOUS = { all_time: 'nothingBeforeAllTime', insights_week: 'insightsWeekAlone' } as Readonly<
  Partial<Record<Timeframe, 'nothingBeforeAllTime' | 'insightsWeekAlone'>>
>;

/** If no more than this part of the window is still to come, the running day included, a comparison is not far off. */
const OPEN_PART_MAX = 1 / 10;

function notOver({ window, today, compare }: NotedWindow): Note[] {
  const openDays = window.lastDay - today + 1;
  if (compare === 'same_part' || openDays <= OPEN_PART_MAX * dayCount(window)) return [];
  return [note('period_not_over', sentence('comparedTooEarly', { day: dayOf(window.lastDay) }))];
}

function empty(code: Note['code'], found: Sentence) {
  return { isEmpty: true, notes: [note(code, found)] };
}

function note(code: Note['code'], found: Sentence): Note {
  return { code, sentences: [found] };
}

const dayOf = (day: number) => ({ day: isoOfDay(day) });
