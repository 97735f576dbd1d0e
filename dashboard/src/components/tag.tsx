import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { CampaignStatus } from '../api/types.ts';
import { STATUS_NAMES } from '../format/names.ts';
import { t } from '../language/t.ts';
import styles from './tag.module.css';

interface TagProps {
  readonly tone?: 'neutral' | 'good' | 'bad';
  readonly children: ReactNode;
}

export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={clsx(styles.tag, tone !== 'neutral' && styles[tone])}>{children}</span>;
}

/** Marks what an event has registered, and nobody has looked at yet. */
export function NewTag() {
  return <Tag tone="good">{t('report.isNew')}</Tag>;
}

export function StatusTag({ status }: { readonly status: CampaignStatus }) {
  return <Tag tone={status === 'live' ? 'good' : 'neutral'}>{STATUS_NAMES[status]}</Tag>;
}
