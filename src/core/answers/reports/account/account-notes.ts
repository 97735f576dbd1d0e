// The notes of reports on several websites.
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { UTC } from '../../../foundation/time/zone.ts';
import type { Note } from '../note.ts';
import { type AskedNotes, type NotesField, sayNotes } from '../notes/say-notes.ts';
import { notesOnWindow } from '../notes/window-notes.ts';
import type { AskedComparison, Timeframe } from '../windows.ts';
import type { ComparedGroup, WindowGroup } from './windows-of-websites.ts';

interface AskedAccount extends AskedNotes, AskedComparison {
  readonly timeframe: Timeframe;
}

/** Where it is another date on some websites, the notes are about the days of the first ones. */
export function accountNotes(
  query: AskedAccount,
  groups: readonly (WindowGroup & Partial<ComparedGroup>)[],
  { todayIn }: Pick<ReadContext, 'todayIn'>,
  own: readonly Note[] = [],
): NotesField {
  if (!query.notes) return {};
  const { timeframe, compare, same_part } = query;
  const { window, previous, websites } = groups[0]!;
  const firstDays = groups.flatMap((group) => group.websites.flatMap(({ first_day: day }) => day ?? []));
  return sayNotes(query, [
    ...own,
    ...notesOnWindow({
      ...{ timeframe, compare, same_part, window, previous },
      isComparisonAsked: previous !== undefined || compare !== undefined || same_part === true,
      today: todayIn(websites[0]?.zone ?? UTC),
      firstEventDay: firstDays.length > 0 ? Math.min(...firstDays) : undefined,
    }),
  ]);
}
