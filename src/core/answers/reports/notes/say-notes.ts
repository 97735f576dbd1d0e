// Gives the notes of a report their words.
import { wordsIn } from '../../../foundation/text/words.ts';
import type { Note } from '../note.ts';

/** Whether a report says its notes, and in which language. */
export interface AskedNotes {
  readonly notes?: boolean | undefined;
  readonly language?: string | undefined;
}

/** The field `notes` of the envelope. A report with nothing to say has none. */
export interface NotesField {
  readonly notes?: { readonly code: Note['code']; readonly message: string }[];
}

export function sayNotes({ language }: AskedNotes, notes: readonly Note[]): NotesField {
  if (notes.length === 0) return {};
  const say = wordsIn(language);
  return { notes: notes.map(({ code, sentences }) => ({ code, message: say(sentences) })) };
}
