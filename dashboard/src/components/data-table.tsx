// A table with real table semantics: a caption, sortable column headers, and row headers.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Term } from '../format/definitions.ts';
import styles from './data-table.module.css';
import { Defined } from './defined.tsx';
import { useIsNarrow } from './narrow.ts';

export interface Column<Row> {
  /** The API's name of the value. */
  readonly name: string;
  /** What stands at the head of the column. */
  readonly label: string;
  /** What the head means. */
  readonly term?: Term;
  readonly numeric?: boolean;
  /** The plain value. */
  value(row: Row): string | number | null | undefined;
  /** What the table shows; default: the value. */
  render?(row: Row): ReactNode;
  /** A column without a term cannot be sortable. */
  readonly sortable?: boolean;
  /** Hidden on narrow screens. */
  readonly minor?: boolean;
}

interface TableSort {
  readonly by: string;
  /** Default: the largest number is the first one. */
  readonly isAscending?: boolean;
  onSort?(name: string): void;
}

interface DataTableProps<Row> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string | number;
  /** Unless there is `onSort`, the rows come in this order and no other. */
  readonly sort?: TableSort;
  /** Shows many rows in little space. */
  readonly compact?: boolean;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, sort, compact = false }: DataTableProps<Row>) {
  const shown = useIsNarrow() ? mostImportantFirst(columns, sort?.by) : columns;
  return (
    // Focusable, because a wide table can only be scrolled by keyboard if it can be focused.
    <section className={clsx(styles.scroll, compact && styles.compact)} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.name} scope="col" className={cellClass(column)} {...sortAttribute(column, sort)}>
                <HeadLabel column={column} sort={sort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {shown.map((column, index) => {
                const content = column.render ? column.render(row) : column.value(row);
                return index === 0 ? (
                  <th key={column.name} scope="row" className={cellClass(column)}>
                    {content}
                  </th>
                ) : (
                  <td key={column.name} className={cellClass(column)}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadLabelProps<Row> {
  readonly column: Column<Row>;
  readonly sort: TableSort | undefined;
}

function HeadLabel<Row>({ column: { name, label, term, sortable }, sort }: HeadLabelProps<Row>) {
  if (term === undefined) return label;
  if (!sort?.onSort || !sortable) return <Defined term={term}>{label}</Defined>;
  const mark = (
    <span className={styles.sortMark} aria-hidden="true">
      {sort.by === name ? (sort.isAscending ? '↑' : '↓') : '↕'}
    </span>
  );
  return (
    <Defined term={term} className={styles.sort} onClick={() => sort.onSort?.(name)} mark={mark}>
      {label}
    </Defined>
  );
}

/** A phone shows three columns without scrolling: the first, the one that orders the rows (or the second), and the conversion rate. */
function mostImportantFirst<Row>(columns: readonly Column<Row>[], by: string | undefined): readonly Column<Row>[] {
  const [first, ...others] = columns;
  const second = others.find(({ name }) => name === by) ?? others.find(({ minor = false }) => !minor);
  const rate = others.find(({ name }) => name === 'conversion_rate');
  return [...new Set([first, second, rate, ...others])].filter((column) => column !== undefined);
}

function cellClass<Row>({ numeric, minor }: Column<Row>): string | undefined {
  return clsx(numeric && styles.numeric, minor && styles.minor) || undefined;
}

function sortAttribute<Row>(column: Column<Row>, sort: TableSort | undefined) {
  if (!sort || !column.sortable) return {};
  if (sort.by !== column.name) return { 'aria-sort': 'none' as const };
  return { 'aria-sort': sort.isAscending ? ('ascending' as const) : ('descending' as const) };
}
