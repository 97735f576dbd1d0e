// Counts as bars: a list with the share of each.
import type { CSSProperties } from 'react';
import { formatCount, formatShare } from '../format/numbers.ts';
import styles from './bars.module.css';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly count: number;
}

export function Bars({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ key, label: text, count }) => (
        <li key={key} className={styles.bar} style={{ '--share': count / largest } as CSSProperties}>
          <span className={styles.label} data-testid="bar-label">
            {text}
          </span>
          <span className={styles.count} data-testid="bar-count">
            {formatCount(count)}
          </span>
          <span className={styles.share}>{formatShare(count, total)}</span>
        </li>
      ))}
    </ul>
  );
}
