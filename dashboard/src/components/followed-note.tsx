// Below numbers about visitors who are followed over days: who they are, from which days on, and whether they are a sample.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Kept } from '../api/kept-events.ts';
import { formatDay } from '../format/dates.ts';
import { formatRateCompact } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { SampleNote } from './estimate.tsx';
import styles from './followed-note.module.css';

type FollowedReport = Kept<{
  readonly sampled: boolean;
  readonly sample_rate?: number;
  readonly data: { readonly followable_share: number | null };
}>;

interface FollowedNoteProps {
  readonly report: FollowedReport;
  /** What else to know, as sentences. */
  readonly children: ReactNode;
}

export function FollowedNote({ report: { data, keptSince, sampled, sample_rate }, children }: FollowedNoteProps) {
  const share = data.followable_share ?? 100;
  return (
    <p className={clsx(styles.note, 'hint')}>
      {children}{' '}
      {share === 100 ? t('report.allFollowed') : t('report.followedShare', { share: formatRateCompact(share) })}
      {keptSince !== undefined && ` ${t('report.eventsKeptSince', { day: formatDay(keptSince) })}`}
      {sampled && ' '}
      {sampled && <SampleNote percent={sample_rate} />}
    </p>
  );
}
