// What to know before reading the numbers of a report: the sentences of the API, where the numbers are.

import clsx from 'clsx';
import { createContext, type ReactNode, useContext } from 'react';
import type { Note } from '../api/types.ts';
import { t } from '../language/t.ts';
import styles from './notes.module.css';

type Said = Pick<Note, 'message'>;

const NONE: readonly Said[] = [];
/** What the page says already: its parts have reports of their own about the same days. */
const NotesOfPage = createContext(NONE);

interface NotesProps {
  readonly notes: readonly Said[] | undefined;
}

interface NotesOfPartProps extends NotesProps {
  /** The card around it has no padding. */
  readonly isInCard?: boolean;
}

export function Notes({ notes = NONE, isInCard = false }: NotesOfPartProps) {
  const known = useContext(NotesOfPage);
  const shown = notes.filter(({ message }) => !known.some((other) => other.message === message));
  if (shown.length === 0) return null;
  return (
    <ul className={clsx(styles.notes, isInCard && styles.inCard)} aria-label={t('report.notesOnNumbers')}>
      {shown.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** The notes of a page, above its parts. */
export function PageNotes({ notes = NONE, children }: NotesProps & { readonly children: ReactNode }) {
  return (
    <>
      <Notes notes={notes} />
      <NotesOfPage value={notes}>{children}</NotesOfPage>
    </>
  );
}
