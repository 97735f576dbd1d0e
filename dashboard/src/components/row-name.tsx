// The first cell of a table row: what the row is about, with a line of details below. And its last one: what can be done with it.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { CatalogRecord } from '../api/catalog.ts';
import type { Page } from '../routing/pages.ts';
import { Link } from '../routing/router.tsx';
import { useIsNarrow } from './narrow.ts';
import styles from './row-name.module.css';
import { NewTag, StatusTag } from './tag.tsx';

export function RowLink({ to, children }: { readonly to: Page; readonly children: ReactNode }) {
  return (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  );
}

export function RowButton({ onClick, children }: { onClick(): void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}

/** No column gives so many letters a line. */
const LONG = 30;

/** An email address or a domain. Where it needs two lines, the first ends at a dot or an @ rather than inside of a word. */
export function Address({ text, isInNarrow = false }: { readonly text: string; readonly isInNarrow?: boolean }) {
  const isPhone = useIsNarrow();
  return isPhone || isInNarrow || text.length > LONG ? <Parts text={text} /> : text;
}

function Parts({ text }: { readonly text: string }) {
  const end = text.search(/(?<=.)(?=\.)|(?<=@)/);
  if (end === -1) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      <Parts text={text.slice(end)} />
    </>
  );
}

interface RecordDetailProps {
  readonly record: CatalogRecord | undefined;
  readonly children?: ReactNode;
}

/** Adds what the catalog says about it. */
export function RecordDetail({ record, children }: RecordDetailProps) {
  const isArchived = record?.status === 'archived';
  if (children === undefined && !record?.is_new && !isArchived) return null;
  return (
    <RowDetail>
      {children}
      {record?.is_new && <NewTag />}
      {isArchived && <StatusTag status="archived" />}
    </RowDetail>
  );
}

interface RowDetailProps {
  /** Set if it stands where a minor column is hidden. */
  readonly isOnPhones?: boolean;
  readonly children: ReactNode;
}

export function RowDetail({ isOnPhones = false, children }: RowDetailProps) {
  return <span className={clsx(styles.detail, isOnPhones && styles.onPhones)}>{children}</span>;
}

/** Buttons. */
export function RowActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
