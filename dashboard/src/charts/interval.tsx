// A rate and its 95% confidence interval: a dot on a line.
import clsx from 'clsx';
import type { CSSProperties } from 'react';
import styles from './interval.module.css';

interface IntervalProps {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  /** The end of the scale, the same for all compared rates. */
  readonly max: number;
  readonly isBest: boolean;
}

export function Interval({ rate, low, high, max, isBest }: IntervalProps) {
  const share = (percent: number) => (max === 0 ? 0 : Math.min(1, percent / max));
  const style = { '--low': share(low), '--high': share(high), '--rate': share(rate) } as CSSProperties;
  return (
    <span className={clsx(styles.interval, isBest && styles.best)} style={style} aria-hidden="true">
      <span className={styles.line} />
      <span className={styles.dot} />
    </span>
  );
}
