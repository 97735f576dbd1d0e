// Counts of answers as bars: a list, most frequent first, each with its share.
import type { CSSProperties } from 'react';
import { formatCount, formatShare } from '../format/numbers.ts';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly count: number;
}

export function Bars({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="bars" aria-label={label}>
      {bars.map(({ key, label: text, count }) => (
        <li key={key} className="bar" style={{ '--share': count / largest } as CSSProperties}>
          <span className="bar-label">{text}</span>
          <span className="bar-count">{formatCount(count)}</span>
          <span className="bar-share">{formatShare(count, total)}</span>
        </li>
      ))}
    </ul>
  );
}
