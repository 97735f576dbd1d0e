// A lift and its interval: a dot on a line, around the mark of no lift, above the scale.
import clsx from 'clsx';
import type { CSSProperties } from 'react';
import { formatChangeCompact } from '../format/numbers.ts';
import styles from './lift-interval.module.css';

interface LiftIntervalProps {
  readonly estimate: number;
  readonly low: number;
  /** null: no bound. */
  readonly high: number | null;
  /** Both ends of the scale, the same for all compared lifts. */
  readonly reach: number;
}

export function LiftInterval({ estimate, low, high, reach }: LiftIntervalProps) {
  const place = (percent: number) => Math.max(0, Math.min(1, 0.5 + percent / (2 * reach)));
  const style = { '--low': place(low), '--high': place(high ?? reach), '--lift': place(estimate) } as CSSProperties;
  const tone = low > 0 ? styles.better : high !== null && high < 0 && styles.worse;
  return (
    <span aria-hidden="true">
      <span className={clsx(styles.interval, tone)} style={style}>
        <span className={styles.zero} />
        <span className={styles.line} />
        <span className={styles.dot} />
      </span>
      <span className={styles.scale}>
        <span>{formatChangeCompact(-Math.round(reach))}</span>
        <span>{formatChangeCompact(0)}</span>
        <span>{formatChangeCompact(Math.round(reach))}</span>
      </span>
    </span>
  );
}
