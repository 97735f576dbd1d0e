// Since when drops and spikes of a website are found, and how much traffic that takes: no alerts mean nothing before that.
import { type Code, sentence } from '../../../../../languages/sentence.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import { EXPECTED_MIN, FIRST_JUDGED_DAYS } from '../../alerts/rhythm.ts';
import type { Note } from '../note.ts';

export function watched(firstEventDay: number | undefined, today: number): Note[] {
  if (firstEventDay === undefined) return [note('notWatched')];
  const judgedFrom = firstEventDay + FIRST_JUDGED_DAYS;
  return [note(judgedFrom < today ? 'watchedSince' : 'watchedFrom', judgedFrom)];
}

function note(code: Code, day?: number): Note {
  const values = { least: EXPECTED_MIN, ...(day !== undefined && { day: { day: isoOfDay(day) } }) };
  return { code: 'watched', sentences: [sentence(code, values)] };
}
