// The change of a number since the period that it is compared with: by arrow, sign and color, never by color alone. What random variation
// explains is gray.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { changeDirection, formatChange } from '../format/numbers.ts';
import { comparisonBasis } from '../format/timeframes.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { calendarUnit, effectiveComparison } from '../routing/view.ts';
import styles from './change.module.css';

interface ChangeProps {
  /** The change in percent. null: the compared period had nothing. undefined shows nothing at all. */
  readonly change: number | null | undefined;
  /** The current value, which tells "new" from "still nothing". */
  readonly value: number;
  /** Set if the value is a rate: its change could be taken for one in points. */
  readonly isRate?: boolean | undefined;
  /** false: random variation explains it. undefined: it is not judged. */
  readonly isNews?: boolean | undefined;
}

const ARROWS = { up: '↑', down: '↓', flat: '→' } as const;

interface ShownChangeProps extends ChangeProps {
  /** Set if there is room to say that it is noise. Everywhere, the tooltip says it. */
  readonly hasRoom?: boolean;
  readonly className?: string | undefined;
}

export function Change({ change, value, isRate = false, isNews, hasRoom = false, className }: ShownChangeProps) {
  const view = useView();
  const comparison = effectiveComparison(view);
  if (change === undefined || comparison === 'off') return null;
  const basis = comparisonBasis(comparison, calendarUnit(view));
  if (change === null) {
    return value > 0 ? (
      <span
        className={clsx(styles.change, isNews === false ? styles.flat : styles.up, className)}
        title={[t('numbers.nothingInPeriodBefore', { basis }), ...noiseText(isNews)].join('. ')}
      >
        {t('report.newSince')}
      </span>
    ) : (
      <span className={clsx(styles.change, styles.flat, className)}>–</span>
    );
  }
  const direction = changeDirection(change);
  const isNoise = isNews === false && direction !== 'flat';
  const title = [
    t('numbers.comparedWith', { basis }),
    ...(isNoise ? noiseText(isNews) : []),
    ...(isRate ? [t('numbers.notInPoints')] : []),
  ].join('. ');
  const text = formatChange(change);
  return (
    <span className={clsx(styles.change, isNoise ? styles.noise : styles[direction], className)} title={title}>
      <span aria-hidden="true">{isNoise ? '~' : ARROWS[direction]} </span>
      {isRate ? t('numbers.relativeChange', { change: text }) : text}
      {isNoise && <span className={hasRoom ? undefined : 'visually-hidden'}> · {t('numbers.noise')}</span>}
    </span>
  );
}

function noiseText(isNews: boolean | undefined): string[] {
  return isNews === false ? [t('numbers.withinNoise')] : [];
}

interface WithChangeProps extends ChangeProps {
  readonly text: ReactNode;
  /** A line of its own below. */
  readonly detail?: string | undefined;
}

/** A number in a table with its change below. */
export function WithChange({ text, detail, ...change }: WithChangeProps) {
  return (
    <span className={styles.withChange}>
      {text}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      <Change {...change} />
    </span>
  );
}
