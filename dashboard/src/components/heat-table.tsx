// A table whose cells are colored by their values. The numbers are in it, so everybody can read it.
import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import styles from './heat-table.module.css';

export interface HeatCell {
  /** undefined: it is not compared with others. null: there is nothing to compare, so it has no background. */
  readonly value?: number | null | undefined;
  readonly text: ReactNode;
  /** What few people did, below the text. */
  readonly counts?: string | undefined;
  /** Set if random variation explains how far it is from the others: then it is gray. */
  readonly isNoise?: boolean;
  readonly title?: string | undefined;
}

interface HeatRow {
  readonly key: string;
  readonly head: ReactNode;
  /** One for each column. */
  readonly cells: readonly HeatCell[];
}

interface HeatTableProps {
  readonly caption: string;
  /** What the heads of the rows are. */
  readonly corner: ReactNode;
  readonly columns: readonly string[];
  readonly rows: readonly HeatRow[];
  /** Set if columns have the width of their content, and the table can be scrolled. */
  readonly isWide?: boolean;
}

export function HeatTable({ isWide = false, ...table }: HeatTableProps) {
  if (!isWide) return <Table {...table} />;
  return (
    // Focusable, because a wide table can only be scrolled by keyboard if it can be focused.
    <section className={styles.scroll} aria-label={table.caption} tabIndex={0}>
      <Table {...table} isWide />
    </section>
  );
}

function Table({ caption, corner, columns, rows, isWide = false }: HeatTableProps) {
  const most = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)));
  return (
    <table className={clsx(styles.map, isWide && styles.wide)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map(({ value, text, counts, isNoise = false, title }, place) => (
              <td
                key={columns[place]}
                className={value === null ? styles.plain : undefined}
                style={{ '--strength': most === 0 || isNoise ? 0 : (value ?? 0) / most } as CSSProperties}
                title={title}
              >
                {text}
                {counts !== undefined && <span className={styles.counts}>{counts}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
