// Since when drops and spikes of a website are found, and how much traffic that takes: no alerts mean nothing before that.
import { type Code, sentence } from '../../../../languages/sentence.ts';
import { EXPECTED_MIN, FIRST_JUDGED_DAYS } from '../../../core/answers/alerts/rhythm.ts';
import type { Note } from '../../../core/answers/reports/note.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';

export function watched(firstEventDay: number | undefined, today: number): Note[] {
  if (firstEventDay === undefined) return [note('notWatched')];
  const judgedFrom = firstEventDay + FIRST_JUDGED_DAYS;
  return [note(judgedFrom < today ? 'watchedSince' : 'watchedFrom', judgedFrom)];
}

function note(code: Code, day?: number): Note {
  const values = { least: EXPECTED_MIN, ...(day !== undefined && { day: { day: isoOfDay(day) } }) };
  return { code: 'watched', sentences: [sentence(code, values)] };
}
