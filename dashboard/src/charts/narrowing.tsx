// How the interval of a lift narrowed from day to day: a band around the estimate, with the line of no lift.

import { ticksOf } from '@funnel/report-files/ticks.ts';
import { Defined } from '../components/defined.tsx';
import { formatDay } from '../format/dates.ts';
import { formatChange, formatChangeCompact } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import styles from './narrowing.module.css';

interface NarrowingPoint {
  readonly date: string;
  readonly estimate: number | null;
  readonly low: number;
  /** null: no bound. */
  readonly high: number | null;
}

const EVEN_STROKE = { vectorEffect: 'non-scaling-stroke' } as const;
const WIDTH = 600;
const HEIGHT = 140;
/** The first intervals are very wide. What exceeds the last one by this factor is cut off. */
const SCALE = 3;

export function Narrowing({ label, points }: { readonly label: string; readonly points: readonly NarrowingPoint[] }) {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const ticks = ticksAround(last);
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!];
  const x = (index: number) => (index / (points.length - 1)) * WIDTH;
  const y = (percent: number | null) => {
    const shown = Math.max(bottom, Math.min(top, percent ?? top));
    return ((top - shown) / (top - bottom)) * HEIGHT;
  };
  const at = (values: readonly (number | null)[]) => values.map((value, index) => `${x(index)},${y(value)}`);
  const upper = at(points.map(({ high }) => high));
  const lower = at(points.map(({ low }) => low)).toReversed();
  const estimates = at(points.map(({ estimate }) => estimate ?? 0));
  return (
    <figure className={styles.narrowing}>
      <figcaption>
        <Defined term="lift">{label}</Defined>
      </figcaption>
      <div className={styles.plot}>
        <span className={styles.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ top: `${(y(tick) / HEIGHT) * 100}%` }}>
              {formatChangeCompact(tick)}
            </span>
          ))}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary(points)}>
          {ticks.map((tick) => (
            <line key={tick} className={styles.grid} x1="0" x2={WIDTH} y1={y(tick)} y2={y(tick)} {...EVEN_STROKE} />
          ))}
          <polygon className={styles.band} points={[...upper, ...lower].join(' ')} />
          <line className={styles.zero} x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} {...EVEN_STROKE} />
          <polyline className={styles.estimate} points={estimates.join(' ')} vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <span className={styles.days} aria-hidden="true">
        <span>{formatDay(points[0]!.date)}</span>
        <span>{formatDay(last.date)}</span>
      </span>
    </figure>
  );
}

/** Round values with room on both sides of no lift, which is one of them. */
function ticksAround({ low, high }: NarrowingPoint): number[] {
  const [up, down] = [SCALE * Math.max(high ?? 0, 1), SCALE * Math.min(low, -1)];
  return ticksOf([Math.max(up, -down / 4), Math.min(down, -up / 4)]);
}

function summary(points: readonly NarrowingPoint[]): string {
  const [first, last] = [points[0]!, points.at(-1)!];
  const highOf = ({ high }: NarrowingPoint) => (high === null ? t('common.noBound') : formatChange(high));
  return t('charts.liftNarrowing', {
    firstLow: formatChange(first.low),
    firstHigh: highOf(first),
    firstDay: formatDay(first.date),
    lastLow: formatChange(last.low),
    lastHigh: highOf(last),
    lastDay: formatDay(last.date),
  });
}
