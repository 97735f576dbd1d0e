// What there is to say about the days of a report.
import { type Sentence, sentence } from '../../../../../languages/sentence.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { Note } from '../note.ts';
import { type AskedComparison, comparesSamePart, type Timeframe } from '../windows.ts';

/** By default, it is compared with the whole period before. */
export interface NotedWindow extends AskedComparison {
  readonly timeframe: Timeframe;
  readonly window: Window;
  /** undefined: nothing is compared. */
  readonly previous: Window | undefined;
  readonly isComparisonAsked: boolean;
  /** Whether the report can't be asked to compare parts of periods. */
  readonly comparesWholeDays?: boolean;
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

function notOver({ window, today, comparesWholeDays = false, ...asked }: NotedWindow): Note[] {
  if (comparesSamePart(asked) || window.lastDay < today) return [];
  const day = dayOf(window.lastDay);
  if (comparesWholeDays) return [note('period_not_over', sentence('comparedWholeTooEarly', { day }))];
  const isYear = asked.compare === 'year';
  return [note('period_not_over', sentence(isYear ? 'comparedYearTooEarly' : 'comparedTooEarly', { day }))];
}

function empty(code: Note['code'], found: Sentence) {
  return { isEmpty: true, notes: [note(code, found)] };
}

function note(code: Note['code'], found: Sentence): Note {
  return { code, sentences: [found] };
}

const dayOf = (day: number) => ({ day: isoOfDay(day) });
