// Columns of numbers: right-aligned, and formatted for people.
import type { ReactNode } from 'react';
import { DEFINITIONS, type Term } from '../format/definitions.ts';
import { formatCount } from '../format/numbers.ts';
import { WithChange } from './change.tsx';
import type { Column } from './data-table.tsx';
import { Estimate } from './estimate.tsx';
import styles from './number-column.module.css';

interface NumberColumn<Row> extends Pick<Column<Row>, 'name' | 'sortable'> {
  readonly term: Term;
  /** Default: the name of the term. */
  readonly label?: string;
  /** undefined: it has none. */
  value(row: Row): number | undefined;
  /** Default: as a count. */
  format?(value: number, row: Row): string;
  /** The change in percent since the previous period. It is shown below the number if given. */
  change?(row: Row): number | null | undefined;
  /** Whether the change is news. undefined: it is not judged. */
  isNews?(row: Row): boolean | undefined;
  /** What stands below the number, such as what a rate comes from. */
  detail?(row: Row): string | undefined;
  /** Set if the numbers are rates and have changes. */
  readonly isRate?: boolean;
  readonly isEstimate?: boolean;
}

export function numberColumn<Row>({
  value,
  format = formatCount,
  change,
  isNews,
  detail,
  isRate,
  isEstimate = false,
  term,
  label = DEFINITIONS[term].name,
  ...column
}: NumberColumn<Row>): Column<Row> {
  const render = (row: Row) => {
    const number = value(row);
    if (number === undefined) return '–';
    const text = <Estimate isEstimate={isEstimate}>{format(number, row)}</Estimate>;
    if (!change && !detail) return text;
    const below = { change: change?.(row), isNews: isNews?.(row), detail: detail?.(row) };
    return <WithChange text={text} value={number} isRate={isRate} {...below} />;
  };
  return { ...column, term, label, numeric: true, value, render };
}

/** A smaller text below a number. */
export function NumberDetail({ children }: { readonly children: ReactNode }) {
  return <span className={styles.detail}>{children}</span>;
}
