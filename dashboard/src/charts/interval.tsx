// A rate and how sure we are of it: a dot on a line that spans the 95 % interval.
import type { CSSProperties } from 'react';

interface IntervalProps {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  /** The right end of the scale, the same for all that are compared. */
  readonly max: number;
  readonly isBest: boolean;
}

export function Interval({ rate, low, high, max, isBest }: IntervalProps) {
  const share = (percent: number) => (max === 0 ? 0 : Math.min(1, percent / max));
  const style = { '--low': share(low), '--high': share(high), '--rate': share(rate) } as CSSProperties;
  return (
    <span className={isBest ? 'interval interval-best' : 'interval'} style={style} aria-hidden="true">
      <span className="interval-line" />
      <span className="interval-dot" />
    </span>
  );
}
