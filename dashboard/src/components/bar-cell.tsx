// A cell of a table with a bar below what it says.
import type { CSSProperties, ReactNode } from 'react';
import styles from './bar-cell.module.css';

interface BarCellProps {
  /** The length of the bar, from 0 to 1. */
  readonly share: number;
  readonly children: ReactNode;
}

export function BarCell({ share, children }: BarCellProps) {
  return (
    <span className={styles.cell} style={{ '--share': share } as CSSProperties}>
      {children}
    </span>
  );
}
