// The funnel as a chart: one stage after another, as tall as the share of visitors who reached it, with the drop-off in
// between. On narrow screens the stages are stacked.

import type { CSSProperties, ReactNode } from 'react';
import { Estimate } from '../components/estimate.tsx';
import { formatCount, formatShare } from '../format/numbers.ts';
import { rich } from '../language/t.ts';
import styles from './funnel.module.css';

export interface Stage {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
}

/** Keeps a stage visible that hardly anybody reaches. */
const SHARE_MIN = 0.012;

interface FunnelProps {
  readonly stages: readonly Stage[];
  readonly label: string;
  /** Set if the numbers come from a sample. */
  readonly isEstimate?: boolean;
}

export function Funnel({ stages, label, isEstimate = false }: FunnelProps) {
  const first = stages[0]?.count ?? 0;
  return (
    <ol className={styles.funnel} aria-label={label}>
      {stages.map((stage, index) => {
        const next = stages[index + 1];
        return (
          <li key={stage.key} className={styles.stage}>
            <div className={styles.head}>
              <span className={styles.label}>{stage.label}</span>
              <span className={styles.count} data-testid="funnel-count">
                <Estimate isEstimate={isEstimate}>{formatCount(stage.count)}</Estimate>
              </span>
              <span className={styles.share}>{formatShare(stage.count, first)}</span>
            </div>
            <div className={styles.shape} style={shares(stage.count, next?.count, first)} aria-hidden="true">
              <span className={styles.bar} />
              {next && <span className={styles.flow} />}
            </div>
            {next && <Drop from={stage.count} to={next.count} />}
          </li>
        );
      })}
    </ol>
  );
}

function Drop({ from, to }: { readonly from: number; readonly to: number }) {
  const lost = Math.max(0, from - to);
  return (
    <p className={styles.drop}>
      {rich('charts.dropOff', {
        share: formatShare(lost, from),
        count: lost,
        strong: (text) => <strong>{text}</strong>,
        hidden: (text) => <span className="visually-hidden">{text}</span>,
      })}
    </p>
  );
}

function shares(count: number, next: number | undefined, first: number): CSSProperties {
  const share = (value: number) => (first === 0 ? SHARE_MIN : Math.min(1, Math.max(SHARE_MIN, value / first)));
  return { '--share': share(count), '--next': share(next ?? count) } as CSSProperties;
}
