// The funnel as a picture: one stage after another, as tall as the share of visitors who got there, with the drop
// between them. On a narrow screen the same stages lie below each other.
import type { CSSProperties, ReactNode } from 'react';
import { formatCount, formatShare } from '../format/numbers.ts';

export interface Stage {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
}

/** So that even a stage that few reach can be seen. */
const SHARE_MIN = 0.012;

export function Funnel({ stages, label }: { readonly stages: readonly Stage[]; readonly label: string }) {
  const first = stages[0]?.count ?? 0;
  return (
    <ol className="funnel" aria-label={label}>
      {stages.map((stage, index) => {
        const next = stages[index + 1];
        return (
          <li key={stage.key} className="funnel-stage">
            <div className="funnel-head">
              <span className="funnel-label">{stage.label}</span>
              <span className="funnel-count">{formatCount(stage.count)}</span>
              <span className="funnel-share">{formatShare(stage.count, first)}</span>
            </div>
            <div className="funnel-shape" style={shares(stage.count, next?.count, first)} aria-hidden="true">
              <span className="funnel-bar" />
              {next && <span className="funnel-flow" />}
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
    <p className="funnel-drop">
      <strong>{formatShare(lost, from)}</strong> drop off
      <span className="visually-hidden">: {formatCount(lost)} do not go on</span>
    </p>
  );
}

function shares(count: number, next: number | undefined, first: number): CSSProperties {
  const share = (value: number) => (first === 0 ? SHARE_MIN : Math.min(1, Math.max(SHARE_MIN, value / first)));
  return { '--share': share(count), '--next': share(next ?? count) } as CSSProperties;
}
