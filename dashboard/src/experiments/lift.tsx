// The lift of a variant over the control in a table, with its interval.

import type { ExperimentReport } from '../api/types.ts';
import { LiftInterval } from '../charts/lift-interval.tsx';
import { formatChange } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import styles from './lift.module.css';

export type LiftOfVariant = ExperimentReport['data']['variants'][number]['metrics']['conversion_rate']['lift'];

/** Both ends of a scale for these lifts. */
export function reachOf(lifts: readonly LiftOfVariant[]): number {
  const ends = lifts.flatMap((lift) => (lift ? [Math.abs(lift.low), Math.abs(lift.high ?? 0)] : []));
  return Math.max(...ends, 1);
}

export function Lift({ lift, reach }: { readonly lift: LiftOfVariant; readonly reach: number }) {
  if (!lift || lift.estimate === null) return '–';
  const high = lift.high === null ? t('common.noBound') : formatChange(lift.high);
  return (
    <span className={styles.lift}>
      <span>
        {formatChange(lift.estimate)}{' '}
        <span className="hint">{t('experiments.range', { low: formatChange(lift.low), high })}</span>
      </span>
      <LiftInterval estimate={lift.estimate} low={lift.low} high={lift.high} reach={reach} />
    </span>
  );
}
