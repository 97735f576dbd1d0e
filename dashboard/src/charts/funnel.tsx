// The funnel as a chart: one stage after another, as tall as the share of visitors who reached it, with the drop-off in
// between, and a sentence about the worst one. On narrow screens the stages are stacked.

import { worstStep } from '@funnel/report-files/worst-step.ts';
import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Estimate } from '../components/estimate.tsx';
import { Tag } from '../components/tag.tsx';
import { formatCount, formatShare } from '../format/numbers.ts';
import { rich, t } from '../language/t.ts';
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
  /** The part of the visitors that was counted, in percent, if the numbers come from a sample. */
  readonly sampleRate?: number | undefined;
}

export function Funnel({ stages, label, sampleRate }: FunnelProps) {
  const counts = stages.map(({ count }) => count);
  const worst = worstStep(counts, sampleRate);
  return (
    <>
      <Stages stages={stages} label={label} worst={worst} isEstimate={sampleRate !== undefined} />
      {worst !== undefined && (
        <p className={styles.worst} data-testid="worst-step">
          {rich('charts.worstStep', {
            step: stages[worst]!.label,
            share: formatShare(counts[worst]! - counts[worst + 1]!, counts[worst]!),
            count: formatCount(counts[worst]!),
          })}
        </p>
      )}
    </>
  );
}

interface StagesProps extends Pick<FunnelProps, 'stages' | 'label'> {
  readonly worst: number | undefined;
  readonly isEstimate: boolean;
}

function Stages({ stages, label, worst, isEstimate }: StagesProps) {
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
            {next && <Drop from={stage.count} to={next.count} isWorst={index === worst} />}
          </li>
        );
      })}
    </ol>
  );
}

interface DropProps {
  readonly from: number;
  readonly to: number;
  readonly isWorst: boolean;
}

function Drop({ from, to, isWorst }: DropProps) {
  const lost = Math.max(0, from - to);
  return (
    <p className={clsx(styles.drop, isWorst && styles.worstDrop)}>
      {rich('charts.dropOff', {
        share: formatShare(lost, from),
        count: lost,
        strong: (text) => <strong>{text}</strong>,
        hidden: (text) => <span className="visually-hidden">{text}</span>,
      })}
      {isWorst && ' '}
      {isWorst && <Tag tone="bad">{t('charts.worstDrop')}</Tag>}
    </p>
  );
}

function shares(count: number, next: number | undefined, first: number): CSSProperties {
  const share = (value: number) => (first === 0 ? SHARE_MIN : Math.min(1, Math.max(SHARE_MIN, value / first)));
  return { '--share': share(count), '--next': share(next ?? count) } as CSSProperties;
}
