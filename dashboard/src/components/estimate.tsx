// Numbers that are estimates: all of them have the same mark, with the same tooltip.

import type { ReactNode } from 'react';
import { formatSampleRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { Defined, useDefinition } from './defined.tsx';

/** `isEstimate` is false: the number as it is. */
export function Estimate({
  isEstimate = true,
  children,
}: {
  readonly isEstimate?: boolean;
  readonly children: ReactNode;
}) {
  return isEstimate ? <Marked>{children}</Marked> : children;
}

function Marked({ children }: { readonly children: ReactNode }) {
  const { word, tooltip } = useDefinition('estimate');
  return (
    <span {...word} className={undefined}>
      <span aria-hidden="true">≈ </span>
      <span className="visually-hidden">{t('report.about')} </span>
      {children}
      {tooltip}
    </span>
  );
}

/** What ≈ means, for everybody who cannot point at a number. */
export function EstimateNote({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Defined term="estimate">≈</Defined> {children}
    </>
  );
}

export function SampleNote({ percent }: { readonly percent: number | undefined }) {
  const text =
    percent === undefined ? t('report.sampled') : t('report.sampledPercent', { percent: formatSampleRate(percent) });
  return <EstimateNote>{text}</EstimateNote>;
}
